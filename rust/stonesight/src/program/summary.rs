//! The figures of a world, as the command line reports them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Program, digest, scarce};
use crate::plan::{FaultKind, Form, Plan, Space, System, audit};
use crate::room::{Kind, Room, Tag};

/// The routes of one system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Routes {
    /// How many.
    pub count: usize,
    /// How long they are together, in metres.
    pub length_m: f64,
}

/// What a plan and its program hold, and how many faults the plan's audit finds (none in a plan that was handed out).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The seed.
    pub seed: u64,
    /// Spaces above ground, links not counted.
    pub surface_spaces: usize,
    /// Spaces in the rock: rooms, and the ways between them.
    pub underground_spaces: usize,
    /// Doors.
    pub doors: usize,
    /// Links above ground.
    pub causeways: usize,
    /// Links in the rock.
    pub passages: usize,
    /// Rooms with a ramp inside.
    pub vertical_modules: usize,
    /// From the lowest to the highest floor above ground, in metres.
    pub floor_spread_m: f64,
    /// From the lowest floor in the rock to the floor of the first court, in metres.
    pub depth_m: f64,
    /// Ways down from courts into the sewers.
    pub sewer_entrances: usize,
    /// Shafts from the sewers down to the trunk.
    pub drain_shafts: usize,
    /// Ways from the trunk into the ruins, the landmark's among them.
    pub ruin_passages: usize,
    /// What the underworld is known by: `screw_shaft` or `hung_building`.
    pub landmark: &'static str,
    /// Ways between two walked routes that run side by side.
    pub cross_passages: usize,
    /// Voids that a bridge crosses.
    pub bridged_voids: usize,
    /// Routes of every system that there are any of.
    pub routes: BTreeMap<&'static str, Routes>,
    /// Operations of the program.
    pub operations: usize,
    /// Records that fewer than four operations realise, by what they are; `plan --records` names each, with the reason.
    pub scarce_records: BTreeMap<&'static str, usize>,
    /// Attempts before this plan that failed their audit.
    pub attempts: u32,
    /// Rooms without ground under them.
    pub floating: usize,
    /// Rooms that no way leads to.
    pub unreachable: usize,
    /// Pairs of rooms with less than 1 m of stone between them.
    pub overlaps: usize,
    /// Rooms with a floor that is too steep.
    pub steep: usize,
    /// Doors that are too narrow or too low.
    pub tight_doors: usize,
    /// Rooms with less than 2.5 m of rock over them.
    pub thin_rock: usize,
    /// Seconds that plan and program took.
    pub seconds: f64,
    /// The digest of plan and program.
    pub digest: String,
}

impl Summary {
    /// The figures of a plan and its program, which took so many seconds to make.
    pub fn of(plan: &Plan, program: &Program, seconds: f64) -> Self {
        let faults = audit(plan);
        let count = |kind: FaultKind| faults.iter().filter(|fault| fault.kind == kind).count();
        let kind = |kind: Kind| plan.rooms.all().iter().filter(|room| room.kind == kind).count();
        let [low, high] = plan.floors(Tag::Surface);
        let court = plan.rooms.all().first().map_or(0.0, |court| court.lowest());
        Self {
            seed: plan.seed,
            surface_spaces: plan.count(Tag::Surface),
            underground_spaces: plan.count(Tag::Underground) + plan.links(Tag::Underground),
            doors: plan.rooms.doors().len(),
            causeways: plan.links(Tag::Surface),
            passages: plan.links(Tag::Underground),
            vertical_modules: plan.vertical_modules(),
            floor_spread_m: high - low,
            depth_m: court - plan.floors(Tag::Underground)[0],
            sewer_entrances: kind(Kind::Descent),
            drain_shafts: kind(Kind::Drain),
            ruin_passages: ruin_passages(plan),
            landmark: landmark(plan),
            cross_passages: cross_passages(plan),
            bridged_voids: plan.voids.len(),
            routes: routes(plan),
            operations: program.operations.len(),
            scarce_records: scarce_records(plan, program),
            attempts: plan.attempt,
            floating: count(FaultKind::Floating),
            unreachable: count(FaultKind::Unreachable),
            overlaps: count(FaultKind::Overlap),
            steep: count(FaultKind::Steep),
            tight_doors: count(FaultKind::TightDoor),
            thin_rock: count(FaultKind::ThinRock),
            seconds,
            digest: digest(plan, program),
        }
    }
}

/// Ways that begin at the trunk and end in a room of the underworld.
fn ruin_passages(plan: &Plan) -> usize {
    let leads_off = |room: &&Room| {
        let ends = room.doors.iter().filter_map(|&door| plan.rooms.door(door));
        let kinds: Vec<Kind> = ends
            .flat_map(|door| door.rooms)
            .filter(|&id| id != room.id)
            .filter_map(|id| plan.rooms.room(id))
            .map(|room| room.kind)
            .collect();
        let ruin = |kind: &Kind| {
            matches!(
                kind,
                Kind::Hall | Kind::Vault | Kind::Gallery | Kind::Shaft | Kind::ScrewShaft
            )
        };
        kinds.contains(&Kind::Trunk) && kinds.iter().any(ruin)
    };
    // Routes that happen to end at the trunk are tunnels.
    let way = |room: &&Room| matches!(room.kind, Kind::Passage | Kind::Stair);
    plan.rooms.all().iter().filter(way).filter(leads_off).count()
}

fn landmark(plan: &Plan) -> &'static str {
    let hung = |space: &Space| matches!(space.form, Form::Hung { .. });
    if plan.spaces.iter().any(hung) {
        "hung_building"
    } else {
        "screw_shaft"
    }
}

/// Service ways that are no route of their own.
fn cross_passages(plan: &Plan) -> usize {
    let routed = |id| plan.routes.iter().any(|route| route.rooms.contains(&id));
    let rooms = plan.rooms.all().iter();
    rooms
        .filter(|room| room.kind == Kind::Service && !routed(room.id))
        .count()
}

fn scarce_records(plan: &Plan, program: &Program) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for record in scarce(plan, program) {
        *counts.entry(record.kind).or_default() += 1;
    }
    counts
}

/// Count and length of the routes of every system.
fn routes(plan: &Plan) -> BTreeMap<&'static str, Routes> {
    let mut routes = BTreeMap::new();
    for system in System::ALL {
        let of = || plan.routes.iter().filter(|route| route.system == system);
        let length_m = of().map(crate::plan::Route::length).sum();
        let entry = Routes {
            count: of().count(),
            length_m,
        };
        if entry.count > 0 {
            routes.insert(system.word(), entry);
        }
    }
    routes
}
