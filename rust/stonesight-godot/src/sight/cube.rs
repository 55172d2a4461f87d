//! The lantern's cube: six small pictures of distance, drawn in a scenario of their own.
//!
//! Why an own scenario: a shadowed sun is drawn again for every camera that shares its World3D. Chunks are shared by RID and
//! drawn with one depth material; there is no light, no sky and no effect here.

use std::collections::BTreeMap;

use godot::classes::RenderingServer;
use godot::classes::rendering_server::{
    EnvironmentBg, EnvironmentToneMapper, ShadowCastingSetting, ViewportClearMode, ViewportEnvironmentMode,
    ViewportUpdateMode,
};
use godot::prelude::*;
use stonesight::lattice::ChunkKey;
use stonesight::sight::FACES;

use super::{depth_shader, globals};

/// Written where a face meets no stone, in metres. Half floats end at 65,504.
const NOTHING: f32 = 60_000.0;

/// The faces and what they draw. Owns server objects: [`Cube::free`] must be called.
pub struct Cube {
    scenario: Rid,
    environment: Rid,
    shader: Rid,
    material: Rid,
    viewports: [Rid; 6],
    cameras: [Rid; 6],
    /// Instance, mesh and place of every chunk in the scenario.
    instances: BTreeMap<ChunkKey, (Rid, Rid, Transform3D)>,
}

impl Cube {
    /// A cube of `resolution`² faces, drawn before the viewport `parent`.
    pub fn new(resolution: i32, parent: Rid) -> Self {
        let mut server = RenderingServer::singleton();
        let scenario = server.scenario_create();
        let environment = server.environment_create();
        server.environment_set_background(environment, EnvironmentBg::COLOR);
        server.environment_set_bg_color(environment, Color::from_rgb(NOTHING, NOTHING, NOTHING));
        server.environment_set_tonemap(environment, EnvironmentToneMapper::LINEAR, 1.0, 1.0);
        let shader = server.shader_create();
        server.shader_set_code(shader, &depth_shader::lantern());
        let material = server.material_create();
        server.material_set_shader(material, shader);
        let mut cube = Self {
            scenario,
            environment,
            shader,
            material,
            viewports: [Rid::Invalid; 6],
            cameras: [Rid::Invalid; 6],
            instances: BTreeMap::new(),
        };
        for index in 0..6 {
            let camera = server.camera_create();
            server.camera_set_environment(camera, environment);
            let viewport = server.viewport_create();
            server.viewport_set_size(viewport, resolution, resolution);
            server.viewport_set_scenario(viewport, scenario);
            server.viewport_attach_camera(viewport, camera);
            server.viewport_set_parent_viewport(viewport, parent);
            server.viewport_set_use_hdr_2d(viewport, true);
            server.viewport_set_disable_2d(viewport, true);
            server.viewport_set_use_debanding(viewport, false);
            server.viewport_set_positional_shadow_atlas_size(viewport, 0);
            server.viewport_set_environment_mode(viewport, ViewportEnvironmentMode::ENABLED);
            server.viewport_set_clear_mode(viewport, ViewportClearMode::ALWAYS);
            server.viewport_set_update_mode(viewport, ViewportUpdateMode::DISABLED);
            server.viewport_set_active(viewport, true);
            globals::set(
                &globals::face(index),
                &server.viewport_get_texture(viewport).to_variant(),
            );
            cube.viewports[index] = viewport;
            cube.cameras[index] = camera;
        }
        cube
    }

    /// Draws a face from `lantern` in this frame, with all that is nearer than `range` metres.
    pub fn draw(&mut self, face: usize, lantern: Vector3, range: f32) {
        let mut server = RenderingServer::singleton();
        let axes = FACES[face];
        let vector = |v: glam::Vec3| Vector3::new(v.x, v.y, v.z);
        let basis = Basis::from_cols(vector(axes.right), vector(axes.up), -vector(axes.forward));
        server.camera_set_perspective(self.cameras[face], 90.0, 0.05, range + 1.0);
        server.camera_set_transform(self.cameras[face], Transform3D::new(basis, lantern));
        server.viewport_set_update_mode(self.viewports[face], ViewportUpdateMode::ONCE);
    }

    /// Makes the scenario equal to `chunks`: their meshes and where they stand. True where anything changed.
    pub fn set(&mut self, chunks: &BTreeMap<ChunkKey, (Rid, Transform3D)>) -> bool {
        let mut server = RenderingServer::singleton();
        let mut changed = false;
        self.instances.retain(|key, (instance, mesh, place)| {
            let stays = chunks.get(key) == Some(&(*mesh, *place));
            if !stays {
                server.free_rid(*instance);
                changed = true;
            }
            stays
        });
        for (key, &(mesh, place)) in chunks {
            self.instances.entry(*key).or_insert_with(|| {
                changed = true;
                let instance = server.instance_create2(mesh, self.scenario);
                server.instance_set_transform(instance, place);
                server.instance_geometry_set_material_override(instance, self.material);
                server.instance_geometry_set_cast_shadows_setting(instance, ShadowCastingSetting::OFF);
                (instance, mesh, place)
            });
        }
        changed
    }

    /// Frees every server object.
    pub fn free(mut self) {
        self.set(&BTreeMap::new());
        let mut server = RenderingServer::singleton();
        for index in 0..6 {
            globals::set(&globals::face(index), &Variant::nil());
            server.free_rid(self.viewports[index]);
            server.free_rid(self.cameras[index]);
        }
        server.free_rid(self.scenario);
        server.free_rid(self.environment);
        server.free_rid(self.material);
        server.free_rid(self.shader);
    }
}
