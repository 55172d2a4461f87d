//! What stands in rooms: wells and fountains, columns, hedges, windows and niches. Nothing thinner than 0.8 m, and
//! nothing before a door.

use glam::{DVec2, DVec3};

use super::Site;
use super::mason::{Arch, Mason, rectangle};
use super::wall::{Row, WallPlace, along_walls, bay_lines, rows};
use crate::plan::{Form, Space, Spiral};
use crate::program::{Material, Mode};
use crate::room::{Kind, Part, Plane, Room};

/// Radius of columns in metres, and the distance that they keep.
const COLUMN: f64 = 0.55;
const BAY: f64 = 4.6;
/// Distance between windows in metres: that of buttresses, which stand between them.
const WINDOW_BAY: f64 = 5.0;
/// Height of a niche's sill over the floor in metres: no body gets in between sill and top, not even where the floor's last sample
/// before the wall stands 0.3 m too high, as it does where a wall runs through the samples.
const NICHE: f64 = 1.2;
/// How far the beds of a garden lie before its walls, in metres.
const BED: f64 = 2.6;
/// Free width before a door in metres, to either side of its axis.
const AISLE: f64 = 2.4;

/// Furnishes a room.
pub(super) fn furnish(site: &Site, mason: &mut Mason, room: &Room, space: &Space) {
    let Some(part) = room.parts.first() else { return };
    match (room.kind, space.form) {
        (Kind::Court, _) if site.plan.rooms.all().first().is_some_and(|first| first.id == room.id) => well(mason, room),
        (Kind::Court, _) => fountain(mason, room),
        (Kind::Garden, _) => garden(site, mason, room, part),
        (Kind::LongHall, _) => {
            windows(site, mason, room, space, 1.5);
            columns(site, mason, room, part, 0.5);
        }
        (Kind::Pavilion, _) => windows(site, mason, room, space, 1.1),
        (Kind::SwitchbackHall, Form::Switchback { along, .. }) => super::switchback::windows(mason, room, space, along),
        (Kind::Tower, Form::Spiral(spiral)) => slits(mason, &spiral, part, space.wall),
        // Its walls are those of a void.
        (_, Form::Hung { .. }) => {}
        (Kind::Hall, _) => {
            niches(site, mason, room, Material::Ashlar);
            columns(site, mason, room, part, 0.5);
        }
        (Kind::Vault, _) => {
            niches(site, mason, room, Material::Brick);
            pilasters(site, mason, room, part);
        }
        (Kind::Gallery, _) => niches(site, mason, room, Material::Brick),
        _ => {}
    }
}

/// A well under a beam on two posts.
fn well(mason: &mut Mason, room: &Room) {
    let middle = room.middle();
    let (centre, floor) = (DVec2::new(middle.x, middle.z), middle.y);
    mason.cylinder(Mode::Union, centre, 2.6, [floor - 0.6, floor + 0.25], Material::Ashlar);
    mason.cylinder(Mode::Union, centre, 2.1, [floor - 0.5, floor + 1.25], Material::Ashlar);
    mason.cylinder(
        Mode::Subtract,
        centre,
        1.2,
        [floor - 5.0, floor + 1.75],
        Material::Brick,
    );
    for side in [-1.0, 1.0] {
        let post = middle + DVec3::new(1.65 * side, 1.6, 0.0);
        mason.block(
            Mode::Union,
            post,
            DVec3::new(0.42, 1.7, 0.42),
            DVec2::X,
            Material::Timber,
        );
    }
    let beam = middle + DVec3::Y * 3.5;
    mason.block(
        Mode::Union,
        beam,
        DVec3::new(2.5, 0.42, 0.42),
        DVec2::X,
        Material::Timber,
    );
}

/// A basin with a bowl on a pillar.
fn fountain(mason: &mut Mason, room: &Room) {
    let middle = room.middle();
    let (centre, floor) = (DVec2::new(middle.x, middle.z), middle.y);
    mason.cylinder(Mode::Union, centre, 2.5, [floor - 0.5, floor + 1.0], Material::Ashlar);
    mason.cylinder(
        Mode::Subtract,
        centre,
        1.65,
        [floor + 0.15, floor + 2.0],
        Material::Brick,
    );
    mason.cylinder(Mode::Union, centre, 0.5, [floor - 0.5, floor + 2.2], Material::Ashlar);
}

