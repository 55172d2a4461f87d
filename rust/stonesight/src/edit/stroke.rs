//! One stroke of a brush.

use std::ops::RangeInclusive;

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use crate::lattice::RecordId;
use crate::program::{Material, Mode, Operation, Shape, Yaw};

/// The smallest size of a brush in metres: half a voxel of the finest level, below which nothing would be seen.
pub const MIN_SIZE: f32 = 0.16;
/// The largest size of a brush in metres.
pub const MAX_SIZE: f32 = 64.0;
/// The largest coordinate of a stroke in metres.
pub const MAX_PLACE: f64 = 1.0e6;

/// The shape of a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Brush {
    /// A ball around the stroke's place.
    Ball {
        /// Its radius in metres, [`MIN_SIZE`] to [`MAX_SIZE`].
        radius: f32,
    },
    /// A box around the stroke's place.
    Box {
        /// Half its size in metres along each axis, [`MIN_SIZE`] to [`MAX_SIZE`].
        half: Vec3,
        /// Its turn about the vertical axis in radians, −2π to 2π, from +X towards +Z.
        turn: f64,
    },
    /// A ball that is swept from the stroke's place.
    Capsule {
        /// Where it is swept to, relative to that place, in metres: each coordinate up to ±[`MAX_SIZE`].
        to: Vec3,
        /// Its radius in metres, [`MIN_SIZE`] to [`MAX_SIZE`].
        radius: f32,
    },
}

/// What a stroke does with its shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Fills it.
    Add,
    /// Empties it.
    #[default]
    Remove,
}

/// A volume that is added or removed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    /// Its shape.
    pub brush: Brush,
    /// What it does.
    pub change: Change,
    /// Its place in world metres, each coordinate up to ±[`MAX_PLACE`]. It is moved to the anchor grid of 1/4096 m.
    pub at: DVec3,
    /// What the surfaces are made of that it leaves.
    pub material: Material,
    /// How hard it presses: the share of the brush's size that is applied, above 0 and at most 1. Strokes of a pen or a trigger
    /// bite as deep as these are pressed.
    pub weight: f32,
}

/// A stroke that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum StrokeError {
    /// A size that is no number or out of range.
    #[error("{name} is {value} m: write a size from {MIN_SIZE} to {MAX_SIZE} m")]
    Size {
        /// Which one.
        name: &'static str,
        /// What it is.
        value: f32,
    },
    /// A way of a capsule that is no number or out of range.
    #[error("the capsule goes to {0}: keep every coordinate within ±{MAX_SIZE} m")]
    Way(Vec3),
    /// A turn that is no number or out of range.
    #[error("the box is turned by {0}: write an angle from -6.28 to 6.28 radians")]
    Turn(f64),
    /// A place that is no number or out of range.
    #[error("{0} is no place for a stroke: keep every coordinate within ±{MAX_PLACE:e} m")]
    Place(DVec3),
    /// A weight that is no share.
    #[error("weight is {0}: write a share above 0, at most 1")]
    Weight(f32),
}

impl Stroke {
    /// Checks every value.
    ///
    /// # Errors
    ///
    /// The first value that no stroke can have, and what to write instead.
    pub fn check(&self) -> Result<(), StrokeError> {
        const SIZES: RangeInclusive<f32> = MIN_SIZE..=MAX_SIZE;
        let size = |name, value: f32| {
            // False for NaN.
            let sound = SIZES.contains(&value);
            sound.then_some(()).ok_or(StrokeError::Size { name, value })
        };
        match self.brush {
            Brush::Ball { radius } => size("the ball's radius", radius)?,
            Brush::Box { half, turn } => {
                for value in half.to_array() {
                    size("half the box's size", value)?;
                }
                if !(-6.284..=6.284).contains(&turn) {
                    return Err(StrokeError::Turn(turn));
                }
            }
            Brush::Capsule { to, radius } => {
                size("the capsule's radius", radius)?;
                if !to.abs().cmple(Vec3::splat(MAX_SIZE)).all() {
                    return Err(StrokeError::Way(to));
                }
            }
        }
        if !self.at.abs().cmple(DVec3::splat(MAX_PLACE)).all() {
            return Err(StrokeError::Place(self.at));
        }
        if !(self.weight > 0.0 && self.weight <= 1.0) {
            return Err(StrokeError::Weight(self.weight));
        }
        Ok(())
    }

    /// The operation that it is, as the one with a number among all strokes.
    pub fn operation(&self, number: u32) -> Operation {
        // Never so light that there is nothing left to be solid.
        let pressed = |size: f32| {
            let size = size * self.weight;
            if size < MIN_SIZE * 0.5 { MIN_SIZE * 0.5 } else { size }
        };
        let shape = match self.brush {
            Brush::Ball { radius } => Shape::Capsule {
                to: Vec3::ZERO,
                radius: pressed(radius),
            },
            Brush::Box { half, turn } => Shape::Box {
                half: Vec3::new(pressed(half.x), pressed(half.y), pressed(half.z)),
                yaw: Yaw::new(turn),
            },
            Brush::Capsule { to, radius } => Shape::Capsule {
                to,
                radius: pressed(radius),
            },
        };
        let mode = match self.change {
            Change::Add => Mode::Union,
            Change::Remove => Mode::Subtract,
        };
        Operation::new(mode, shape, self.at, self.material, RecordId::of_stroke(number))
    }

    /// The low and the high corner of a box around its shape, in world metres.
    pub fn bounds(&self) -> (DVec3, DVec3) {
        let (low, high) = match self.brush {
            Brush::Ball { radius } => (Vec3::splat(-radius), Vec3::splat(radius)),
            Brush::Box { half, .. } => {
                let wide = half.x + half.z;
                (Vec3::new(-wide, -half.y, -wide), Vec3::new(wide, half.y, wide))
            }
            Brush::Capsule { to, radius } => (to.min(Vec3::ZERO) - radius, to.max(Vec3::ZERO) + radius),
        };
        (self.at + low.as_dvec3(), self.at + high.as_dvec3())
    }
}
