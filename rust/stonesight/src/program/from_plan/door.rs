//! Doors: a surround of masonry, and an arch cut through it.

use glam::DVec3;

use super::Site;
use super::hollow::BED;
use super::mason::{Arch, Mason};
use crate::program::{Material, Mode};
use crate::room::{Door, Tag};

/// Masonry beside and above an opening in metres, and how far it stands out from the wall.
const JAMB: f64 = 0.9;
const PROUD: f64 = 0.45;
/// Rise of an arch for every metre of its width.
const RISE: f64 = 0.28;
/// How far a cut goes beyond the wall on either side, in metres: both walls and 2 m for every link.
const BEYOND: f64 = 1.0;

/// The surround, with a coping where it stands under the sky.
pub(super) fn frame(site: &Site, mason: &mut Mason, door: &Door) {
    let top = door.height + door.width * RISE + JAMB;
    let half = DVec3::new(door.depth * 0.5 + PROUD, (top + 0.5) * 0.5, door.width * 0.5 + JAMB);
    let centre = door.sill + DVec3::Y * ((top - 0.5) * 0.5);
    mason.block(Mode::Union, centre, half, door.direction, Material::Ashlar);
    let open = |id| {
        site.plan
            .rooms
            .room(id)
            .is_some_and(|room| room.tag == Tag::Surface && room.open_sky && !room.kind.is_link())
    };
    if door.rooms.into_iter().any(open) {
        let half = DVec3::new(half.x + 0.35, 0.4, half.z + 0.4);
        mason.block(
            Mode::Union,
            door.sill + DVec3::Y * (top + 0.25),
            half,
            door.direction,
            Material::Tile,
        );
    }
}

/// The opening.
pub(super) fn cut(mason: &mut Mason, door: &Door) {
    let arch = Arch {
        half_width: door.width * 0.5,
        half_length: door.depth * 0.5 + BEYOND,
        spring: door.height + BED,
        rise: door.width * RISE,
    };
    mason.arch(
        Mode::Subtract,
        door.sill - DVec3::Y * BED,
        door.direction,
        arch,
        Material::Ashlar,
    );
}