/// Hedges around beds, and a path from every door to a round pool in the middle.
fn garden(site: &Site, mason: &mut Mason, room: &Room, part: &Part) {
    let middle = room.middle();
    let (centre, floor) = (DVec2::new(middle.x, middle.z), middle.y);
    let paths: Vec<(DVec2, DVec2)> = site
        .doors_of(room)
        .map(|door| {
            let inwards = if door.rooms[1] == room.id {
                door.direction
            } else {
                -door.direction
            };
            let from = DVec2::new(door.sill.x, door.sill.z) + inwards * door.depth * 0.5;
            (from, inwards)
        })
        .collect();
    for &(from, inwards) in &paths {
        // Straight in as far as the middle lies, then across to it.
        let ahead = (centre - from).dot(inwards);
        let bend = from + inwards * ahead;
        for (a, b) in [(from, bend), (bend, centre)] {
            let length = a.distance(b);
            // No path leads aside to a middle that lies ahead already.
            if length > 2.0 {
                let outline = rectangle((a + b) * 0.5, (b - a) / length, length * 0.5 + 0.8, 1.0);
                let inside = outline
                    .corners
                    .iter()
                    .all(|&corner| part.outline.signed_distance(corner) < 1.0);
                if inside {
                    mason.prism(
                        Mode::Union,
                        &outline,
                        Plane::level(floor - 0.9),
                        Plane::level(floor + 0.06),
                        Material::Paving,
                    );
                }
            }
        }
    }
    mason.cylinder(Mode::Union, centre, 2.2, [floor - 0.9, floor + 0.5], Material::Ashlar);
    mason.cylinder(
        Mode::Subtract,
        centre,
        1.35,
        [floor + 0.1, floor + 2.0],
        Material::Ashlar,
    );
    let mut beds = along_walls(site, room, 4.2, 3.0);
    beds.retain(|place| {
        let bed = place.point - place.outwards * BED;
        let clear = paths.iter().all(|&(from, inwards)| {
            let across = (bed - from).perp_dot(inwards).abs();
            across > AISLE + 0.6
        });
        clear && bed.distance(centre) > 4.4 && part.outline.signed_distance(bed) < -2.0
    });
    for row in rows(&beds) {
        // One hedge along all beds of a wall.
        let WallPlace { point, outwards, step } = row.first;
        let gaps = step * (row.count as f64 - 1.0);
        let bed = point - outwards * BED + gaps * 0.5;
        let at = DVec3::new(bed.x, floor + 0.3, bed.y);
        let half = DVec3::new(0.6, 0.8, 1.4 + gaps.length() * 0.5);
        mason.block(Mode::Union, at, half, outwards, Material::Earth);
    }
}

/// Two rows of columns along the longer side, where they stand before no door.
fn columns(site: &Site, mason: &mut Mason, room: &Room, part: &Part, row: f64) {
    let along = match part.outline.edges().reduce(|best, edge| {
        let longer = (edge.1 - edge.0).length() > (best.1 - best.0).length();
        if longer { edge } else { best }
    }) {
        Some((a, b)) => (b - a).normalize(),
        None => return,
    };
    let (low, high) = part.outline.bounds();
    let centre = (low + high) * 0.5;
    let extent = |direction: DVec2| {
        let reaches = part
            .outline
            .corners
            .iter()
            .map(|&corner| (corner - centre).dot(direction).abs());
        reaches.fold(0.0, f64::max)
    };
    let (length, width) = (extent(along), extent(along.perp()));
    let bays = ((2.0 * length) / BAY).floor();
    let axes: Vec<(DVec2, DVec2)> = site
        .doors_of(room)
        .map(|door| (DVec2::new(door.sill.x, door.sill.z), door.direction))
        .collect();
    let step = along * (2.0 * length / bays);
    for side in [-1.0, 1.0] {
        let first = centre + along.perp() * (side * width * row) - along * length;
        let mut feet: Vec<WallPlace> = (1..bays as usize)
            .map(|i| WallPlace {
                point: first + step * i as f64,
                outwards: along.perp() * side,
                step,
            })
            .collect();
        feet.retain(|place| {
            let blocks = axes.iter().any(|&(sill, direction)| {
                let foot = place.point - sill;
                foot.perp_dot(direction).abs() < AISLE - 0.4 && foot.length() < 8.0
            });
            !blocks && part.outline.signed_distance(place.point) <= -1.7
        });
        for row in rows(&feet) {
            let foot = row.first.point;
            let (floor, ceiling) = (part.floor.at(foot), part.ceiling.at(foot));
            mason.row(row.count, step, |mason| {
                let heights = [floor - 0.5, ceiling + 0.5];
                mason.cylinder(Mode::Union, foot, COLUMN, heights, Material::Ashlar);
            });
        }
    }
}

