//! Pruned against unpruned, bit for bit.

use glam::{DVec3, Vec3};

use super::{Random, effort, program};
use crate::field::{Active, FAR, Field, Frame, Gradients, LANES, Points, Samples};
use crate::lattice::{ChunkKey, OperationId, voxel_size};
use crate::plan::{Config, Plan};
use crate::program::{Program, from_plan, ground_floor};

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    points: usize,
    solid: usize,
    near: usize,
    operations: usize,
    bricks: usize,
    settled: usize,
    /// Samples of lists near the surface: those that are exact, and those that are not.
    near_exact: usize,
    far: usize,
}

/// Random points of the 2^-12 m grid in a box, with its corners among them.
fn points(random: &mut Random, low: Vec3, high: Vec3) -> Points {
    let mut points: Points = Points::default();
    for lane in 0..LANES {
        let mut pick = |low: f32, high: f32| match random.below(10) {
            0 => low,
            1 => high,
            _ => ((random.within(low.into(), high.into()) * 4096.0).round() / 4096.0) as f32,
        };
        points.x[lane] = pick(low.x, high.x);
        points.y[lane] = pick(low.y, high.y);
        points.z[lane] = pick(low.z, high.z);
    }
    points
}

/// Compares a pruned box with all operations and with single samples.
fn compare(frame: &Frame<'_>, active: &Active, random: &mut Random, tally: &mut Tally) {
    let points = points(random, active.low, active.high);
    let (mut pruned, mut slopes) = (Samples::default(), Gradients::default());
    frame.evaluate_with_gradients(active, &points, &mut pruned, &mut slopes);
    let mut plain = Samples::default();
    frame.evaluate(active, &points, &mut plain);
    assert_eq!(bits(&plain.value), bits(&pruned.value));
    assert_eq!(plain.operation, pruned.operation);

    let everything = Active::unpruned(frame.field(), active.low, active.high);
    let (mut full, mut full_slopes) = (Samples::default(), Gradients::default());
    frame.evaluate_by_slopes_alone(&everything, &points, &mut full, &mut full_slopes);
    assert_eq!(bits(&pruned.value), bits(&full.value));
    assert_eq!(pruned.operation, full.operation);
    assert_eq!(bits(&slopes.x), bits(&full_slopes.x));
    assert_eq!(bits(&slopes.y), bits(&full_slopes.y));
    assert_eq!(bits(&slopes.z), bits(&full_slopes.z));

    let (low, high) = active.bounds();
    for lane in 0..LANES {
        let value = full.value[lane];
        assert!((low..=high).contains(&value), "{value} outside {low} to {high}");
        tally.points += 1;
        tally.solid += usize::from(value < 0.0);
        tally.near += usize::from(value.abs() < 0.3);
    }
    // The single point is the same code with one lane; a few of them are enough.
    for lane in [0, 21, 63] {
        let local = Vec3::new(points.x[lane], points.y[lane], points.z[lane]);
        let sample = frame.field().sample_unpruned(frame.origin() + local.as_dvec3());
        assert_eq!(sample.value.to_bits(), pruned.value[lane].to_bits());
        assert_eq!(sample.operation, pruned.operation[lane]);
        assert_eq!(frame.field().sample(frame.origin() + local.as_dvec3()), sample);
    }
}

