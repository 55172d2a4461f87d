use std::sync::OnceLock;

use glam::DVec3;

use super::*;
use crate::lattice::{hash, unit};
use crate::room::{Part, Room};

/// The plans of seeds 1 to 60, or to 600 for the full set.
fn plans() -> &'static [Plan] {
    static PLANS: OnceLock<Vec<Plan>> = OnceLock::new();
    PLANS.get_or_init(|| {
        let last = if std::env::var_os("STONESIGHT_FULL").is_some() {
            600
        } else {
            60
        };
        let grown = (1..=last).map(|seed| Plan::new(seed, &Config::village()));
        grown.map(|plan| plan.expect("every seed has a plan")).collect()
    })
}

fn random(index: i64, salt: i64) -> f64 {
    unit(hash(31, &[index, salt]))
}

fn plan_point(point: DVec3) -> DVec2 {
    DVec2::new(point.x, point.z)
}

/// A plan with its records changed.
fn damaged(plan: &Plan, change: impl FnOnce(&mut Vec<Room>, &mut Vec<crate::room::Door>)) -> Plan {
    let (mut rooms, mut doors) = (plan.rooms.all().to_vec(), plan.rooms.doors().to_vec());
    change(&mut rooms, &mut doors);
    Plan {
        rooms: Rooms::new(rooms, doors).unwrap(),
        ..plan.clone()
    }
}

