//! Who needs what: which rooms each system connects, the most needy first.
//!
//! Freight joins the trunk with the largest halls, coolant the deepest rooms with one another, power the largest ones, air
//! comes from the open to deep rooms, and those who look after it all walk from the sewers to the depths.

use glam::{DVec2, DVec3};

use super::super::dice::Dice;
use super::super::draft::Candidate;
use super::super::growth::Growth;
use super::super::space::Form;
use super::bore;
use super::lattice::{Rock, SEARCHES};
use super::port::{Job, Port, connect, free_sockets, is_open};
use super::system::{Gauge, Route, System};
use super::{note, place};
use crate::room::{Kind, Part, Plane, Polygon, Tag};

/// Demands that are tried for every one that must be met.
const SPARE: usize = 8;
/// Rooms nearer than this to one another need no bore, in metres.
const NEIGHBOURS: f64 = 30.0;
/// The longest way that those who look after things are spared, in metres, as the crow flies.
const FAR: f64 = 170.0;
/// Sockets that are tried at either end of a demand.
const SOCKETS: usize = 2;
/// How much of a bore's radius its pipe takes.
const PIPE: f64 = 0.42;
/// Radius of a chimney in metres, and how far around it nothing else stands.
pub(crate) const CHIMNEY_RADIUS: f64 = 2.2;
/// Tries to find a place for a chimney over a room.
const CHIMNEYS: usize = 10;

/// Rooms in the rock that are no links, from which a way of a system can start, in the order of a key.
fn rooms(growth: &Growth, system: System, key: impl Fn(usize) -> f64) -> Vec<usize> {
    let (draft, gauge) = (&growth.draft, Gauge::of(system));
    let mut free = free_sockets(draft, |room| {
        let room = &draft.rooms[room];
        room.tag == Tag::Underground
            && (!room.kind.is_link() || system == System::Maintenance && room.kind == Kind::Trunk)
            && !matches!(room.kind, Kind::Shaft | Kind::Drain)
    });
    free.retain(|&socket| is_open(draft, Port::of(draft, socket), &gauge));
    let mut rooms: Vec<usize> = free.into_iter().map(|socket| draft.sockets[socket].room).collect();
    rooms.sort_unstable();
    rooms.dedup();
    rooms.sort_by(|&a, &b| key(a).total_cmp(&key(b)).then(a.cmp(&b)));
    rooms
}

fn plan(point: DVec3) -> DVec2 {
    DVec2::new(point.x, point.z)
}

fn centre(growth: &Growth, room: usize) -> DVec2 {
    let (low, high) = growth.draft.rooms[room].bounds();
    (low + high) * 0.5
}

/// The free sockets of a room from which a way can start, those that look most towards a point first.
fn towards(growth: &Growth, room: usize, point: DVec2, system: System) -> Vec<usize> {
    let (draft, gauge) = (&growth.draft, Gauge::of(system));
    let mut sockets = free_sockets(draft, |of| of == room);
    sockets.retain(|&socket| is_open(draft, Port::of(draft, socket), &gauge));
    let far = |socket: usize| {
        let port = Port::of(draft, socket);
        (port.at + port.out * 12.0).distance(point)
    };
    sockets.sort_by(|&a, &b| far(a).total_cmp(&far(b)).then(a.cmp(&b)));
    sockets.truncate(SOCKETS);
    sockets
}

/// Lays a way to walk between two sockets and notes it as a route.
fn walk(growth: &mut Growth, rock: &mut Rock, sockets: [usize; 2], system: System, dice: Dice) -> bool {
    let gauge = Gauge::of(system);
    let ends = sockets.map(|socket| Port::of(&growth.draft, socket));
    let job = Job {
        ends,
        gauge: &gauge,
        system,
    };
    let Some(laid) = connect(&growth.draft, rock, job) else {
        return false;
    };
    let path = laid.path.clone();
    rock.pass(&path, system);
    let ends = ends.map(|port| Some(port.room));
    let rooms = place(&mut growth.draft, laid, &gauge, ends, dice);
    note(&mut growth.draft, &rooms, (system, &gauge), ends, path);
    sockets
        .into_iter()
        .for_each(|socket| growth.draft.sockets[socket].free = false);
    rock.see(&growth.draft);
    true
}