/// Compares a list of what matters near the surface with all operations.
fn compare_near(frame: &Frame<'_>, active: &Active, depth: f32, random: &mut Random, tally: &mut Tally) {
    let points = points(random, active.low, active.high);
    let (mut near, mut slopes) = (Samples::default(), Gradients::default());
    frame.evaluate_with_gradients(active, &points, &mut near, &mut slopes);
    let mut values = [0.0; LANES];
    frame.values_in_columns::<LANES>(active, &points, &mut values);
    assert_eq!(bits(&values), bits(&near.value));

    let everything = Active::unpruned(frame.field(), active.low, active.high);
    let (mut full, mut full_slopes) = (Samples::default(), Gradients::default());
    frame.evaluate_by_slopes_alone(&everything, &points, &mut full, &mut full_slopes);
    let (low, high) = active.bounds();
    for lane in 0..LANES {
        let (value, expected) = (near.value[lane], full.value[lane]);
        assert!((low..=high).contains(&value), "{value} outside {low} to {high}");
        assert_eq!(value < 0.0, expected < 0.0, "{value} for {expected}");
        assert!(
            active.is_exact(value) || expected.abs() >= depth,
            "{value} for {expected}"
        );
        if !active.is_exact(value) {
            tally.far += 1;
            continue;
        }
        tally.near_exact += 1;
        assert_eq!(value.to_bits(), expected.to_bits(), "{value} for {expected}");
        assert_eq!(near.operation[lane], full.operation[lane]);
        for (found, expected) in [
            (slopes.x, full_slopes.x),
            (slopes.y, full_slopes.y),
            (slopes.z, full_slopes.z),
        ] {
            assert_eq!(found[lane].to_bits(), expected[lane].to_bits());
        }
    }
}

fn bits(values: &[f32; LANES]) -> [u32; LANES] {
    values.map(f32::to_bits)
}

/// Chunk, a few 12-voxel blocks in it, a few 4-voxel bricks in those.
fn compare_chunk(field: &Field, key: ChunkKey, random: &mut Random, tally: &mut Tally) {
    let frame = field.frame(key.origin(), key.level);
    let voxel = voxel_size(key.level) as f32;
    let chunk = frame.everything(Vec3::splat(-2.0 * voxel), Vec3::splat(34.0 * voxel));
    compare(&frame, &chunk, random, tally);
    let depth = random.size(0.2, 4.0) * voxel;
    let mut shell = Active::default();
    frame.near(depth, chunk.low, chunk.high, &mut shell);
    compare_near(&frame, &shell, depth, random, tally);
    let (mut block, mut brick) = (Active::default(), Active::default());
    for _ in 0..6 {
        let mut corner = |low: Vec3, count: usize, step: f32| {
            low + Vec3::new(
                random.below(count) as f32,
                random.below(count) as f32,
                random.below(count) as f32,
            ) * step
                * voxel
        };
        let low = corner(chunk.low, 3, 12.0);
        frame.narrow(&chunk, low, low + Vec3::splat(12.0 * voxel), &mut block);
        let lows = [0; 6].map(|_| corner(low, 3, 4.0));
        compare(&frame, &block, random, tally);
        let boxes = lows.map(|low| [low, low + Vec3::splat(4.0 * voxel)]);
        let mut close = [0; 6].map(|_| Active::default());
        frame.narrow_each(&shell, &boxes, &mut close);
        for ([low, high], close) in boxes.into_iter().zip(&close) {
            compare_near(&frame, close, depth, random, tally);
            frame.narrow(&shell, low, high, &mut brick);
            compare_near(&frame, &brick, depth, random, tally);
        }
        let mut together = [0; 6].map(|_| Active::default());
        frame.narrow_each(&block, &boxes, &mut together);
        for ([low, high], each) in boxes.into_iter().zip(&together) {
            frame.narrow(&block, low, high, &mut brick);
            compare(&frame, each, random, tally);
            tally.operations += brick.operations.len();
            tally.bricks += 1;
            let (low, high) = brick.bounds();
            tally.settled += usize::from(low > 0.0 || high < 0.0);
            compare(&frame, &brick, random, tally);
        }
    }
}

#[test]
fn pruned_random_programs_are_the_same_bits() {
    let mut tally = Tally::default();
    for index in 0..60 * effort() {
        let mut random = Random::new(70_000 + index as u64);
        let origin = DVec3::new(
            random.within(-1.0e5, 1.0e5),
            random.within(-400.0, 400.0),
            random.within(-1.0e5, 1.0e5),
        );
        let level = random.below(4) as u8;
        let key = ChunkKey::containing(level, origin);
        let count = 5 + random.below(50);
        let spread = random.within(0.2, 0.6) * key.size();
        let field = Field::new(program(&mut random, key.centre(), count, spread)).unwrap();
        compare_chunk(&field, key, &mut random, &mut tally);
    }
    assert!(tally.points >= 100_000, "{tally:?}");
    assert!(
        tally.solid * 8 > tally.points && tally.solid * 8 < tally.points * 7,
        "{tally:?}"
    );
    assert!(tally.near > 4_000, "{tally:?}");
    assert!(tally.near_exact > 10_000 && tally.far > 10_000, "{tally:?}");
}

