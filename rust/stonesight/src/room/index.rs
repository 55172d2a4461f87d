//! Which room a point lies in.

use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

use super::{Door, Room};
use crate::lattice::RecordId;

/// How far below a floor feet may be and still stand in the room, in metres: a worn floor, a sunken slab, a step.
const BELOW_FLOOR: f64 = 0.6;
/// How far outside every footprint a point may be and still count, in metres: corners are rounded to a grid, so rooms
/// that touch at an angle may leave a sliver between them.
const SLIVER: f64 = 0.05;
/// Smallest edge of a cell of the index in metres.
const CELL: f64 = 8.0;
/// Most cells that the index may hold; beyond, cells are made larger.
const MOST_CELLS: f64 = 65_536.0;

/// Rooms and doors, and an index over the plan that finds the room of a point.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Records", into = "Records")]
pub struct Rooms {
    rooms: Vec<Room>,
    doors: Vec<Door>,
    /// Room indices in the order of their records.
    by_record: Vec<u32>,
    doors_by_record: Vec<u32>,
    cell: f64,
    low: DVec2,
    columns: usize,
    /// Where the entries of a cell start, and one more at the end.
    starts: Vec<u32>,
    /// Room and part, cell after cell.
    entries: Vec<(u32, u32)>,
}

/// Rooms and doors without their index: what is written down.
#[derive(Clone, Serialize, Deserialize)]
struct Records {
    rooms: Vec<Room>,
    doors: Vec<Door>,
}

impl From<Rooms> for Records {
    fn from(rooms: Rooms) -> Self {
        let Rooms { rooms, doors, .. } = rooms;
        Self { rooms, doors }
    }
}

impl TryFrom<Records> for Rooms {
    type Error = RoomError;

    fn try_from(records: Records) -> Result<Self, RoomError> {
        Self::new(records.rooms, records.doors)
    }
}

/// A room or door that nothing can be made of, and why.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RoomError {
    /// A footprint with fewer than three corners, without area, or with a coordinate that is no number.
    #[error("room {} ({name}) has a footprint that encloses nothing: draw at least three corners that are not in a line", .id.0)]
    Footprint {
        /// The room.
        id: RecordId,
        /// Its name.
        name: String,
    },
    /// A footprint whose edges cross.
    #[error("room {} ({name}) has a footprint that crosses itself: reorder or remove corners", .id.0)]
    Crossing {
        /// The room.
        id: RecordId,
        /// Its name.
        name: String,
    },
    /// A ceiling that is not above the floor at every corner.
    #[error("room {} ({name}) has a ceiling that is not above its floor: raise it", .id.0)]
    Ceiling {
        /// The room.
        id: RecordId,
        /// Its name.
        name: String,
    },
    /// Two rooms, or two doors, with one record.
    #[error("record {} is used twice", .0.0)]
    Twice(RecordId),
    /// A door to a room that is not there.
    #[error("door {} leads to a room that is not there", .0.0)]
    Nowhere(RecordId),
}

impl Rooms {
    /// Checks rooms and doors and builds the index. Cost: proportional to the area, some microseconds a room.
    ///
    /// # Errors
    ///
    /// The first room or door that nothing can be made of.
    pub fn new(rooms: Vec<Room>, doors: Vec<Door>) -> Result<Self, RoomError> {
        rooms.iter().try_for_each(check)?;
        let mut by_record: Vec<u32> = (0..rooms.len() as u32).collect();
        by_record.sort_by_key(|&i| rooms[i as usize].id);
        if let Some(pair) = by_record
            .windows(2)
            .find(|w| rooms[w[0] as usize].id == rooms[w[1] as usize].id)
        {
            return Err(RoomError::Twice(rooms[pair[0] as usize].id));
        }
        let mut built = Self {
            rooms,
            by_record,
            ..Self::default()
        };
        for door in &doors {
            if door.rooms.iter().any(|&id| built.room(id).is_none()) {
                return Err(RoomError::Nowhere(door.id));
            }
        }
        built.doors_by_record = (0..doors.len() as u32).collect();
        built.doors_by_record.sort_by_key(|&i| doors[i as usize].id);
        if let Some(pair) = built
            .doors_by_record
            .windows(2)
            .find(|w| doors[w[0] as usize].id == doors[w[1] as usize].id)
        {
            return Err(RoomError::Twice(doors[pair[0] as usize].id));
        }
        built.doors = doors;
        built.build_index();
        Ok(built)
    }

    /// All rooms, in the order in which they were given.
    pub fn all(&self) -> &[Room] {
        &self.rooms
    }

    /// All doors, in the order in which they were given.
    pub fn doors(&self) -> &[Door] {
        &self.doors
    }

