//! Switchback halls: flights along the long walls, landings over the ends, parapets towards the nave.

use glam::{DVec2, DVec3};

use super::mason::{Arch, Mason, rectangle};
use crate::plan::{PARAPET as PARAPET_WIDTH, Space};
use crate::program::{Material, Mode};
use crate::room::{Plane, Polygon, Room};

/// Thickness of flights and landings in metres: with it, 2.6 m stay clear under the first landing.
const SLAB: f64 = 1.0;
/// Height of parapets in metres.
const PARAPET: f64 = 1.1;
/// How far a slab reaches into the walls, in metres.
const INTO_WALL: f64 = 0.4;

/// Builds flights and landings into the hollow hall.
pub(super) fn build(mason: &mut Mason, room: &Room, flights: usize) {
    let base = room.parts[0].floor.raised(-SLAB);
    let centre = {
        let (low, high) = room.parts[0].outline.bounds();
        (low + high) * 0.5
    };
    for (flight, part) in room.parts[1..=flights].iter().enumerate() {
        // Solid under the first one: nobody could stand there.
        let under = if flight == 0 { base } else { part.floor.raised(-SLAB) };
        let slab = super::floor::stretched(part, 0.05, INTO_WALL);
        mason.prism(Mode::Union, &slab, under, part.floor, Material::Paving);
        let corners = &part.outline.corners;
        let (from, to) = ((corners[0] + corners[3]) * 0.5, (corners[1] + corners[2]) * 0.5);
        let along = (to - from).normalize();
        let inwards = along.perp() * (centre - from).dot(along.perp()).signum();
        let width = corners[0].distance(corners[3]);
        let middle = (from + to) * 0.5 + inwards * ((width + PARAPET_WIDTH) * 0.5);
        let rail = rectangle(middle, along, from.distance(to) * 0.5, PARAPET_WIDTH * 0.5);
        mason.prism(Mode::Union, &rail, under, part.floor.raised(PARAPET), Material::Ashlar);
    }
    for (landing, part) in room.parts[1 + flights..=2 * flights].iter().enumerate() {
        let floor = part.floor;
        mason.prism(
            Mode::Union,
            &part.outline.offset(INTO_WALL),
            floor.raised(-SLAB),
            floor,
            Material::Paving,
        );
        let next = (landing + 1 < flights).then(|| &room.parts[landing + 2]);
        beam(
            mason,
            &room.parts[landing + 1].outline,
            &part.outline,
            next.map(|part| &part.outline),
            floor,
        );
    }
}

/// The parapet of a landing: across the nave, and where no flight leads on, before the other wall too.
fn beam(mason: &mut Mason, arriving: &Polygon, landing: &Polygon, leaving: Option<&Polygon>, floor: Plane) {
    let corners = &arriving.corners;
    let along = (corners[1] - corners[0]).normalize();
    let across = along.perp();
    let edge = (corners[1] + corners[2]) * 0.5;
    let reach = |outline: &Polygon, sign: f64| {
        let reaches = outline.corners.iter().map(|&corner| (corner - edge).dot(across) * sign);
        reaches.fold(f64::NEG_INFINITY, f64::max)
    };
    // The side of the nave, as seen from the flight.
    let side = if reach(landing, 1.0) > reach(landing, -1.0) {
        1.0
    } else {
        -1.0
    };
    let near = corners[0].distance(corners[3]) * 0.5;
    let far = reach(landing, side) - leaving.map_or(-INTO_WALL, |_| 2.0 * near);
    let middle = edge + across * (side * (near + far) * 0.5) - along * (PARAPET_WIDTH * 0.5 - 0.1);
    let outline = rectangle(middle, across, (far - near) * 0.5, PARAPET_WIDTH * 0.5);
    mason.prism(
        Mode::Union,
        &outline,
        floor.raised(-SLAB),
        floor.raised(PARAPET),
        Material::Ashlar,
    );
}

/// Tall windows in the end walls, over the landings where nobody reaches them.
pub(super) fn windows(mason: &mut Mason, room: &Room, space: &Space, along: DVec2) {
    let part = &room.parts[0];
    let (low, high) = part.outline.bounds();
    let centre = (low + high) * 0.5;
    let reaches = part.outline.corners.iter().map(|&corner| (corner - centre).dot(along));
    let half = reaches.fold(0.0, f64::max) + space.wall * 0.5;
    let sill = room.highest_floor() + 2.0;
    for side in [-1.0, 1.0] {
        for off in [-2.0, 2.0] {
            let at = centre + along * (half * side) + along.perp() * off;
            let arch = Arch {
                half_width: 0.6,
                half_length: space.wall * 0.5 + 0.7,
                spring: 1.5,
                rise: 0.6,
            };
            mason.arch(
                Mode::Subtract,
                DVec3::new(at.x, sill, at.y),
                along,
                arch,
                Material::Ashlar,
            );
        }
    }
}
