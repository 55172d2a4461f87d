//! The shapes that operations add and remove, as data. Their distances are in `field`.
//!
//! A shape is placed by the operation's anchor and described in `f32` relative to it, in metres; Y is up. Plan
//! dimensions are (x, z) pairs.

use std::sync::Arc;

use glam::{Vec2, Vec3};

/// A turn about the vertical axis, kept as the sine and cosine that the distance functions multiply with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Yaw {
    /// Sine of the angle.
    pub sin: f32,
    /// Cosine of the angle.
    pub cos: f32,
}

impl Yaw {
    /// No turn.
    pub const NONE: Yaw = Yaw { sin: 0.0, cos: 1.0 };

    /// A turn by `angle` radians that takes +X towards +Z.
    pub fn new(angle: f64) -> Self {
        Self {
            sin: libm::sin(angle) as f32,
            cos: libm::cos(angle) as f32,
        }
    }

    /// Turns a plan vector (x, z).
    pub fn turn(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    /// Turns a plan vector (x, z) back.
    pub fn turn_back(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }
}

/// A plane that is a height over the plan: `height + slope · (x, z)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlopedPlane {
    /// Height in metres at the anchor, relative to the anchor.
    pub height: f32,
    /// Rise in metres per metre along x and z.
    pub slope: Vec2,
}

impl SlopedPlane {
    /// A level plane.
    pub fn level(height: f32) -> Self {
        Self {
            height,
            slope: Vec2::ZERO,
        }
    }

    /// Height over a plan point (x, z) relative to the anchor.
    pub fn at(self, point: Vec2) -> f32 {
        self.height + self.slope.dot(point)
    }
}

/// Heights on a square lattice, blended by a biquadratic B-spline: smooth, never steeper than the heights are, and rounding
/// single peaks off a little (a peak one sample wide keeps 9/16 of its height). Outside, the edge values go on.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField {
    /// Plan corner (x, z) of sample (0, 0), relative to the anchor.
    pub corner: Vec2,
    /// Distance between samples in metres, 1/16 to 256. A power of two, so that dividing by it is exact.
    pub spacing: f32,
    /// Samples along x, at least 4.
    pub columns: usize,
    /// Samples along z, at least 4.
    pub rows: usize,
    /// Heights relative to the anchor, row after row (index `row * columns + column`).
    pub heights: Vec<f32>,
}

/// A solid. Sizes are 1/4096 to 4,096 m; [`Field::new`](crate::field::Field::new) names what is out of range.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A box around the anchor.
    Box {
        /// Half its size, each > 0.
        half: Vec3,
        /// Its turn.
        yaw: Yaw,
    },
    /// A polygon between two planes. Convex or concave, wound either way, without self-intersection.
    Prism {
        /// Plan corners (x, z), at least 3.
        outline: Arc<[Vec2]>,
        /// Underside.
        floor: SlopedPlane,
        /// Upper side; above `floor` everywhere inside the outline. The two may meet at its edge.
        ceiling: SlopedPlane,
    },
    /// A ball swept from the anchor to `to`.
    Capsule {
        /// The other end.
        to: Vec3,
        /// Radius, > 0.
        radius: f32,
    },
    /// An upright cylinder around the anchor.
    Cylinder {
        /// Radius, > 0.
        radius: f32,
        /// Half its height, > 0.
        half_height: f32,
    },
    /// A barrel-vaulted room: a rectangle from the anchor's height to the springing line, and a half ellipse on it.
    /// Its length runs along local z.
    ArchVault {
        /// Half the clear width along local x, > 0.
        half_width: f32,
        /// Half the length along local z, > 0.
        half_length: f32,
        /// Height of the springing line above the anchor, ≥ 0.
        spring: f32,
        /// Height of the crown above the springing line, from 1/8 to 8 times `half_width`.
        rise: f32,
        /// Its turn.
        yaw: Yaw,
    },
    /// A ramp that winds around the anchor's vertical axis: the band between two radii whose lower side climbs with the
    /// angle. With a small height it is a deck, with a man's height the passage over it.
    HelixRamp {
        /// Inner radius, ≥ 0.
        inner: f32,
        /// Outer radius, > `inner`.
        outer: f32,
        /// Climb per full turn in metres; negative winds down.
        pitch: f32,
        /// Angle at which it starts, in radians from +X towards +Z.
        start: f32,
        /// Turns, > 0, at most 256. The ends are closed by upright faces.
        turns: f32,
        /// Vertical thickness, > 0; with more than one turn at most `pitch`, or the turns would overlap.
        height: f32,
    },
    /// All that lies under a height field.
    Terrain {
        /// The heights.
        heights: Arc<HeightField>,
    },
    /// Copies of one shape along a plan vector: columns, niches, buttresses.
    Row {
        /// A box, a cylinder or an arch vault whose sides run along and across the step, or a convex prism that is the same to
        /// both sides of the plane across it.
        of: Arc<Shape>,
        /// From one copy to the next (x, z); the first stands at the anchor.
        step: Vec2,
        /// How many, 2 to 64.
        count: u16,
    },
    /// A way of one to 16 straight spans.
    Ribbon {
        /// The spans. Where one ends and the next begins they should overlap or meet in full.
        spans: Arc<[Span]>,
        /// Half the width, > 0.
        half_width: f32,
    },
    /// A roof that rises from every side of a convex polygon to one point, on the anchor's height.
    Hip {
        /// Plan corners (x, z), at least 3, wound either way, without a corner turned in.
        outline: Arc<[Vec2]>,
        /// Height of the upright edge under the slopes, ≥ 0.
        edge: f32,
        /// Where the slopes meet: inside the outline, above `edge`.
        apex: Vec3,
    },
}

/// A straight piece of a way: an upright rectangle in the plan between two lines that may slope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Near end (x, z) of the middle line.
    pub from: Vec2,
    /// Far end (x, z).
    pub to: Vec2,
    /// Heights of the underside at both ends.
    pub floor: [f32; 2],
    /// Heights of the upper side at both ends, above `floor`.
    pub ceiling: [f32; 2],
}
