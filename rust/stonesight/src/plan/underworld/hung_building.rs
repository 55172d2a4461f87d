//! The hung building: an eight-sided house in the middle of a great round void, hung from its ceiling, with bridges to doors
//! all around.

use glam::DVec2;

use super::super::dice::Dice;
use super::super::heading::Heading;
use super::super::round;
use super::super::space::{Cover, Form};
use super::super::template::Template;
use crate::room::{Kind, Part, Plane, Polygon};

/// Clear radius of the void in metres, and half the width of the house.
const RADIUS: [f64; 2] = [14.0, 16.0];
const HOUSE: f64 = 6.5;
/// How far the void reaches under the house's floor and over it, in metres: the roof and what it hangs by need 11 m.
const DOWN: [f64; 2] = [14.0, 22.0];
const UP: [f64; 2] = [12.0, 16.0];
/// The most that a bridge rises or falls towards its door, in metres: a slope of 0.13 on the shortest. Whole steps of so many.
const RISE: f64 = 0.95;
const STEP: f64 = 0.125;
/// Clear width of a bridge in metres: wider than the door at its end.
const WIDTH: f64 = 2.6;
/// Where its bridges lead: two pairs that go through the house, and one or two more.
const WAYS: [&[i32]; 3] = [&[0, 2, 4, 6, 1], &[0, 2, 4, 6, 3], &[0, 2, 4, 6, 1, 5]];

/// A hung building. Its sockets are the doors at the ends of its bridges.
pub(super) fn template(dice: Dice) -> Template {
    let radius = dice.metres(72, RADIUS[0], RADIUS[1]);
    let (down, up) = (dice.metres(73, DOWN[0], DOWN[1]), dice.metres(74, UP[0], UP[1]));
    let ways = WAYS[dice.pick(75, WAYS.len())];
    let rise = |way: usize| (dice.range(80 + way as i64, -RISE, RISE) / STEP).round() * STEP;
    let doors: Vec<(Heading, f64)> = ways
        .iter()
        .enumerate()
        .map(|(way, &heading)| (Heading::new(heading), down + rise(way)))
        .collect();
    let height = down + up;
    let mut template = round::room(Kind::Hall, Cover::Rock, [radius, height], &doors);
    let ceiling = Plane::level(height);
    let house = Part {
        outline: Polygon::new(round::sides(8, HOUSE)),
        floor: Plane::level(down),
        ceiling,
    };
    let bridge = |&(out, door): &(Heading, f64)| {
        let along = out.vector();
        let across = along.perp() * (WIDTH * 0.5);
        let (from, to) = (along * HOUSE, along * radius);
        Part {
            outline: Polygon::new(vec![from - across, to - across, to + across, from + across]),
            floor: Plane {
                origin: from,
                height: down,
                slope: along * ((door - down) / (radius - HOUSE)),
            },
            ceiling,
        }
    };
    template.parts = [house].into_iter().chain(doors.iter().map(bridge)).collect();
    template.form = Form::Hung {
        centre: DVec2::ZERO,
        radius,
        house: HOUSE,
        bridges: doors.len() as u32,
    };
    template
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bridge_leads_from_the_house_to_every_door() {
        for seed in 0..100 {
            let hung = template(Dice::new(seed, 0));
            assert!(hung.sockets.len() >= 5 && hung.parts.len() == 1 + hung.sockets.len());
            let house = &hung.parts[0];
            for (bridge, socket) in hung.parts[1..].iter().zip(&hung.sockets) {
                assert!((bridge.floor.at(socket.at) - socket.rise).abs() < 1e-9);
                assert!(bridge.floor.slope.length() <= 0.15, "seed {seed}");
                assert!(bridge.outline.distance(socket.at) < 0.02);
                // It begins at a wall of the house, and clears those beside it.
                let begin = socket.out.vector() * HOUSE;
                assert!(
                    house.outline.distance(begin) < 0.02 && (bridge.floor.at(begin) - house.floor.height).abs() < 1e-9
                );
            }
            for (i, a) in hung.parts[1..].iter().enumerate() {
                for b in &hung.parts[i + 2..] {
                    assert!(a.outline.gap(&b.outline) > 1.7, "no space for two parapets");
                }
            }
        }
    }
}
