//! The audit of a plan: what must hold before anything is built from it.

use std::collections::BTreeSet;
use std::fmt;

use glam::{DVec2, DVec3};

use super::nearby::Nearby;
use super::{Form, Ground, Plan, Space};
use crate::lattice::RecordId;
use crate::room::{Door, Kind, Part, Room, Tag};

/// The least stone between two spaces, in metres.
const LEAST_WALL: f64 = 1.0;
/// The least rock over a space in the rock, in metres.
const LEAST_COVER: f64 = 2.5;
/// The steepest slopes: stairs, and everything else.
const STEEPEST: [f64; 2] = [0.6, 0.35];
/// The least clear width and height of a door in metres; an arch rises over the height.
const LEAST_DOOR: [f64; 2] = [1.6, 2.6];
/// The deepest foundation of a room in metres: below, it would stand on stilts rather than on ground.
const DEEPEST_FOUNDATION: f64 = 18.0;
/// The least spread of surface floors, and the range of the deepest floor below the first court, in metres.
const LEAST_SPREAD: f64 = 12.0;
const DEEPEST: [f64; 2] = [24.0, 110.0];
/// The first vault: how far one walks to it from the start, and its neighbours.
const WALK_TO_VAULT: f64 = 40.0;
const VAULT_NEIGHBOURS: usize = 2;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// Two spaces overlap, or less than 1 m of stone stands between them.
    Overlap,
    /// There is no way to it from the first court.
    Unreachable,
    /// A floor is steeper than one can walk.
    Steep,
    /// A door is too narrow or too low.
    TightDoor,
    /// It stands on no ground.
    Floating,
    /// Less than 2.5 m of rock cover it.
    ThinRock,
    /// It lies outside the region.
    Outside,
    /// The world is too flat, not deep enough, or lacks its first vault.
    Composition,
}

/// One thing that is wrong with a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// The record of the room or door.
    pub record: RecordId,
    /// Where, and by how much.
    pub detail: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at record {}: {}", self.kind, self.record.0, self.detail)
    }
}

/// All faults of a plan; none in a plan from [`Plan::new`].
pub fn audit(plan: &Plan) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |kind, record, detail: String| faults.push(Fault { kind, record, detail });
    let rooms = plan.rooms.all();
    let mut nearby = Nearby::new(plan.config.size);
    rooms.iter().for_each(|room| nearby.add(room.bounds()));
    for (i, a) in rooms.iter().enumerate() {
        let mut others: Vec<usize> = nearby.within(a.bounds(), LEAST_WALL).filter(|&j| j > i).collect();
        others.sort_unstable();
        for b in others.into_iter().map(|j| &rooms[j]) {
            if let Some(detail) = overlap(plan, a, b) {
                fault(FaultKind::Overlap, a.id, detail);
            }
        }
    }
    let reached = reached(plan);
    for room in rooms.iter().filter(|room| reached.binary_search(&room.id).is_err()) {
        fault(FaultKind::Unreachable, room.id, room.name.clone());
    }
    for (room, space) in rooms.iter().zip(&plan.spaces) {
        if let Some(slope) = too_steep(room, space) {
            fault(
                FaultKind::Steep,
                room.id,
                format!("{} has a slope of {slope:.2}", room.name),
            );
        }
        if room.tag == Tag::Surface {
            if let Some(detail) = floats(&plan.ground, room, space) {
                fault(FaultKind::Floating, room.id, detail);
            }
        } else if let Some(cover) = thin_rock(&plan.ground, room, space) {
            fault(
                FaultKind::ThinRock,
                room.id,
                format!("{cover:.1} m of rock over {}", room.name),
            );
        }
        let half = plan.config.size * 0.5;
        let corners = room.parts.iter().flat_map(|part| &part.outline.corners);
        if corners.into_iter().any(|corner| corner.abs().max_element() > half) {
            fault(FaultKind::Outside, room.id, room.name.clone());
        }
    }
    for door in plan.rooms.doors() {
        if door.width < LEAST_DOOR[0] || door.height < LEAST_DOOR[1] {
            let detail = format!("{} × {} m", door.width, door.height);
            fault(FaultKind::TightDoor, door.id, detail);
        }
    }
    for detail in composition(plan) {
        fault(FaultKind::Composition, RecordId(0), detail);
    }
    faults
}

/// Parts of a room that may touch another room: the ends of a link, which lie in the walls of the rooms it joins.
fn own_parts(room: &Room, joined: bool) -> &[Part] {
    let ends = if joined && room.kind.is_link() { 2 } else { 0 };
    &room.parts[ends..room.parts.len() - ends]
}

fn overlap(plan: &Plan, a: &Room, b: &Room) -> Option<String> {
    let ((low, high), (from, to)) = (a.bounds(), b.bounds());
    if (from - high).max(low - to).max_element() >= LEAST_WALL {
        return None;
    }
    let between = a.doors.iter().filter(|id| b.doors.contains(id));
    let sills: Vec<DVec2> = between
        .filter_map(|&id| plan.rooms.door(id))
        .map(|door| DVec2::new(door.sill.x, door.sill.z))
        .collect();
    let joined = !sills.is_empty();
    // The floor of a door without a link lies between the two rooms.
    let own = |part: &&Part| !sills.iter().any(|&sill| part.outline.contains(sill));
    for p in own_parts(a, joined).iter().filter(own) {
        for q in own_parts(b, joined).iter().filter(own) {
            let open = |room: &Room, part: &Part| if room.open_sky { f64::INFINITY } else { part.highest() };
            let apart = p.lowest() - open(b, q) >= LEAST_WALL || q.lowest() - open(a, p) >= LEAST_WALL;
            if apart {
                continue;
            }
            let ((low, high), (from, to)) = (p.outline.bounds(), q.outline.bounds());
            let clear = (from - high).max(low - to).max_element() >= LEAST_WALL;
            if !clear && p.outline.gap(&q.outline) < LEAST_WALL {
                let gap = p.outline.gap(&q.outline);
                return Some(format!("{gap:.2} m between {} and {}", a.name, b.name));
            }
        }
    }
    None
}