fn kinds(faults: &[Fault]) -> Vec<FaultKind> {
    let mut kinds: Vec<FaultKind> = faults.iter().map(|fault| fault.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

#[test]
fn every_plan_has_what_was_asked_for() {
    for plan in plans() {
        assert_eq!(plan.count(Tag::Surface), 18, "seed {}", plan.seed);
        assert_eq!(plan.count(Tag::Underground), 18, "seed {}", plan.seed);
        let [low, high] = plan.floors(Tag::Surface);
        assert!(
            high - low >= 12.0,
            "seed {}: floors spread over {} m",
            plan.seed,
            high - low
        );
        assert!(plan.vertical_modules() >= 2, "seed {}", plan.seed);
        let court = &plan.rooms.all()[0];
        let (from, to) = court.parts[0].outline.bounds();
        let across = to - from;
        assert!(court.open_sky && across.min_element() >= 24.0 && across.max_element() <= 30.0);
        let names: std::collections::BTreeSet<&str> = plan.rooms.all().iter().map(|room| room.name.as_str()).collect();
        assert_eq!(names.len(), plan.rooms.all().len(), "two rooms share a name");
        assert_eq!(audit(plan), Vec::new());
    }
}

#[test]
fn no_point_lies_in_two_rooms() {
    // The room of a point by looking at every room, with walls left out of account: the reference.
    let holds = |room: &Room, point: DVec3| {
        let inside = |part: &Part| {
            let plan = plan_point(point);
            let top = if room.open_sky {
                f64::INFINITY
            } else {
                part.ceiling.at(plan)
            };
            part.floor.at(plan) <= point.y && point.y < top && part.outline.signed_distance(plan) < -0.05
        };
        room.parts.iter().any(inside)
    };
    let mut found = 0;
    for plan in plans() {
        let (low, high) = (DVec3::new(-150.0, -40.0, -150.0), DVec3::new(150.0, 50.0, 150.0));
        for index in 0..1_500 {
            let share = DVec3::new(random(index, 0), random(index, 1), random(index, 2));
            let point = low + (high - low) * share;
            let rooms: Vec<&Room> = plan.rooms.all().iter().filter(|room| holds(room, point)).collect();
            assert!(
                rooms.len() <= 1,
                "seed {}: {} and {} at {point}",
                plan.seed,
                rooms[0].name,
                rooms[1].name
            );
            let found_room = plan.rooms.room_at(point).map(|room| room.id);
            if let [room] = rooms[..] {
                found += 1;
                let below = |part: &Part| {
                    part.outline.contains(plan_point(point)) && point.y < part.ceiling.at(plan_point(point))
                };
                if room.parts.iter().any(below) {
                    assert_eq!(found_room, Some(room.id), "seed {}: {}", plan.seed, room.name);
                }
            }
        }
    }
    assert!(found > 500, "{found} points lay in rooms");
}

#[test]
fn a_metre_of_stone_stands_around_every_room() {
    for plan in plans() {
        for room in plan.rooms.all().iter().filter(|room| !room.kind.is_link()) {
            for (a, b) in room.parts[0].outline.edges() {
                let along = (b - a).normalize();
                let outwards = DVec2::new(along.y, -along.x);
                let steps = (b - a).length().ceil();
                for i in 0..=steps as usize {
                    let point = a.lerp(b, i as f64 / steps) + outwards * 0.9;
                    let height = room.lowest() + 1.5;
                    let other = plan.rooms.room_at(DVec3::new(point.x, height, point.y));
                    let joined = other.is_none_or(|other| {
                        other.id == room.id
                            || plan
                                .rooms
                                .doors()
                                .iter()
                                .any(|door| door.rooms.contains(&other.id) && door.rooms.contains(&room.id))
                    });
                    assert!(
                        joined,
                        "seed {}: {} beside {}",
                        plan.seed,
                        other.unwrap().name,
                        room.name
                    );
                }
            }
        }
    }
}

#[test]
fn doors_join_their_rooms_at_one_height() {
    for plan in plans() {
        for door in plan.rooms.doors() {
            let forward = DVec3::new(door.direction.x, 0.0, door.direction.y);
            for (room, side) in door.rooms.into_iter().zip([-1.0, 1.0]) {
                let point = door.sill + forward * (side * (door.depth * 0.5 + 0.3)) + DVec3::Y * 0.2;
                let there = plan
                    .rooms
                    .room_at(point)
                    .unwrap_or_else(|| panic!("seed {}: no room at a door", plan.seed));
                assert_eq!(there.id, room, "seed {}: {} at a door", plan.seed, there.name);
                let spiral = matches!(plan.space(room).unwrap().form, Form::Spiral(_));
                let part = there
                    .parts
                    .iter()
                    .find(|part| part.outline.signed_distance(plan_point(point)) < 0.02)
                    .unwrap();
                let floor = part.floor.at(plan_point(point));
                assert!(
                    spiral || (floor - door.sill.y).abs() < 0.1,
                    "a step of {} m",
                    floor - door.sill.y
                );
            }
        }
    }
}

#[test]
fn links_have_one_unbroken_floor() {
    for plan in plans() {
        for room in plan.rooms.all().iter().filter(|room| room.kind.is_link()) {
            for pair in room.parts.windows(2) {
                let ends = |part: &Part| {
                    part.outline
                        .corners
                        .iter()
                        .map(|&c| part.floor.at(c))
                        .collect::<Vec<_>>()
                };
                let (a, b) = (ends(&pair[0]), ends(&pair[1]));
                let step = a
                    .iter()
                    .flat_map(|p| b.iter().map(move |q| (p - q).abs()))
                    .fold(f64::INFINITY, f64::min);
                assert!(step < 0.02, "seed {}: a step of {step} m in {}", plan.seed, room.name);
            }
        }
    }
}

#[test]
fn places_are_in_rooms() {
    for plan in plans() {
        assert!(plan.places.len() >= 8, "seed {}", plan.seed);
        for place in &plan.places {
            assert!(
                plan.rooms.room_at(place.position).is_some(),
                "seed {}: {}",
                plan.seed,
                place.name
            );
            assert!((place.facing.length() - 1.0).abs() < 1e-6);
        }
        let start = plan.rooms.room_at(plan.start().position).unwrap();
        assert_eq!(start.id, plan.rooms.all()[0].id);
    }
}

#[test]
fn a_seed_is_a_plan_and_another_seed_is_another() {
    let config = Config::village();
    let plan = |seed| Plan::new(seed, &config).unwrap();
    assert_eq!(plan(29), plan(29));
    for other in [30, 29 + (1 << 32), 29 + (1 << 62), MAX_SEED] {
        assert_ne!(plan(29).rooms, plan(other).rooms, "seeds 29 and {other}");
        assert_ne!(plan(29).ground, plan(other).ground, "seeds 29 and {other}");
    }
    assert_eq!(Plan::new(MAX_SEED + 1, &config), Err(PlanError::Seed(MAX_SEED + 1)));
}

#[test]
fn what_cannot_be_is_an_error_and_quick() {
    let start = std::time::Instant::now();
    let config = Config {
        size: 160.0,
        surface_spaces: 28,
        ..Config::default()
    };
    let error = Plan::new(1, &config).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("write fewer surface_spaces or a larger size"),
        "{error}"
    );
    let config = Config {
        size: f64::NAN,
        ..Config::default()
    };
    assert!(matches!(Plan::new(1, &config), Err(PlanError::Config(_))));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn the_audit_finds_planted_damage() {
    let plan = &plans()[0];
    let (first, second) = (plan.rooms.all()[0].id, plan.rooms.all()[3].id);
    let moved = damaged(plan, |rooms, _| {
        let by = plan_point(plan.rooms.room(first).unwrap().middle() - plan.rooms.room(second).unwrap().middle());
        let height = plan.rooms.room(first).unwrap().lowest() - plan.rooms.room(second).unwrap().lowest();
        for part in &mut rooms[3].parts {
            part.outline.corners.iter_mut().for_each(|corner| *corner += by);
            part.floor = part.floor.raised(height);
            part.ceiling = part.ceiling.raised(height);
        }
    });
    assert!(kinds(&audit(&moved)).contains(&FaultKind::Overlap));
    let walled_up = damaged(plan, |_, doors| {
        doors.remove(0);
    });
    let faults = audit(&walled_up);
    assert!(kinds(&faults).contains(&FaultKind::Unreachable));
    let narrow = damaged(plan, |_, doors| doors[4].width = 1.5);
    assert_eq!(kinds(&audit(&narrow)), [FaultKind::TightDoor]);
    let steep = damaged(plan, |rooms, _| rooms[5].parts[0].floor.slope = DVec2::new(0.0, 0.4));
    assert!(kinds(&audit(&steep)).contains(&FaultKind::Steep));
    let mut flat = plan.clone();
    flat.ground.heights.iter_mut().for_each(|height| *height = -30.0);
    assert!(kinds(&audit(&flat)).starts_with(&[FaultKind::Floating, FaultKind::ThinRock]));
    let mut small = plan.clone();
    small.config.size = 40.0;
    assert!(kinds(&audit(&small)).contains(&FaultKind::Outside));
}

#[test]
fn the_drawing_names_every_room_that_it_has_space_for() {
    let plan = &plans()[0];
    let drawing = svg(plan);
    assert!(drawing.starts_with("<svg") && drawing.trim_end().ends_with("</svg>"));
    let rooms = plan.rooms.all().iter().filter(|room| !room.kind.is_link());
    let named = rooms.filter(|room| drawing.contains(&room.name)).count();
    assert!(named >= 30, "{named} names");
    assert!(!drawing.contains("NaN") && !drawing.contains("inf"));
}
