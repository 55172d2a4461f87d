//! Ports: places in the walls of rooms where a way may begin, and the search for a way between two of them.
//!
//! In: two ports, a [`Gauge`] and the rock. Out: a way that fits, laid out. A straight one between the ports' own stubs is
//! tried first, then the cheapest one over the lattice, smoothed; where the draft refuses a part of that, the place is
//! marked and the search goes on.

use glam::{DVec2, DVec3};

use super::super::draft::{Candidate, Draft, Socket};
use super::super::link::LANDING;
use super::lattice::{CELL, Rock, STOREY};
use super::solve::solve;
use super::system::{Gauge, System};
use super::way::{self, Laid, spine};
use crate::room::{Part, Plane, Polygon};

/// Searches for one way before it counts as impossible.
const SEARCHES: usize = 5;
/// Metres of a way beside its own rooms that the raster does not judge.
const BESIDE: f64 = 10.0;
/// How far from a port its first node may lie, in cells.
const NEAR: i32 = 2;
/// Corners that smoothing may leave out at once.
const AHEAD: usize = 9;

/// A place where a way begins.
#[derive(Clone, Copy, Debug)]
pub(in crate::plan) struct Port {
    pub room: usize,
    /// On the outline of the room, outwards, and the height of the floor (of the axis, for a bore).
    pub at: DVec2,
    pub out: DVec2,
    pub floor: f64,
    pub wall: f64,
}

impl Port {
    /// That of a socket.
    pub fn of(draft: &Draft, socket: usize) -> Self {
        let Socket {
            room,
            at,
            out,
            floor,
            wall,
            ..
        } = draft.sockets[socket];
        Self {
            room,
            at,
            out: out.vector(),
            floor,
            wall,
        }
    }

    fn point(&self, out: f64) -> DVec3 {
        let at = self.at + self.out * out;
        DVec3::new(at.x, self.floor, at.y)
    }

    /// The shortest way straight out that ends in a bend.
    pub fn stub(&self, gauge: &Gauge) -> f64 {
        self.wall + LANDING + gauge.half_width + 1.5
    }
}

/// Whether a way of a gauge can leave a port at all: nothing else is in the way of its stub.
pub(in crate::plan) fn is_open(draft: &Draft, port: Port, gauge: &Gauge) -> bool {
    let across = port.out.perp() * gauge.half_width;
    let (a, b) = (port.at + port.out * port.wall, port.at + port.out * port.stub(gauge));
    let floor = Plane::level(port.floor);
    let stub = Part {
        outline: Polygon::new(vec![a - across, b - across, b + across, a + across]),
        floor,
        ceiling: floor.raised(gauge.clear()),
    };
    draft.fits(
        &Candidate::way(gauge.kind, vec![stub], gauge.form(), gauge.reach()),
        &[port.room],
    )
}

/// The free sockets of rooms that a rule picks.
pub(in crate::plan) fn free_sockets(draft: &Draft, of: impl Fn(usize) -> bool) -> Vec<usize> {
    let sockets = draft.sockets.iter().enumerate();
    let free = sockets.filter(|(_, socket)| socket.free && of(socket.room));
    free.map(|(index, _)| index).collect()
}

/// Two ports, and what is to run between them.
#[derive(Clone, Copy)]
pub(in crate::plan) struct Job<'a> {
    pub ends: [Port; 2],
    pub gauge: &'a Gauge,
    pub system: System,
}

/// A way to walk between two ports; `None` where there is none.
pub(in crate::plan) fn connect(draft: &Draft, rock: &mut Rock, job: Job) -> Option<Laid> {
    search(rock, job, &|points| fit(draft, points, job))
}

/// What came of some points, or where it does not fit, if at any place.
pub(in crate::plan) type Fit<T> = Result<T, Option<DVec3>>;

/// The first points between two ports that `fit` makes something of. Where it does not, it says at which place, if at any.
pub(in crate::plan) fn search<T>(rock: &mut Rock, job: Job, fit: &dyn Fn(&[DVec3]) -> Fit<T>) -> Option<T> {
    let stubs = job.ends.map(|port| port.stub(job.gauge) + 1.0);
    if let Some(Ok(found)) = straight(job).map(|points| fit(&points)) {
        return Some(found);
    }
    for _ in 0..SEARCHES {
        rock.searches = rock.searches.checked_sub(1)?;
        let points = over_lattice(rock, job)?;
        match fit(&points) {
            Ok(found) => return Some(found),
            // Right before a port: no other way gets past it either.
            Err(Some(at)) if (0..2).any(|end| job.ends[end].point(0.0).distance(at) < stubs[end]) => return None,
            Err(Some(at)) => rock.block(at),
            // A turn is too sharp or a leg too short: another node is tried once this one is taken.
            Err(None) => rock.block(sharpest(&points)),
        }
    }
    None
}

/// The node of a way at which it turns most.
fn sharpest(points: &[DVec3]) -> DVec3 {
    let turn = |i: usize| {
        let flat = |a: DVec3, b: DVec3| DVec2::new(b.x - a.x, b.z - a.z).normalize_or_zero();
        flat(points[i - 1], points[i]).dot(flat(points[i], points[i + 1]))
    };
    let inner = 2..points.len() - 2;
    let sharpest = inner.reduce(|best, i| if turn(i) < turn(best) { i } else { best });
    points[sharpest.unwrap_or(1)]
}

