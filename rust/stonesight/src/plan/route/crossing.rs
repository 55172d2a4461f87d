//! Cross-passages: where two walked ways run side by side, a short way joins them.

use glam::{DVec2, DVec3};

use super::super::dice::Dice;
use super::super::draft::Candidate;
use super::super::growth::Growth;
use super::super::nearby::Nearby;
use super::place;
use super::system::{Gauge, System};
use super::way::{self, spine};
use crate::room::{Kind, Part};

/// The longest cross-passage in metres, from floor to floor, and the shortest: both round ends have space between its walls.
const LONGEST: f64 = 24.0;
const SHORTEST: f64 = 7.5;
/// How parallel the two are: sine of the angle between them at most.
const SKEW: f64 = 0.12;
/// Metres that a door keeps from the ends of a leg.
const FROM_END: f64 = 4.5;
/// Thickness of the walls at its ends in metres.
const WALL: f64 = 1.2;

/// A straight part of a walked way.
struct Leg {
    room: usize,
    from: DVec3,
    to: DVec3,
    half_width: f64,
}

/// Cuts cross-passages between legs that run side by side, the nearest first.
pub(super) fn cut(growth: &mut Growth, most: usize, dice: Dice) {
    let legs = legs(growth);
    let size = growth.half * 2.0;
    let mut nearby = Nearby::new(size);
    let flat = |point: DVec3| DVec2::new(point.x, point.z);
    let bounds = |leg: &Leg| (flat(leg.from).min(flat(leg.to)), flat(leg.from).max(flat(leg.to)));
    legs.iter().for_each(|leg| nearby.add(bounds(leg)));
    let mut pairs = Vec::new();
    for (i, leg) in legs.iter().enumerate() {
        for j in nearby.within(bounds(leg), LONGEST).filter(|&j| j > i) {
            if let Some(points) = across(leg, &legs[j]) {
                pairs.push((points[0].distance(points[1]), i, j, points));
            }
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let gauge = Gauge::of(System::Maintenance);
    let mut joined: Vec<[usize; 2]> = Vec::new();
    for (_, i, j, points) in pairs {
        if joined.len() >= most {
            return;
        }
        let ends = [legs[i].room, legs[j].room];
        let known = |pair: &[usize; 2]| *pair == ends || *pair == [ends[1], ends[0]];
        if joined.iter().any(known) {
            continue;
        }
        let Some(laid) = way::lay(&points, [WALL; 2], &gauge) else {
            continue;
        };
        let passage = Candidate::way(gauge.kind, laid.parts(), gauge.form(), gauge.reach());
        if growth.draft.conflict(&passage, &ends).is_none() {
            place(&mut growth.draft, laid, &gauge, ends.map(Some), dice.at(joined.len()));
            joined.push(ends);
        }
    }
}

/// The straight parts of all walked ways that are long enough for a door.
fn legs(growth: &Growth) -> Vec<Leg> {
    let rooms = growth.draft.rooms.iter().enumerate();
    let walked =
        rooms.filter(|(_, room)| matches!(room.kind, Kind::Trunk | Kind::Freight | Kind::Service | Kind::Tunnel));
    let of = |(room, part): (usize, &Part)| {
        let line: Vec<DVec3> = spine(part).collect();
        let corners = &part.outline.corners;
        let half_width = corners[0].distance(corners[corners.len() - 1]) * 0.5;
        let long = line.len() == 2 && line[0].distance(line[1]) > 2.0 * FROM_END + 1.0;
        long.then(|| Leg {
            room,
            from: line[0],
            to: line[1],
            half_width,
        })
    };
    walked
        .flat_map(|(i, room)| room.parts.iter().map(move |part| (i, part)))
        .filter_map(of)
        .collect()
}

/// The ends of a passage from the middle of what two legs have beside one another.
fn across(a: &Leg, b: &Leg) -> Option<Vec<DVec3>> {
    let flat = |point: DVec3| DVec2::new(point.x, point.z);
    let (p, q) = (flat(a.from), flat(a.to));
    let length = p.distance(q);
    let along = (q - p) / length;
    let other = (flat(b.to) - flat(b.from)).normalize();
    if a.room == b.room || along.perp_dot(other).abs() > SKEW {
        return None;
    }
    let stations = [flat(b.from), flat(b.to)].map(|point| (point - p).dot(along));
    let (low, high) = if stations[0] < stations[1] {
        (stations[0], stations[1])
    } else {
        (stations[1], stations[0])
    };
    let low = if low > 0.0 { low } else { 0.0 } + FROM_END;
    let high = if high < length { high } else { length } - FROM_END;
    if low > high {
        return None;
    }
    let station = (low + high) * 0.5;
    let start = p + along * station;
    // Where the line across meets the other leg.
    let normal = along.perp();
    let to_other = (start - flat(b.from)).dot(along) / other.dot(along);
    let meets = flat(b.from) + other * to_other;
    let side = (meets - start).dot(normal).signum();
    let distance = (meets - start).dot(normal).abs() - a.half_width - b.half_width;
    if !(SHORTEST..LONGEST).contains(&distance) {
        return None;
    }
    let share = |leg: &Leg, at: DVec2| (at - flat(leg.from)).length() / flat(leg.from).distance(flat(leg.to));
    let heights = [
        a.from.y + (a.to.y - a.from.y) * share(a, start),
        b.from.y + (b.to.y - b.from.y) * share(b, meets),
    ];
    let ends = [
        start + normal * (side * a.half_width),
        meets - normal * (side * b.half_width),
    ];
    Some((0..2).map(|i| DVec3::new(ends[i].x, heights[i], ends[i].y)).collect())
}
