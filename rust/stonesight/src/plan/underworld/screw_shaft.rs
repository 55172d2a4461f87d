//! The screw shaft: a ramp that winds up the wall of a great round void, with doors wherever it passes.

use super::super::dice::Dice;
use super::super::heading::Heading;
use super::super::round::{self, FOOT, LANDING};
use super::super::space::{Cover, Form, Spiral};
use super::super::template::Template;
use crate::room::Kind;

/// Clear radius in metres, and width of the ramp.
const RADIUS: [f64; 2] = [12.0, 15.0];
const RAMP: f64 = 3.2;
/// Climb in metres a turn: with a ramp of 1 m, 5.5 m are clear over the winding below.
const PITCH: f64 = 6.5;
/// How far down it reaches in metres.
const DEPTH: [f64; 2] = [34.0, 52.0];
/// Clear height over its upper door in metres.
const OVER: f64 = 7.0;
/// From door to door in eighths of a turn: neighbours on the wall, and those over one another, keep their distance.
const DOORS: usize = 3;

/// A screw shaft. Its doors are its sockets, from the lowest to the highest.
pub(super) fn template(dice: Dice) -> Template {
    let radius = dice.metres(70, RADIUS[0], RADIUS[1]);
    let depth = dice.range(71, DEPTH[0], DEPTH[1]);
    let turn = std::f64::consts::TAU;
    let eighth = turn / 8.0;
    // The first door is at the foot, at the bottom of the void; then doors along the ramp.
    let doors = (depth / PITCH * 8.0 / DOORS as f64).floor() as usize;
    let angle = |door: usize| (door * DOORS) as f64 * eighth;
    let rise = |door: usize| {
        if door == 0 {
            0.0
        } else if door == doors {
            // The last one is on a landing, at the height where the ramp ends before it.
            (angle(door) - LANDING - FOOT) / turn * PITCH
        } else {
            (angle(door) - FOOT) / turn * PITCH
        }
    };
    let ramp = Spiral {
        open: true,
        ..round::ramp([radius, radius - RAMP], PITCH, angle(doors), 0.0)
    };
    let doors: Vec<(Heading, f64)> = (0..=doors)
        .map(|door| (Heading::new((door * DOORS % 8) as i32), rise(door)))
        .collect();
    let height = doors[doors.len() - 1].1 + OVER;
    let mut template = round::room(Kind::ScrewShaft, Cover::Rock, [radius, height], &doors);
    template.form = Form::Spiral(ramp);
    template
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doors_lie_where_the_ramp_passes_and_under_it_there_is_head_room() {
        for seed in 0..60 {
            let shaft = template(Dice::new(seed, 0));
            let Form::Spiral(ramp) = shaft.form else {
                panic!("it winds")
            };
            assert!(ramp.slope() < 0.15 && ramp.pitch - ramp.thickness > 2.2);
            assert!((25.0..60.0).contains(&ramp.rise()), "{}", ramp.rise());
            assert!(shaft.sockets.len() > 10);
            for socket in &shaft.sockets[1..shaft.sockets.len() - 1] {
                let angle = libm::atan2(socket.out.vector().y, socket.out.vector().x);
                let turns = (angle - ramp.start) / std::f64::consts::TAU;
                let on_ramp = (socket.rise / ramp.pitch - turns).rem_euclid(1.0);
                assert!(!(1e-6..=1.0 - 1e-6).contains(&on_ramp), "{on_ramp}");
                assert!(socket.rise > 0.5 && socket.rise < ramp.rise());
            }
            for (i, a) in shaft.sockets.iter().enumerate() {
                for b in &shaft.sockets[i + 1..] {
                    let apart = (a.rise - b.rise).abs() > 6.0 || a.at.distance(b.at) > 6.0;
                    assert!(apart, "two doors in one another");
                }
            }
        }
    }
}
