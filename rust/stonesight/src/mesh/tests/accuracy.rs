//! Shape: vertices on the surface, walls flat, corners sharp, normals into the air.

use glam::{DVec3, Vec3};

use super::*;
use crate::program::Yaw;

const PLACES: [(u64, [f64; 3]); 5] = [
    (29, [0.0, 6.0, 0.0]),
    (29, [0.0, 1.0, -28.0]),
    (1, [-17.0, 6.0, 6.0]),
    (2, [60.0, 0.0, 60.0]),
    (3, [2.0, 4.0, -14.0]),
];

fn box_of(half: Vec3, yaw: f64) -> Shape {
    let yaw = if yaw == 0.0 { Yaw::NONE } else { Yaw::new(yaw) };
    Shape::Box { half, yaw }
}

#[test]
fn vertices_lie_on_the_surface_and_normals_point_into_the_air() {
    let (mut count, mut sum, mut wrong) = (0, 0.0, 0);
    for (seed, at) in PLACES {
        let field = world(seed);
        for key in block(0, DVec3::from_array(at), [0, 1, 0]) {
            let Content::Surface(mesh) = content(&field, key) else {
                continue;
            };
            for (point, normal) in vertices(&mesh, key) {
                count += 1;
                sum += f64::from(field.sample(point).value.abs());
                assert!((normal.length() - 1.0).abs() < 1.0e-5);
                let [out, inwards] = [0.02, -0.02].map(|way| field.sample(point + normal * way).value);
                wrong += usize::from(out <= inwards);
            }
        }
    }
    let mean = sum / f64::from(count) * 1_000.0;
    assert!(count > 5_000, "{count} vertices");
    assert!(mean <= 4.0, "mean distance {mean:.2} mm");
    // Where two surfaces meet in a wedge thinner than a voxel, their vertices lie in its middle.
    assert!(
        wrong * 100 <= count as usize,
        "{wrong} of {count} normals point into the solid"
    );
}

#[test]
fn triangles_face_the_way_their_normals_point() {
    let (mut count, mut wrong) = (0, 0);
    for (seed, at) in PLACES {
        let field = world(seed);
        let key = ChunkKey::containing(0, DVec3::from_array(at));
        let Content::Surface(mesh) = content(&field, key) else {
            continue;
        };
        let all: Vec<_> = vertices(&mesh, key).collect();
        for corners in mesh.indices.as_chunks::<3>().0 {
            let [(a, n), (b, m), (c, o)] = corners.map(|index| all[index as usize]);
            count += 1;
            wrong += usize::from((b - a).cross(c - a).dot(n + m + o) < 0.0);
        }
    }
    assert!(
        count > 4_000 && wrong * 200 <= count,
        "{wrong} of {count} triangles are turned away"
    );
}

#[test]
fn a_straight_box_is_exactly_flat_and_has_its_corners() {
    for (half, anchor) in [
        (Vec3::new(2.03, 1.61, 2.44), DVec3::new(4.37, 5.11, 5.53)),
        // Faces on samples.
        (Vec3::new(2.5, 1.25, 2.5), DVec3::new(5.0, 5.0, 5.0)),
    ] {
        for (mode, base) in [(Mode::Union, None), (Mode::Subtract, Some(Vec3::splat(50.0)))] {
            let rock = base.map(|half| (Mode::Union, box_of(half, 0.0), DVec3::ZERO));
            let field = field_of(rock.into_iter().chain([(mode, box_of(half, 0.0), anchor)]));
            let key = ChunkKey::new(0, 0, 0, 0);
            let mesh = mesh(&field, key);
            let anchor = crate::lattice::snap(anchor);
            let side = if mode == Mode::Union { 1.0 } else { -1.0 };
            for (point, normal) in vertices(&mesh, key) {
                let from = (point - anchor).abs() - half.as_dvec3();
                let off = from.abs().min_element();
                assert!(off < 4.0e-4, "{point} is {} mm off the nearest face", off * 1_000.0);
                assert!(from.max_element() < 4.0e-4, "{point} is outside");
                // The normal is that of a face on which the vertex lies.
                let (axis, _) = (0..3)
                    .map(|i| (i, normal[i].abs()))
                    .max_by(|a, b| a.1.total_cmp(&b.1))
                    .unwrap();
                assert_eq!(normal[axis].abs(), 1.0, "{mode:?} at {point}: {normal}");
                assert!(from[axis].abs() < 4.0e-4, "{normal} at {point}");
                assert_eq!(normal[axis].signum(), side * (point - anchor)[axis].signum());
            }
            // Where three faces lie on samples, the vertex keeps its step clear of each.
            let errors = corner_errors(&mesh, key, |corner| anchor + corner * half.as_dvec3());
            assert!(
                errors.iter().all(|&error| error < 0.6),
                "corners are missed by {errors:?} mm"
            );
        }
    }
}