#[test]
fn pruned_ground_floors_are_the_same_bits() {
    let mut tally = Tally::default();
    for seed in 0..6 * effort() as u64 {
        let field = Field::new(ground_floor(seed, &Config::default())).unwrap();
        let mut random = Random::new(seed);
        for _ in 0..12 {
            let place = DVec3::new(
                random.within(-25.0, 25.0),
                random.within(-12.0, 10.0),
                random.within(-40.0, 25.0),
            );
            let key = ChunkKey::containing(random.below(4) as u8, place);
            compare_chunk(&field, key, &mut random, &mut tally);
        }
        for _ in 0..3 {
            let place = DVec3::new(
                random.within(-900.0, 900.0),
                random.within(-80.0, 80.0),
                random.within(-900.0, 900.0),
            );
            compare_chunk(&field, ChunkKey::containing(0, place), &mut random, &mut tally);
        }
    }
    assert!(tally.near > 2_000, "{tally:?}");
    assert!(tally.operations < tally.bricks * 4, "{tally:?}");
}

#[test]
fn pruned_worlds_are_the_same_bits() {
    let mut tally = Tally::default();
    for seed in 1..=effort() as u64 {
        let plan = Plan::new(seed, &Config::village()).unwrap();
        let field = Field::new(from_plan(&plan)).unwrap();
        let mut random = Random::new(seed);
        for _ in 0..3 {
            let operations = &field.program().operations;
            let place = operations[random.below(operations.len())].anchor + DVec3::Y;
            compare_chunk(&field, ChunkKey::containing(0, place), &mut random, &mut tally);
        }
    }
    assert!(tally.near > 500, "{tally:?}");
    assert!(tally.operations < tally.bricks * 16, "{tally:?}");
}

#[test]
fn air_is_far_and_nobody_s() {
    let field = Field::new(Program::default()).unwrap();
    let active = field.frame(DVec3::ZERO, 0).everything(Vec3::ZERO, Vec3::ONE);
    assert_eq!(active.bounds(), (FAR, FAR));
    assert!(active.is_empty());
    let sample = field.sample(DVec3::new(3.0, 4.0, 5.0));
    assert_eq!((sample.value, sample.operation), (FAR, OperationId::NONE));
}

#[test]
fn points_at_the_ends_of_the_world_are_finite() {
    let field = Field::new(ground_floor(29, &Config::default())).unwrap();
    for far in [1.0e7, 1.0e12, 1.0e300, f64::MAX] {
        for point in [DVec3::X, DVec3::Y, DVec3::NEG_Y, DVec3::ONE] {
            assert!(field.sample(point * far).value.is_finite());
        }
    }
}

#[test]
fn outside_its_extent_an_operation_moves_no_surface() {
    let mut moved = 0;
    for index in 0..40 * effort() {
        let mut random = Random::new(91_000 + index as u64);
        let all = program(&mut random, DVec3::ZERO, 12, 8.0);
        let field = Field::new(all.clone()).unwrap();
        let fields: Vec<Field> = (0..12)
            .map(|left_out| {
                let mut rest = all.clone();
                rest.operations.remove(left_out);
                Field::new(rest).unwrap()
            })
            .collect();
        for _ in 0..300 {
            let p = random.point(Vec3::splat(-14.0), Vec3::splat(14.0)).as_dvec3();
            let solid = field.sample(p).value < 0.0;
            for (left_out, without) in fields.iter().enumerate() {
                let (low, high) = field.extent(OperationId(left_out as u32)).unwrap();
                if (without.sample(p).value < 0.0) != solid {
                    moved += 1;
                    assert!(p.cmpge(low).all() && p.cmple(high).all(), "{p} outside {low} to {high}");
                }
            }
        }
    }
    assert!(moved > 1_000, "{moved}");
}
