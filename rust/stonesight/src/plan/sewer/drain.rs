//! Drains: round shafts with a ramp that winds down from a cistern, and a tunnel from their foot to the trunk.

use glam::DVec3;

use super::super::dice::Dice;
use super::super::draft::{Candidate, Draft};
use super::super::growth::Growth;
use super::super::heading::Heading;
use super::super::link::{Course, LANDING};
use super::super::round;
use super::super::route::{Job, Port, Rock, System, TRUNK_LEVEL, TUNNEL, connect, free_sockets, is_open, place};
use super::super::space::{Cover, Form};
use super::super::template::Template;
use super::cisterns;
use crate::room::{Kind, Tag};

/// Radius of a drain and of its core in metres.
const RADIUS: [f64; 2] = [6.0, 2.25];
/// Climb per turn in metres that a drain's ramp is near to.
const PITCH: f64 = 6.0;
/// Sockets of the trunk that are tried from one foot, and tries at one socket of a cistern.
const TRUNK_SOCKETS: usize = 5;
const TRIES: usize = 3;

/// The cisterns in the order in which they get drains: the first one, then always the one that is farthest from those
/// before it.
pub(super) fn order(growth: &Growth) -> Vec<usize> {
    let cisterns = cisterns(growth);
    let middles: Vec<DVec3> = cisterns.iter().map(|&room| growth.draft.rooms[room].middle()).collect();
    // For each that is left: how far it is from the nearest of those before it.
    let mut left: Vec<(usize, f64)> = (0..cisterns.len()).map(|i| (i, 1.0e9)).collect();
    let mut order: Vec<usize> = Vec::new();
    while let Some(farthest) = (0..left.len()).reduce(|best, i| if left[i].1 > left[best].1 { i } else { best }) {
        let (next, _) = left.remove(farthest);
        order.push(cisterns[next]);
        for (other, far) in &mut left {
            *far = far.min(middles[next].distance(middles[*other]));
        }
    }
    order
}

/// Sinks a drain from a cistern to the trunk.
pub(super) fn sink(growth: &mut Growth, rock: &mut Rock, cistern: usize, dice: Dice) -> bool {
    let mut sockets = free_sockets(&growth.draft, |room| room == cistern);
    let trunk = free_sockets(&growth.draft, |room| growth.draft.rooms[room].kind == Kind::Trunk);
    // Sockets that look towards the trunk first.
    let far = |socket: usize| {
        let port = Port::of(&growth.draft, socket);
        let at = port.at + port.out * 14.0;
        let distances = trunk.iter().map(|&other| growth.draft.sockets[other].at.distance(at));
        distances.fold(f64::INFINITY, f64::min)
    };
    sockets.sort_by(|&a, &b| far(a).total_cmp(&far(b)).then(a.cmp(&b)));
    let tries = sockets.into_iter().enumerate();
    tries
        .flat_map(|(i, socket)| (0..TRIES).map(move |attempt| (socket, dice.at(i).at(attempt))))
        .any(|(socket, dice)| {
            // A shaft without a way on from its foot is taken back.
            let before = growth.draft.clone();
            let done = shaft(growth, socket, dice).is_some_and(|foot| run_out(growth, rock, foot, dice));
            if !done {
                growth.draft = before;
            }
            done
        })
}

/// The shaft at the end of a short passage. Returns the socket at its foot.
fn shaft(growth: &mut Growth, from: usize, dice: Dice) -> Option<usize> {
    let socket = growth.draft.sockets[from];
    let foot = growth.level + TRUNK_LEVEL + dice.metres(1, -0.5, 1.5);
    let template = template(socket.floor - foot, dice);
    let course = Course {
        kind: Kind::Tunnel,
        tag: Tag::Underground,
        from: socket.at,
        floor: socket.floor,
        heading: socket.out,
        first: socket.wall + template.wall + 2.0 * LANDING + dice.metres(2, 1.5, 7.0),
        bend: None,
        rise: 0.0,
        width: 3.0,
        walls: [socket.wall, template.wall],
    };
    let link = course.lay()?;
    let form = Form::Link {
        width: course.width,
        housed: false,
        bridge: false,
    };
    let way = Candidate::link(&course, &link, form);
    let shaft = Candidate::room(&template, 1, link.end, link.end_heading.opposite(), socket.floor);
    let fits = growth.in_region(&shaft)
        && Draft::clears(&way, &shaft)
        && growth.draft.fits(&shaft, &[])
        && growth.draft.link_fits(&way, &[socket.room]);
    if !fits {
        return None;
    }
    let first = growth.draft.sockets.len();
    let to = growth.draft.place(shaft, dice);
    let between = growth.draft.place(way, dice);
    growth.draft.sockets[from].free = false;
    growth.draft.sockets[first + 1].free = false;
    growth.draft.hang_doors(&link, [socket.room, between, to]);
    Some(first)
}

/// The tunnel from a foot to the trunk.
fn run_out(growth: &mut Growth, rock: &mut Rock, foot: usize, dice: Dice) -> bool {
    let draft = &growth.draft;
    let here = draft.sockets[foot];
    let mut trunk = free_sockets(draft, |room| draft.rooms[room].kind == Kind::Trunk);
    trunk.retain(|&socket| is_open(draft, Port::of(draft, socket), &TUNNEL));
    let far = |socket: usize| draft.sockets[socket].at.distance(here.at + here.out.vector() * 10.0);
    trunk.sort_by(|&a, &b| far(a).total_cmp(&far(b)).then(a.cmp(&b)));
    for to in trunk.into_iter().take(TRUNK_SOCKETS) {
        let ends = [foot, to].map(|socket| Port::of(&growth.draft, socket));
        let job = Job {
            ends,
            gauge: &TUNNEL,
            system: System::Freight,
        };
        if let Some(laid) = connect(&growth.draft, rock, job) {
            place(
                &mut growth.draft,
                laid,
                &TUNNEL,
                ends.map(|port| Some(port.room)),
                dice.at(3),
            );
            [foot, to]
                .into_iter()
                .for_each(|socket| growth.draft.sockets[socket].free = false);
            rock.see(&growth.draft);
            return true;
        }
    }
    false
}

/// A drain of a depth: as many turns as come nearest to the usual pitch. The lower door is the first socket, the upper
/// one the second.
fn template(depth: f64, dice: Dice) -> Template {
    let upper = Heading::new(2 + dice.pick(0, 5) as i32);
    let door = f64::from(upper.eighths()) / 8.0 * std::f64::consts::TAU;
    let part = round::turns(door, 0.0);
    let whole = (depth / PITCH - part).round().max(1.0);
    let ramp = round::ramp(RADIUS, depth / (part + whole), door, whole);
    let doors = [(Heading::new(0), 0.0), (upper, depth)];
    let mut template = round::room(Kind::Drain, Cover::Rock, [RADIUS[0], depth + 4.75], &doors);
    template.form = Form::Spiral(ramp);
    template
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drain_reaches_its_depth_on_a_ramp_that_one_can_walk() {
        for seed in 0..300 {
            let dice = Dice::new(seed, 0);
            let depth = dice.metres(9, 11.0, 27.0);
            let drain = template(depth, dice);
            let Form::Spiral(ramp) = drain.form else {
                panic!("a drain winds")
            };
            assert!(
                (ramp.rise() - depth).abs() < 1e-9 && ramp.slope() <= 0.33,
                "seed {seed}: {}",
                ramp.slope()
            );
            assert!(
                ramp.pitch - ramp.thickness >= 3.2,
                "seed {seed}: {} m a turn",
                ramp.pitch
            );
        }
    }
}