/// Branches of the trunk to the largest halls.
pub(super) fn freight(growth: &mut Growth, rock: &mut Rock, count: usize, dice: Dice) {
    let area = |room: usize| -growth.draft.rooms[room].parts[0].outline.area().abs();
    let mut halls = rooms(growth, System::Freight, area);
    halls.retain(|&room| growth.draft.rooms[room].kind != Kind::Sewer);
    let mut done = 0;
    for (i, hall) in halls.into_iter().take(count * SPARE).enumerate() {
        let there = centre(growth, hall);
        let draft = &growth.draft;
        let mut trunk = free_sockets(draft, |room| draft.rooms[room].kind == Kind::Trunk);
        let far = |socket: usize| draft.sockets[socket].at.distance(there);
        trunk.retain(|&socket| is_open(draft, Port::of(draft, socket), &Gauge::of(System::Freight)));
        trunk.sort_by(|&a, &b| far(a).total_cmp(&far(b)).then(a.cmp(&b)));
        let tries: Vec<[usize; 2]> = trunk
            .into_iter()
            .take(SOCKETS)
            .flat_map(|from| {
                let here = growth.draft.sockets[from].at;
                towards(growth, hall, here, System::Freight)
                    .into_iter()
                    .map(move |to| [from, to])
            })
            .collect();
        if tries
            .into_iter()
            .any(|pair| walk(growth, rock, pair, System::Freight, dice.at(i)))
        {
            done += 1;
        }
        if done >= count {
            return;
        }
    }
}

