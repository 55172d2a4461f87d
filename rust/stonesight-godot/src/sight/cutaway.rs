//! `StoneCutaway`: what the camera may remove.

use glam::{DVec2, DVec3};
use godot::classes::image::Format;
use godot::classes::{Camera3D, Engine, Image, PhysicsRayQueryParameters3D, RenderingServer};
use godot::prelude::*;
use stonesight::sight::{CutField, Cutaway};

use super::globals;
use super::section::Section;
use crate::world::StoneWorld;

/// The layer that marks a camera as one that obeys. Beyond the 20 that users have, which every camera sees by default: the
/// editor's views, probes and minimaps go on seeing the whole world.
const CAMERA_LAYER: u32 = 1 << 21;
/// How many surfaces that are cut away a pick passes through at most.
const PICK_DEPTH: usize = 32;

/// Opens the world so that the player is never hidden: everything above his head in the room he stands in, and whatever
/// stands between that room and the camera.
///
/// Set [member camera] and [member target]. The cut changes only what this camera draws: never light, shadow, sight, physics
/// or navigation. What is seen through it is still decided by [StoneLantern].
#[derive(GodotClass)]
#[class(tool, init, base = Node)]
pub struct StoneCutaway {
    /// The camera that the world is opened for.
    #[export]
    camera: Option<Gd<Camera3D>>,

    /// Who must be visible. Its origin is where the feet are.
    #[export]
    target: Option<Gd<Node3D>>,

    /// Whether anything is cut.
    #[export]
    #[init(val = true)]
    enabled: bool,

    cut: Cutaway,
    #[init(val = Rid::Invalid)]
    texture: Rid,
    section: Option<Section>,

    base: Base<Node>,
}

#[godot_api]
impl INode for StoneCutaway {
    fn enter_tree(&mut self) {
        if Engine::singleton().is_editor_hint() {
            self.base_mut().update_configuration_warnings();
            // The editor shows the whole world, and a camera of the edited scene is not to be changed.
            self.base_mut().set_process(false);
            return;
        }
        self.cut = Cutaway::new(Default::default());
        // After whoever moves the camera.
        self.base_mut().set_process_priority(1_000);
    }

    fn exit_tree(&mut self) {
        if let Some(section) = self.section.take() {
            section.free();
        }
        if self.texture.is_valid() {
            globals::set(globals::CUT_LEVEL, &Vector4::new(0.0, 1.0, 0.0, 0.0).to_variant());
            globals::set(globals::CUT_FIELD, &Variant::nil());
            RenderingServer::singleton().free_rid(self.texture);
            self.texture = Rid::Invalid;
        }
    }

    fn process(&mut self, delta: f64) {
        let camera = in_tree(&self.camera);
        let target = in_tree(&self.target);
        let (Some(mut camera), Some(mut target)) = (camera, target) else {
            return;
        };
        let Some(mut world) = StoneWorld::of(&self.to_gd().upcast(), camera.get_world_3d()) else {
            return;
        };
        if camera.get_cull_mask() & CAMERA_LAYER == 0 {
            let mask = camera.get_cull_mask() | CAMERA_LAYER;
            camera.set_cull_mask(mask);
        }
        world.bind_mut().cast_by_twins();
        let feet = wide(target.get_global_transform_interpolated().origin);
        let eye = wide(camera.get_global_position());
        self.cut.enter(world.bind().footprint_at(target.get_global_position()));
        if self.cut.advance(feet, eye, delta as f32) {
            self.upload();
        }
        self.publish();
        if let Some(world) = camera.get_world_3d() {
            let CutField {
                feet,
                level,
                half_width,
                ..
            } = *self.cut.field();
            let centre = Vector3::new(feet.x as f32, level as f32, feet.z as f32);
            let section = self.section.get_or_insert_with(|| Section::new(CAMERA_LAYER));
            section.lay(world.get_scenario(), centre, half_width * 4.0, self.enabled);
        }
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        let mut warnings = PackedStringArray::new();
        if self.camera.is_none() {
            warnings.push("Nobody looks: set Camera to the Camera3D that the world is opened for.");
        }
        if self.target.is_none() {
            warnings.push("Nobody is looked at: set Target to the player, a Node3D with its origin at the feet.");
        }
        warnings
    }
}

#[godot_api]
impl StoneCutaway {
    /// Whether the camera has removed a point, in world space. The same numbers that the shader reads.
    #[func]
    fn is_cut(&self, point: Vector3) -> bool {
        self.enabled && self.cut.field().is_cut(wide(point))
    }

    /// What is under a place on the screen, in pixels: like a ray cast from the camera, but it passes through what is cut away.
    /// The keys are those of [method PhysicsDirectSpaceState3D.intersect_ray]; empty where nothing was hit.
    #[func]
    fn pick(&self, screen_position: Vector2) -> VarDictionary {
        let Some(camera) = in_tree(&self.camera) else {
            return VarDictionary::new();
        };
        let direction = camera.project_ray_normal(screen_position);
        let mut from = camera.project_ray_origin(screen_position);
        let end = from + direction * camera.get_far();
        let Some(mut space) = camera.get_world_3d().and_then(|world| world.get_direct_space_state()) else {
            return VarDictionary::new();
        };
        for _ in 0..PICK_DEPTH {
            let Some(mut query) = PhysicsRayQueryParameters3D::create(from, end) else {
                break;
            };
            query.set_hit_back_faces(true);
            let hit = space.intersect_ray(&query);
            let Some(position) = hit
                .get("position")
                .and_then(|position| position.try_to::<Vector3>().ok())
            else {
                break;
            };
            if !self.is_cut(position) {
                return hit;
            }
            from = position + direction * 0.01;
        }
        VarDictionary::new()
    }

    /// Copies the field into its texture.
    fn upload(&mut self) {
        let field = self.cut.field();
        let side = field.texels as i32;
        let bytes: Vec<u8> = field.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let Some(image) = Image::create_from_data(side, side, false, Format::RF, &PackedByteArray::from(bytes)) else {
            return;
        };
        let mut server = RenderingServer::singleton();
        if self.texture.is_valid() {
            server.texture_2d_update(self.texture, &image, 0);
        } else {
            self.texture = server.texture_2d_create(&image);
            globals::set(globals::CUT_FIELD, &self.texture.to_variant());
        }
    }

    fn publish(&self) {
        let CutField {
            feet,
            toward,
            level,
            half_width,
            ..
        } = *self.cut.field();
        let on = if self.enabled { 1.0 } else { 0.0 };
        let DVec2 { x, y } = toward;
        globals::set(
            globals::CUT_FRAME,
            &Vector4::new(feet.x as f32, feet.z as f32, x as f32, y as f32).to_variant(),
        );
        globals::set(
            globals::CUT_LEVEL,
            &Vector4::new(level as f32, half_width, on, 0.0).to_variant(),
        );
    }
}

/// The node that a property names, if it is still there and in the tree. Even a copy of one that was freed would panic.
fn in_tree<T: Inherits<Node>>(node: &Option<Gd<T>>) -> Option<Gd<T>> {
    let node = node.as_ref().filter(|node| node.is_instance_valid())?.clone();
    node.clone().upcast::<Node>().is_inside_tree().then_some(node)
}

fn wide(v: Vector3) -> DVec3 {
    DVec3::new(v.x.into(), v.y.into(), v.z.into())
}
