//! One quad at the level of the cut: what is seen of stone that was cut open and has no far side.
//!
//! Walls that end show their far faces from inside. The ground never ends, so there nothing would be drawn but the sky.

use godot::classes::{PlaneMesh, RenderingServer, ResourceLoader, Shader, ShaderMaterial};
use godot::prelude::*;

const SHADER: &str = "res://addons/stonesight/shaders/section.gdshader";

/// The quad. Owns a server object: [`Section::free`] must be called.
pub struct Section {
    mesh: Gd<PlaneMesh>,
    instance: Rid,
}

impl Section {
    /// A quad for cameras of `layer` alone. Without its shader it shows nothing: the world's own material has said then
    /// that files are missing.
    pub fn new(layer: u32) -> Self {
        let mut mesh = PlaneMesh::new_gd();
        let shader = ResourceLoader::singleton().load(SHADER);
        if let Some(shader) = shader.and_then(|shader| shader.try_cast::<Shader>().ok()) {
            let mut material = ShaderMaterial::new_gd();
            material.set_shader(&shader);
            mesh.set_material(&material);
        } else {
            mesh.set_size(Vector2::ZERO);
        }
        let mut server = RenderingServer::singleton();
        let instance = server.instance_create();
        server.instance_set_base(instance, mesh.get_rid());
        server.instance_set_layer_mask(instance, layer);
        Self { mesh, instance }
    }

    /// Lays it at `centre`, `side` metres wide, or takes it out of the picture.
    pub fn lay(&mut self, scenario: Rid, centre: Vector3, side: f32, visible: bool) {
        let mut server = RenderingServer::singleton();
        let size = Vector2::new(side, side);
        if self.mesh.get_size() != size && self.mesh.get_size() != Vector2::ZERO {
            self.mesh.set_size(size);
        }
        server.instance_set_scenario(self.instance, scenario);
        server.instance_set_transform(self.instance, Transform3D::new(Basis::IDENTITY, centre));
        server.instance_set_visible(self.instance, visible);
    }

    /// Frees what the server holds.
    pub fn free(self) {
        RenderingServer::singleton().free_rid(self.instance);
    }
}