/// From stub to stub.
fn straight(
    Job {
        ends: [from, to],
        gauge,
        ..
    }: Job,
) -> Option<Vec<DVec3>> {
    let (a, b) = (from.point(from.stub(gauge)), to.point(to.stub(gauge)));
    let between = DVec2::new(b.x - a.x, b.z - a.z);
    let length = between.length();
    let ahead = between.dot(from.out) >= 0.0 && between.dot(to.out) <= 0.0;
    let gentle = (from.floor - to.floor).abs() <= gauge.climb(length);
    (ahead && gentle && length > 2.0 * gauge.half_width + 2.0).then(|| vec![from.point(0.0), a, b, to.point(0.0)])
}

/// The way along some points where it fits; otherwise where it does not, if it can be laid out at all.
fn fit(
    draft: &Draft,
    points: &[DVec3],
    Job {
        ends: [from, to],
        gauge,
        ..
    }: Job,
) -> Result<Laid, Option<DVec3>> {
    let laid = way::lay(points, [from.wall, to.wall], gauge)
        .filter(|laid| !laid.meets_itself())
        .ok_or(None)?;
    let candidate = Candidate::way(gauge.kind, laid.parts(), gauge.form(), gauge.reach());
    match draft.conflict(&candidate, &[from.room, to.room]) {
        None => Ok(laid),
        Some(part) => {
            let line: Vec<DVec3> = spine(&candidate.parts()[part]).collect();
            Err(Some((line[0] + line[line.len() - 1]) * 0.5))
        }
    }
}

/// The corners of the cheapest way over the lattice, smoothed.
fn over_lattice(rock: &mut Rock, job: Job) -> Option<Vec<DVec3>> {
    let Job {
        ends: [from, to],
        gauge,
        system,
    } = job;
    rock.prepare(gauge);
    let rock = &*rock;
    let stubs = [from, to].map(|port| port.point(port.stub(gauge)));
    let [sources, targets] = [0, 1].map(|end| {
        let (port, stub) = ([from, to][end], stubs[end]);
        let mut near = Vec::new();
        // A gentle grade takes its time to the next storey.
        let reach = ((gauge.run(STOREY * 0.5) / CELL).ceil() as i32).max(NEAR);
        for node in rock.around(stub, reach) {
            let there = rock.at(node);
            let between = DVec2::new(there.x - stub.x, there.z - stub.z);
            let length = between.length();
            let reachable =
                length > 6.0 && between.dot(port.out) > 0.2 * length && (there.y - stub.y).abs() <= gauge.climb(length);
            if reachable && rock.is_free(stub, there, [BESIDE, 0.0]) {
                near.push((node, rock.cost(node, length, gauge, system)));
            }
        }
        near
    });
    if sources.is_empty() || targets.is_empty() {
        return None;
    }
    let most = Rock::most(stubs[0].distance(stubs[1]), gauge);
    let moves = |node: u32, out: &mut Vec<(u32, u64)>| rock.moves(node, gauge, system, out);
    let (nodes, _) = solve(
        rock.count(),
        &sources,
        &targets,
        most,
        |node| rock.least(node, stubs[1]),
        moves,
    )?;
    let mut points = vec![stubs[0]];
    points.extend(nodes.iter().map(|&node| rock.at(node)));
    points.push(stubs[1]);
    points.insert(0, from.point(0.0));
    points.push(to.point(0.0));
    Some(smoothed(rock, &points, gauge))
}

/// Leaves out every corner between the stubs that the way can do without.
fn smoothed(rock: &Rock, points: &[DVec3], gauge: &Gauge) -> Vec<DVec3> {
    let last = points.len() - 2;
    let mut kept = vec![points[0], points[1]];
    let mut here = 1;
    while here < last {
        let farthest = (here + 2..=(here + AHEAD).min(last)).rev().find(|&next| {
            let (a, b) = (points[here], points[next]);
            let run = DVec2::new(b.x - a.x, b.z - a.z).length();
            let skip = [here == 1, next == last].map(|end| if end { BESIDE } else { 0.0 });
            turns_are_wide([kept[kept.len() - 2], a, b, points[next + 1]])
                && (b.y - a.y).abs() <= gauge.climb(run)
                && rock.is_free(a, b, skip)
        });
        here = farthest.unwrap_or(here + 1);
        kept.push(points[here]);
    }
    kept.push(points[last + 1]);
    kept
}

/// Whether a leg leaves the one before it, and reaches the one after it, without a sharp turn.
fn turns_are_wide(points: [DVec3; 4]) -> bool {
    let leg = |i: usize| {
        let along = points[i + 1] - points[i];
        DVec2::new(along.x, along.z).normalize_or_zero()
    };
    let legs = [leg(0), leg(1), leg(2)];
    // Upright legs have no direction in the plan, and turn into any.
    let wide = |a: DVec2, b: DVec2| a == DVec2::ZERO || b == DVec2::ZERO || a.dot(b) > 0.05;
    wide(legs[0], legs[1]) && wide(legs[1], legs[2])
}
