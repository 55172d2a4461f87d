use std::collections::BTreeSet;

use super::*;
use crate::plan::Config;
use crate::program::digest;

fn plan(seed: u64) -> Plan {
    Plan::new(seed, &Config::village()).unwrap()
}

#[test]
fn every_record_becomes_operations_and_every_operation_has_a_record() {
    for seed in 1..=20 {
        let plan = plan(seed);
        let program = from_plan(&plan);
        let used: BTreeSet<RecordId> = program.operations.iter().map(|operation| operation.record).collect();
        let rooms = plan.rooms.all().iter().map(|room| room.id);
        let doors = plan.rooms.doors().iter().map(|door| door.id);
        let routes = plan.routes.iter().map(|route| route.record);
        let voids = plan.voids.iter().map(|void| void.record);
        let known: BTreeSet<RecordId> = rooms.chain(doors).chain(routes).chain(voids).chain([GROUND]).collect();
        assert_eq!(used, known, "seed {seed}");
        assert!(
            (600..3_000).contains(&program.operations.len()),
            "{}",
            program.operations.len()
        );
    }
}

#[test]
fn nothing_solid_is_thinner_than_two_and_a_half_voxels() {
    let thinnest = 0.78;
    for seed in 1..=10 {
        for operation in from_plan(&plan(seed)).operations {
            if operation.mode == Mode::Subtract {
                continue;
            }
            let least = match &operation.shape {
                Shape::Box { half, .. } => half.min_element() * 2.0,
                Shape::Cylinder { radius, half_height } => (radius * 2.0).min(half_height * 2.0),
                Shape::HelixRamp { height, .. } => *height,
                Shape::Prism {
                    floor,
                    ceiling,
                    outline,
                } => outline
                    .iter()
                    .map(|&corner| ceiling.at(corner) - floor.at(corner))
                    .fold(f32::INFINITY, f32::min),
                _ => 1.0,
            };
            assert!(
                least >= thinnest,
                "record {} is {least} m thin: {:?}",
                operation.record.0,
                operation.shape
            );
        }
    }
}

#[test]
fn shapes_are_sound() {
    for seed in 1..=20 {
        for operation in from_plan(&plan(seed)).operations {
            assert!(operation.anchor.is_finite());
            if let Shape::Prism {
                outline,
                floor,
                ceiling,
            } = &operation.shape
            {
                let corners = outline.iter().map(|corner| corner.as_dvec2()).collect();
                assert!(
                    !crate::room::Polygon::new(corners).crosses_itself(),
                    "record {}",
                    operation.record.0
                );
                assert!(outline.iter().all(|&corner| ceiling.at(corner) > floor.at(corner)));
            }
        }
    }
}

#[test]
fn a_world_has_one_digest() {
    let of = |seed| {
        let plan = plan(seed);
        digest(&plan, &from_plan(&plan))
    };
    assert_eq!(of(29), of(29));
    assert_ne!(of(29), of(30));
    assert_ne!(of(29), of(29 + (1 << 40)));
}
