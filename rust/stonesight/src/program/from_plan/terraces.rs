//! Stacked terraces: each court a block of masonry behind its retaining wall, hollowed out under the sky.
//!
//! The parapet at the front of a court is what its carving leaves of the block; the stair up to it lies in a notch.

use glam::DVec2;

use super::hollow::BED;
use super::mason::Mason;
use crate::plan::{PARAPET as PARAPET_WIDTH, Space};
use crate::program::{Material, Mode};
use crate::room::{Part, Plane, Polygon, Room};

/// Height of parapets in metres.
const PARAPET: f64 = 1.1;

/// Raises the blocks.
pub(super) fn raise(mason: &mut Mason, room: &Room, space: &Space, levels: usize, along: DVec2) {
    let bottom = Plane::level(room.lowest() - space.foundation);
    for (level, court) in room.parts.iter().take(levels).enumerate() {
        let front = if level == 0 { 0.0 } else { PARAPET_WIDTH };
        let block = around(court, along, front).offset(space.wall);
        mason.prism(
            Mode::Union,
            &block,
            bottom,
            court.floor.raised(PARAPET),
            Material::Ashlar,
        );
    }
}

/// Carves the courts and the notches of the stairs, all up to the sky.
pub(super) fn carve(mason: &mut Mason, room: &Room, levels: usize, own: usize) {
    for (index, part) in room.parts.iter().take(own).enumerate() {
        let outline = if index < levels {
            part.outline.clone()
        } else {
            super::floor::stretched(part, 0.1, 0.0)
        };
        mason.prism(
            Mode::Subtract,
            &outline,
            part.floor.raised(-BED),
            part.ceiling,
            Material::Ashlar,
        );
    }
}

/// The rectangle around a court, `front` metres longer where it is low.
fn around(court: &Part, along: DVec2, front: f64) -> Polygon {
    let span = |direction: DVec2| {
        let reaches = court.outline.corners.iter().map(|corner| corner.dot(direction));
        reaches.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], reach| {
            [
                if reach < low { reach } else { low },
                if reach > high { reach } else { high },
            ]
        })
    };
    let across = along.perp();
    let ([near, far], [left, right]) = (span(along), span(across));
    let corner = |a: f64, b: f64| along * a + across * b;
    Polygon::new(vec![
        corner(near - front, left),
        corner(far, left),
        corner(far, right),
        corner(near - front, right),
    ])
}
