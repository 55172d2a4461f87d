//! `StoneLantern`: what the player may see.

use std::collections::BTreeMap;

use glam::DVec3;
use godot::classes::light_3d::Param;
use godot::classes::node::InternalMode;
use godot::classes::{Engine, OmniLight3D};
use godot::prelude::*;
use stonesight::lattice::ChunkKey;
use stonesight::sight::{FaceSchedule, is_seen};

use super::cube::Cube;
use super::globals;
use crate::world::StoneWorld;

/// How far daylight reaches at the moment it starts to close around the lantern, in metres: the edge of the picture at 40 m.
const CLOSING_REACH: f32 = 60.0;
/// Seconds that daylight takes to close or open.
const CLOSING: f32 = 0.6;
/// Metres that the lantern moves before chunks are looked for anew; its scenario is this much wider.
const FOLLOW_STEP: f32 = 4.0;

/// A lantern that decides what the player may see: under ground, what its light does not reach is not dark but absent.
///
/// Put it on the player, at the height of his hand. It draws the complete world around it into six small pictures, which nothing
/// that the camera cuts away can change, and materials that include [code]sight.gdshaderinc[/code] ask those per fragment. On the
/// surface daylight shows the world; where the plan says that a space lies under ground, only the lantern does.
#[derive(GodotClass)]
#[class(tool, init, base = Node3D)]
pub struct StoneLantern {
    /// How far the lantern reaches, in metres.
    #[export(range = (1.0, 40.0, 0.5, suffix = "m"))]
    #[init(val = 16.0)]
    range: f32,

    /// Colour of the light.
    #[export]
    #[init(val = Color::from_rgb(1.0, 0.76, 0.46))]
    color: Color,

    /// Strength of the light.
    #[export(range = (0.0, 16.0, 0.1, or_greater))]
    #[init(val = 4.0)]
    energy: f32,

    /// Whether the light also casts Godot's own shadows: needed by materials that do not include
    /// [code]sight.gdshaderinc[/code].
    #[export]
    #[init(val = true)]
    cast_shadow: bool,

    #[export_group(name = "Line of Sight", prefix = "sight_")]
    /// Pixels along an edge of each of the six pictures of distance. Read when the node enters the tree.
    #[export(range = (128.0, 1024.0, 128.0, suffix = "px"))]
    #[init(val = 512)]
    sight_resolution: i32,

    /// Pictures drawn per frame while the lantern moves, 1 to 6. More are drawn when it runs ahead of them.
    #[export(range = (1.0, 6.0, 1.0))]
    #[init(val = 2)]
    sight_faces_per_frame: i32,

    light: Option<Gd<OmniLight3D>>,
    cube: Option<Cube>,
    schedule: FaceSchedule,
    /// Revision of the world, place and range of the lantern that the cube's scenario was made equal to last.
    followed: Option<(u64, Vector3, f32)>,
    /// 0 in daylight, 1 where only the lantern shows.
    closed: f32,
    underground: bool,

    base: Base<Node3D>,
}

#[godot_api]
impl INode3D for StoneLantern {
    fn enter_tree(&mut self) {
        if Engine::singleton().is_editor_hint() {
            self.base_mut().update_configuration_warnings();
            return;
        }
        let parent = self
            .base()
            .get_viewport()
            .map_or(Rid::Invalid, |viewport| viewport.get_viewport_rid());
        self.cube = Some(Cube::new(self.sight_resolution.clamp(16, 4096), parent));
        self.schedule.invalidate();
        self.followed = None;
        let mut light = OmniLight3D::new_alloc();
        light.set_name("Light");
        self.base_mut().add_child_ex(&light).internal(InternalMode::BACK).done();
        self.light = Some(light);
    }

    fn exit_tree(&mut self) {
        if let Some(cube) = self.cube.take() {
            cube.free();
            globals::set(globals::ORIGINS_LOW, &Projection::new([Vector4::ZERO; 4]).to_variant());
            globals::set(globals::ORIGINS_HIGH, &Projection::new([Vector4::ZERO; 4]).to_variant());
            globals::set(globals::DAYLIGHT_REACH, &globals::ENDLESS.to_variant());
        }
        if let Some(light) = self.light.take() {
            light.free();
        }
    }

    fn process(&mut self, delta: f64) {
        let at = self.base_mut().get_global_transform_interpolated().origin;
        let world = self.world();
        let Some(world) = world else { return };
        if self.cube.is_none() || !at.is_finite() {
            return;
        }
        self.follow(&world.bind(), at);
        self.draw(at, delta as f32);
        self.close(&world.bind(), at, delta as f32);
        self.shine();
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        if self.base().is_inside_tree() && self.world().is_none() {
            let warning = "There is no StoneWorld in the scene, so there is nothing that the lantern could see: add a StoneWorld.";
            return PackedStringArray::from(&[GString::from(warning)]);
        }
        PackedStringArray::new()
    }
}

