//! The walking audit: floods what one can walk on in the finished world, from the start.
//!
//! In: a plan and the field of its program. Out: a [`Report`]: which spaces were not reached, and where a floor is missing, a
//! ceiling is low, a step is a fall, or the way leaves every room. It reads the field at level 0 and nothing of the plan
//! but the start and the footprints, so it finds what the plan does not know.

mod column;
mod flood;

use glam::DVec3;
use serde::Serialize;

use crate::field::Field;
use crate::lattice::RecordId;
use crate::plan::Plan;

pub use flood::flood;

/// How a walker moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Clear height that a standing place needs, in metres.
    pub head_room: f64,
    /// The highest step up, in metres.
    pub step: f64,
    /// The deepest step down, in metres; more is a fall.
    pub drop: f64,
    /// Most places that the report lists.
    pub places: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            head_room: 2.2,
            step: 0.45,
            drop: 1.0,
            places: 40,
        }
    }
}

/// What is wrong at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// Nobody can walk there.
    Unreached,
    /// One would have to stoop.
    LowHeadRoom,
    /// One would fall more than a step.
    Drop,
    /// The planned floor is not there.
    FloorHole,
    /// One has left every room.
    Stray,
}

/// A place where something is wrong.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spot {
    /// What.
    pub finding: Finding,
    /// Where, in world metres.
    pub position: [f64; 3],
    /// The record of the room, where there is one.
    pub record: Option<RecordId>,
    /// Its name.
    pub room: String,
}

/// What the flood found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// The seed of the plan.
    pub seed: u64,
    /// Spaces of the plan, links included.
    pub spaces: usize,
    /// Spaces in which one can stand.
    pub reached: usize,
    /// Spaces in which one cannot.
    pub unreached: usize,
    /// Columns of 0.3125 m beside the way whose floor is level with it and whose ceiling is too low.
    pub low_head_room: usize,
    /// Columns beside the way into which one would fall.
    pub drops: usize,
    /// Columns of rooms, within 0.6 m of the way, where the planned floor is missing.
    pub floor_holes: usize,
    /// Columns on the way that lie more than 2 m outside every room.
    pub strays: usize,
    /// Columns of 0.3125 m in which one can stand.
    pub standing_places: usize,
    /// Pieces of 10 m whose field was sampled.
    pub chunks: usize,
    /// Some of the places where something is wrong, of every kind.
    pub places: Vec<Spot>,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_clean(&self) -> bool {
        self.unreached + self.low_head_room + self.drops + self.floor_holes + self.strays == 0
    }

    fn note(&mut self, most: usize, finding: Finding, position: DVec3, plan: &Plan) {
        let count = match finding {
            Finding::Unreached => &mut self.unreached,
            Finding::LowHeadRoom => &mut self.low_head_room,
            Finding::Drop => &mut self.drops,
            Finding::FloorHole => &mut self.floor_holes,
            Finding::Stray => &mut self.strays,
        };
        *count += 1;
        // A share for every kind, so that a thousand of one do not hide one of another.
        let listed = self.places.iter().filter(|spot| spot.finding == finding).count();
        if listed < most / 5 {
            let room = plan.rooms.room_at(position + DVec3::Y * 0.1);
            self.places.push(Spot {
                finding,
                position: position.to_array(),
                record: room.map(|room| room.id),
                room: room.map_or_else(String::new, |room| room.name.clone()),
            });
        }
    }
}

/// Audits the world of a plan: see [`flood`]. The field is that of the plan's program, or of a damaged one.
pub fn audit(plan: &Plan, field: &Field) -> Report {
    flood(plan, field, &Settings::default())
}

#[cfg(test)]
mod tests;
