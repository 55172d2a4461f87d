//! Rooms of several heights: the switchback hall and the stacked terraces, in their own coordinates.
//!
//! Both climb along +X. A hall of some storeys has a ramp along each of its long walls, in flights that run to and fro
//! between landings over its ends; stacked terraces are courts on a slope, each behind the retaining wall of its own
//! front, with a stair in a notch of that wall.

use glam::DVec2;

use super::dice::Dice;
use super::heading::Heading;
use super::space::{Cover, Form};
use super::template::{SHORTEST_DOOR_WALL, Template, TemplateSocket};
use crate::room::{Kind, Part, Plane, Polygon};

/// Clear width of a flight in metres; its parapet stands beside it.
const FLIGHT: f64 = 2.6;
/// Thickness of the parapets of flights, landings and terraces, in metres: 2.5 voxels, and a margin.
pub(crate) const PARAPET: f64 = 0.9;
/// Half the free width between the parapets of two flights in metres: the hall that one sees up from.
const NAVE: f64 = 2.0;
/// Depth of a landing in metres.
const LANDING: f64 = 3.2;
/// Slope of flights: a ramp.
const GRADE: f64 = 0.25;
/// Clear height over the highest landing in metres.
const OVER_LANDING: f64 = 4.75;
/// Slope of the stairs between terraces, and their width in metres.
const STAIR: f64 = 0.5;
const STAIR_WIDTH: f64 = 3.0;
/// How far up an open place reaches for `room_at`, in metres.
const OPEN: f64 = 14.0;

/// A hall of two to four flights. The first sockets are at its floor, then there is one at every landing.
pub(super) fn switchback(dice: Dice) -> Template {
    let (w, d) = (dice.metres(0, 10.5, 12.5), FLIGHT + PARAPET + NAVE);
    let flights = 2 + dice.pick(1, 3) as u32;
    let length = 2.0 * (w - LANDING);
    let rise = GRADE * length;
    let height = rise * f64::from(flights) + OVER_LANDING;
    let corners = [[-w, -d], [w, -d], [w, d], [-w, d]];
    let mut template = Template::new(Kind::SwitchbackHall, &corners, Cover::Gable { along: DVec2::X }, height);
    template.form = Form::Switchback {
        flights,
        along: DVec2::X,
    };
    let ceiling = Plane::level(height);
    let ways = (0..flights).map(|flight| {
        // Odd flights run back, along the other wall.
        let (side, ahead) = if flight % 2 == 0 { (-1.0, 1.0) } else { (1.0, -1.0) };
        let (x, z) = ((w - LANDING) * ahead, (d - FLIGHT * 0.5) * side);
        Part {
            outline: lane(DVec2::new(-x, z), DVec2::new(x, z), FLIGHT),
            floor: Plane {
                origin: DVec2::new(-x, z),
                height: rise * f64::from(flight),
                slope: DVec2::new(GRADE * ahead, 0.0),
            },
            ceiling,
        }
    });
    let landings = (0..flights).map(|flight| {
        let end = if flight % 2 == 0 { w } else { -w };
        let inner = end - LANDING * end.signum();
        Part {
            outline: lane(DVec2::new(inner, 0.0), DVec2::new(end, 0.0), 2.0 * d),
            floor: Plane::level(rise * f64::from(flight + 1)),
            ceiling,
        }
    });
    template.parts = ways.chain(landings).collect();
    let socket = |x: f64, z: f64, heading: i32, rise: f64| TemplateSocket {
        at: DVec2::new(x, z),
        out: Heading::new(heading),
        rise,
        width: SHORTEST_DOOR_WALL,
    };
    // Under the second flight there is head room for a door near its upper end only.
    template.sockets = vec![socket(-w, 0.0, 4, 0.0), socket(-w * 0.5, d, 2, 0.0)];
    for flight in 0..flights {
        let (end, heading) = if flight % 2 == 0 { (w, 0) } else { (-w, 4) };
        template
            .sockets
            .push(socket(end, 0.0, heading, rise * f64::from(flight + 1)));
    }
    template
}

/// A rectangle from a point to another, its first edge along the way.
fn lane(from: DVec2, to: DVec2, width: f64) -> Polygon {
    let across = (to - from).normalize().perp() * (width * 0.5);
    Polygon::new(vec![from - across, to - across, to + across, from + across])
}