    /// The room with a record.
    pub fn room(&self, id: RecordId) -> Option<&Room> {
        let found = self
            .by_record
            .binary_search_by_key(&id, |&i| self.rooms[i as usize].id)
            .ok()?;
        Some(&self.rooms[self.by_record[found] as usize])
    }

    /// The door with a record.
    pub fn door(&self, id: RecordId) -> Option<&Door> {
        let found = self
            .doors_by_record
            .binary_search_by_key(&id, |&i| self.doors[i as usize].id)
            .ok()?;
        Some(&self.doors[self.doors_by_record[found] as usize])
    }

    /// The room that a point lies in, feet or head. Feet may be up to 0.6 m below the floor. Where rooms lie over one
    /// another, it is the one with the highest floor that is not above the point; a room that is tall stays the room
    /// up to its ceiling. `None` in rock, in the open and where a coordinate is no number.
    pub fn room_at(&self, point: DVec3) -> Option<&Room> {
        let plan = DVec2::new(point.x, point.z);
        let mut best: Option<(bool, f64, u32)> = None;
        for &(room, part) in self.near(plan) {
            let part = &self.rooms[room as usize].parts[part as usize];
            let floor = part.floor.at(plan);
            if !(floor - BELOW_FLOOR <= point.y && point.y < part.ceiling.at(plan)) {
                continue;
            }
            let inside = part.outline.contains(plan);
            if !inside && part.outline.distance(plan) > SLIVER {
                continue;
            }
            let better = best.is_none_or(|(was_inside, highest, _)| (inside, floor) > (was_inside, highest));
            if better {
                best = Some((inside, floor, room));
            }
        }
        best.map(|(_, _, room)| &self.rooms[room as usize])
    }

    /// Rooms and parts that may hold a plan point.
    fn near(&self, point: DVec2) -> &[(u32, u32)] {
        let cell = (point - self.low) / self.cell;
        // Also false for a coordinate that is no number.
        if !(cell.x >= 0.0 && cell.y >= 0.0 && cell.x < self.columns as f64) {
            return &[];
        }
        let index = (cell.y as usize)
            .saturating_mul(self.columns)
            .saturating_add(cell.x as usize);
        if index.saturating_add(1) >= self.starts.len() {
            return &[];
        }
        &self.entries[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    fn build_index(&mut self) {
        let boxes: Vec<(DVec2, DVec2, (u32, u32))> = (0u32..)
            .zip(&self.rooms)
            .flat_map(|(room, record)| {
                (0u32..).zip(&record.parts).map(move |(part, piece)| {
                    let (low, high) = piece.outline.bounds();
                    (low - SLIVER, high + SLIVER, (room, part))
                })
            })
            .collect();
        let low = boxes.iter().fold(DVec2::INFINITY, |low, b| low.min(b.0));
        let high = boxes.iter().fold(DVec2::NEG_INFINITY, |high, b| high.max(b.1));
        if boxes.is_empty() {
            return;
        }
        let mut cell = CELL;
        let count = |cell: f64| ((high - low) / cell).floor() + 1.0;
        while count(cell).x * count(cell).y > MOST_CELLS {
            cell *= 2.0;
        }
        let (columns, rows) = (count(cell).x as usize, count(cell).y as usize);
        let mut lists = vec![Vec::new(); columns * rows];
        for (from, to, entry) in boxes {
            let (first, last) = (((from - low) / cell).floor(), ((to - low) / cell).floor());
            for row in first.y as usize..=(last.y as usize).min(rows - 1) {
                for column in first.x as usize..=(last.x as usize).min(columns - 1) {
                    lists[row * columns + column].push(entry);
                }
            }
        }
        self.low = low;
        self.cell = cell;
        self.columns = columns;
        self.starts = vec![0];
        for list in lists {
            self.entries.extend(list);
            self.starts.push(self.entries.len() as u32);
        }
    }
}

fn check(room: &Room) -> Result<(), RoomError> {
    let (id, name) = (room.id, room.name.clone());
    for part in &room.parts {
        let corners = &part.outline.corners;
        let finite = corners.iter().all(|corner| corner.is_finite());
        if corners.len() < 3 || !finite || part.outline.area().abs() < 1e-6 {
            return Err(RoomError::Footprint { id, name });
        }
        if part.outline.crosses_itself() {
            return Err(RoomError::Crossing { id, name });
        }
        // Also wrong where a plane is no number.
        if !corners
            .iter()
            .all(|&corner| part.ceiling.at(corner) > part.floor.at(corner))
        {
            return Err(RoomError::Ceiling { id, name });
        }
    }
    if room.parts.is_empty() {
        return Err(RoomError::Footprint { id, name });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