/// The records of all rooms that doors lead to from the first one, sorted.
fn reached(plan: &Plan) -> Vec<RecordId> {
    let mut ways: Vec<[RecordId; 2]> = plan.rooms.doors().iter().map(|door| door.rooms).collect();
    ways.extend(plan.rooms.doors().iter().map(|door| [door.rooms[1], door.rooms[0]]));
    ways.sort_unstable();
    let mut found = BTreeSet::new();
    let mut next: Vec<RecordId> = plan.rooms.all().first().map(|room| room.id).into_iter().collect();
    while let Some(here) = next.pop() {
        if found.insert(here) {
            let first = ways.partition_point(|way| way[0] < here);
            next.extend(ways[first..].iter().take_while(|way| way[0] == here).map(|way| way[1]));
        }
    }
    found.into_iter().collect()
}

fn too_steep(room: &Room, space: &Space) -> Option<f64> {
    let has_stairs = matches!(room.kind, Kind::Stair | Kind::Descent | Kind::StackedTerraces);
    let most = STEEPEST[usize::from(!has_stairs)];
    let floors = room.parts.iter().map(|part| part.floor.slope.length());
    let winding = if let Form::Spiral(spiral) = &space.form {
        spiral.slope()
    } else {
        0.0
    };
    floors.chain([winding]).find(|&slope| slope > most)
}

/// Points of a part's footprint and of a strip around it, about a metre apart.
fn samples(part: &Part, around: f64) -> impl Iterator<Item = DVec2> + '_ {
    let (low, high) = part.outline.bounds();
    let (low, high) = (low - around, high + around);
    let steps = (high - low).ceil();
    let (columns, rows) = (steps.x as usize, steps.y as usize);
    let all = (0..=rows).flat_map(move |row| (0..=columns).map(move |column| (column, row)));
    let share = move |(column, row): (usize, usize)| DVec2::new(column as f64, row as f64) / steps;
    let points = all.map(move |at| low + (high - low) * share(at));
    points.filter(move |&point| part.outline.signed_distance(point) <= around)
}

fn floats(ground: &Ground, room: &Room, space: &Space) -> Option<String> {
    let bridge = matches!(space.form, Form::Link { bridge: true, .. });
    if space.foundation > DEEPEST_FOUNDATION && !bridge {
        return Some(format!(
            "{} stands {:.1} m over the ground",
            room.name, space.foundation
        ));
    }
    let bottom = room.lowest() - space.foundation;
    let mut points = room.parts.iter().flat_map(|part| samples(part, space.wall));
    points
        .find(|&point| ground.at(point) < bottom)
        .map(|point| format!("{} has air under it at {point}", room.name))
}

fn thin_rock(ground: &Ground, room: &Room, space: &Space) -> Option<f64> {
    if matches!(space.form, Form::Link { housed: true, .. }) {
        // It comes out of the rock, in masonry of its own.
        return None;
    }
    let cover = |part: &Part, point: DVec2| ground.at(point) - part.ceiling.at(point).min(part.highest());
    let covers = room
        .parts
        .iter()
        .flat_map(|part| samples(part, 1.0).map(move |point| cover(part, point)));
    let least = covers.fold(f64::INFINITY, f64::min);
    (least < LEAST_COVER).then_some(least)
}

/// What a first world must have.
fn composition(plan: &Plan) -> Vec<String> {
    let mut faults = Vec::new();
    let [low, high] = plan.floors(Tag::Surface);
    if high - low < LEAST_SPREAD {
        faults.push(format!("surface floors spread over {:.1} m only", high - low));
    }
    let (Some(court), Some(vault)) = (plan.rooms.all().first(), plan.first_vault()) else {
        return vec!["there is no court or no vault".to_owned()];
    };
    let depth = court.lowest() - plan.floors(Tag::Underground)[0];
    if !(DEEPEST[0]..=DEEPEST[1]).contains(&depth) {
        faults.push(format!("the deepest floor is {depth:.1} m under the first court"));
    }
    let doors = |id: RecordId| plan.rooms.doors().iter().filter(move |door| door.rooms.contains(&id));
    // One of the doors is that of the stair.
    let behind = doors(vault.id).count().saturating_sub(1);
    if behind < VAULT_NEIGHBOURS {
        faults.push(format!("{behind} rooms behind the first vault"));
    }
    match plan.places.first() {
        None => faults.push("there is no start".to_owned()),
        Some(start) => {
            let walk = walk_to(start.position, doors(vault.id));
            if walk > WALK_TO_VAULT {
                faults.push(format!("{walk:.0} m from the start to the first vault"));
            }
            if plan.rooms.room_at(start.position).map(|room| room.id) != Some(court.id) {
                faults.push("the start is not in the first court".to_owned());
            }
        }
    }
    faults
}

/// The way from the start through the stair to the vault's door: the stair is straight, so it is the distance.
fn walk_to<'a>(start: DVec3, doors: impl Iterator<Item = &'a Door>) -> f64 {
    doors
        .map(|door| door.sill.distance(start))
        .fold(f64::INFINITY, f64::min)
}
