//! Which way a link takes: how long, how steep, with or without a bend.

use super::dice::Dice;
use super::draft::Socket;
use super::link::{Course, LANDING};
use crate::room::{Kind, Tag};

/// Slope of stairs, of ramps, and of passages at their steepest. Walkable: a stair is at most 0.6, a ramp at most 0.35.
const STAIR: f64 = 0.5;
const RAMP: f64 = 0.28;
const PASSAGE: f64 = 0.25;
/// Drop of the first stair in metres.
const FIRST_DROP: [f64; 2] = [7.0, 8.0];
/// Longest link that closes a loop, in metres.
const LONGEST_LOOP: f64 = 48.0;

/// The half of a world that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Realm {
    /// Above ground.
    City,
    /// In the rock.
    Deep,
}

impl Realm {
    /// The tag of its rooms.
    pub fn tag(self) -> Tag {
        match self {
            Realm::City => Tag::Surface,
            Realm::Deep => Tag::Underground,
        }
    }
}

/// The stair from the first court into the rock.
pub(super) fn first_stair(socket: Socket, wall: f64, dice: Dice) -> Course {
    let drop = dice.metres(30, FIRST_DROP[0], FIRST_DROP[1]);
    straight(Kind::Stair, Tag::Underground, socket, wall, drop / STAIR, -drop)
}

/// A link from a socket to a room whose wall is `wall` thick.
pub(super) fn choose(realm: Realm, socket: Socket, wall: f64, dice: Dice) -> Course {
    match realm {
        Realm::City => climb(socket, wall, 1.0, dice),
        Realm::Deep => deep(socket, wall, dice),
    }
}

/// A link of the city, which climbs and descends with its hills: the higher the land ahead lies over the socket, by so
/// many metres, the more likely it leads upwards.
pub(super) fn climb(socket: Socket, wall: f64, ahead: f64, dice: Dice) -> Course {
    let up = if dice.chance(31, upwards(ahead)) { 1.0 } else { -1.0 };
    // Where the land is steep, hardly ever level, and higher at once.
    let steep = ((ahead.abs() - 2.0) / 6.0).clamp(0.0, 1.0);
    let kind = dice.unit(32);
    let (kind, run, rise) = if kind < 0.5 * (1.0 - steep) {
        let run = dice.metres(33, 3.0, 12.0);
        (Kind::Causeway, run, up * dice.range(34, 0.0, 0.04) * run)
    } else if kind < 0.8 {
        let rise = dice.metres(34, 1.5 + 1.5 * steep, 4.5 + 3.0 * steep);
        (Kind::Stair, rise / STAIR, up * rise)
    } else {
        let run = dice.metres(33, 5.0, 14.0 + 4.0 * steep);
        (Kind::Ramp, run, up * run * RAMP)
    };
    let course = straight(kind, Tag::Surface, socket, wall, run, rise);
    bent(course, dice, if kind == Kind::Stair { 0.15 } else { 0.3 })
}

/// How likely a way leads up, where the land ahead is so many metres higher.
pub(super) fn upwards(ahead: f64) -> f64 {
    (0.6 + ahead / 6.0).clamp(0.06, 0.94)
}

/// A way to a room beside the first vault: level or down.
fn deep(socket: Socket, wall: f64, dice: Dice) -> Course {
    let run = dice.metres(33, 2.5, 9.0);
    let course = straight(
        Kind::Passage,
        Tag::Underground,
        socket,
        wall,
        run,
        -dice.range(34, 0.0, 0.2) * run,
    );
    bent(course, dice, 0.4)
}

