//! Property tests of sewers, trunk and routes over seeds.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::super::{Config, Plan, System};
use crate::lattice::RecordId;
use crate::program::{Mode, digest, from_plan};
use crate::room::{Kind, Room, Tag};

fn plans() -> &'static [Plan] {
    static PLANS: OnceLock<Vec<Plan>> = OnceLock::new();
    PLANS.get_or_init(|| {
        let last = if std::env::var_os("STONESIGHT_FULL").is_some() {
            200
        } else {
            24
        };
        let grown = (1..=last).map(|seed| Plan::new(seed, &Config::village()));
        grown.map(|plan| plan.expect("every seed has a plan")).collect()
    })
}

fn of(plan: &Plan, kind: Kind) -> Vec<&Room> {
    plan.rooms.all().iter().filter(|room| room.kind == kind).collect()
}

/// The rooms that one reaches from a room without entering rooms that `may_enter` refuses.
fn reached(plan: &Plan, from: RecordId, may_enter: impl Fn(&Room) -> bool) -> BTreeSet<RecordId> {
    let (mut found, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(here) = next.pop() {
        if !found.insert(here) {
            continue;
        }
        for door in plan.rooms.doors().iter().filter(|door| door.rooms.contains(&here)) {
            next.extend(
                door.rooms
                    .into_iter()
                    .filter(|&id| may_enter(plan.rooms.room(id).unwrap())),
            );
        }
    }
    found
}

#[test]
fn every_descent_leads_from_a_court_to_a_cistern_about_13_m_below() {
    for plan in plans() {
        let descents = of(plan, Kind::Descent);
        assert_eq!(descents.len(), 1, "seed {}", plan.seed);
        for descent in descents {
            let ends: Vec<&Room> = descent
                .doors
                .iter()
                .flat_map(|&door| plan.rooms.door(door).unwrap().rooms)
                .filter(|&id| id != descent.id)
                .map(|id| plan.rooms.room(id).unwrap())
                .collect();
            let [court, cistern] = ends[..] else {
                panic!("two doors")
            };
            assert!(court.tag == Tag::Surface && court.open_sky && cistern.kind == Kind::Sewer);
            // Without the sills of its doors, which may lead down.
            let depth = court.parts[0].lowest() - cistern.lowest();
            assert!((12.0..14.5).contains(&depth), "seed {}: {depth} m", plan.seed);
        }
    }
}

#[test]
fn tunnels_join_all_cisterns_and_drains_lead_to_the_trunk() {
    for plan in plans() {
        let cisterns = of(plan, Kind::Sewer);
        let sewers = |room: &Room| matches!(room.kind, Kind::Sewer | Kind::Tunnel);
        let found = reached(plan, cisterns[0].id, sewers);
        assert!(
            cisterns.iter().all(|cistern| found.contains(&cistern.id)),
            "seed {}",
            plan.seed
        );
        let drains = of(plan, Kind::Drain);
        assert!(!drains.is_empty());
        for drain in drains {
            let down = reached(plan, drain.id, |room| {
                matches!(room.kind, Kind::Sewer | Kind::Tunnel | Kind::Drain | Kind::Trunk)
            });
            let kinds: BTreeSet<Kind> = down.iter().map(|&id| plan.rooms.room(id).unwrap().kind).collect();
            assert!(
                kinds.contains(&Kind::Sewer) && kinds.contains(&Kind::Trunk),
                "seed {}",
                plan.seed
            );
        }
    }
}

#[test]
fn all_five_systems_are_there_and_keep_their_grades() {
    for plan in plans() {
        for system in System::ALL {
            let routes: Vec<_> = plan.routes.iter().filter(|route| route.system == system).collect();
            assert!(!routes.is_empty(), "seed {}: no {}", plan.seed, system.word());
            assert!(routes.iter().all(|route| route.length() > 10.0));
        }
        for (kind, steepest) in [
            (Kind::Trunk, 0.05),
            (Kind::Freight, 0.15),
            (Kind::Service, 0.3),
            (Kind::Tunnel, 0.3),
        ] {
            for room in of(plan, kind) {
                let slopes = room.parts.iter().map(|part| part.floor.slope.length());
                let slope = slopes.fold(0.0, f64::max);
                assert!(
                    slope <= steepest + 1e-6,
                    "seed {}: {} has a slope of {slope}",
                    plan.seed,
                    room.name
                );
            }
        }
    }
}

#[test]
fn bores_pass_no_room_but_those_that_they_join() {
    for plan in plans() {
        for route in plan.routes.iter().filter(|route| route.rooms.is_empty()) {
            for pair in route.path.windows(2) {
                let steps = pair[0].distance(pair[1]).ceil();
                for i in 0..=steps as usize {
                    let at = pair[0].lerp(pair[1], i as f64 / steps);
                    let room = plan.rooms.room_at(at).filter(|room| !room.open_sky);
                    let own = room.is_none_or(|room| route.joins.contains(&Some(room.id)));
                    assert!(
                        own,
                        "seed {}: a {} bore in {}",
                        plan.seed,
                        route.system.word(),
                        room.unwrap().name
                    );
                }
            }
        }
    }
}

#[test]
fn a_route_takes_few_operations_and_a_world_has_one_digest() {
    for plan in &plans()[..8] {
        let program = from_plan(plan);
        let below = [
            Kind::Sewer,
            Kind::Tunnel,
            Kind::Descent,
            Kind::Drain,
            Kind::Trunk,
            Kind::Freight,
            Kind::Service,
        ];
        let mut records: BTreeSet<RecordId> = plan.routes.iter().map(|route| route.record).collect();
        records.extend(
            plan.rooms
                .all()
                .iter()
                .filter(|room| below.contains(&room.kind))
                .map(|room| room.id),
        );
        let count = program
            .operations
            .iter()
            .filter(|operation| records.contains(&operation.record))
            .count();
        assert!(count < 300, "seed {}: {count} operations", plan.seed);
        assert!(
            program
                .operations
                .iter()
                .any(|operation| operation.mode == Mode::Subtract)
        );
        let again = Plan::new(plan.seed, &plan.config).unwrap();
        assert_eq!(digest(plan, &program), digest(&again, &from_plan(&again)));
    }
}
