//! Voids: where a passage runs long and straight through rock that nothing else needs, the rock is gone, and the passage is
//! a bridge between the two rooms that face each other.

use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

use super::super::dice::Dice;
use super::super::draft::Candidate;
use super::super::growth::Growth;
use super::super::heading::to_grid;
use super::super::space::Form;
use crate::lattice::RecordId;
use crate::room::{Kind, Part, Plane, Polygon, Tag};

/// The shortest span of a bridge in metres, and the rock that stays at both of its ends.
const SHORTEST: f64 = 9.0;
const ABUTMENT: f64 = 1.5;
/// Radius of the main hollow as a share of the span, and its most in metres.
const RADIUS: f64 = 0.5;
const MOST_RADIUS: f64 = 9.0;
/// How far it reaches to either side, and down, in metres.
const ASIDE: [f64; 2] = [5.0, 13.0];
const DOWN: [f64; 2] = [8.0, 20.0];

/// A cavern that a bridge crosses. Nobody walks in it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Void {
    /// Its record.
    pub record: RecordId,
    /// The record of the bridge.
    pub bridge: RecordId,
    /// The middle of the bridge's floor.
    pub middle: DVec3,
    /// The plan direction across the bridge; a unit vector.
    pub across: DVec2,
    /// Half the length of the hollow across the bridge to its two sides, in metres: to the middle of the rounded ends.
    pub aside: [f64; 2],
    /// Radius of the hollow in metres.
    pub radius: f64,
    /// How far it reaches down under the bridge, in metres, to the middle of the rounded end.
    pub depth: f64,
}

/// Opens up to so many voids around the longest passages.
pub(super) fn open(growth: &mut Growth, most: usize, dice: Dice) {
    let mut spans: Vec<(f64, usize)> = (0..growth.draft.rooms.len())
        .filter_map(|room| Some((span(growth, room)?, room)))
        .filter(|&(span, _)| span >= SHORTEST)
        .collect();
    spans.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (index, (span, room)) in spans.into_iter().enumerate() {
        if growth.draft.voids.len() >= most {
            break;
        }
        // A smaller one may fit where the first does not.
        (0..4).any(|attempt| hollow(growth, room, span, dice.at(index).at(attempt)));
    }
}

/// The length of the one slope of a straight passage in the rock.
fn span(growth: &Growth, room: usize) -> Option<f64> {
    let way = &growth.draft.rooms[room];
    let straight = way.parts.len() == 5 && way.kind == Kind::Passage && way.tag == Tag::Underground;
    let corners = &way.parts.get(2)?.outline.corners;
    straight.then(|| corners[0].distance(corners[1]))
}

fn hollow(growth: &mut Growth, room: usize, span: f64, dice: Dice) -> bool {
    let part = &growth.draft.rooms[room].parts[2];
    let corners = &part.outline.corners;
    let middle = (corners[0] + corners[2]) * 0.5;
    let along = (corners[1] - corners[0]).normalize();
    let across = along.perp();
    let widest = ((span - 2.0 * ABUTMENT) * RADIUS).min(MOST_RADIUS);
    let radius = dice.range(80, 0.75, 1.0) * widest;
    let aside = [81, 82].map(|salt| dice.range(salt, ASIDE[0], ASIDE[1]));
    let depth = dice.range(83, DOWN[0], DOWN[1]);
    let floor = part.floor.at(middle);
    let reach = [aside[0] + radius, aside[1] + radius];
    let outline = [
        middle - along * radius - across * reach[0],
        middle + along * radius - across * reach[0],
        middle + along * radius + across * reach[1],
        middle - along * radius + across * reach[1],
    ];
    let volume = Part {
        outline: Polygon::new(outline.map(to_grid).to_vec()),
        floor: Plane::level(floor - depth - radius),
        ceiling: Plane::level(floor + radius + 2.0),
    };
    let candidate = Candidate::way(Kind::Other, vec![volume], Form::Parts, 1.0);
    if !growth.in_region(&candidate) || !growth.draft.fits(&candidate, &[room]) {
        return false;
    }
    growth.draft.reserve(&candidate);
    let record = growth.draft.next_record();
    let draft = &mut growth.draft;
    if let Form::Link { bridge, .. } = &mut draft.spaces[room].form {
        *bridge = true;
    }
    draft.voids.push(Void {
        record,
        bridge: draft.rooms[room].id,
        middle: DVec3::new(middle.x, floor, middle.y),
        across,
        aside,
        radius,
        depth,
    });
    true
}
