//! Bores: tunnels that one walks in, with upright sides under a round crown, and those that only carry pipes, ducts and air.

use glam::{DVec2, DVec3};

use super::Site;
use super::mason::Mason;
use super::way::{self, Measure};
use crate::plan::{Form, Route, Space, System, spine};
use crate::program::{Material, Mode};
use crate::room::{Kind, Part, Plane, Polygon, Room};

/// How far the crown of a bore digs into the wall behind a door, in metres: its ends are round.
const INTO_WALL: f64 = 0.35;
/// How far the upright sides reach below the floor, in metres: the floor is laid into them.
const BED: f64 = 0.3;
/// How far a floor's slab reaches below the bore, in metres, and into the rock beside it.
const SLAB: f64 = 0.3;
const BESIDE: f64 = 0.4;
/// How much floors that meet overlap, in metres each, and how much the sides of two legs do.
const OVERLAP: f64 = 0.05;
const LONGER: f64 = 0.1;
/// Sine of the turn from which on the outer side of a bend is rounded: less leaves a gap of a hand's breadth.
const TURN: f64 = 0.03;
/// Radius of a chimney in metres, and how far its foot reaches into the ground.
const CHIMNEY: f64 = 2.2;
const FOOT: f64 = 3.0;
/// How far a bore opens into the room at its end, in metres, and how far before that its pipe ends.
const OPENING: f64 = 0.5;
const MOUTH: f64 = 0.9;

/// What a tunnel's walls are made of.
fn lining(kind: Kind) -> Material {
    match kind {
        Kind::Tunnel => Material::Brick,
        _ => Material::Ashlar,
    }
}

/// Carves a walked way: a round crown along its axis, upright sides from the axis down to the floor, and both rounded at the
/// ends and around bends.
///
/// The sides are upright because one can walk up the side of a round bore, to where one would have to stoop.
pub(super) fn carve(mason: &mut Mason, room: &Room, space: &Space) {
    let Form::Tunnel {
        half_width,
        radius,
        axis,
    } = space.form
    else {
        return;
    };
    let line = centre_line(room, half_width);
    let [Some(&first), Some(&last)] = [line.first(), line.last()] else {
        return;
    };
    let material = lining(room.kind);
    // Where a way is shorter than both round ends, it is a ball.
    let most = first.distance(last) * 0.5 - 0.1;
    let crown: Vec<DVec3> = inset(&line, (radius - INTO_WALL).min(most))
        .into_iter()
        .map(|point| point + DVec3::Y * axis)
        .collect();
    mason.bore(Mode::Subtract, &crown, radius, material);
    let sides = inset(&line, radius.min(most));
    let last = sides.len() - 2;
    for (i, leg) in sides.windows(2).enumerate() {
        let floor = plane(leg[0], leg[1]);
        let round = [
            i == 0 || turns(&sides[i - 1..=i + 1]),
            i == last || turns(&sides[i..=i + 2]),
        ];
        let outline = stadium([flat(leg[0]), flat(leg[1])], round, radius);
        mason.prism(
            Mode::Subtract,
            &outline,
            floor.raised(-BED),
            floor.raised(axis),
            material,
        );
    }
}

/// The outline of a leg, as wide as a circle to both sides: each end is half of that circle, or flat.
fn stadium([from, to]: [DVec2; 2], round: [bool; 2], radius: f64) -> Polygon {
    let along = (to - from).normalize();
    let end = |middle: DVec2, ahead: DVec2, round: bool| {
        // A flat end overlaps with the next leg.
        let (steps, middle) = if round {
            (6, middle)
        } else {
            (1, middle + ahead * LONGER)
        };
        (0..=steps).map(move |i| {
            let angle = (f64::from(i) / f64::from(steps) - 0.5) * std::f64::consts::PI;
            middle + (ahead * libm::cos(angle) + ahead.perp() * libm::sin(angle)) * radius
        })
    };
    Polygon::new(end(to, along, round[1]).chain(end(from, -along, round[0])).collect())
}

fn flat(point: DVec3) -> DVec2 {
    DVec2::new(point.x, point.z)
}

/// The floor of a leg.
fn plane(from: DVec3, to: DVec3) -> Plane {
    let along = flat(to) - flat(from);
    Plane {
        origin: flat(from),
        height: from.y,
        slope: along * ((to.y - from.y) / along.length_squared()),
    }
}

/// Whether a line turns in the plan at the middle of three points.
fn turns(bend: &[DVec3]) -> bool {
    let leg = |i: usize| (flat(bend[i + 1]) - flat(bend[i])).normalize();
    leg(0).perp_dot(leg(1)).abs() > TURN
}

