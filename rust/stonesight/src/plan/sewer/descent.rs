//! Descents: from a court through a door in its wall down into a cistern under it.
//!
//! In: a court. Out: a sloped way with up to two bends from one of its free sockets, and the cistern at its end. A way
//! that turns twice comes back under its own court.

use glam::DVec3;

use super::super::dice::Dice;
use super::super::draft::{Candidate, Draft};
use super::super::growth::Growth;
use super::super::heading::{Heading, to_grid};
use super::super::link::{CLEAR, LANDING};
use super::super::route::{Gauge, TUNNEL, free_sockets, lay_way};
use super::super::space::Form;
use super::vault;
use crate::room::Kind;

/// Ways that are tried from one court.
const TRIES: usize = 160;
/// Slope of the way.
const SLOPE: f64 = 0.46;
/// Level floor around a bend, either way.
const BEND: f64 = 1.5 + 0.3;
/// The shortest slope between two bends in metres: two legs side by side leave rock between them.
const BETWEEN: f64 = 4.5;

/// Digs a cistern and the way down to it.
pub(super) fn dig(growth: &mut Growth, court: usize, dice: Dice) -> bool {
    let sockets = free_sockets(&growth.draft, |room| room == court);
    if sockets.is_empty() {
        return false;
    }
    (0..TRIES).any(|attempt| {
        attempt_one(
            growth,
            sockets[dice.pick(attempt as i64, sockets.len())],
            dice.at(attempt),
        )
    })
}

/// Measures of the way: as a tunnel's, but its ceiling is a link's.
fn gauge() -> Gauge {
    Gauge {
        kind: Kind::Descent,
        half_width: 1.5,
        sides: CLEAR * 0.5,
        radius: CLEAR * 0.5,
        slope: 0.5,
        ..TUNNEL
    }
}

fn attempt_one(growth: &mut Growth, from: usize, dice: Dice) -> bool {
    let socket = growth.draft.sockets[from];
    let template = vault::template(dice);
    let entry = dice.pick(4, template.sockets.len());
    let drop = vault::depth(dice);
    let ends = [socket.wall + LANDING, template.wall + LANDING];
    let legs = legs(drop / SLOPE, ends, dice);
    // Two turns the same way lead back under the court; the other way on, they lead away from it.
    let side = if dice.chance(5, 0.5) { 2 } else { -2 };
    let mut heading = socket.out;
    let mut points = vec![DVec3::new(socket.at.x, socket.floor, socket.at.y)];
    let mut at = socket.at;
    let mut height = socket.floor;
    for (i, &(length, run)) in legs.iter().enumerate() {
        if i > 0 {
            heading = heading.turned(side);
        }
        at += heading.vector() * length;
        height -= run * SLOPE;
        points.push(DVec3::new(at.x, height, at.y));
    }
    let end = to_grid(at);
    let gauge = gauge();
    let Some(laid) = lay_way(&points, [socket.wall, template.wall], &gauge) else {
        return false;
    };
    let [piece] = &laid.pieces[..] else { return false };
    let form = Form::Link {
        width: 2.0 * gauge.half_width,
        housed: true,
        bridge: false,
    };
    let way = Candidate::way(gauge.kind, piece.parts.clone(), form, 1.2);
    let cistern = Candidate::room(&template, entry, end, Heading::opposite(heading), height);
    let possible = growth.in_region(&way)
        && growth.in_region(&cistern)
        && Draft::clears(&way, &cistern)
        && growth.draft.fits(&cistern, &[])
        && growth.draft.conflict(&way, &[socket.room]).is_none();
    if !possible {
        return false;
    }
    let first = growth.draft.sockets.len();
    let (entrance, exit) = (laid.entry, piece.exit);
    let to = growth.draft.place(cistern, dice);
    let between = growth.draft.place(way, dice);
    growth.draft.sockets[from].free = false;
    growth.draft.sockets[first + entry].free = false;
    for (pair, (sill, direction, depth)) in [([socket.room, between], entrance), ([between, to], exit)] {
        growth.draft.hang_level_door(pair, sill, direction, [gauge.door, depth]);
    }
    true
}

/// Legs from outline or bend to bend or outline: length, and how much of it is sloped, all slopes together `run`.
fn legs(run: f64, ends: [f64; 2], dice: Dice) -> Vec<(f64, f64)> {
    let shape = dice.unit(6);
    let quarter = |share: f64| ((run * share) * 4.0).round() / 4.0;
    if shape < 0.5 {
        let first = quarter(dice.range(7, 0.04, 0.5));
        let rest = run - first;
        let second = BETWEEN + ((rest - BETWEEN) * dice.range(8, 0.0, 0.7) * 4.0).round() / 4.0;
        let third = rest - second;
        vec![
            (ends[0] + first + BEND, first),
            (2.0 * BEND + second, second),
            (BEND + third + ends[1], third),
        ]
    } else if shape < 0.8 {
        let first = quarter(dice.range(7, 0.04, 0.9));
        vec![
            (ends[0] + first + BEND, first),
            (BEND + run - first + ends[1], run - first),
        ]
    } else {
        vec![(ends[0] + run + ends[1], run)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legs_have_the_slope_that_was_asked_for() {
        for seed in 0..200 {
            let legs = legs(28.0, [2.2, 2.4], Dice::new(seed, 0));
            let sloped: f64 = legs.iter().map(|leg| leg.1).sum();
            let level: f64 = legs.iter().map(|leg| leg.0 - leg.1).sum();
            assert!((sloped - 28.0).abs() < 1e-9);
            assert!((level - 4.6 - 2.0 * BEND * (legs.len() - 1) as f64).abs() < 1e-9);
            assert!(legs.iter().all(|leg| leg.1 >= 0.5));
        }
    }
}
