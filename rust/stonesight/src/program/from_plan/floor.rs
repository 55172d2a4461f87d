//! Floors: laid after everything was cut, so that what passes underneath leaves them whole.

use glam::{DVec2, DVec3};

use super::Site;
use super::mason::Mason;
use crate::plan::{Form, Space, Spiral};
use crate::program::{Material, Mode};
use crate::room::{Kind, Part, Plane, Polygon, Room};

/// Thickness of a floor in metres.
const SLAB: f64 = 1.0;
/// How far a floor reaches into the walls beside it, in metres.
const INTO_WALL: f64 = 0.4;
/// How much floors that meet end to end overlap, in metres each: on a stair that is a step of 2 cm.
const OVERLAP: f64 = 0.05;
/// Height of the parapet at the end of a landing in metres, and half its thickness.
const RAIL: [f64; 2] = [1.1, 0.4];
/// Half the angle of a landing at an upper door.
const LANDING: f64 = 0.5;

/// Lays the floor of a room or way.
pub(super) fn lay(_: &Site, mason: &mut Mason, room: &Room, space: &Space) {
    let material = if room.kind == Kind::Garden {
        Material::Earth
    } else {
        Material::Paving
    };
    let link = matches!(space.form, Form::Link { .. });
    for part in &room.parts {
        let outline = if link {
            stretched(part, OVERLAP, INTO_WALL)
        } else {
            part.outline.offset(INTO_WALL)
        };
        mason.prism(Mode::Union, &outline, part.floor.raised(-SLAB), part.floor, material);
    }
    if let (Form::Spiral(spiral), Some(part)) = (space.form, room.parts.first()) {
        wind(mason, &spiral, part);
    }
}

/// A rectangle of a link made longer at both ends, and wider at both sides. Its first corner and the next lie along the
/// way.
pub(super) fn stretched(part: &Part, longer: f64, wider: f64) -> Polygon {
    let corners = &part.outline.corners;
    if corners.len() != 4 {
        return part.outline.clone();
    }
    let along = (corners[1] - corners[0]).normalize() * longer;
    let across = (corners[3] - corners[0]).normalize() * wider;
    let moves = [-along - across, along - across, along + across, across - along];
    Polygon::new(corners.iter().zip(moves).map(|(&corner, by)| corner + by).collect())
}

/// The core, the ramp that winds around it, and the landing at the upper door.
fn wind(mason: &mut Mason, spiral: &Spiral, part: &Part) {
    let (bottom, ceiling) = (part.lowest(), part.highest());
    mason.cylinder(
        Mode::Union,
        spiral.centre,
        spiral.core,
        [bottom - SLAB, ceiling + 0.5],
        Material::Ashlar,
    );
    mason.winding(spiral, bottom, spiral.thickness, spiral.turns, Material::Paving);
    // Solid under the first half turn: nobody could stand there, and a wedge of air would be a trap.
    let filled = if spiral.turns < 0.55 { spiral.turns } else { 0.55 };
    mason.winding(
        spiral,
        bottom - 0.05,
        spiral.thickness + spiral.pitch * filled,
        filled,
        Material::Ashlar,
    );
    let top = bottom + spiral.rise();
    let landing = sector(spiral, [spiral.door - LANDING - 0.03, spiral.door + LANDING]);
    let under = Plane::level(top - spiral.thickness);
    mason.prism(Mode::Union, &landing, under, Plane::level(top), Material::Paving);
    let end = spiral.door + LANDING;
    let radial = DVec2::new(libm::cos(end), libm::sin(end));
    let half = DVec3::new(
        (spiral.radius - spiral.core) * 0.5 + 0.4,
        (RAIL[0] + spiral.thickness) * 0.5,
        RAIL[1],
    );
    let middle = spiral.centre + radial * (spiral.radius + spiral.core) * 0.5 + radial.perp() * (RAIL[1] - 0.2);
    let height = top + (RAIL[0] - spiral.thickness) * 0.5;
    mason.block(
        Mode::Union,
        DVec3::new(middle.x, height, middle.y),
        half,
        radial,
        Material::Ashlar,
    );
}

/// The floor between core and wall over a range of angles, as a polygon.
fn sector(spiral: &Spiral, [from, to]: [f64; 2]) -> Polygon {
    let steps = 6;
    let on = |radius: f64, i: i32| {
        let angle = from + (to - from) * f64::from(i) / f64::from(steps);
        spiral.centre + DVec2::new(libm::cos(angle), libm::sin(angle)) * radius
    };
    let outer = (0..=steps).map(|i| on(spiral.radius + 0.4, i));
    let inner = (0..=steps).rev().map(|i| on(spiral.core - 0.4, i));
    Polygon::new(outer.chain(inner).collect())
}