#[test]
fn a_turned_box_has_its_corners_and_edges() {
    let mut corners = Vec::new();
    for index in 0..12i64 {
        let random = |salt| crate::lattice::unit(crate::lattice::hash(17, &[index, salt]));
        let half = Vec3::new(1.5 + random(0) as f32, 1.5 + random(1) as f32, 1.5 + random(2) as f32);
        let anchor = crate::lattice::snap(DVec3::new(4.5 + random(3), 4.5 + random(4), 4.5 + random(5)));
        let angle = 0.1 + random(6);
        let yaw = Yaw::new(angle);
        let hollow = index % 2 == 1;
        let rock = hollow.then(|| (Mode::Union, box_of(Vec3::splat(50.0), 0.0), DVec3::ZERO));
        let mode = if hollow { Mode::Subtract } else { Mode::Union };
        let field = field_of(rock.into_iter().chain([(mode, box_of(half, angle), anchor)]));
        let key = ChunkKey::new(0, 0, 0, 0);
        let mesh = mesh(&field, key);
        let place = |corner: DVec3| {
            let v = corner * half.as_dvec3();
            let plan = yaw.turn(glam::Vec2::new(v.x as f32, v.z as f32));
            anchor + DVec3::new(f64::from(plan.x), v.y, f64::from(plan.y))
        };
        corners.extend(corner_errors(&mesh, key, place));
        let worst = vertices(&mesh, key)
            .map(|(point, _)| f64::from(field.sample(point).value.abs()) * 1_000.0)
            .fold(0.0, f64::max);
        assert!(worst < 60.0, "box {index}: a vertex is {worst:.1} mm off");
    }
    // Where the tip of a turned corner reaches into a cell without touching its edges, the tip is cut off.
    corners.sort_by(f64::total_cmp);
    assert!(
        corners[corners.len() * 85 / 100] < 1.0,
        "corners are missed by {corners:?} mm"
    );
    assert!(
        corners[corners.len() - 1] < 80.0,
        "corners are missed by {corners:?} mm"
    );
}

/// How far each corner of a box is from the nearest vertex, in millimetres.
fn corner_errors(mesh: &Mesh, key: ChunkKey, place: impl Fn(DVec3) -> DVec3) -> Vec<f64> {
    let near = |corner: DVec3| {
        vertices(mesh, key)
            .map(|(p, _)| (p - corner).length())
            .fold(f64::MAX, f64::min)
    };
    let sign = |set: i32| if set == 1 { 1.0 } else { -1.0 };
    (0..8)
        .map(|i| near(place(DVec3::new(sign(i & 1), sign(i >> 1 & 1), sign(i >> 2)))) * 1_000.0)
        .collect()
}

#[test]
fn round_things_are_round() {
    let ball = Shape::Capsule {
        to: Vec3::new(0.01, 0.0, 0.0),
        radius: 2.0,
    };
    let field = field_of([(Mode::Union, ball, DVec3::new(5.1, 4.9, 5.2))]);
    let key = ChunkKey::new(0, 0, 0, 0);
    let mesh = mesh(&field, key);
    let mut sum = 0.0;
    for (point, normal) in vertices(&mesh, key) {
        // A cap that bulges into the next cell without touching its edges is held back: voxel² / 4 r.
        let off = field.sample(point).value.abs();
        assert!(off < 0.0125, "{} mm off", off * 1_000.0);
        sum += off;
        let true_normal = (point - DVec3::new(5.1, 4.9, 5.2)).normalize();
        assert!(true_normal.dot(normal) > 0.99, "{normal} at {point}");
    }
    let mean = sum / mesh.positions.len() as f32 * 1_000.0;
    assert!(mean < 0.5, "{mean} mm off in the mean");
    // One vertex a cell: nothing is split.
    let mut places = mesh.positions.clone();
    places.sort();
    places.dedup();
    assert_eq!(places.len(), mesh.positions.len());
}

#[test]
fn vertices_stay_in_their_cells() {
    for (seed, at) in PLACES {
        for level in [0, 2] {
            let field = world(seed);
            let mut buffers = Buffers::default();
            let key = ChunkKey::containing(level, DVec3::from_array(at));
            make(&field, key, &mut buffers, &CancelToken::new()).unwrap();
            for (point, cell) in buffers.stage.cells.places.iter().zip(&buffers.stage.placement.cells) {
                for edge in 0..12 {
                    let position = buffers.stage.placement.pieces[cell.piece(edge)].position;
                    for axis in 0..3 {
                        let inside = u32::from(position[axis]).wrapping_sub((point[axis] as u32 - 1) * 1024);
                        assert!((1..1024).contains(&inside), "{position:?} in cell {point:?}");
                    }
                }
            }
        }
    }
}