#[godot_api]
impl StoneLantern {
    /// Whether the lantern sees a point, in world space: nothing solid between, and within [member range]. Asks the world
    /// itself, never the picture, so it works without a screen and is what the rules of a game should ask.
    #[func]
    fn can_see(&self, point: Vector3) -> bool {
        let at = self.base().get_global_position();
        if !(point.is_finite() && at.distance_to(point) <= self.range) {
            return false;
        }
        let Some(world) = self.world() else { return false };
        let world = world.bind();
        world
            .field()
            .is_some_and(|field| is_seen(&field, world.to_field(at), world.to_field(point)))
    }

    /// Whether the lantern alone decides what is seen now: it stands under ground.
    #[func]
    fn is_alone(&self) -> bool {
        self.underground
    }

    /// How far the oldest of the six pictures is behind the lantern, in metres.
    #[func]
    fn get_lag(&self) -> f64 {
        let at = self.base().get_global_position();
        self.schedule.lag(DVec3::new(at.x.into(), at.y.into(), at.z.into()))
    }

    /// Keeps the cube's scenario equal to what the world draws within reach.
    fn follow(&mut self, world: &StoneWorld, at: Vector3) {
        let seen = (world.revision(), (at / FOLLOW_STEP).floor(), self.range);
        if self.followed == Some(seen) {
            return;
        }
        let before = self.followed.replace(seen);
        let Some(cube) = &mut self.cube else { return };
        let lantern = world.to_field(at);
        let reach = f64::from(self.range + FOLLOW_STEP * 2.0);
        let near: BTreeMap<ChunkKey, (Rid, Transform3D)> = world
            .meshes()
            .filter(|(key, ..)| key.distance(lantern) < reach)
            .map(|(key, mesh, place)| (key, (mesh, place)))
            .collect();
        let wider = before.is_none_or(|(.., range)| range != self.range);
        if cube.set(&near) || wider {
            self.schedule.invalidate();
        }
    }

    /// The world that the lantern stands in.
    fn world(&self) -> Option<Gd<StoneWorld>> {
        StoneWorld::of(&self.to_gd().upcast(), self.base().get_world_3d())
    }

    fn draw(&mut self, at: Vector3, delta: f32) {
        self.schedule.faces_per_frame = self.sight_faces_per_frame.clamp(1, 6) as usize;
        let lantern = DVec3::new(at.x.into(), at.y.into(), at.z.into());
        let Some(cube) = &mut self.cube else { return };
        for face in self.schedule.advance(lantern, delta) {
            cube.draw(face, at, self.range);
        }
        let column = |face: usize| {
            self.schedule
                .drawn_at(face)
                .map_or(Vector4::ZERO, |p| Vector4::new(p.x as f32, p.y as f32, p.z as f32, 1.0))
        };
        let low = Projection::new([column(0), column(1), column(2), column(3)]);
        let lamp = Vector4::new(at.x, at.y, at.z, self.range);
        let high = Projection::new([column(4), column(5), lamp, Vector4::ZERO]);
        globals::set(globals::ORIGINS_LOW, &low.to_variant());
        globals::set(globals::ORIGINS_HIGH, &high.to_variant());
    }

    /// Closes daylight around the lantern where it goes under ground, and opens it again: a movement, never a blink.
    fn close(&mut self, world: &StoneWorld, at: Vector3, delta: f32) {
        // Between rooms the last answer stands: a gap in the plan is no change of place.
        if let Some(underground) = world.is_underground(at) {
            self.underground = underground;
        }
        let goal = f32::from(u8::from(self.underground));
        let step = delta / CLOSING;
        self.closed += (goal - self.closed).clamp(-step, step);
        let open = 1.0 - self.closed;
        let reach = if self.closed <= 0.0 {
            globals::ENDLESS
        } else {
            CLOSING_REACH * open * open - 0.01
        };
        globals::set(globals::DAYLIGHT_REACH, &reach.to_variant());
    }

    fn shine(&mut self) {
        let (range, color, energy, shadow) = (self.range, self.color, self.energy, self.cast_shadow);
        if let Some(light) = &mut self.light {
            light.set_param(Param::RANGE, range);
            light.set_param(Param::ENERGY, energy);
            light.set_color(color);
            light.set_shadow(shadow);
        }
    }
}
