//! `StoneStroke`: what a player adds to a world or removes from it.

use godot::prelude::*;
use stonesight::edit::{Brush, Change, Stroke, StrokeError};
use stonesight::program::Material;

/// A volume that is added to a world or removed from it. See [method StoneWorld.edit].
#[derive(GodotClass)]
#[class(tool, init, base = Resource)]
pub struct StoneStroke {
    /// Its shape: a ball around [member position], a box around it, or a ball that is swept from there by [member way].
    #[export(enum = (Ball = 0, Box = 1, Capsule = 2))]
    pub brush: i32,

    /// Whether the shape is filled or emptied.
    #[export(enum = (Add = 0, Remove = 1))]
    #[init(val = 1)]
    pub change: i32,

    /// Its place, a global position.
    #[export(range = (-1.0e6, 1.0e6, 0.01, or_greater, or_less, suffix = "m"))]
    pub position: Vector3,

    /// Radius of a ball or a capsule in metres, 0.16 to 64.
    #[export(range = (0.16, 64.0, 0.01, suffix = "m"))]
    #[init(val = 1.0)]
    pub radius: f32,

    /// Size of a box in metres, each 0.32 to 128, along the axes of the world.
    #[export(range = (0.32, 128.0, 0.01, suffix = "m"))]
    #[init(val = Vector3::splat(2.0))]
    pub size: Vector3,

    /// Turn of a box about the vertical axis, from X towards Z.
    #[export(range = (-360.0, 360.0, 0.1, radians_as_degrees))]
    pub turn: f64,

    /// Where a capsule ends, relative to its place.
    #[export(range = (-64.0, 64.0, 0.01, suffix = "m"))]
    pub way: Vector3,

    /// What the surfaces are made of that it leaves.
    #[export(enum = (Rock = 0, Earth = 1, Paving = 2, Ashlar = 3, Brick = 4, Plaster = 5, Tile = 6, Timber = 7))]
    pub material: i32,

    /// How hard it presses: the share of the brush's size that is applied, above 0 and at most 1.
    #[export(range = (0.01, 1.0, 0.01))]
    #[init(val = 1.0)]
    pub weight: f32,

    base: Base<Resource>,
}

impl StoneStroke {
    /// The stroke at a place in the world's own coordinates.
    ///
    /// # Errors
    ///
    /// The first value that no stroke can have.
    pub fn to_core(&self, at: glam::DVec3) -> Result<Stroke, StrokeError> {
        let vector = |v: Vector3| glam::Vec3::new(v.x, v.y, v.z);
        let stroke = Stroke {
            brush: match self.brush {
                1 => Brush::Box {
                    half: vector(self.size) * 0.5,
                    turn: self.turn,
                },
                2 => Brush::Capsule {
                    to: vector(self.way),
                    radius: self.radius,
                },
                _ => Brush::Ball { radius: self.radius },
            },
            change: if self.change == 0 { Change::Add } else { Change::Remove },
            at,
            material: u8::try_from(self.material)
                .ok()
                .and_then(Material::from_number)
                .unwrap_or_default(),
            weight: self.weight,
        };
        stroke.check()?;
        Ok(stroke)
    }
}
