//! The figures of a world, as the command line reports them.

use serde::Serialize;

use super::{Program, digest};
use crate::plan::{FaultKind, Plan, audit};
use crate::room::Tag;

/// What a plan and its program hold, and how many faults the plan's audit finds (none in a plan that was handed out).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The seed.
    pub seed: u64,
    /// Spaces above ground, links not counted.
    pub surface_spaces: usize,
    /// Spaces in the rock, links not counted.
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
    /// Operations of the program.
    pub operations: usize,
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
        let [low, high] = plan.floors(Tag::Surface);
        let court = plan.rooms.all().first().map_or(0.0, |court| court.lowest());
        Self {
            seed: plan.seed,
            surface_spaces: plan.count(Tag::Surface),
            underground_spaces: plan.count(Tag::Underground),
            doors: plan.rooms.doors().len(),
            causeways: plan.links(Tag::Surface),
            passages: plan.links(Tag::Underground),
            vertical_modules: plan.vertical_modules(),
            floor_spread_m: high - low,
            depth_m: court - plan.floors(Tag::Underground)[0],
            operations: program.operations.len(),
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
