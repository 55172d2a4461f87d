//! What the sight half asks a `StoneWorld`: what is drawn, what is solid, and which room a point lies in.

use std::sync::Arc;

use glam::{DVec2, DVec3};
use godot::classes::{RenderingServer, World3D};
use godot::prelude::*;
use stonesight::field::Field;
use stonesight::lattice::ChunkKey;
use stonesight::room::{Footprint, Room, Tag};

use super::StoneWorld;
use crate::sight::depth_shader;
use crate::viewer::WORLDS;

/// The material of the twins that cast shadows, and its shader. Both are server objects and must be freed.
pub(super) struct TwinMaterial {
    shader: Rid,
    material: Rid,
}

impl TwinMaterial {
    fn new() -> Self {
        let mut server = RenderingServer::singleton();
        let (shader, material) = (server.shader_create(), server.material_create());
        server.shader_set_code(shader, &depth_shader::shadow());
        server.material_set_shader(material, shader);
        Self { shader, material }
    }
}

impl Drop for TwinMaterial {
    fn drop(&mut self) {
        let mut server = RenderingServer::singleton();
        server.free_rid(self.material);
        server.free_rid(self.shader);
    }
}

impl StoneWorld {
    /// The first world in the tree that is drawn into `space`; any where no space is named.
    pub fn of(node: &Gd<Node>, space: Option<Gd<World3D>>) -> Option<Gd<StoneWorld>> {
        if !node.is_inside_tree() {
            return None;
        }
        let nodes = node.get_tree().get_nodes_in_group(WORLDS);
        let mut worlds = nodes
            .iter_shared()
            .filter_map(|node| node.try_cast::<StoneWorld>().ok());
        worlds.find(|world| space.is_none() || world.get_world_3d() == space)
    }

    /// A global position in the coordinates of the field.
    pub fn to_field(&self, position: Vector3) -> DVec3 {
        self.local(position)
    }

    /// The field, once there is a plan.
    pub fn field(&self) -> Option<Arc<Field>> {
        self.world().map(|world| Arc::clone(&world.field))
    }

    /// Changes whenever a chunk came to be drawn, or went.
    pub fn revision(&self) -> u64 {
        self.running.as_ref().map_or(0, |running| running.scenery.revision())
    }

    /// The meshes that are drawn and where they stand, in no order.
    pub fn meshes(&self) -> impl Iterator<Item = (ChunkKey, Rid, Transform3D)> {
        self.running.iter().flat_map(|running| running.scenery.meshes())
    }

    /// Has twins cast the shadows from now on, because a camera cuts what is drawn.
    pub fn cast_by_twins(&mut self) {
        if let Some(running) = &mut self.running {
            let material = running.twin_material.get_or_insert_with(TwinMaterial::new).material;
            running.scenery.cast_by_twins(material);
        }
    }

    /// Whether a global position lies in a room under ground; `None` where there is no room.
    pub fn is_underground(&self, position: Vector3) -> Option<bool> {
        self.room(position).map(|room| room.tag == Tag::Underground)
    }

    /// The footprint (global x, z) of the room that a global position lies in; empty where there is none.
    pub fn footprint_at(&self, position: Vector3) -> Footprint {
        let transform = self.base().get_global_transform();
        let global = |corner: DVec2| {
            let corner = transform * Vector3::new(corner.x as f32, 0.0, corner.y as f32);
            DVec2::new(corner.x.into(), corner.z.into())
        };
        let room = self.room(position);
        room.map(|room| room.footprint().map(global)).unwrap_or_default()
    }

    /// The room that a global position lies in.
    pub(super) fn room(&self, position: Vector3) -> Option<&Room> {
        self.plan()?.rooms.room_at(self.local(position))
    }
}
