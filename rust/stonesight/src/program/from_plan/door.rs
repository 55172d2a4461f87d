//! Doors: a surround of masonry, and an arch cut through it.

use glam::{DVec2, DVec3};

use super::Site;
use super::hollow::BED;
use super::mason::{Arch, Mason, rectangle};
use crate::program::{Material, Mode};
use crate::room::{Door, Kind, Plane, Tag};

/// Masonry beside and above an opening in metres, and how far it stands out from the wall.
const JAMB: f64 = 0.9;
const PROUD: f64 = 0.45;
/// Rise of an arch for every metre of its width.
const RISE: f64 = 0.28;
/// The greatest rise of a sill under an arch, in metres: the floors beside it, which are laid later, fill what it cuts.
const MOST_LEVEL: f64 = 0.5;
/// How far a cut goes beyond the wall on either side, in metres: both walls and 2 m for every link.
const BEYOND: f64 = 1.0;

/// The surround, with a coping where it stands under the sky. Where no link lies between two rooms it is the masonry
/// between their walls as well, and reaches into the ground. A door from rock into rock is a hole.
pub(super) fn frame(site: &Site, mason: &mut Mason, door: &Door) {
    let in_rock = |id| {
        let plain = |kind| !matches!(kind, Kind::ScrewShaft | Kind::Trunk | Kind::Sewer);
        let room = site.plan.rooms.room(id);
        room.is_some_and(|room| room.tag == Tag::Underground && plain(room.kind))
    };
    if door.rooms.into_iter().all(in_rock) {
        return;
    }
    let top = door.height + door.width * RISE + JAMB + door.rise.abs() * 0.5;
    let bottom = match site.foot(door) {
        Some(foot) => door.sill.y - foot,
        None => 0.5,
    };
    let half = DVec3::new(door.depth * 0.5 + PROUD, (top + bottom) * 0.5, door.width * 0.5 + JAMB);
    let centre = door.sill + DVec3::Y * ((top - bottom) * 0.5);
    mason.block(Mode::Union, centre, half, door.direction, Material::Ashlar);
    let open = |id| {
        site.plan
            .rooms
            .room(id)
            .is_some_and(|room| room.tag == Tag::Surface && room.open_sky && !room.kind.is_link())
    };
    let [from, to] = door.rooms.map(open);
    if from || to {
        // Over the masonry, and out of the wall on the side of the sky only: a ramp may pass over a door inside.
        let reach = |open: bool| door.depth * 0.5 + if open { PROUD + 0.35 } else { -0.2 };
        let (back, ahead) = (reach(from), reach(to));
        let half = DVec3::new((back + ahead) * 0.5, 0.4, half.z + 0.4);
        let along = DVec3::new(door.direction.x, 0.0, door.direction.y);
        let centre = door.sill + DVec3::Y * (top + 0.25) + along * ((ahead - back) * 0.5);
        mason.block(Mode::Union, centre, half, door.direction, Material::Tile);
    }
}

/// The opening: an arch, or a passage as steep as its floor where that rises much.
pub(super) fn cut(mason: &mut Mason, door: &Door) {
    let half_length = door.depth * 0.5 + BEYOND;
    if door.rise.abs() > MOST_LEVEL {
        let middle = DVec2::new(door.sill.x, door.sill.z);
        let outline = rectangle(middle, door.direction, half_length, door.width * 0.5);
        let floor = Plane {
            origin: middle,
            height: door.sill.y,
            slope: door.direction * (door.rise / door.depth),
        };
        let ceiling = floor.raised(door.height + door.width * RISE);
        mason.prism(Mode::Subtract, &outline, floor.raised(-BED), ceiling, Material::Ashlar);
        return;
    }
    let sink = BED + door.rise.abs() * 0.5;
    let arch = Arch {
        half_width: door.width * 0.5,
        half_length,
        spring: door.height + 2.0 * sink - BED,
        rise: door.width * RISE,
    };
    mason.arch(
        Mode::Subtract,
        door.sill - DVec3::Y * sink,
        door.direction,
        arch,
        Material::Ashlar,
    );
}

impl Site<'_> {
    /// How far down the masonry of a door reaches that joins two rooms without a link.
    fn foot(&self, door: &Door) -> Option<f64> {
        let rooms = self.plan.rooms.all();
        let of = |id| rooms.iter().position(|room| room.id == id);
        let [a, b] = door.rooms.map(of);
        let (a, b) = (a?, b?);
        let direct = !rooms[a].kind.is_link() && !rooms[b].kind.is_link();
        // The sill is a part of the second room.
        direct.then(|| rooms[b].lowest() - self.plan.spaces[b].foundation)
    }
}
