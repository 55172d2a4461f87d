//! Records that few operations realise, and why that is enough.
//!
//! In: a plan and its program. Out: the rooms, doors, routes and voids with fewer than four operations. A record that is missing
//! from the program altogether has none, and would be in the list too: nothing is planned that is not built.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Program;
use crate::lattice::RecordId;
use crate::plan::{Form, Plan, Route, Space};
use crate::room::{Door, Kind, Room, Tag};

/// Operations from which on a record needs no reason.
const ENOUGH: usize = 4;

/// A record that few operations realise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scarce {
    /// The record.
    pub record: RecordId,
    /// What it is.
    pub kind: &'static str,
    /// Its name, where it has one.
    pub name: String,
    /// How many operations realise it.
    pub operations: usize,
    /// Why so few.
    pub reason: &'static str,
}

/// The records of a plan that fewer than four operations of its program realise, by kind: rooms, doors, routes, voids.
pub fn scarce(plan: &Plan, program: &Program) -> Vec<Scarce> {
    let mut counts: BTreeMap<RecordId, usize> = BTreeMap::new();
    for operation in &program.operations {
        *counts.entry(operation.record).or_default() += 1;
    }
    let mut found = Vec::new();
    let mut ask = |record: RecordId, kind: &'static str, name: &str, reason: &dyn Fn() -> &'static str| {
        let operations = counts.get(&record).copied().unwrap_or(0);
        if operations < ENOUGH {
            found.push(Scarce {
                record,
                kind,
                name: name.to_owned(),
                operations,
                reason: if operations == 0 { "it is not built" } else { reason() },
            });
        }
    };
    for (room, space) in plan.rooms.all().iter().zip(&plan.spaces) {
        ask(room.id, room.kind.word(), &room.name, &|| of_room(room, space));
    }
    for door in plan.rooms.doors() {
        ask(door.id, "door", "", &|| of_door(plan, door));
    }
    // A walked route is its rooms.
    for route in plan.routes.iter().filter(|route| route.rooms.is_empty()) {
        ask(route.record, route.system.word(), "", &|| of_route(route));
    }
    for void in &plan.voids {
        ask(void.record, "void", "", &|| "two hollows that run into one another");
    }
    found
}

fn of_room(room: &Room, space: &Space) -> &'static str {
    match space.form {
        Form::Link { .. } if room.tag == Tag::Underground => {
            "a way in rock: its hollow and its floor, all spans in one each"
        }
        Form::Link { .. } => "a causeway: its walls, its hollow and its floor, all spans in one each",
        Form::Tunnel { .. } => "a bore that runs straight: its crown, its sides and its floor",
        Form::Barrel { .. } => "a vault and its floor: its walls are too short between their doors for two niches",
        Form::Parts if room.tag == Tag::Underground && room.parts[0].floor.slope.length() > 0.0 => {
            "a gallery and its floor: no two niches stand at one height along a tilted one"
        }
        Form::Parts if room.tag == Tag::Underground => {
            "a hollow and its floor: its walls are too short between their doors for two niches or columns"
        }
        _ => "its walls, its hollow and its floor",
    }
}

fn of_door(plan: &Plan, door: &Door) -> &'static str {
    let rooms = door.rooms.map(|id| plan.rooms.room(id));
    let in_rock = |room: &Option<&Room>| room.is_some_and(|room| room.tag == Tag::Underground);
    let lined = |room: &Option<&Room>| {
        room.is_some_and(|room| matches!(room.kind, Kind::ScrewShaft | Kind::Trunk | Kind::Sewer))
    };
    if rooms.iter().all(in_rock) && !rooms.iter().any(lined) {
        "a hole from rock into rock: an arch"
    } else {
        "a surround, its coping under the sky, and an arch"
    }
}

fn of_route(route: &Route) -> &'static str {
    if route.pipe > 0.0 {
        "a bore that runs straight, and its pipe"
    } else {
        "a bore that runs straight, and its chimney"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Config;
    use crate::program::from_plan;

    #[test]
    fn records_with_few_operations_have_a_reason_and_none_is_missing() {
        for seed in 1..=8 {
            let plan = Plan::new(seed, &Config::village()).unwrap();
            let program = from_plan(&plan);
            let found = scarce(&plan, &program);
            assert!(
                found.iter().all(|record| (1..4).contains(&record.operations)),
                "seed {seed}"
            );
            // What one recognises a place by is never among them.
            let plain = |record: &&Scarce| !matches!(record.kind, "door" | "passage" | "causeway" | "stair" | "ramp");
            for record in found.iter().filter(plain) {
                let special = [
                    "gatehouse",
                    "pavilion",
                    "long hall",
                    "tower",
                    "switchback hall",
                    "stacked terraces",
                ];
                assert!(!special.contains(&record.kind), "{record:?}");
            }
            // Without the operations of a room the list names it.
            let room = &plan.rooms.all()[2];
            let mut less = program.clone();
            less.operations.retain(|operation| operation.record != room.id);
            let named = scarce(&plan, &less);
            let named = named.iter().find(|record| record.record == room.id).unwrap();
            assert_eq!((named.operations, named.reason), (0, "it is not built"));
        }
    }
}
