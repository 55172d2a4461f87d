//! Ways: the parts of a link, raised, carved and floored in as few operations as they allow.

use glam::DVec2;

use super::mason::Mason;
use crate::program::{Material, Mode};
use crate::room::{Part, Plane};

/// The most rectangles of one operation.
const MOST: usize = 16;

/// How a way is made: its clear width, how much longer its rectangles are at both ends and how much wider everything is at
/// both sides, in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    pub width: f64,
    pub longer: f64,
    pub wider: f64,
}

/// Puts the parts down between two planes that follow from their floors: rectangles, whose first edge runs along the way, as
/// one ribbon, and the wedges of bends one by one.
pub(super) fn put(
    mason: &mut Mason,
    mode: Mode,
    parts: &[Part],
    measure: Measure,
    between: impl Fn(Plane) -> [Plane; 2],
    material: Material,
) {
    let is_straight = |part: &&Part| part.outline.corners.len() == 4;
    let span = |part: &Part| -> ([DVec2; 2], [Plane; 2]) {
        let corners = &part.outline.corners;
        let (from, to) = ((corners[0] + corners[3]) * 0.5, (corners[1] + corners[2]) * 0.5);
        let along = (to - from).normalize() * measure.longer;
        ([from - along, to + along], between(part.floor))
    };
    let spans: Vec<_> = parts.iter().filter(is_straight).map(span).collect();
    for spans in spans.chunks(MOST) {
        mason.ribbon(mode, spans, measure.width * 0.5 + measure.wider, material);
    }
    for bend in parts.iter().filter(|part| !is_straight(part)) {
        let [floor, ceiling] = between(bend.floor);
        mason.prism(mode, &bend.outline.offset(measure.wider), floor, ceiling, material);
    }
}