/// Arched windows, one in the middle of every bay, with sills that nobody steps over.
fn windows(site: &Site, mason: &mut Mason, room: &Room, space: &Space, sill: f64) {
    let mut places = along_walls(site, room, WINDOW_BAY, 3.0);
    places.retain(|place| {
        let outside = place.point + place.outwards * (space.wall + 1.4);
        site.is_clear(room, outside, 0.8, room.parts[0].floor.at(place.point))
    });
    for row in rows(&places) {
        let WallPlace { point, outwards, step } = row.first;
        let middle = point + outwards * (space.wall * 0.5);
        let arch = Arch {
            half_width: 0.65,
            half_length: space.wall * 0.5 + 0.5,
            spring: 1.9,
            rise: 0.65,
        };
        let base = DVec3::new(middle.x, room.parts[0].floor.at(point) + sill, middle.y);
        mason.row(row.count, step, |mason| {
            mason.arch(Mode::Subtract, base, outwards, arch, Material::Ashlar);
        });
    }
}

/// Slits in a tower, that follow its ramp.
fn slits(mason: &mut Mason, spiral: &Spiral, part: &Part, wall: f64) {
    let turn = std::f64::consts::TAU;
    let mut share = 0.25;
    while share < spiral.turns - 0.15 {
        let angle = spiral.start + share * turn;
        let height = part.lowest() + spiral.pitch * share + 1.6;
        let direction = DVec2::new(libm::cos(angle), libm::sin(angle));
        let from_door = (angle - spiral.door).rem_euclid(turn);
        let near_door = from_door < 0.6 || from_door > turn - 0.6;
        if !near_door {
            let at = spiral.centre + direction * (spiral.radius + wall * 0.5);
            let arch = Arch {
                half_width: 0.45,
                half_length: wall * 0.5 + 0.8,
                spring: 1.5,
                rise: 0.45,
            };
            mason.arch(
                Mode::Subtract,
                DVec3::new(at.x, height, at.y),
                direction,
                arch,
                Material::Ashlar,
            );
        }
        share += 0.5;
    }
}

/// Arched niches in the walls of a room in the rock; none over a tilted floor, where no two stand at one height.
fn niches(site: &Site, mason: &mut Mason, room: &Room, material: Material) {
    let floor = room.parts[0].floor;
    if floor.slope != DVec2::ZERO {
        return;
    }
    let arch = Arch {
        half_width: 0.7,
        half_length: 0.75,
        spring: 0.7,
        rise: 0.55,
    };
    // One alone on a short wall looks like a mistake.
    let rows = rows(&along_walls(site, room, BAY, 3.2));
    for Row { first, count } in rows.into_iter().filter(|row| row.count > 1) {
        let base = first.point + first.outwards * 0.15;
        let base = DVec3::new(base.x, floor.height + NICHE, base.y);
        mason.row(count, first.step, |mason| {
            mason.arch(Mode::Subtract, base, first.outwards, arch, material);
        });
    }
}

/// Flat piers along the walls of a vault between the niches, up to where it springs.
fn pilasters(site: &Site, mason: &mut Mason, room: &Room, part: &Part) {
    for row in rows(&bay_lines(site, room, BAY, 3.0))
        .into_iter()
        .filter(|row| row.count > 1)
    {
        let WallPlace { point, outwards, step } = row.first;
        let centre = DVec3::new(point.x, part.floor.at(point) + 1.0, point.y);
        let half = DVec3::new(0.4, 1.5, 0.45);
        mason.row(row.count, step, |mason| {
            mason.block(Mode::Union, centre, half, outwards, Material::Ashlar);
        });
    }
}