/// Three or four courts that step up. The first socket is before the lowest, the last behind the highest.
pub(super) fn terraces(dice: Dice) -> Template {
    let levels = 3 + dice.pick(0, 2);
    let step = dice.metres(1, 2.5, 3.25);
    let run = step / STAIR;
    let width = dice.metres(2, 6.5, 8.5);
    // Every court has its own sides, and a stair that is now at the one, now at the other.
    let sides: Vec<[f64; 2]> = (0..levels as i64)
        .map(|level| {
            [
                dice.metres(10 + level, -2.0, 1.5) - width,
                dice.metres(20 + level, -1.5, 2.0) + width,
            ]
        })
        .collect();
    let first = if dice.chance(3, 0.5) { 1 } else { 0 };
    let depths: Vec<f64> = (0..levels as i64)
        .map(|level| dice.metres(30 + level, 5.0, 7.5) + if level > 0 { run } else { 3.0 })
        .collect();
    let mut front = 0.0;
    let mut courts = Vec::new();
    let mut stairs = Vec::new();
    let mut sockets = Vec::new();
    let mut socket = |at: [f64; 2], heading: i32, level: usize, width: f64| {
        sockets.push(TemplateSocket {
            at: DVec2::from(at),
            out: Heading::new(heading),
            rise: step * level as f64,
            width,
        });
    };
    for level in 0..levels {
        let ([low, high], back) = (sides[level], front + depths[level]);
        let floor = Plane::level(step * level as f64);
        let court = if level == 0 {
            socket([front, (low + high) * 0.5], 4, 0, high - low);
            vec![[front, low], [back, low], [back, high], [front, high]]
        } else {
            let below = sides[level - 1];
            let (near, head) = (front + PARAPET, front + run);
            let left = (level + first) % 2 == 0;
            let wall = if left { low.max(below[0]) } else { high.min(below[1]) };
            let inner = if left { wall + STAIR_WIDTH } else { wall - STAIR_WIDTH };
            let middle = (wall + inner) * 0.5;
            let edge = if left { inner + PARAPET } else { inner - PARAPET };
            stairs.push(Part {
                outline: lane(DVec2::new(front, middle), DVec2::new(head, middle), STAIR_WIDTH),
                floor: Plane {
                    origin: DVec2::new(front, middle),
                    height: floor.height - step,
                    slope: DVec2::new(STAIR, 0.0),
                },
                ceiling: Plane::level(floor.height + OPEN),
            });
            if left {
                vec![
                    [head, low],
                    [back, low],
                    [back, high],
                    [near, high],
                    [near, edge],
                    [head, edge],
                ]
            } else {
                vec![
                    [near, low],
                    [back, low],
                    [back, high],
                    [head, high],
                    [head, edge],
                    [near, edge],
                ]
            }
        };
        // Doors at the sides, between the head of the stair and the wall of the next court.
        let from = if level == 0 { front } else { front + run };
        if back - from >= SHORTEST_DOOR_WALL {
            socket([(from + back) * 0.5, low], 6, level, back - from);
            socket([(from + back) * 0.5, high], 2, level, back - from);
        }
        if level + 1 == levels {
            socket([back, (low + high) * 0.5], 0, level, high - low);
        }
        courts.push((court, floor));
        front = back;
    }
    let mut template = Template::new(Kind::StackedTerraces, &courts[0].0, Cover::Sky { walls: 1.1 }, OPEN);
    template.form = Form::Terraces {
        levels: levels as u32,
        along: DVec2::X,
    };
    let higher = courts.iter().skip(1).map(|(corners, floor)| Part {
        outline: Polygon::new(corners.iter().copied().map(DVec2::from).collect()),
        floor: *floor,
        ceiling: floor.raised(OPEN),
    });
    template.parts = higher.chain(stairs).collect();
    template.sockets = sockets;
    template
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thickness of flights and landings, as they are built.
    const SLAB: f64 = 1.0;

    fn each(make: fn(Dice) -> Template, check: impl Fn(&Template, &[Part])) {
        for seed in 0..300 {
            let template = make(Dice::new(seed, 0));
            let first = Part {
                outline: template.outline.clone(),
                floor: Plane::level(0.0),
                ceiling: Plane::level(template.height),
            };
            let parts: Vec<Part> = [first].into_iter().chain(template.parts.iter().cloned()).collect();
            check(&template, &parts);
        }
    }

    /// Heights of a way where it begins and ends.
    fn ends(way: &Part) -> [(DVec2, f64); 2] {
        let corners = &way.outline.corners;
        [[0, 3], [1, 2]].map(|[a, b]| {
            let middle = (corners[a] + corners[b]) * 0.5;
            (middle, way.floor.at(middle))
        })
    }

    #[test]
    fn flights_are_gentle_and_meet_their_landings() {
        each(switchback, |template, parts| {
            let Form::Switchback { flights, .. } = template.form else {
                panic!("no hall of storeys")
            };
            let flights = flights as usize;
            assert_eq!(parts.len(), 1 + 2 * flights);
            for flight in 0..flights {
                let (way, landing) = (&parts[1 + flight], &parts[1 + flights + flight]);
                let [(foot, low), (head, high)] = ends(way);
                assert!(way.floor.slope.length() <= 0.35);
                assert!((high - landing.floor.height).abs() < 1e-9 && landing.outline.distance(head) < 1e-9);
                let below = if flight == 0 {
                    &parts[0]
                } else {
                    &parts[flights + flight]
                };
                assert!((low - below.floor.height).abs() < 1e-9);
                assert!(
                    below.outline.signed_distance(foot) < 1e-9,
                    "flight {flight} begins in the air"
                );
                assert!(landing.ceiling.height - landing.floor.height >= 4.5);
            }
            // A door at the floor, and one at every landing.
            let at = |rise: f64| {
                template
                    .sockets
                    .iter()
                    .filter(move |socket| (socket.rise - rise).abs() < 1e-9)
            };
            assert!(at(0.0).count() >= 1);
            for landing in &parts[1 + flights..] {
                assert!(at(landing.floor.height).any(|socket| landing.outline.distance(socket.at) < 1e-9));
            }
        });
    }

    #[test]
    fn there_is_head_room_under_ramps_and_landings() {
        each(switchback, |_, parts| {
            let (low, high) = parts[0].outline.bounds();
            for index in 0..600 {
                let share =
                    DVec2::new(f64::from(index % 30) + 0.5, f64::from(index / 30) + 0.5) / DVec2::new(30.0, 20.0);
                let point = low + (high - low) * share;
                // The first flight is solid below, and so is its parapet.
                let solid = parts[1].outline.contains(point);
                let over = parts.iter().skip(if solid { 1 } else { 0 });
                let mut floors: Vec<f64> = over
                    .filter(|part| part.outline.contains(point))
                    .map(|part| part.floor.at(point))
                    .collect();
                floors.sort_by(f64::total_cmp);
                for pair in floors.windows(2) {
                    let clear = pair[1] - SLAB - pair[0];
                    assert!(clear >= 2.2, "{clear} m at {point}");
                }
            }
        });
    }

    #[test]
    fn terraces_step_up_by_stairs_that_meet_them_and_do_not_overlap() {
        each(terraces, |template, parts| {
            let Form::Terraces { levels, .. } = template.form else {
                panic!("no terraces")
            };
            let levels = levels as usize;
            let (courts, stairs) = parts.split_at(levels);
            assert_eq!(stairs.len(), levels - 1);
            assert!(
                courts.iter().any(|court| court.outline.corners.len() > 4),
                "none is concave"
            );
            for (index, stair) in stairs.iter().enumerate() {
                let [(foot, low), (head, high)] = ends(stair);
                let (below, above) = (&courts[index], &courts[index + 1]);
                assert!(stair.floor.slope.length() <= 0.6);
                assert!((low - below.floor.height).abs() < 1e-9 && below.outline.distance(foot) < 1e-9);
                assert!((high - above.floor.height).abs() < 1e-9 && above.outline.distance(head) < 1e-9);
                // Whoever stands on the one sees no step beside the stair: a parapet is between.
                let step = above.floor.height - below.floor.height;
                assert!((2.4..3.5).contains(&step));
            }
            let inside = |part: &Part, point: DVec2| part.outline.signed_distance(point) < -1e-6;
            for (i, part) in parts.iter().enumerate() {
                let (low, high) = part.outline.bounds();
                for index in 0..100 {
                    let share = DVec2::new(f64::from(index % 10) + 0.5, f64::from(index / 10) + 0.5) / 10.0;
                    let point = low + (high - low) * share;
                    let others = parts.iter().skip(i + 1).filter(|other| inside(other, point)).count();
                    assert!(!inside(part, point) || others == 0, "{point} lies in two parts");
                }
            }
            let last = template.sockets[template.sockets.len() - 1];
            assert!((last.rise - courts[levels - 1].floor.height).abs() < 1e-9);
        });
    }
}
