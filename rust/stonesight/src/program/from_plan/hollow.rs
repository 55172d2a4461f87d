//! Hollows: the clear space of rooms and ways.

use glam::DVec3;

use super::Site;
use super::mason::{Arch, Mason};
use super::wall::OVER_CEILING;
use super::way::{self, Measure};
use crate::plan::{Cover, Form, Space};
use crate::program::{Material, Mode};
use crate::room::{Kind, Plane, Room, Tag};

/// How far below its floor a hollow is carved, in metres: the floor is laid into it, so that floor and carving never
/// share a plane.
pub(super) const BED: f64 = 0.4;

/// The material of a room's walls.
fn walls(kind: Kind) -> Material {
    match kind {
        Kind::LongHall | Kind::Pavilion | Kind::Hall | Kind::SwitchbackHall => Material::Plaster,
        Kind::Vault | Kind::Gallery | Kind::Passage | Kind::Sewer | Kind::Tunnel | Kind::Descent | Kind::Drain => {
            Material::Brick
        }
        _ => Material::Ashlar,
    }
}

/// Carves a room.
pub(super) fn carve(_: &Site, mason: &mut Mason, room: &Room, space: &Space) {
    let material = walls(room.kind);
    let Some(part) = room.parts.first() else { return };
    match space.form {
        Form::Link { .. } | Form::Tunnel { .. } => {}
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
        Form::Hung { centre, radius, .. } => {
            let heights = [part.lowest() - BED, part.highest()];
            mason.cylinder(Mode::Subtract, centre, radius, heights, Material::Rock);
        }
        Form::Terraces { levels, .. } => {
            let own = space.form.own_parts(room.parts.len());
            super::terraces::carve(mason, room, levels as usize, own);
        }
        Form::Parts | Form::Switchback { .. } => {
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
    if let Form::Tunnel { .. } = space.form {
        super::bore::carve(mason, room, space);
    }
    let Form::Link { width, .. } = space.form else {
        return;
    };
    let material = if room.tag == Tag::Surface {
        Material::Ashlar
    } else {
        walls(room.kind)
    };
    // A little longer than its parts, or a skin of stone would stand between two that only touch.
    let ways = &room.parts[1..room.parts.len() - 1];
    let clear = ways[0].ceiling.height - ways[0].floor.height;
    let measure = Measure {
        width,
        longer: 0.1,
        wider: 0.0,
    };
    let hollow = |floor: Plane| [floor.raised(-BED), floor.raised(clear)];
    way::put(mason, Mode::Subtract, ways, measure, hollow, material);
}
