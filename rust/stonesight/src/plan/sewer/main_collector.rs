//! The freight trunk: the main collector, along most of the city at one depth.
//!
//! In: the cisterns that drain into it. Out: rooms of kind `Trunk` from one end to the other, their route, and free sockets
//! on both sides.

use glam::{DVec2, DVec3};

use super::super::PlanError;
use super::super::dice::Dice;
use super::super::draft::{Candidate, Socket};
use super::super::growth::Growth;
use super::super::heading::{Heading, to_grid};
use super::super::route::{CELL, Laid, Rock, System, TRUNK, TRUNK_LEVEL, lay_way, note, place, solve, spine};
use crate::room::{Kind, Part, Tag};

/// How far the trunk goes on beyond the outermost room of the city, in metres.
const BEYOND: f64 = 20.0;
/// Cost of a step for every so many metres that it lies off the nearest cistern that drains into the trunk.
const DRAWN: f64 = 6.0;
/// Fall along the trunk in metres per metre: water runs, and nobody sees it.
const FALL: f64 = 0.004;
/// Ways that are tried; after each one that does not fit its place is marked.
const TRIES: usize = 12;
/// The distance between sockets on one side of the trunk, and from the end of a straight part, in metres.
const SOCKETS: f64 = 22.0;
const FROM_END: f64 = 6.0;
/// Thickness of the wall and length of wall around a socket in metres.
const WALL: f64 = 1.4;
const WIDTH: f64 = 5.0;

/// Lays the trunk so that it passes near some cisterns.
pub(super) fn lay(growth: &mut Growth, rock: &mut Rock, cisterns: &[usize], dice: Dice) -> Result<(), PlanError> {
    let near: Vec<DVec2> = cisterns
        .iter()
        .map(|&room| growth.draft.rooms[room].middle())
        .map(|middle| DVec2::new(middle.x, middle.z))
        .collect();
    let [from, to] = ends(growth, &near, dice);
    let laid = (0..TRIES).find_map(|_| attempt(growth, rock, &near, [from, to]));
    let laid = laid.ok_or(PlanError::NoWay("the freight trunk"))?;
    let path = laid.path.clone();
    let rooms = place(&mut growth.draft, laid, &TRUNK, [None; 2], dice);
    for &room in &rooms {
        let sockets = growth.draft.rooms[room].parts.iter().flat_map(sockets);
        let sockets: Vec<Socket> = sockets.map(|socket| Socket { room, ..socket }).collect();
        growth.draft.sockets.extend(sockets);
    }
    note(&mut growth.draft, &rooms, (System::Freight, &TRUNK), [None; 2], path);
    rock.see(&growth.draft);
    Ok(())
}

/// Both ends: beyond the city, along the axis on which it is longer.
fn ends(growth: &Growth, near: &[DVec2], dice: Dice) -> [DVec3; 2] {
    let city = growth
        .draft
        .rooms
        .iter()
        .filter(|room| room.tag == Tag::Surface || room.kind == Kind::Sewer);
    let bounds = city.map(|room| room.bounds());
    let (low, high) = bounds.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), (l, h)| {
        (low.min(l), high.max(h))
    });
    let most = DVec2::splat(growth.half);
    let (low, high) = ((low - BEYOND).max(-most), (high + BEYOND).min(most));
    let middle = near.iter().fold(DVec2::ZERO, |sum, &at| sum + at) / near.len().max(1) as f64;
    let height = growth.level + TRUNK_LEVEL;
    let along_x = high.x - low.x > high.y - low.y;
    let off = |salt: i64| dice.metres(salt, -48.0, 48.0);
    let at = |along: f64, salt: i64| {
        if along_x {
            DVec3::new(along, height, (middle.y + off(salt)).clamp(low.y, high.y))
        } else {
            DVec3::new((middle.x + off(salt)).clamp(low.x, high.x), height, along)
        }
    };
    if along_x {
        [at(low.x, 0), at(high.x, 1)]
    } else {
        [at(low.y, 0), at(high.y, 1)]
    }
}