/// A way from cluster to cluster. Its rise is heavy-tailed, at a gentle grade, and leads down more often than up.
pub(super) fn drift(socket: Socket, wall: f64, dice: Dice) -> Course {
    let down = if dice.chance(31, 0.7) { -1.0 } else { 1.0 };
    if dice.chance(32, 0.15) {
        let rise = dice.metres(34, 2.0, 6.0);
        let course = straight(Kind::Stair, Tag::Underground, socket, wall, rise / STAIR, down * rise);
        return bent(course, dice, 0.2);
    }
    // A Pareto distribution with exponent 1.3: half of the rises are under 1 m, one in fifteen is over 5 m.
    let tail = 0.6 * libm::pow(1.0 - dice.unit(35), -1.0 / 1.3);
    let rise = if tail < 8.0 { tail } else { 8.0 };
    let shortest = rise / PASSAGE;
    let run = dice.metres(33, 4.0, 26.0);
    let run = if run < shortest { shortest } else { run };
    let course = straight(Kind::Passage, Tag::Underground, socket, wall, run, down * rise);
    bent(course, dice, 0.35)
}

fn straight(kind: Kind, tag: Tag, socket: Socket, wall: f64, run: f64, rise: f64) -> Course {
    Course {
        kind,
        tag,
        from: socket.at,
        floor: socket.floor,
        heading: socket.out,
        first: socket.wall + wall + 2.0 * LANDING + run,
        bend: None,
        rise,
        width: 3.0,
        walls: [socket.wall, wall],
    }
}

/// The same course with a bend somewhere in its middle, with a probability.
fn bent(course: Course, dice: Dice, probability: f64) -> Course {
    if !dice.chance(36, probability) {
        return course;
    }
    let turn = if dice.chance(37, 0.5) { 2 } else { -2 };
    let run = course.run();
    let first = ((run * dice.range(38, 0.3, 0.7)) * 4.0).round() / 4.0;
    // Half of the bend's square belongs to each leg. Widths are chosen later: 1.875 m is half of the wider.
    let foot = |wall: f64| wall + LANDING + 1.875;
    Course {
        first: foot(course.walls[0]) + first,
        bend: Some((turn, foot(course.walls[1]) + run - first)),
        ..course
    }
}

/// The link with one bend between two sockets that look at one corner; `None` where they do not, or it would be steep.
pub(super) fn loop_course(realm: Realm, from: Socket, to: Socket) -> Option<Course> {
    let inwards = to.out.opposite();
    let turn = match inwards.since(from.out).rem_euclid(8) {
        2 => 2,
        6 => -2,
        _ => return None,
    };
    let between = to.at - from.at;
    let (first, second) = (between.dot(from.out.vector()), between.dot(inwards.vector()));
    let rise = to.floor - from.floor;
    let mut course = Course {
        kind: Kind::Passage,
        tag: realm.tag(),
        from: from.at,
        floor: from.floor,
        heading: from.out,
        first,
        bend: Some((turn, second)),
        rise,
        width: 3.0,
        walls: [from.wall, to.wall],
    };
    if first + second > LONGEST_LOOP {
        return None;
    }
    course.kind = kind_of(realm, &course)?;
    Some(course)
}

/// The straight link of the city between two sockets that face each other; `None` where it would be short or steep.
pub(super) fn straight_loop(from: Socket, to: Socket) -> Option<Course> {
    let mut course = Course {
        kind: Kind::Causeway,
        tag: Tag::Surface,
        from: from.at,
        floor: from.floor,
        heading: from.out,
        first: from.at.distance(to.at),
        bend: None,
        rise: to.floor - from.floor,
        width: 3.0,
        walls: [from.wall, to.wall],
    };
    course.kind = kind_of(Realm::City, &course)?;
    Some(course)
}

/// What a link is by its slope; `None` where it is too short or too steep.
fn kind_of(realm: Realm, course: &Course) -> Option<Kind> {
    let run = course.run();
    if run < 1.0 {
        return None;
    }
    let slope = course.rise.abs() / run;
    match realm {
        _ if slope > STAIR => None,
        _ if slope > RAMP => Some(Kind::Stair),
        Realm::Deep => Some(Kind::Passage),
        Realm::City if slope > 0.06 => Some(Kind::Ramp),
        Realm::City => Some(Kind::Causeway),
    }
}
