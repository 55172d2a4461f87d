//! Roofs: tiled, with eaves, solid from the ceiling to the ridge.

use glam::DVec2;

use super::Site;
use super::mason::{Mason, regular};
use super::wall::{TOWER_OVER, TOWER_RADIUS, tower_centres};
use crate::plan::{Cover, Form, Space};
use crate::program::{Material, Mode};
use crate::room::{Part, Plane, Polygon, Room};

/// How far eaves stand out from the wall in metres.
const EAVES: f64 = 0.6;
/// Height of the underside of the eaves over the ceiling in metres, and thickness at the edge.
const UNDERSIDE: f64 = 0.4;
const EDGE: f64 = 0.8;
/// Pitch of gabled roofs, of pavilions, and of towers.
const PITCH: [f64; 3] = [0.62, 0.55, 1.15];

/// Roofs a room over.
pub(super) fn cover(_: &Site, mason: &mut Mason, room: &Room, space: &Space) {
    let Some(part) = room.parts.first() else { return };
    let underside = part.highest() + UNDERSIDE;
    match (space.cover, space.form) {
        (Cover::Gable { along }, _) => gable(mason, part, space.wall, along),
        (Cover::Pyramid, Form::Spiral(spiral)) => {
            let outline = regular(spiral.centre, 8, spiral.radius + space.wall + EAVES);
            pyramid(mason, &outline, underside, PITCH[2]);
        }
        (Cover::Pyramid, _) => pyramid(mason, &part.outline.offset(space.wall + EAVES), underside, PITCH[1]),
        (Cover::Towers { along }, _) => {
            for centre in tower_centres(&part.outline, space.wall, along) {
                let outline = regular(centre, 8, TOWER_RADIUS + EAVES);
                pyramid(mason, &outline, part.highest() + TOWER_OVER - 0.2, PITCH[2]);
            }
        }
        (Cover::Sky { .. } | Cover::Rock, _) => {}
    }
}

/// Two slopes and a ridge over a rectangle.
fn gable(mason: &mut Mason, part: &Part, wall: f64, along: DVec2) {
    let outline = part.outline.offset(wall + EAVES);
    let (low, high) = outline.bounds();
    let centre = (low + high) * 0.5;
    let extent = |direction: DVec2| {
        let reaches = outline.corners.iter().map(|&corner| (corner - centre).dot(direction));
        reaches.fold(0.0, f64::max)
    };
    let (length, width) = (extent(along), extent(along.perp()));
    let underside = part.highest() + UNDERSIDE;
    let ridge = underside + EDGE + PITCH[0] * width;
    for side in [1.0, -1.0] {
        let across = along.perp() * side;
        // The halves overlap under the ridge.
        let corners = [(-length, -0.2), (length, -0.2), (length, width), (-length, width)];
        let corners = corners.map(|(l, w)| centre + along * l + across * w);
        let slope = Plane {
            origin: centre,
            height: ridge,
            slope: across * -PITCH[0],
        };
        let half = Polygon::new(corners.to_vec());
        mason.prism(Mode::Union, &half, Plane::level(underside), slope, Material::Tile);
    }
}

/// A slope from every side to one point, and a finial on it.
fn pyramid(mason: &mut Mason, outline: &Polygon, underside: f64, pitch: f64) {
    let (low, high) = outline.bounds();
    let centre = (low + high) * 0.5;
    // Sides of a pavilion lie at two distances from its centre: one apex for all, so the far ones are flatter.
    let height = pitch * outline.distance(centre);
    mason.hip(outline, underside, [EDGE, height], Material::Tile);
    let apex = underside + EDGE + height;
    mason.cylinder(Mode::Union, centre, 0.45, [apex - 1.0, apex + 0.9], Material::Timber);
}