/// The cheapest way that is left; where it does not fit, the place is marked.
fn attempt(growth: &Growth, rock: &mut Rock, near: &[DVec2], ends: [DVec3; 2]) -> Option<Laid> {
    rock.prepare(&TRUNK);
    let [from, to] = ends.map(|end| rock.nearest(end));
    let mut moves = Vec::new();
    let (nodes, _) = solve(
        rock.count(),
        &[(from, 0)],
        &[(to, 0)],
        u64::MAX,
        |node| rock.least(node, rock.at(to)),
        |node, out| {
            moves.clear();
            rock.moves(node, &TRUNK, System::Freight, &mut moves);
            let height = rock.at(node).y;
            for &(other, cost) in &moves {
                let there = rock.at(other);
                let off = near
                    .iter()
                    .map(|at| at.distance(DVec2::new(there.x, there.z)))
                    .fold(f64::INFINITY, f64::min);
                let drawn = if off.is_finite() { (off / DRAWN) as u64 } else { 0 };
                if there.y == height {
                    out.push((other, cost + drawn * CELL as u64));
                }
            }
        },
    )?;
    let mut points: Vec<DVec3> = nodes.iter().map(|&node| rock.at(node)).collect();
    straighten(&mut points);
    let mut gone = 0.0;
    for i in 1..points.len() {
        gone += points[i - 1].distance(DVec3::new(points[i].x, points[i - 1].y, points[i].z));
        points[i].y = growth.level + TRUNK_LEVEL - FALL * gone;
    }
    let laid = lay_way(&points, [0.0; 2], &TRUNK);
    let Some(laid) = laid else {
        rock.block(points[points.len() / 2]);
        return None;
    };
    let candidate = Candidate::way(TRUNK.kind, laid.parts(), TRUNK.form(), TRUNK.reach());
    match growth.draft.conflict(&candidate, &[]) {
        None => Some(laid),
        Some(part) => {
            let line: Vec<DVec3> = spine(&candidate.parts()[part]).collect();
            rock.block((line[0] + line[line.len() - 1]) * 0.5);
            None
        }
    }
}

/// Leaves out points on a straight line.
fn straighten(points: &mut Vec<DVec3>) {
    let mut i = 1;
    while i + 1 < points.len() {
        let (a, b) = (points[i] - points[i - 1], points[i + 1] - points[i]);
        if a.cross(b).length() < 1e-6 {
            points.remove(i);
        } else {
            i += 1;
        }
    }
}

/// Sockets on both sides of a straight part whose direction is one of the eight.
fn sockets(part: &Part) -> Vec<Socket> {
    let line: Vec<DVec3> = spine(part).collect();
    let [from, to] = line[..] else { return Vec::new() };
    let (a, b) = (DVec2::new(from.x, from.z), DVec2::new(to.x, to.z));
    let length = a.distance(b);
    let free = length - 2.0 * FROM_END;
    if free < 0.0 {
        return Vec::new();
    }
    let along = (b - a) / length;
    let Some(heading) = (0..8)
        .map(Heading::new)
        .find(|heading| heading.vector().dot(along) > 0.9999)
    else {
        return Vec::new();
    };
    let count = (free / SOCKETS).floor() + 1.0;
    let mut sockets = Vec::new();
    for i in 0..count as usize {
        let station = FROM_END + free * (i as f64 + 0.5) / count;
        let middle = from.lerp(to, station / length);
        for side in [2, -2] {
            let out = heading.turned(side);
            sockets.push(Socket {
                room: usize::MAX,
                at: to_grid(DVec2::new(middle.x, middle.z) + out.vector() * TRUNK.half_width),
                out,
                floor: middle.y,
                width: WIDTH,
                wall: WALL,
                free: true,
            });
        }
    }
    sockets
}
