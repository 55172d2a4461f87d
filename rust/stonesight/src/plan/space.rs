//! How a room is built: what the program needs to know beyond the room's footprint.

use glam::DVec2;
use serde::{Deserialize, Serialize};

use crate::lattice::RecordId;

/// How one room is built. There is one for each room, in the same order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Space {
    /// The room's record.
    pub record: RecordId,
    /// The shape of the clear space.
    pub form: Form,
    /// What closes it at the sides and overhead.
    pub cover: Cover,
    /// Thickness of its walls in metres.
    pub wall: f64,
    /// How far below the floor its masonry reaches, in metres: down into the ground everywhere. 0 under ground.
    pub foundation: f64,
}

/// The shape of a clear space.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// As the room's parts say.
    Parts,
    /// A barrel vault over the room's rectangle.
    Barrel {
        /// The middle of the rectangle.
        centre: DVec2,
        /// The direction of its length; a unit vector.
        along: DVec2,
        /// Half the clear width in metres.
        half_width: f64,
        /// Half the length in metres.
        half_length: f64,
        /// Height of the springing line above the floor in metres.
        spring: f64,
        /// Height of the crown above the springing line in metres.
        rise: f64,
    },
    /// A round space that a ramp winds up in.
    Spiral(Spiral),
    /// A hall with ramps along both of its long sides. Its parts are the hall, the flights from the lowest to the highest,
    /// and the landings at their upper ends.
    Switchback {
        /// How many flights.
        flights: u32,
        /// The direction in which the first flight climbs; a unit vector.
        along: DVec2,
    },
    /// A house hung in the middle of a round void. Its parts are the void, the floor of the house, and the bridges from there to
    /// the doors in the void's wall.
    Hung {
        /// The axis.
        centre: DVec2,
        /// Clear radius of the void in metres.
        radius: f64,
        /// From the axis to each of the eight walls of the house, in metres.
        house: f64,
        /// How many bridges.
        bridges: u32,
    },
    /// Open courts that step up a hill. Its parts are the courts from the lowest to the highest, and the stairs between
    /// them.
    Terraces {
        /// How many courts.
        levels: u32,
        /// The direction in which they climb; a unit vector.
        along: DVec2,
    },
    /// A way from a door to a door. Its first and last part lie inside the walls.
    Link {
        /// Clear width in metres.
        width: f64,
        /// Whether it leads out of the rock into the open, in masonry of its own.
        housed: bool,
        /// Whether it spans the ground instead of lying on it.
        bridge: bool,
    },
    /// A bore along the room's parts: upright sides from the floor to its axis, and a round crown. Parts that are narrower than it
    /// lie inside walls.
    Tunnel {
        /// Half the width of its parts in metres.
        half_width: f64,
        /// Radius of the bore in metres.
        radius: f64,
        /// Height of the bore's axis over the floor in metres.
        axis: f64,
    },
}

impl Form {
    /// The indices of parts that lie inside another part, over its floor: the ramps of a hall, a house and its bridges.
    pub fn inner_parts(&self) -> std::ops::Range<usize> {
        match self {
            Form::Switchback { flights, .. } => 1..1 + 2 * *flights as usize,
            Form::Hung { bridges, .. } => 1..2 + *bridges as usize,
            _ => 0..0,
        }
    }

    /// How many of a room's parts belong to its own shape, of so many. Those after them are the sills of its doors that
    /// rise inside the wall: rectangles whose first edge runs along the way.
    pub fn own_parts(&self, parts: usize) -> usize {
        let own = match self {
            Form::Parts | Form::Barrel { .. } | Form::Spiral(_) => 1,
            Form::Switchback { flights, .. } => 1 + 2 * *flights as usize,
            Form::Hung { bridges, .. } => 2 + *bridges as usize,
            Form::Terraces { levels, .. } => (2 * *levels as usize).saturating_sub(1),
            Form::Link { .. } | Form::Tunnel { .. } => parts,
        };
        own.min(parts)
    }
}

/// A ramp that winds up around a core, from a door at the bottom to a landing before a door at the top.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spiral {
    /// The axis.
    pub centre: DVec2,
    /// Clear radius of the round space in metres.
    pub radius: f64,
    /// Radius of the solid core in metres, or of the void that the ramp leaves open.
    pub core: f64,
    /// Whether there is a void within the ramp, with a parapet around it, instead of a core.
    pub open: bool,
    /// Climb per turn in metres.
    pub pitch: f64,
    /// Angle at which the ramp leaves the floor, in radians from +X towards +Z.
    pub start: f64,
    /// Turns of the ramp; it ends at the landing.
    pub turns: f64,
    /// Angle of the upper door, in the middle of the landing.
    pub door: f64,
    /// Thickness of the ramp and the landing in metres.
    pub thickness: f64,
}

impl Spiral {
    /// Height of the landing above the floor in metres.
    pub fn rise(&self) -> f64 {
        self.pitch * self.turns
    }

    /// Slope of the ramp along the line that one walks, halfway between core and wall.
    pub fn slope(&self) -> f64 {
        self.pitch / (std::f64::consts::PI * (self.radius + self.core))
    }
}

/// What closes a space.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// Rock on all sides.
    Rock,
    /// Walls of this height over the floor in metres, and the sky.
    Sky {
        /// Height of the walls; 1.1 is a parapet.
        walls: f64,
    },
    /// A gabled roof.
    Gable {
        /// The direction of the ridge; a unit vector.
        along: DVec2,
    },
    /// A roof that rises from every wall to one point.
    Pyramid,
    /// A flat roof with a parapet, and a round tower on each side of the way through.
    Towers {
        /// The direction of the way through; a unit vector.
        along: DVec2,
    },
}
