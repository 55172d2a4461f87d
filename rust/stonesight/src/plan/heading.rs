//! Directions in the plan, in eighths of a turn, so that a wall placed after ten turns is as straight as the first.

use std::f64::consts::FRAC_1_SQRT_2;

use glam::DVec2;

/// Steps per metre of the grid that footprints lie on: fine enough for diagonals, and exact in `f32` near an anchor.
const GRID: f64 = 256.0;

/// A direction: eighths of a turn from +X towards +Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heading(u8);

impl Heading {
    /// The direction `eighths` of a turn from +X.
    pub fn new(eighths: i32) -> Self {
        Self(eighths.rem_euclid(8) as u8)
    }

    /// The direction `eighths` of a turn further.
    pub fn turned(self, eighths: i32) -> Self {
        Self::new(i32::from(self.0) + eighths)
    }

    /// The turn that takes `other` to this direction, in eighths.
    pub fn since(self, other: Heading) -> i32 {
        i32::from(self.0) - i32::from(other.0)
    }

    /// The other way.
    pub fn opposite(self) -> Self {
        self.turned(4)
    }

    /// Eighths of a turn from +X, 0 to 7.
    pub fn eighths(self) -> i32 {
        i32::from(self.0)
    }

    /// The unit vector.
    pub fn vector(self) -> DVec2 {
        const D: f64 = FRAC_1_SQRT_2;
        let (x, z) = [
            (1.0, 0.0),
            (D, D),
            (0.0, 1.0),
            (-D, D),
            (-1.0, 0.0),
            (-D, -D),
            (0.0, -1.0),
            (D, -D),
        ][self.0 as usize];
        DVec2::new(x, z)
    }

    /// Turns a vector as far as this direction is turned from +X.
    pub fn turn(self, v: DVec2) -> DVec2 {
        let u = self.vector();
        DVec2::new(u.x * v.x - u.y * v.y, u.y * v.x + u.x * v.y)
    }
}

/// Moves a plan point to the grid of footprints.
pub(super) fn to_grid(point: DVec2) -> DVec2 {
    (point * GRID).round() / GRID
}
