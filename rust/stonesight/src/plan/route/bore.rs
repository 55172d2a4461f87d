//! Bores that nobody walks in: for pipes, ducts and air. They open high in the walls of the rooms at their ends.
//!
//! In: the corners of a bore's axis. Out: the volumes that it keeps for itself.

use glam::{DVec2, DVec3};

use super::super::draft::{Candidate, Draft};
use super::super::heading::to_grid;
use super::super::link::LANDING;
use super::super::space::Form;
use super::lattice::Rock;
use super::port::{Job, Port, search};
use super::system::Gauge;
use crate::room::{Part, Plane, Polygon};

/// Height of an opening's middle over the floor in metres: nobody climbs in.
const OVER_FLOOR: f64 = 2.7;
/// Rock around a bore in metres.
const REACH: f64 = 1.2;
/// The most that one volume rises along a leg, in metres.
const SLICE: f64 = 4.5;
/// The shortest leg in metres.
const SHORTEST: f64 = 1.0;

/// The port of a bore over a socket.
pub(in crate::plan) fn opening(draft: &Draft, socket: usize) -> Port {
    let port = Port::of(draft, socket);
    Port {
        floor: port.floor + OVER_FLOOR,
        ..port
    }
}

/// A bore between two openings: its corners and the volume that it keeps; `None` where there is none.
pub(in crate::plan) fn connect(draft: &Draft, rock: &mut Rock, job: Job) -> Option<(Vec<DVec3>, Candidate)> {
    let [from, to] = job.ends;
    search(rock, job, &|points| {
        let bore = volume(points, [from.wall, to.wall], job.gauge).ok_or(None)?;
        match draft.conflict(&bore, &[from.room, to.room]) {
            None => Ok((points.to_vec(), bore)),
            Some(part) => Err(Some(middle(&bore.parts()[part]))),
        }
    })
}

/// The middle of a volume.
pub(in crate::plan) fn middle(part: &Part) -> DVec3 {
    let corners = &part.outline.corners;
    let at = (corners[0] + corners[2]) * 0.5;
    DVec3::new(at.x, (part.floor.at(at) + part.ceiling.at(at)) * 0.5, at.y)
}

/// The volume of a bore along the corners of its axis. The first and the last two parts are those in and before a wall.
pub(in crate::plan) fn volume(points: &[DVec3], walls: [f64; 2], gauge: &Gauge) -> Option<Candidate> {
    let plan = |point: DVec3| DVec2::new(point.x, point.z);
    let mut parts = Vec::new();
    let mut add = |a: DVec3, b: DVec3, along: DVec2| {
        // An upright piece has no direction of its own: a square.
        let upright = plan(a).distance(plan(b)) < 0.1;
        let longer = along * if upright { gauge.radius } else { 0.0 };
        let (start, end, across) = (plan(a) - longer, plan(b) + longer, along.perp() * gauge.radius);
        let corners = [start - across, end - across, end + across, start + across];
        let (low, high) = if a.y < b.y { (a.y, b.y) } else { (b.y, a.y) };
        parts.push(Part {
            outline: Polygon::new(corners.map(to_grid).to_vec()),
            floor: Plane::level(low - gauge.radius),
            ceiling: Plane::level(high + gauge.radius),
        });
    };
    let last = points.len() - 2;
    for (i, pair) in points.windows(2).enumerate() {
        let (a, b) = (pair[0], pair[1]);
        let length = a.distance(b);
        if length < SHORTEST {
            return None;
        }
        let flat = (plan(b) - plan(a)).normalize_or(DVec2::X);
        let at = |metres: f64| a.lerp(b, metres / length);
        let head = if i == 0 { walls[0] + LANDING } else { 0.0 };
        let foot = if i == last { walls[1] + LANDING } else { 0.0 };
        if length < head + foot + 0.2 {
            return None;
        }
        if i == 0 {
            add(a, at(walls[0]), flat);
            add(at(walls[0]), at(head), flat);
        }
        let slices = ((b.y - a.y).abs() / SLICE).ceil().max(1.0);
        let step = (length - head - foot) / slices;
        for slice in 0..slices as usize {
            add(
                at(head + step * slice as f64),
                at(head + step * (slice as f64 + 1.0)),
                flat,
            );
        }
        if i == last {
            add(at(length - foot), at(length - walls[1]), flat);
            add(at(length - walls[1]), b, flat);
        }
    }
    Some(Candidate::way(gauge.kind, parts, Form::Parts, REACH))
}
