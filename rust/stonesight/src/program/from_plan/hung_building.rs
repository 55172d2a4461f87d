//! The house that hangs in a void: bridges with parapets, walls and a roof, piers up to the ceiling that it hangs by, and a
//! pendant under it.

use glam::{DVec2, DVec3};

use super::mason::{Arch, Mason, rectangle};
use crate::program::{Material, Mode};
use crate::room::{Part, Plane, Room};

/// Thickness of bridges and of the house's floor in metres.
const DECK: f64 = 1.2;
/// Height of a bridge's parapets over its floor in metres, and their thickness.
const PARAPET: [f64; 2] = [1.1, 0.8];
/// How far bridges reach into the walls at both of their ends, in metres.
const INTO_WALL: f64 = 0.4;
/// Thickness of the house's walls in metres, its clear height, and the stone over that.
const WALL: f64 = 0.9;
const CLEAR: f64 = 4.25;
const OVER: f64 = 0.8;
/// Half the width of a doorway, the height of its spring, and the rise of its arch, in metres.
const DOORWAY: [f64; 3] = [1.1, 2.5, 0.6];
/// How far eaves stand out in metres, their thickness, and the height of the roof.
const ROOF: [f64; 3] = [0.7, 0.8, 3.5];
/// Radius of the piers that it hangs by, in metres.
const PIER: f64 = 0.55;
/// Radius and depth under the house of the two drums of the pendant, in metres.
const PENDANT: [[f64; 2]; 2] = [[4.0, 3.5], [2.0, 6.5]];

/// Builds the house and its bridges into the hollow void.
pub(super) fn build(mason: &mut Mason, room: &Room, centre: DVec2, house: f64) {
    let [void, floor, bridges @ ..] = &room.parts[..] else {
        return;
    };
    let (height, ceiling) = (floor.lowest(), void.highest());
    for bridge in bridges {
        cross(mason, bridge);
    }
    let level = |over: f64| Plane::level(height + over);
    let top = CLEAR + OVER;
    mason.prism(Mode::Union, &floor.outline, level(-DECK), level(top), Material::Ashlar);
    for [radius, depth] in PENDANT {
        let heights = [height - depth, height - DECK + 0.1];
        mason.cylinder(Mode::Union, centre, radius, heights, Material::Ashlar);
    }
    let inside = floor.outline.offset(-WALL);
    mason.prism(Mode::Subtract, &inside, level(0.0), level(CLEAR), Material::Plaster);
    let [half_width, spring, rise] = DOORWAY;
    for bridge in bridges {
        let along = outwards(bridge);
        let middle = centre + along * (house - WALL * 0.5);
        let arch = Arch {
            half_width,
            half_length: WALL * 0.5 + 0.3,
            spring,
            rise,
        };
        mason.arch(
            Mode::Subtract,
            DVec3::new(middle.x, height, middle.y),
            along,
            arch,
            Material::Ashlar,
        );
    }
    let [eaves, edge, pitch] = ROOF;
    mason.hip(
        &floor.outline.offset(eaves),
        height + top - 0.2,
        [edge, pitch],
        Material::Tile,
    );
    // On every second corner, where no bridge begins.
    for &corner in floor.outline.corners.iter().step_by(2) {
        let heights = [height - DECK, ceiling + 0.5];
        mason.cylinder(Mode::Union, corner, PIER, heights, Material::Ashlar);
    }
}

/// A bridge with its parapets.
fn cross(mason: &mut Mason, bridge: &Part) {
    let corners = &bridge.outline.corners;
    let along = outwards(bridge);
    let (from, to) = ((corners[0] + corners[3]) * 0.5, (corners[1] + corners[2]) * 0.5);
    let half_width = corners[0].distance(corners[3]) * 0.5;
    let (middle, half_length) = ((from + to) * 0.5, from.distance(to) * 0.5 + INTO_WALL);
    let [over, thick] = PARAPET;
    let under = bridge.floor.raised(-DECK);
    let deck = rectangle(middle, along, half_length, half_width + thick);
    mason.prism(Mode::Union, &deck, under, bridge.floor, Material::Paving);
    for side in [-1.0, 1.0] {
        let middle = middle + along.perp() * (side * (half_width + thick * 0.5));
        let rail = rectangle(middle, along, half_length, thick * 0.5);
        mason.prism(Mode::Union, &rail, under, bridge.floor.raised(over), Material::Ashlar);
    }
}

/// The direction from the house to the door at the end of a bridge.
fn outwards(bridge: &Part) -> DVec2 {
    let corners = &bridge.outline.corners;
    (corners[1] - corners[0]).normalize()
}
