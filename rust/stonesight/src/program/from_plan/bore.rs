//! Bores: round tunnels with a floor in them, and those that only carry pipes, ducts and air.

use glam::{DVec2, DVec3};

use super::Site;
use super::mason::Mason;
use crate::plan::{Form, Route, Space, System, spine};
use crate::program::{Material, Mode};
use crate::room::{Kind, Part, Room};

/// How far a bore digs into the wall behind a door, in metres: its ends are round.
const INTO_WALL: f64 = 0.35;
/// How far a floor's slab reaches below the bore, in metres, and into the rock beside it.
const SLAB: f64 = 0.3;
const BESIDE: f64 = 0.4;
/// How much floors that meet overlap, in metres each.
const OVERLAP: f64 = 0.05;
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

/// Carves the bore of a walked way.
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
    let mut line: Vec<DVec3> = line.into_iter().map(|point| point + DVec3::Y * axis).collect();
    // The round ends stop short of the doors; where a way is shorter than both, it is a ball.
    let (head, foot) = (line[0], line[line.len() - 1]);
    let inset = (radius - INTO_WALL).min(first.distance(last) * 0.5 - 0.1);
    shorten(&mut line, head, inset);
    line.reverse();
    shorten(&mut line, foot, inset);
    line.reverse();
    mason.bore(Mode::Subtract, &line, radius, lining(room.kind));
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

fn is_throat(part: &Part, half_width: f64) -> bool {
    let corners = &part.outline.corners;
    corners[0].distance(corners[corners.len() - 1]) < 2.0 * half_width - 0.1
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

/// Lays the floor of a walked way.
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
    // Parts in one plane become one floor.
    let mut run: Vec<&Part> = Vec::new();
    for part in &room.parts {
        let goes_on = run.first().is_some_and(|first| {
            let same =
                |p: &Part| p.outline.corners.len() == 4 && is_throat(p, half_width) == is_throat(first, half_width);
            same(part) && same(first) && coplanar(first, part)
        });
        if !goes_on {
            floor(mason, &run, thick, material);
            run.clear();
        }
        run.push(part);
    }
    floor(mason, &run, thick, material);
}

/// Whether a part goes straight on in the plane of another.
fn coplanar(a: &Part, b: &Part) -> bool {
    let line: Vec<DVec3> = spine(a).chain(spine(b)).collect();
    let flat = |from: DVec3, to: DVec3| DVec2::new(to.x - from.x, to.z - from.z).normalize_or_zero();
    let level = line
        .iter()
        .all(|point| (a.floor.at(DVec2::new(point.x, point.z)) - point.y).abs() < 0.01);
    level && flat(line[0], line[1]).dot(flat(line[2], line[3])) > 0.9999
}

fn floor(mason: &mut Mason, run: &[&Part], thick: f64, material: Material) {
    let (Some(first), Some(last)) = (run.first(), run.last()) else {
        return;
    };
    let mut whole = (*first).clone();
    if run.len() > 1 {
        whole.outline.corners[1] = last.outline.corners[1];
        whole.outline.corners[2] = last.outline.corners[2];
    }
    let outline = super::floor::stretched(&whole, OVERLAP, BESIDE);
    mason.prism(Mode::Union, &outline, first.floor.raised(-thick), first.floor, material);
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
