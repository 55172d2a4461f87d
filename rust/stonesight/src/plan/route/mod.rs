//! Routes: what carries goods, water, power and air through the rock.
//!
//! In: a draft whose rooms all stand. Out: routes of five systems in it. A list of demands says what is to be connected;
//! each route is the cheapest way through the rock at that time, so that later ones respect the earlier.

mod bore;
mod cost;
mod crossing;
mod demand;
mod lattice;
mod moves;
mod port;
mod solve;
mod system;
mod way;

pub(super) use lattice::{CELL, Rock, TRUNK_LEVEL};
pub(super) use port::{Job, Port, connect, free_sockets, is_open};
pub(super) use solve::solve;
pub(super) use system::{Gauge, TRUNK, TUNNEL};
pub use system::{Route, System};
pub(crate) use way::spine;
pub(super) use way::{Laid, lay as lay_way};

use super::dice::Dice;
use super::draft::{Candidate, Draft};
use super::growth::Growth;
use super::{Config, Ground, PlanError};

/// How high a chimney's mouth stands over the ground in metres.
const CHIMNEY: f64 = 3.5;

/// How many of something there are, of so many in a city of 180 and an underworld of 345 spaces; at least one.
pub(super) fn scaled(config: &Config, of: f64) -> usize {
    let (city, deep) = (config.surface() as f64 / 180.0, config.underground() as f64 / 345.0);
    let share = if city < deep { city } else { deep };
    ((of * share).round() as usize).max(1)
}

/// Lays all routes but the trunk.
pub(super) fn lay(growth: &mut Growth, config: &Config, dice: Dice) -> Result<(), PlanError> {
    let seed = (dice.unit(0) * 9_007_199_254_740_992.0) as u64;
    // What is walked needs most space, and goes first.
    let mut rock = Rock::new(growth, config.size, &Gauge::of(System::Freight), seed);
    demand::freight(growth, &mut rock, scaled(config, 4.0), dice.at(1));
    let mut rock = Rock::new(growth, config.size, &Gauge::of(System::Maintenance), seed);
    demand::service(growth, &mut rock, scaled(config, 4.0), dice.at(3));
    let mut rock = Rock::new(growth, config.size, &Gauge::of(System::Coolant), seed);
    demand::bores(growth, &mut rock, System::Coolant, scaled(config, 4.0));
    demand::bores(growth, &mut rock, System::Power, scaled(config, 5.0));
    demand::chimneys(growth, &mut rock, scaled(config, 4.0), dice.at(2));
    crossing::cut(growth, scaled(config, 6.0), dice.at(4));
    for system in System::ALL {
        if !growth.draft.routes.iter().any(|route| route.system == system) {
            return Err(PlanError::NoWay(system.word()));
        }
    }
    Ok(())
}

/// Raises the mouths of chimneys over the ground, once that has its shape.
pub(super) fn raise_chimneys(routes: &mut [Route], ground: &Ground) {
    for route in routes {
        let open = route.system == System::Ventilation && route.joins[1].is_none();
        if let (true, Some(mouth)) = (open, route.path.last_mut()) {
            mouth.y = ground.at(glam::DVec2::new(mouth.x, mouth.z)) + CHIMNEY;
        }
    }
}

/// Places the rooms of a way between two rooms, or with blind ends. Returns their numbers.
pub(super) fn place(draft: &mut Draft, laid: Laid, gauge: &Gauge, ends: [Option<usize>; 2], dice: Dice) -> Vec<usize> {
    let mut rooms = Vec::new();
    let last = laid.pieces.len() - 1;
    let mut door = (ends[0], laid.entry);
    for (i, piece) in laid.pieces.into_iter().enumerate() {
        let room = draft.place(
            Candidate::way(gauge.kind, piece.parts, gauge.form(), gauge.reach()),
            dice.at(i),
        );
        if let (Some(before), (sill, direction, depth)) = door {
            draft.hang_level_door([before, room], sill, direction, [gauge.door, depth]);
        }
        door = (Some(room), piece.exit);
        rooms.push(room);
        if let (true, Some(to)) = (i == last, ends[1]) {
            let (sill, direction, depth) = piece.exit;
            draft.hang_level_door([room, to], sill, direction, [gauge.door, depth]);
        }
    }
    rooms
}

/// Notes a walked route.
pub(super) fn note(
    draft: &mut Draft,
    rooms: &[usize],
    job: (System, &Gauge),
    ends: [Option<usize>; 2],
    path: Vec<glam::DVec3>,
) {
    let rooms: Vec<_> = rooms.iter().map(|&room| draft.rooms[room].id).collect();
    let route = Route {
        record: rooms.first().copied().unwrap_or_default(),
        system: job.0,
        rooms,
        joins: ends.map(|end| end.map(|room| draft.rooms[room].id)),
        path,
        radius: job.1.radius,
        pipe: 0.0,
    };
    draft.routes.push(route);
}
