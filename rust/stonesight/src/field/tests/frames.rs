//! The same world point from several frames: the same bits.

use glam::{DVec3, Vec3};

use super::{Random, effort, program};
use crate::field::simd::Simd;
use crate::field::{Active, Field, Frame, Gradients, LANES, Points, Samples};
use crate::lattice::{ChunkKey, hash};

/// The bits of everything that the field says about points of the world, as asked from a frame.
fn ask(field: &Field, origin: DVec3, level: u8, world: &[DVec3; LANES]) -> [[u32; 5]; LANES] {
    let frame = field.frame(origin, level);
    let mut points: Points = Points::default();
    for (lane, point) in world.iter().enumerate() {
        let local = (*point - origin).as_vec3();
        assert_eq!(origin + local.as_dvec3(), *point, "not exact from there");
        points.x[lane] = local.x;
        points.y[lane] = local.y;
        points.z[lane] = local.z;
    }
    let corners = world.map(|point| (point - origin).as_vec3());
    let low = corners.iter().copied().fold(Vec3::INFINITY, Vec3::min);
    let high = corners.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
    let active = frame.everything(low, high);
    let (mut samples, mut gradients) = (Samples::<LANES>::default(), Gradients::default());
    frame.evaluate_with_gradients(&active, &points, &mut samples, &mut gradients);
    std::array::from_fn(|lane| {
        [
            samples.value[lane].to_bits(),
            samples.operation[lane].0,
            gradients.x[lane].to_bits(),
            gradients.y[lane].to_bits(),
            gradients.z[lane].to_bits(),
        ]
    })
}

/// `spread`: how far from the points the anchors lie.
fn compare(spread: f64, cases: usize) {
    let mut near = 0;
    for index in 0..cases {
        let mut random = Random::new(30_000 + index as u64);
        let side = if random.chance(0.5) { 1.0e5 } else { -1.0e5 };
        let place = DVec3::new(side + random.within(-500.0, 500.0), random.within(-200.0, 200.0), -side);
        let key = ChunkKey::containing(0, place);
        // Half the operations near by, so that there is a surface to be seen.
        let mut all = program(&mut random, key.origin(), 12, 4.0);
        all.operations
            .extend(program(&mut random, key.centre(), 20, spread).operations);
        let field = Field::new(all).unwrap();
        // Points on the grid, around the corner that eight chunks share.
        let world: [DVec3; LANES] = std::array::from_fn(|_| {
            let offset = random.point(Vec3::splat(-4.0), Vec3::splat(4.0)).as_dvec3();
            key.origin() + (offset * 4096.0).round() / 4096.0
        });
        let first = ask(&field, key.origin(), 0, &world);
        near += first.iter().filter(|bits| f32::from_bits(bits[0]).abs() < 1.0).count();
        for (dx, dy, dz) in [(-1, 0, 0), (0, -1, 0), (0, 0, -1), (-1, -1, -1), (2, 1, -3)] {
            assert_eq!(first, ask(&field, key.neighbour(dx, dy, dz).origin(), 0, &world));
        }
        for level in 1..=5 {
            let parent = ChunkKey::containing(level, key.origin());
            assert_eq!(first, ask(&field, parent.origin(), level, &world));
        }
        for (lane, point) in world.iter().enumerate() {
            let sample = field.sample_unpruned(*point);
            assert_eq!(
                [sample.value.to_bits(), sample.operation.0],
                [first[lane][0], first[lane][1]]
            );
        }
    }
    assert!(near > cases * 4, "{near}");
}

#[test]
fn a_point_is_the_same_bits_from_every_frame() {
    compare(1_000.0, 30 * effort());
}

#[test]
fn a_point_is_the_same_bits_from_every_frame_of_distant_anchors() {
    // About as far as f32 differences stay exact, so that frames fall on both sides of that.
    compare(4_500.0, 30 * effort());
}

#[test]
fn the_bits_are_the_same_on_every_machine() {
    // A change here is a change of every world: bump the generator version with it. Debug or release, scalar or vector code
    // and another processor must not change it.
    let mut digest = 0;
    for seed in 0..20 {
        let mut random = Random::new(500 + seed);
        let field = Field::new(program(&mut random, DVec3::ZERO, 30, 6.0)).unwrap();
        let world = std::array::from_fn(|_| {
            let point = random.point(Vec3::splat(-8.0), Vec3::splat(8.0)).as_dvec3();
            (point * 4096.0).round() / 4096.0
        });
        for bits in ask(&field, DVec3::ZERO, 0, &world) {
            digest = hash(digest, &bits.map(i64::from));
        }
    }
    assert_eq!(digest, 0xb2bd_2c87_b51d_d867, "{digest:#018x}");
}

#[test]
fn the_bits_are_the_same_with_every_set_of_vector_instructions() {
    let mut near = 0;
    for index in 0..40 * effort() {
        let mut random = Random::new(61_000 + index as u64);
        let field = Field::new(program(&mut random, DVec3::ZERO, 40, 6.0)).unwrap();
        let corner = random.point(Vec3::splat(-8.0), Vec3::splat(4.0));
        let frames = Simd::all().into_iter().map(|simd| {
            let mut frame = field.frame(DVec3::ZERO, 0);
            frame.simd = simd;
            frame
        });
        let said: Vec<_> = frames.map(|frame| say(&frame, corner)).collect();
        near += said[0]
            .iter()
            .filter(|bits| f32::from_bits(bits[0]).abs() < 1.0)
            .count();
        assert!(said.iter().all(|other| *other == said[0]));
    }
    assert!(near > 10_000, "{near}");
}

/// All that a frame says about the samples of 27 small boxes from a corner on, and how it prunes for them.
fn say(frame: &Frame<'_>, corner: Vec3) -> Vec<[u32; 8]> {
    let mut whole = Active::default();
    frame.near(0.5, corner, corner + Vec3::splat(4.0), &mut whole);
    let mut boxes = Vec::new();
    for part in 0..27 {
        let low = corner + Vec3::new((part % 3) as f32, (part / 3 % 3) as f32, (part / 9) as f32);
        boxes.push([low, low + Vec3::splat(1.5)]);
    }
    let mut parts = vec![Active::default(); boxes.len()];
    frame.narrow_each(&whole, &boxes, &mut parts);
    let mut said = Vec::new();
    for ([low, _], active) in boxes.into_iter().zip(&parts) {
        let mut points: Points = Points::default();
        for lane in 0..LANES {
            points.x[lane] = low.x + (lane % 4) as f32 * 0.5;
            points.y[lane] = low.y + (lane / 16) as f32 * 0.5;
            points.z[lane] = low.z + (lane / 4 % 4) as f32 * 0.5;
        }
        let (mut samples, mut gradients, mut values) = (Samples::default(), Gradients::default(), [0.0; LANES]);
        frame.evaluate_with_gradients(active, &points, &mut samples, &mut gradients);
        frame.values_in_columns::<16>(active, &points, &mut values);
        let (least, most) = active.bounds();
        for (lane, value) in values.into_iter().enumerate() {
            // Columns change no bit either.
            assert_eq!(value.to_bits(), samples.value[lane].to_bits());
            said.push([
                samples.value[lane].to_bits(),
                samples.operation[lane].0,
                gradients.x[lane].to_bits(),
                gradients.y[lane].to_bits(),
                gradients.z[lane].to_bits(),
                active.len() as u32,
                least.to_bits(),
                most.to_bits(),
            ]);
        }
    }
    said
}
