//! Sills: doors that join two rooms without a link between them, with a short ramp inside the walls where the rooms
//! stand at two heights.
//!
//! In: where such a door begins, how far it goes and how much it rises. Out: its floor, as a part of the room that it
//! leads into, and the door.

use glam::{DVec2, DVec3};

use super::heading::to_grid;
use super::link::DOOR_HEIGHT;
use crate::lattice::RecordId;
use crate::room::{Door, Part, Plane, Polygon};

/// The greatest rise inside a door in metres, and its slope.
pub(super) const MOST_RISE: f64 = 1.25;
pub(super) const SLOPE: f64 = 0.28;
/// The depth of such a door in metres.
pub(super) const DEPTH: [f64; 2] = [2.0, 8.0];
/// Clear height over its floor for `room_at` in metres.
const CLEAR: f64 = 3.6;

/// A door through two walls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sill {
    /// On the clear outline of the room that it leaves.
    pub from: DVec2,
    /// The direction through it; a unit vector.
    pub along: DVec2,
    /// From outline to outline in metres.
    pub depth: f64,
    /// Height of the floor that it leaves.
    pub floor: f64,
    /// How much higher the floor is that it leads to.
    pub rise: f64,
    /// Clear width in metres.
    pub width: f64,
}

impl Sill {
    /// The most that a door of a depth may rise.
    pub fn most_rise(depth: f64) -> f64 {
        if SLOPE * depth < MOST_RISE {
            SLOPE * depth
        } else {
            MOST_RISE
        }
    }

    /// Its floor.
    pub fn part(&self) -> Part {
        let across = self.along.perp() * (self.width * 0.5);
        let end = self.from + self.along * self.depth;
        let corners = [self.from - across, end - across, end + across, self.from + across];
        let floor = Plane {
            origin: self.from,
            height: self.floor,
            slope: self.along * (self.rise / self.depth),
        };
        Part {
            outline: Polygon::new(corners.map(to_grid).to_vec()),
            floor,
            ceiling: floor.raised(CLEAR),
        }
    }

    /// The door, without record and rooms.
    pub fn door(&self) -> Door {
        let middle = self.from + self.along * (self.depth * 0.5);
        Door {
            id: RecordId::default(),
            rooms: [RecordId::default(); 2],
            sill: DVec3::new(middle.x, self.floor + self.rise * 0.5, middle.y),
            rise: self.rise,
            direction: self.along,
            width: self.width,
            height: DOOR_HEIGHT,
            depth: self.depth,
        }
    }
}
