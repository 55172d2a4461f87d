//! Round rooms: sixteen sides around a circle, so that every heading meets the middle of a side, and ramps that wind in them.
//!
//! Towers, shafts, drains and the landmarks are all made here, so that a door in any of them has the same wall around it.

use glam::DVec2;

use super::heading::Heading;
use super::space::{Cover, Spiral};
use super::template::{SHORTEST_DOOR_WALL, Template, TemplateSocket};
use crate::room::Kind;

/// Angle between the lower door and the foot of a ramp: half a door and its surround at a radius of 5.5 m.
pub(super) const FOOT: f64 = 0.70;
/// Half the angle of the landing at the upper door.
pub(super) const LANDING: f64 = 0.50;

/// A round room of a clear radius and height. Its sockets are doors: where each looks, and how high over the floor it is.
pub(super) fn room(kind: Kind, cover: Cover, [radius, height]: [f64; 2], doors: &[(Heading, f64)]) -> Template {
    let corners: Vec<[f64; 2]> = sides(16, radius).into_iter().map(|corner| corner.to_array()).collect();
    let mut template = Template::new(kind, &corners, cover, height);
    template.sockets = doors
        .iter()
        .map(|&(out, rise)| TemplateSocket {
            at: out.vector() * radius,
            out,
            rise,
            width: SHORTEST_DOOR_WALL,
        })
        .collect();
    template
}

/// The ramp from the foot beside a door at angle 0 to the landing at an angle, with so many whole turns more.
pub(super) fn ramp([radius, core]: [f64; 2], pitch: f64, door: f64, whole: f64) -> Spiral {
    Spiral {
        centre: DVec2::ZERO,
        radius,
        core,
        open: false,
        pitch,
        start: FOOT,
        turns: turns(door, whole),
        door,
        thickness: 1.0,
    }
}

/// Turns of such a ramp.
pub(super) fn turns(door: f64, whole: f64) -> f64 {
    (door - LANDING - FOOT) / std::f64::consts::TAU + whole
}

/// The corners of a polygon with equal sides around a circle; the first side looks along +X.
pub(super) fn sides(count: u32, radius: f64) -> Vec<DVec2> {
    let turn = std::f64::consts::TAU;
    let sides = f64::from(count);
    let around = radius / libm::cos(turn / (2.0 * sides));
    (0..count)
        .map(|i| turn * (f64::from(i) + 0.5) / sides)
        .map(|angle| DVec2::new(around * libm::cos(angle), around * libm::sin(angle)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heading_meets_the_middle_of_a_side() {
        for radius in [5.5, 6.0, 14.25] {
            let doors: Vec<(Heading, f64)> = (0..8).map(|i| (Heading::new(i), 0.5 * f64::from(i))).collect();
            let room = room(Kind::Shaft, Cover::Rock, [radius, 9.0], &doors);
            assert_eq!(room.outline.corners.len(), 16);
            assert!(room.outline.area() > 0.0 && !room.outline.crosses_itself());
            for socket in &room.sockets {
                let side = room
                    .outline
                    .edges()
                    .find(|(a, b)| ((*a + *b) * 0.5).distance(socket.at) < 0.02);
                assert!(side.is_some(), "{:?} of radius {radius}", socket.out);
            }
        }
    }

    #[test]
    fn a_ramp_ends_at_its_landing() {
        for eighth in 2..7 {
            let door = f64::from(eighth) / 8.0 * std::f64::consts::TAU;
            let ramp = ramp([6.0, 2.25], 6.0, door, 1.0);
            let end = ramp.start + ramp.turns * std::f64::consts::TAU;
            assert!((end - door - std::f64::consts::TAU + LANDING).abs() < 1e-9);
        }
    }
}
