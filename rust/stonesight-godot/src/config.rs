//! `StoneWorldConfig`: the choices that shape a world.

use godot::prelude::*;
use stonesight::plan::{Config, Layout};

/// What a world is made of besides its seed. Save it as a resource to share it between scenes.
///
/// Values that no world can be made from are kept as they are and named in the warning and the error of the [StoneWorld]
/// that uses them.
#[derive(GodotClass)]
#[class(tool, base = Resource)]
pub struct StoneWorldConfig {
    /// What is made: a city with an underground below it, or the smallest world of ten operations, for first steps and tests.
    #[export(enum = (City = 0, GroundFloor = 1))]
    #[var(set = set_layout)]
    layout: i32,

    /// Edge of the region in metres, 160 to 2560.
    #[export(range = (160.0, 2560.0, 10.0, suffix = "m"))]
    #[var(set = set_size)]
    size: f64,

    /// Spaces above ground, links between them not counted: 12 to 6000, or 0 for as many as suit the size (180 in 640 m).
    #[export(range = (0.0, 6000.0, 1.0))]
    #[var(set = set_surface_spaces)]
    surface_spaces: i64,

    /// Spaces under ground: 12 to 6000, or 0 for as many as suit the size (345 in 640 m).
    #[export(range = (0.0, 6000.0, 1.0))]
    #[var(set = set_underground_spaces)]
    underground_spaces: i64,

    base: Base<Resource>,
}

#[godot_api]
impl IResource for StoneWorldConfig {
    fn init(base: Base<Resource>) -> Self {
        let Config {
            layout: _,
            size,
            surface_spaces,
            underground_spaces,
        } = Config::default();
        Self {
            layout: 0,
            size,
            surface_spaces: i64::from(surface_spaces),
            underground_spaces: i64::from(underground_spaces),
            base,
        }
    }
}

#[godot_api]
impl StoneWorldConfig {
    #[func]
    fn set_layout(&mut self, layout: i32) {
        if self.layout != layout {
            self.layout = layout;
            self.base_mut().emit_changed();
        }
    }

    #[func]
    fn set_size(&mut self, size: f64) {
        if self.size.to_bits() != size.to_bits() {
            self.size = size;
            self.base_mut().emit_changed();
        }
    }

    #[func]
    fn set_surface_spaces(&mut self, spaces: i64) {
        if self.surface_spaces != spaces {
            self.surface_spaces = spaces;
            self.base_mut().emit_changed();
        }
    }

    #[func]
    fn set_underground_spaces(&mut self, spaces: i64) {
        if self.underground_spaces != spaces {
            self.underground_spaces = spaces;
            self.base_mut().emit_changed();
        }
    }

    /// The same choices for the core. Numbers that it cannot hold become the nearest that it can, and are refused there.
    pub fn to_core(&self) -> Config {
        let number = |value: i64| value.clamp(0, i64::from(u32::MAX)) as u32;
        Config {
            layout: if self.layout == 1 {
                Layout::GroundFloor
            } else {
                Layout::City
            },
            size: self.size,
            surface_spaces: number(self.surface_spaces),
            underground_spaces: number(self.underground_spaces),
        }
    }
}
