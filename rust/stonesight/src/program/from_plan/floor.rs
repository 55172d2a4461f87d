//! Floors: laid after everything was cut, so that what passes underneath leaves them whole.

use glam::{DVec2, DVec3};

use super::Site;
use super::mason::Mason;
use super::way::{self, Measure};
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
/// Clear height under a ramp in metres from which on one may walk there.
const HEAD_ROOM: f64 = 2.3;
/// Half the angle of a landing at an upper door.
const LANDING: f64 = 0.5;

/// Lays the floor of a room or way.
pub(super) fn lay(_: &Site, mason: &mut Mason, room: &Room, space: &Space) {
    if let Form::Tunnel { .. } = space.form {
        return super::bore::lay(mason, room, space);
    }
    let material = if room.kind == Kind::Garden {
        Material::Earth
    } else {
        Material::Paving
    };
    if let Form::Link { width, .. } = space.form {
        let measure = Measure {
            width,
            longer: OVERLAP,
            wider: INTO_WALL,
        };
        let slab = |floor: Plane| [floor.raised(-SLAB), floor];
        return way::put(mason, Mode::Union, &room.parts, measure, slab, material);
    }
    let own = space.form.own_parts(room.parts.len());
    // Ways are rectangles; the sills of doors are too.
    let is_way = |index: usize| match space.form {
        Form::Terraces { levels, .. } => index >= levels as usize,
        _ => index >= own,
    };
    let inside = space.form.inner_parts();
    for (index, part) in room
        .parts
        .iter()
        .enumerate()
        .filter(|(index, _)| !inside.contains(index))
    {
        let outline = if is_way(index) {
            stretched(part, OVERLAP, INTO_WALL)
        } else {
            part.outline.offset(INTO_WALL)
        };
        mason.prism(Mode::Union, &outline, part.floor.raised(-SLAB), part.floor, material);
    }
    match (space.form, room.parts.first()) {
        (Form::Spiral(spiral), Some(part)) => wind(mason, &spiral, part),
        (Form::Hung { centre, house, .. }, _) => super::hung_building::build(mason, room, centre, house),
        (Form::Switchback { flights, .. }, _) => super::switchback::build(mason, room, flights as usize),
        _ => {}
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
    if spiral.open {
        mason.parapet(spiral, bottom, RAIL[0], Material::Ashlar);
    } else {
        let heights = [bottom - SLAB, ceiling + 0.5];
        mason.cylinder(Mode::Union, spiral.centre, spiral.core, heights, Material::Ashlar);
    }
    mason.winding(spiral, bottom, spiral.thickness, spiral.turns, Material::Paving);
    // Solid under the first half turn or so: nobody could stand there, and a wedge of air would be a trap.
    let low = (spiral.thickness + HEAD_ROOM) / spiral.pitch;
    let filled = if spiral.turns < low { spiral.turns } else { low };
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
    if spiral.open {
        let ring = ring(
            spiral,
            [spiral.door - LANDING - 0.03, spiral.door + LANDING],
            [-0.4, 0.4],
        );
        mason.prism(Mode::Union, &ring, under, Plane::level(top + RAIL[0]), Material::Ashlar);
    }
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
fn sector(spiral: &Spiral, angles: [f64; 2]) -> Polygon {
    ring(spiral, angles, [-0.4, spiral.radius - spiral.core + 0.4])
}

/// A part of a ring over a range of angles, from and to so many metres outside the core.
fn ring(spiral: &Spiral, [from, to]: [f64; 2], [inside, outside]: [f64; 2]) -> Polygon {
    let steps = 6;
    let on = |radius: f64, i: i32| {
        let angle = from + (to - from) * f64::from(i) / f64::from(steps);
        spiral.centre + DVec2::new(libm::cos(angle), libm::sin(angle)) * radius
    };
    let outer = (0..=steps).map(|i| on(spiral.core + outside, i));
    let inner = (0..=steps).rev().map(|i| on(spiral.core + inside, i));
    Polygon::new(outer.chain(inner).collect())
}
