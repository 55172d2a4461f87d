//! What a game asks a `StoneWorld`.

use std::sync::Arc;

use glam::DVec3;
use godot::prelude::*;
use stonesight::lattice::{ChunkKey, OperationId};
use stonesight::plan::{Place, Plan};
use stonesight::stream::MAX_RADIUS;

use super::StoneWorld;
use super::generation::World;
use crate::preheat::StonePreheat;
use crate::room::StoneRoom;

#[godot_api(secondary)]
impl StoneWorld {
    /// Whether everything within [param radius] metres of [param position], a global position, is drawn and solid. Where
    /// nothing is made, it is not.
    #[func]
    pub fn is_ground_ready(&self, position: Vector3, radius: f64) -> bool {
        let local = self.local(position);
        let running = self.running.as_ref().filter(|_| !self.stale);
        running.is_some_and(|running| running.is_ready(local, radius))
    }

    /// The number of the plan's record that made what is at [param position], a global position on a surface, such as a ray's
    /// hit. -1 for none, and before [signal plan_ready].
    #[func]
    fn record_at(&self, position: Vector3) -> i64 {
        let Some(world) = self.world() else { return -1 };
        let operation = match world.field.sample(self.local(position)).operation {
            OperationId::NONE => None,
            id => world.field.program().operation(id),
        };
        operation.map_or(-1, |operation| i64::from(operation.record.0))
    }

    /// The room of the plan that [param position], a global position, lies in: feet or head. Null in rock and in the open.
    #[func]
    fn room_at(&self, position: Vector3) -> Option<Gd<StoneRoom>> {
        StoneRoom::with(self.plan()?, self.room(position)?)
    }

    /// Where a player may start: feet on the paving of the first court, the Z axis towards what is worth going to. Known
    /// after [signal plan_ready]; the world's own transform before that, and where there is no plan.
    #[func]
    fn get_start(&self) -> Transform3D {
        let start = self.plan().and_then(|plan| plan.places.first());
        start.map_or_else(|| self.base().get_global_transform(), |place| self.transform_of(place))
    }

    /// Places worth a look, the start first: a dictionary of names and transforms like [method get_start].
    #[func]
    fn get_places(&self) -> VarDictionary {
        let places = self.plan().into_iter().flat_map(|plan| &plan.places);
        places
            .map(|place| (place.name.to_variant(), self.transform_of(place).to_variant()))
            .collect()
    }

    /// The field at [param position], a global position: below 0 in stone, above 0 in air, near a surface its distance in
    /// metres. NAN before [signal plan_ready].
    #[func]
    fn sample(&self, position: Vector3) -> f64 {
        let sample = |world: &World| f64::from(world.field.sample(self.local(position)).value);
        self.world().map_or(f64::NAN, sample)
    }

    /// Makes everything within [param radius] metres (0 to 200) of [param position], a global position, drawn and solid, and
    /// keeps it so for as long as the ticket is held. See [method StoneNavigation.preheat].
    #[func]
    pub fn preheat(&mut self, position: Vector3, radius: f64) -> Gd<StonePreheat> {
        let local = self.local(position);
        let error = if !local.is_finite() {
            format!("position {position} cannot be preheated: write a finite position")
        } else if !(0.0..=MAX_RADIUS).contains(&radius) {
            format!("radius {radius} m cannot be preheated: write one from 0 to {MAX_RADIUS} m")
        } else {
            match &mut self.running {
                Some(running) => return running.tickets.add(local, radius),
                None => "a StoneWorld outside the tree cannot preheat: add it to the tree first".to_owned(),
            }
        };
        godot_error!("StoneWorld: {error}");
        StonePreheat::refused(error)
    }

    /// A hash over all loaded chunks, in hexadecimal: equal for the same world around the same place, on every machine.
    #[func]
    fn digest(&self) -> GString {
        let digest = self.running.as_ref().map(|running| running.scenery.digest());
        digest.map_or_else(GString::new, |digest| GString::from(&digest.to_string()))
    }

    /// For tests: has the making of a chunk (x, y, z, level) fail by a panic, in every world that is made from now on.
    #[func]
    fn debug_panic_at(&mut self, key: Vector4i) {
        let level = u8::try_from(key.w).unwrap_or(u8::MAX);
        self.broken.insert(ChunkKey::new(level, key.x, key.y, key.z));
        self.stale = true;
    }

    /// For tests: the number of worker threads of all worlds that are alive.
    #[func]
    fn debug_live_threads() -> i64 {
        stonesight::jobs::live_threads() as i64
    }
}

impl StoneWorld {
    /// A global position in the world's own coordinates.
    pub(super) fn local(&self, position: Vector3) -> DVec3 {
        let base = self.base();
        let local = if base.is_inside_tree() {
            base.get_global_transform().affine_inverse() * position
        } else {
            position
        };
        DVec3::new(f64::from(local.x), f64::from(local.y), f64::from(local.z))
    }

    /// Where a place of the plan is, looking along Z.
    fn transform_of(&self, place: &Place) -> Transform3D {
        let facing = Vector3::new(place.facing.x as f32, 0.0, place.facing.y as f32);
        let basis = Basis::from_cols(Vector3::UP.cross(facing), Vector3::UP, facing);
        let DVec3 { x, y, z } = place.position;
        let local = Transform3D::new(basis, Vector3::new(x as f32, y as f32, z as f32));
        self.base().get_global_transform() * local
    }

    /// The plan, once there is one.
    pub(super) fn plan(&self) -> Option<&Arc<Plan>> {
        self.world()?.plan.as_ref()
    }

    pub(super) fn world(&self) -> Option<&World> {
        self.running.as_ref()?.generation.as_ref()?.world.as_ref()
    }
}