/// Ways between rooms that a ramp can join: from cisterns and the trunk before others, the shortest first, one from each.
pub(super) fn service(growth: &mut Growth, rock: &mut Rock, count: usize, dice: Dice) {
    let deep = rooms(growth, System::Maintenance, |room| growth.draft.rooms[room].lowest());
    let gauge = Gauge::of(System::Maintenance);
    let mut pairs = Vec::new();
    for (i, &to) in deep.iter().enumerate() {
        for &from in &deep[i + 1..] {
            let (a, b) = (&growth.draft.rooms[from], &growth.draft.rooms[to]);
            let far = centre(growth, from).distance(centre(growth, to));
            let gentle = (a.lowest() - b.lowest()).abs() < gauge.climb(far - 20.0);
            let others = [a, b]
                .into_iter()
                .filter(|room| !matches!(room.kind, Kind::Sewer | Kind::Trunk))
                .count();
            if gentle && others > 0 && (NEIGHBOURS..FAR).contains(&far) {
                pairs.push((far + if others == 2 { 30.0 } else { 0.0 }, from, to));
            }
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut served: Vec<usize> = Vec::new();
    for (i, (_, from, to)) in pairs.into_iter().enumerate() {
        if served.len() >= 2 * count || rock.searches == 0 {
            return;
        }
        if served.contains(&from) || served.contains(&to) {
            continue;
        }
        let starts = towards(growth, from, centre(growth, to), System::Maintenance);
        let ends = towards(growth, to, centre(growth, from), System::Maintenance);
        let pairs: Vec<[usize; 2]> = starts.iter().flat_map(|&a| ends.iter().map(move |&b| [a, b])).collect();
        if pairs
            .into_iter()
            .any(|pair| walk(growth, rock, pair, System::Maintenance, dice.at(i)))
        {
            served.extend([from, to]);
        }
    }
}

/// Bores between the deepest rooms (coolant) or the largest (power): the shortest pairs that close no ring.
pub(super) fn bores(growth: &mut Growth, rock: &mut Rock, system: System, count: usize) {
    let key = |room: usize| match system {
        System::Coolant => growth.draft.rooms[room].lowest(),
        _ => -growth.draft.rooms[room].parts[0].outline.area().abs(),
    };
    let mut needy = rooms(growth, system, key);
    needy.truncate(count * SPARE + 4);
    let mut pairs = Vec::new();
    for (i, &a) in needy.iter().enumerate() {
        for (j, &b) in needy.iter().enumerate().skip(i + 1) {
            let far = centre(growth, a).distance(centre(growth, b));
            // The neediest first, as far as that makes no long way.
            pairs.push((if far < NEIGHBOURS { 400.0 } else { far } + 6.0 * (i + j) as f64, i, j));
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    rock.searches = SEARCHES;
    let mut set: Vec<usize> = (0..needy.len()).collect();
    let mut done = 0;
    for (_, i, j) in pairs.into_iter().take(count * 24) {
        if done >= count || rock.searches == 0 {
            return;
        }
        if set[i] == set[j] {
            continue;
        }
        let [a, b] = [needy[i], needy[j]];
        let starts = towards(growth, a, centre(growth, b), system);
        let ends = towards(growth, b, centre(growth, a), system);
        if starts
            .iter()
            .any(|&a| ends.iter().any(|&b| pipe(growth, rock, [a, b], system)))
        {
            done += 1;
            let (old, new) = (set[j], set[i]);
            set.iter_mut().filter(|of| **of == old).for_each(|of| *of = new);
        }
    }
}

fn pipe(growth: &mut Growth, rock: &mut Rock, sockets: [usize; 2], system: System) -> bool {
    let gauge = Gauge::of(system);
    let ends = sockets.map(|socket| bore::opening(&growth.draft, socket));
    let job = Job {
        ends,
        gauge: &gauge,
        system,
    };
    let Some((path, volume)) = bore::connect(&growth.draft, rock, job) else {
        return false;
    };
    sockets
        .into_iter()
        .for_each(|socket| growth.draft.sockets[socket].free = false);
    add(
        growth,
        rock,
        (system, &gauge),
        ends.map(|port| Some(port.room)),
        path,
        &volume,
    );
    true
}

fn add(
    growth: &mut Growth,
    rock: &mut Rock,
    job: (System, &Gauge),
    ends: [Option<usize>; 2],
    path: Vec<DVec3>,
    volume: &Candidate,
) {
    let (system, gauge) = job;
    rock.pass(&path, system);
    growth.draft.reserve(volume);
    rock.see(&growth.draft);
    let record = growth.draft.next_record();
    let route = Route {
        record,
        system,
        rooms: Vec::new(),
        joins: ends.map(|end| end.map(|room| growth.draft.rooms[room].id)),
        path,
        radius: gauge.radius,
        pipe: if system == System::Ventilation {
            0.0
        } else {
            gauge.radius * PIPE
        },
    };
    growth.draft.routes.push(route);
}

/// Bores for air from deep rooms, far from one another, up to chimneys where nothing is built.
pub(super) fn chimneys(growth: &mut Growth, rock: &mut Rock, count: usize, dice: Dice) {
    let gauge = Gauge::of(System::Ventilation);
    let deep = rooms(growth, System::Ventilation, |room| growth.draft.rooms[room].lowest());
    rock.searches = SEARCHES;
    let mut served: Vec<DVec2> = Vec::new();
    let apart = growth.half * 0.35;
    for (i, room) in deep.into_iter().enumerate().take(count * SPARE * 4) {
        if served.len() >= count {
            return;
        }
        let here = centre(growth, room);
        let enough = served.len() + 1 < count || count == 1;
        if enough && served.iter().any(|other| other.distance(here) < apart) {
            continue;
        }
        let found = (0..CHIMNEYS).find_map(|attempt| {
            let dice = dice.at(i).at(attempt);
            let by = DVec2::new(dice.metres(0, -48.0, 48.0), dice.metres(1, -48.0, 48.0));
            chimney(growth, rock, &gauge, room, here + by)
        });
        if let Some((socket, path, volume, mouth)) = found {
            growth.draft.sockets[socket].free = false;
            growth.draft.reserve(&mouth);
            add(
                growth,
                rock,
                (System::Ventilation, &gauge),
                [Some(room), None],
                path,
                &volume,
            );
            served.push(here);
        }
    }
}

/// A bore from a room to a chimney at a place.
fn chimney(
    growth: &Growth,
    rock: &mut Rock,
    gauge: &Gauge,
    room: usize,
    at: DVec2,
) -> Option<(usize, Vec<DVec3>, Candidate, Candidate)> {
    let ground = growth.ground.at(at);
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|c| at + DVec2::from(c) * CHIMNEY_RADIUS);
    let foot = Part {
        outline: Polygon::new(corners.map(super::super::heading::to_grid).to_vec()),
        floor: Plane::level(ground),
        ceiling: Plane::level(ground + 4.0),
    };
    let mouth = Candidate::way(Kind::Other, vec![foot], Form::Parts, 1.0).under_the_sky();
    if !growth.in_region(&mouth) || !growth.draft.fits(&mouth, &[]) {
        return None;
    }
    towards(growth, room, at, System::Ventilation)
        .into_iter()
        .find_map(|socket| {
            let from = bore::opening(&growth.draft, socket);
            // Straight up, as far from the ground as a bend needs.
            let neck = DVec3::new(at.x, from.floor.max(growth.level - 30.0) + 6.0, at.y);
            let to = Port {
                room: usize::MAX,
                at,
                out: (plan(neck) - from.at).normalize_or(DVec2::X) * -1.0,
                floor: neck.y,
                wall: 0.3,
            };
            let job = Job {
                ends: [from, to],
                gauge,
                system: System::Ventilation,
            };
            let top = DVec3::new(at.x, ground + 1.0, at.y);
            let (path, volume) = super::port::search(rock, job, &|points| {
                let mut points = points.to_vec();
                points.push(top);
                let bore = bore::volume(&points, [from.wall, 0.3], gauge).ok_or(None)?;
                match growth.draft.conflict(&bore, &[from.room]) {
                    None => Ok((points, bore)),
                    Some(part) => Err(Some(bore::middle(&bore.parts()[part]))),
                }
            })?;
            Some((socket, path, volume, mouth.clone()))
        })
}
