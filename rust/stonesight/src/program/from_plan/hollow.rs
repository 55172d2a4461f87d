//! Hollows: the clear space of rooms and ways.

use glam::DVec3;

use super::Site;
use super::mason::{Arch, Mason};
use super::wall::OVER_CEILING;
use crate::plan::{Cover, Form, Space};
use crate::program::{Material, Mode};
use crate::room::{Kind, Plane, Room, Tag};

/// How far below its floor a hollow is carved, in metres: the floor is laid into it, so that floor and carving never
/// share a plane.
pub(super) const BED: f64 = 0.4;

/// The material of a room's walls.
fn walls(kind: Kind) -> Material {
    match kind {
        Kind::LongHall | Kind::Pavilion | Kind::Hall => Material::Plaster,
        Kind::Vault | Kind::Gallery | Kind::Passage => Material::Brick,
        _ => Material::Ashlar,
    }
}

/// Carves a room.
pub(super) fn carve(_: &Site, mason: &mut Mason, room: &Room, space: &Space) {
    let material = walls(room.kind);
    let Some(part) = room.parts.first() else { return };
    match space.form {
        Form::Link { .. } => {}
        Form::Barrel {
            centre,
            along,
            half_width,
            half_length,
            spring,
            rise,
        } => {
            let base = DVec3::new(centre.x, part.floor.at(centre) - BED, centre.y);
            let arch = Arch {
                half_width,
                half_length,
                spring: spring + BED,
                rise,
            };
            mason.arch(Mode::Subtract, base, along, arch, material);
        }
        Form::Spiral(spiral) => {
            let heights = [part.lowest() - BED, part.highest()];
            mason.cylinder(Mode::Subtract, spiral.centre, spiral.radius, heights, material);
        }
        Form::Parts => {
            mason.prism(
                Mode::Subtract,
                &part.outline,
                part.floor.raised(-BED),
                part.ceiling,
                material,
            );
            if let Cover::Towers { .. } = space.cover {
                // The platform on the roof, behind its parapet.
                let outline = part.outline.offset(space.wall - 0.9);
                let floor = part.ceiling.raised(OVER_CEILING);
                mason.prism(Mode::Subtract, &outline, floor, floor.raised(3.0), Material::Paving);
            }
        }
    }
}

/// Carves a way, after all rooms and doors. Its ends inside the walls are the doors' work.
pub(super) fn carve_link(_: &Site, mason: &mut Mason, room: &Room, space: &Space) {
    if !matches!(space.form, Form::Link { .. }) {
        return;
    }
    let material = if room.tag == Tag::Surface {
        Material::Ashlar
    } else {
        walls(room.kind)
    };
    for part in &room.parts[1..room.parts.len() - 1] {
        // A little longer than its part, or a skin of stone would stand between two parts that only touch.
        let outline = super::floor::stretched(part, 0.1, 0.0);
        let ceiling: Plane = part.ceiling;
        mason.prism(Mode::Subtract, &outline, part.floor.raised(-BED), ceiling, material);
    }
}