/// A line without so many metres at both of its ends.
fn inset(line: &[DVec3], by: f64) -> Vec<DVec3> {
    let mut line = line.to_vec();
    let ends = [line[0], line[line.len() - 1]];
    for end in ends {
        shorten(&mut line, end, by);
        line.reverse();
    }
    line
}

/// The corners of a way on its floor, without its passages through walls and without points on a straight line.
fn centre_line(room: &Room, half_width: f64) -> Vec<DVec3> {
    let wide = room.parts.iter().filter(|part| !is_throat(part, half_width));
    let mut line: Vec<DVec3> = Vec::new();
    for part in wide {
        line.extend(spine(part));
    }
    let mut kept: Vec<DVec3> = Vec::new();
    for (i, &here) in line.iter().enumerate() {
        let between = kept.last().zip(line.get(i + 1)).is_some_and(|(&before, &next)| {
            let (a, b) = (here - before, next - here);
            // Within a hand's breadth of the straight line: the bore does not show it.
            a.length() < 0.05 || b.length() < 0.05 || a.cross(b).length() / (next - before).length() < 0.12
        });
        if !between {
            kept.push(here);
        }
    }
    kept
}

/// Clear width of a part.
fn width(part: &Part) -> f64 {
    let corners = &part.outline.corners;
    corners[0].distance(corners[corners.len() - 1])
}

fn is_throat(part: &Part, half_width: f64) -> bool {
    width(part) < 2.0 * half_width - 0.1
}

/// Moves the first point of a line along it, leaving out points that it passes.
fn shorten(line: &mut Vec<DVec3>, end: DVec3, by: f64) {
    while line.len() > 2 && line[1].distance(end) < by + 0.1 {
        line.remove(0);
    }
    let length = line[0].distance(line[1]);
    let missing = by - end.distance(line[0]);
    if missing > 0.0 && length > missing + 0.05 {
        line[0] = line[0].lerp(line[1], missing / length);
    }
}

/// Lays the floor of a walked way: its wide parts as one, and those in doors.
pub(super) fn lay(mason: &mut Mason, room: &Room, space: &Space) {
    let Form::Tunnel {
        half_width,
        radius,
        axis,
    } = space.form
    else {
        return;
    };
    let thick = radius - axis + SLAB;
    let material = if room.kind == Kind::Tunnel {
        Material::Brick
    } else {
        Material::Paving
    };
    let (throats, wide): (Vec<Part>, Vec<Part>) =
        room.parts.iter().cloned().partition(|part| is_throat(part, half_width));
    let slab = |floor: Plane| [floor.raised(-thick), floor];
    for parts in [wide, throats] {
        let measure = Measure {
            width: parts.first().map_or(0.0, width),
            longer: OVERLAP,
            wider: BESIDE,
        };
        way::put(mason, Mode::Union, &parts, measure, slab, material);
    }
}

/// Bores a route in which nobody walks, with its pipe and, where it comes into the open, a chimney.
pub(super) fn drill(site: &Site, mason: &mut Mason, route: &Route) {
    if !route.rooms.is_empty() || route.path.len() < 2 {
        return;
    }
    let mut line = route.path.clone();
    let last = line.len() - 1;
    // Beyond the wall's face at both ends.
    let out = (line[0] - line[1]).normalize();
    line[0] += out * OPENING;
    if route.joins[1].is_some() {
        let out = (line[last] - line[last - 1]).normalize();
        line[last] += out * OPENING;
    } else {
        let mouth = line[last];
        let plan = DVec2::new(mouth.x, mouth.z);
        let heights = [site.plan.ground.at(plan) - FOOT, mouth.y - 0.6];
        mason.cylinder(Mode::Union, plan, CHIMNEY, heights, Material::Brick);
    }
    mason.bore(Mode::Subtract, &line, route.radius, Material::Rock);
    if route.pipe > 0.0 {
        let mut pipe = route.path.clone();
        let under = DVec3::Y * (route.radius - route.pipe - 0.05);
        pipe.iter_mut().for_each(|point| *point -= under);
        for _ in 0..2 {
            let length = pipe[0].distance(pipe[1]);
            pipe[0] = pipe[0].lerp(pipe[1], (MOUTH / length).min(0.9));
            pipe.reverse();
        }
        let material = if route.system == System::Power {
            Material::Timber
        } else {
            Material::Tile
        };
        mason.bore(Mode::Union, &pipe, route.pipe, material);
    }
}
