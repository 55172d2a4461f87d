//! The flood: from the start to everywhere that one can walk.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use glam::{DVec2, DVec3};

use super::column::{Column, Floor, Samplings};
use super::{Finding, Report, Settings};
use crate::field::Field;
use crate::lattice::{RecordId, VOXEL};
use crate::plan::Plan;
use crate::room::Room;

/// Heights over the feet at which a body needs space around it, in metres: knee, chest and head.
const BODY: [f64; 3] = [0.7, 1.2, 1.7];
/// Steps outside every room after which a column counts as stray, and after which nobody goes on.
const STRAY: u32 = 7;
const GIVE_UP: u32 = 24;
/// How far below its planned height a floor may lie before it is missing, in metres.
const MISSING: f64 = 0.4;
/// Steps from a hole to the way.
const BESIDE: i32 = 2;

/// A place to stand: a column, and the lattice step of its floor.
type Place = (Column, i32);

/// Floods the world of a plan from its start.
///
/// A standing place is a column of 0.3125 m with stone below, head room above, and space for a body of 0.3 m around it.
/// From one such place one reaches the four beside it by a step up or down.
pub fn flood(plan: &Plan, field: &Field, settings: &Settings) -> Report {
    let mut walk = Walk {
        plan,
        settings,
        samplings: Samplings::new(field),
        standing: BTreeMap::new(),
        reached: BTreeSet::new(),
        falls: BTreeSet::new(),
        low: BTreeSet::new(),
        report: Report {
            seed: plan.seed,
            spaces: plan.rooms.all().len(),
            ..Report::default()
        },
    };
    walk.from(plan.start().position);
    walk.find_holes();
    walk.finish()
}

struct Walk<'a> {
    plan: &'a Plan,
    settings: &'a Settings,
    samplings: Samplings<'a>,
    /// Standing places that were reached, and how many steps outside every room they lie.
    standing: BTreeMap<Place, u32>,
    reached: BTreeSet<RecordId>,
    falls: BTreeSet<Place>,
    low: BTreeSet<Place>,
    report: Report,
}

impl Walk<'_> {
    fn from(&mut self, start: DVec3) {
        let column = Column::near(start);
        let Floor::At(floor) = self
            .samplings
            .floor(column, start.y + self.settings.step, start.y - self.settings.drop)
        else {
            return;
        };
        let mut queue = VecDeque::new();
        self.stand(column, floor, 0, &mut queue);
        while let Some((column, floor, outside)) = queue.pop_front() {
            for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                self.step(floor, column.stepped(dx, dz), outside, &mut queue);
            }
        }
    }

    /// Marks a standing place, once.
    fn stand(&mut self, column: Column, floor: f64, outside: u32, queue: &mut VecDeque<(Column, f64, u32)>) {
        let position = column.at(floor);
        let room = self.plan.rooms.room_at(position + DVec3::Y * 0.1);
        let outside = if room.is_some() { 0 } else { outside + 1 };
        self.reached.extend(room.map(|room| room.id));
        let place = (column, level(floor));
        if self.standing.insert(place, outside).is_some() {
            return;
        }
        if outside == STRAY {
            self.report
                .note(self.settings.places, Finding::Stray, position, self.plan);
        }
        if outside < GIVE_UP {
            queue.push_back((column, floor, outside));
        }
    }

    /// Tries to step from a floor into a column.
    fn step(&mut self, from: f64, to: Column, outside: u32, queue: &mut VecDeque<(Column, f64, u32)>) {
        let Settings {
            head_room, step, drop, ..
        } = *self.settings;
        match self.samplings.floor(to, from + step, from - drop) {
            Floor::Blocked => {}
            Floor::None => {
                // A fall, where a body fits over the edge.
                let open = self.samplings.head_room(to, from + step, 1.8) >= 1.8 && self.has_space(to, from);
                if open && self.falls.insert((to, level(from))) {
                    self.report
                        .note(self.settings.places, Finding::Drop, to.at(from), self.plan);
                }
            }
            Floor::At(floor) => {
                if self.standing.contains_key(&(to, level(floor))) || !self.has_space(to, floor) {
                    return;
                }
                let clear = self.samplings.head_room(to, floor, head_room);
                if clear >= head_room {
                    self.stand(to, floor, outside, queue);
                } else if clear > 1.0 && self.low.insert((to, level(floor))) {
                    self.report
                        .note(self.settings.places, Finding::LowHeadRoom, to.at(floor), self.plan);
                }
            }
        }
    }

    /// Whether a body has space around it over a floor.
    fn has_space(&mut self, column: Column, floor: f64) -> bool {
        BODY.iter().all(|height| {
            let y = ((floor + height) / VOXEL).round() as i32;
            let around = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)];
            around
                .iter()
                .all(|&(dx, dz)| !self.samplings.is_solid(column.stepped(dx, dz), y))
        })
    }

    /// Looks for planned floors that are missing beside the way.
    fn find_holes(&mut self) {
        let plan = self.plan;
        for room in plan.rooms.all().iter().filter(|room| self.reached.contains(&room.id)) {
            for (column, planned) in floor_columns(room) {
                let under = ((planned - MISSING) / VOXEL).floor() as i32;
                if self.samplings.is_solid(column, under) || !self.is_beside_the_way(column, planned) {
                    continue;
                }
                self.report
                    .note(self.settings.places, Finding::FloorHole, column.at(planned), plan);
            }
        }
    }

    fn is_beside_the_way(&self, column: Column, floor: f64) -> bool {
        let near = -BESIDE..=BESIDE;
        let levels = level(floor) - 1..=level(floor) + 1;
        near.clone().any(|dx| {
            near.clone().any(|dz| {
                let beside = column.stepped(dx, dz);
                levels.clone().any(|level| self.standing.contains_key(&(beside, level)))
            })
        })
    }

    fn finish(mut self) -> Report {
        let plan = self.plan;
        for room in plan.rooms.all().iter().filter(|room| !self.reached.contains(&room.id)) {
            self.report
                .note(self.settings.places, Finding::Unreached, room.middle(), plan);
        }
        self.report.reached = self.reached.len();
        self.report.standing_places = self.standing.len();
        self.report.chunks = self.samplings.chunks();
        self.report
    }
}

/// The lattice step of a floor. Floors of one column are at least head room apart, so it names the floor.
fn level(floor: f64) -> i32 {
    (floor / VOXEL).floor() as i32
}

/// The columns in a room's footprint, half a metre from its boundary and more, with the height of the planned floor.
fn floor_columns(room: &Room) -> Vec<(Column, f64)> {
    let mut columns = Vec::new();
    for part in &room.parts {
        let (low, high) = part.outline.bounds();
        let range = |low: f64, high: f64| (low / VOXEL).ceil() as i32..=(high / VOXEL).floor() as i32;
        for z in range(low.y, high.y) {
            for x in range(low.x, high.x) {
                let column = Column { x, z };
                let point = DVec2::new(f64::from(x), f64::from(z)) * VOXEL;
                if part.outline.signed_distance(point) < -0.5 {
                    columns.push((column, part.floor.at(point)));
                }
            }
        }
    }
    columns
}
