//! Every shape against references: sign, distance, Lipschitz constant, gradient, bounds, and no NaN anywhere.

use std::sync::Arc;

use glam::{DVec3, Vec2, Vec3};

use super::inside::{exact, inside};
use super::{KINDS, Random, effort, shape};
use crate::field::distance::{Bounds, Distance, Distances, Local};
use crate::field::number::Dual;
use crate::program::{HeightField, Shape, SlopedPlane, Yaw};

/// A shape of every kind in turn, small and large.
fn shapes(seed: u64, count: usize) -> impl Iterator<Item = (Shape, Random, f32)> {
    (0..count).map(move |index| {
        let mut random = Random::new(seed * 1_000_003 + index as u64);
        let reach = f64::from(random.size(0.5, 40.0));
        let shape = shape(&mut random, index % KINDS, reach);
        (shape, random, reach as f32)
    })
}

/// Allowed rounding for coordinates around `reach`.
fn rounding(shape: &Shape, reach: f32) -> f32 {
    match shape {
        // What the walk along the ellipse leaves.
        Shape::ArchVault { half_width, rise, .. } => 2.0e-5 * (half_width.max(*rise) + 4.0 * reach),
        Shape::HelixRamp { .. } => 4.0e-5 * reach,
        Shape::Row { of, .. } => rounding(of, reach) + 4.0e-6 * reach,
        _ => 4.0e-6 * (reach + 4.0),
    }
}

fn value_and_gradient(distance: &Distance, p: Vec3) -> (f32, Vec3) {
    let mut out = Distances::<1>::default();
    let local = Local {
        x: &[p.x],
        y: &[p.y],
        z: &[p.z],
    };
    distance.fill::<Dual, 1, 1>(local, &mut out);
    (out.value[0], Vec3::new(out.x[0], out.y[0], out.z[0]))
}

fn bounds(distance: &Distance, centre: Vec3, half: Vec3) -> (f32, f32) {
    let mut out = Bounds::<1>::default();
    let local = Local {
        x: &[centre.x],
        y: &[centre.y],
        z: &[centre.z],
    };
    distance.bounds(local, half, &mut out);
    (out.low[0], out.high[0])
}

/// A point inside, a point outside, and the surface between them to 1e-9, all by the independent test.
fn surface_point(shape: &Shape, random: &mut Random, reach: f32) -> Option<DVec3> {
    let box_of = |random: &mut Random, reach: f32| random.point(Vec3::splat(-reach), Vec3::splat(reach)).as_dvec3();
    let mut solid = (0..60)
        .map(|_| box_of(random, reach * 1.2))
        .find(|&p| inside(shape, p))?;
    let mut air = (0..60)
        .map(|_| box_of(random, reach * 2.0))
        .find(|&p| !inside(shape, p))?;
    for _ in 0..50 {
        let middle = (solid + air) * 0.5;
        if inside(shape, middle) {
            solid = middle;
        } else {
            air = middle;
        }
    }
    Some(solid)
}

#[test]
fn signs_agree_with_independent_inside_tests() {
    let (mut tried, mut solid) = ([0; KINDS], [0; KINDS]);
    for (index, (shape, mut random, reach)) in shapes(1, 1_000 * effort()).enumerate() {
        let distance = Distance::new(&shape);
        for _ in 0..200 {
            // Around the shape, so that small ones are hit too.
            let extent = distance.extent();
            let margin = Vec3::splat(0.2 * reach);
            let low = (extent.low - margin).max(Vec3::splat(-reach * 2.0));
            let high = (extent.high + margin).min(Vec3::splat(reach * 2.0));
            let p = random.point(low, high);
            let d = distance.at(p);
            if d.abs() > rounding(&shape, reach) {
                tried[index % KINDS] += 1;
                solid[index % KINDS] += usize::from(d < 0.0);
                assert_eq!(d < 0.0, inside(&shape, p.as_dvec3()), "{d} at {p} of {shape:?}");
            }
        }
    }
    assert!(tried.iter().all(|&count| count > 15_000), "{tried:?}");
    assert!(solid.iter().all(|&count| count > 300), "{solid:?}");
}

#[test]
fn distances_agree_with_exact_ones() {
    let mut compared = 0;
    for (shape, mut random, reach) in shapes(2, 500 * effort()) {
        let distance = Distance::new(&shape);
        for _ in 0..40 {
            let p = random.point(Vec3::splat(-reach * 2.0), Vec3::splat(reach * 2.0));
            let Some(expected) = exact(&shape, p.as_dvec3()) else {
                continue;
            };
            let error = (f64::from(distance.at(p)) - expected).abs();
            assert!(
                error < rounding(&shape, reach).into(),
                "{error} off {expected} at {p} of {shape:?}"
            );
            compared += 1;
        }
    }
    assert!(compared > 7_000, "{compared}");
}

#[test]
fn surfaces_are_where_the_value_is_zero_and_never_nearer_than_the_value_says() {
    let mut found = [0; KINDS];
    for (index, (shape, mut random, reach)) in shapes(3, 600 * effort()).enumerate() {
        let distance = Distance::new(&shape);
        let lipschitz = distance.lipschitz();
        let surface: Vec<DVec3> = (0..40)
            .filter_map(|_| surface_point(&shape, &mut random, reach))
            .collect();
        let slack = rounding(&shape, reach * 2.0) * lipschitz;
        for q in &surface {
            let value = distance.at(q.as_vec3());
            assert!(value.abs() < slack, "{value} on the surface at {q} of {shape:?}");
        }
        for _ in 0..40 {
            let p = random.point(Vec3::splat(-reach * 1.5), Vec3::splat(reach * 1.5));
            let value = distance.at(p).abs();
            for q in &surface {
                let bound = lipschitz * p.as_dvec3().distance(*q) as f32 + slack;
                assert!(value <= bound, "{value} at {p}, but {q} is surface: {bound}, {shape:?}");
                found[index % KINDS] += 1;
            }
        }
    }
    assert!(found.iter().all(|&count| count > 10_000), "{found:?}");
}

#[test]
fn values_change_no_faster_than_their_lipschitz_constant() {
    for (shape, mut random, reach) in shapes(4, 1_000 * effort()) {
        // The terrain's constant is that of its bound, not of its value far off: see the test above.
        if matches!(shape, Shape::Terrain { .. }) {
            continue;
        }
        let distance = Distance::new(&shape);
        let lipschitz = distance.lipschitz();
        for _ in 0..100 {
            let p = random.point(Vec3::splat(-reach * 1.5), Vec3::splat(reach * 1.5));
            let step = random.point(Vec3::splat(-1.0), Vec3::splat(1.0)) * random.size(0.001, f64::from(reach));
            let change = (distance.at(p + step) - distance.at(p)).abs();
            let allowed = lipschitz * step.length() + 2.0 * rounding(&shape, reach * 2.0);
            assert!(
                change <= allowed,
                "{change} over {step} at {p}, allowed {allowed}: {shape:?}"
            );
        }
    }
}

#[test]
fn gradients_agree_with_differences_and_are_unit_at_surfaces() {
    let (mut unit, mut agree, mut tried) = ([0; KINDS], [0; KINDS], [0; KINDS]);
    for (index, (shape, mut random, reach)) in shapes(5, 600 * effort()).enumerate() {
        let distance = Distance::new(&shape);
        for _ in 0..30 {
            let Some(q) = surface_point(&shape, &mut random, reach) else {
                continue;
            };
            let p = q.as_vec3();
            let (value, gradient) = value_and_gradient(&distance, p);
            assert_eq!(value.to_bits(), distance.at(p).to_bits());
            tried[index % KINDS] += 1;
            unit[index % KINDS] += usize::from((gradient.length() - 1.0).abs() < 2.0e-3);
            let h = reach * 1.0e-3;
            let difference = Vec3::from_array(
                [Vec3::X, Vec3::Y, Vec3::Z]
                    .map(|axis| (distance.at(p + axis * h) - distance.at(p - axis * h)) / (2.0 * h)),
            );
            agree[index % KINDS] += usize::from(difference.distance(gradient) < 0.05);
        }
    }
    for kind in 0..KINDS {
        assert!(tried[kind] > 300, "{tried:?}");
        // All but a few: differences across an edge see both faces.
        assert_eq!(unit[kind], tried[kind], "{unit:?} of {tried:?}");
        assert!(agree[kind] * 100 > tried[kind] * 85, "{agree:?} of {tried:?}");
    }
}

#[test]
fn bounds_hold_and_are_not_idle() {
    let (mut width, mut boxes) = ([0.0; KINDS], [0.0; KINDS]);
    for (index, (shape, mut random, reach)) in shapes(6, 1_000 * effort()).enumerate() {
        let distance = Distance::new(&shape);
        for _ in 0..10 {
            let centre = random.point(Vec3::splat(-reach * 1.5), Vec3::splat(reach * 1.5));
            let half = Vec3::splat(random.size(0.01, f64::from(reach)));
            let (low, high) = bounds(&distance, centre, half);
            width[index % KINDS] += f64::from((high - low) / (2.0 * half.length()));
            boxes[index % KINDS] += 1.0;
            for corner in 0..30 {
                let p = if corner < 8 {
                    let pick = |bit: i32| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
                    centre + half * Vec3::new(pick(0), pick(1), pick(2))
                } else {
                    random.point(centre - half, centre + half)
                };
                let value = distance.at(p);
                assert!(
                    (low..=high).contains(&value),
                    "{value} at {p}, bounds {low} to {high}: {shape:?}"
                );
            }
        }
    }
    for kind in 0..KINDS {
        // Rough ground changes its slope, by which its value is scaled, from one metre to the next.
        let limit = if kind == 6 { 12.0 } else { 1.8 };
        assert!(width[kind] / boxes[kind] < limit, "{width:?} / {boxes:?}");
    }
}

#[test]
fn extents_hold_the_shape_and_promise_a_distance() {
    for (shape, mut random, reach) in shapes(7, 1_000 * effort()) {
        let distance = Distance::new(&shape);
        let extent = distance.extent();
        let slack = rounding(&shape, reach * 3.0);
        for _ in 0..100 {
            let p = random.point(Vec3::splat(-reach * 3.0), Vec3::splat(reach * 3.0));
            let gap = (extent.low - p).max(p - extent.high);
            let promised = gap.x.max(gap.z).max(gap.y * extent.lift);
            let value = distance.at(p);
            assert!(
                value >= promised - slack || promised < 0.0,
                "{value} < {promised} at {p} of {shape:?}"
            );
        }
    }
}

#[test]
fn no_point_is_not_a_number() {
    let square: Arc<[Vec2]> = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
        .map(Vec2::from_array)
        .into();
    let ramp = |inner, pitch| Shape::HelixRamp {
        inner,
        outer: 2.0,
        pitch,
        start: 0.0,
        turns: 1.0,
        height: 0.5,
    };
    let vault = |half_width, rise| Shape::ArchVault {
        half_width,
        half_length: 1.0,
        spring: 1.0,
        rise,
        yaw: Yaw::NONE,
    };
    let fixed = [
        Shape::Box {
            half: Vec3::ONE,
            yaw: Yaw::NONE,
        },
        Shape::Prism {
            outline: square,
            floor: SlopedPlane::level(-1.0),
            ceiling: SlopedPlane::level(1.0),
        },
        Shape::Capsule {
            to: Vec3::ZERO,
            radius: 1.0,
        },
        Shape::Capsule {
            to: Vec3::X,
            radius: 1.0,
        },
        Shape::Cylinder {
            radius: 1.0,
            half_height: 1.0,
        },
        vault(1.0, 1.0),
        vault(2.0, 1.0),
        vault(1.0, 2.0),
        ramp(0.0, 1.0),
        ramp(1.0, 1.0),
        ramp(0.0, 0.0),
        Shape::Terrain {
            heights: Arc::new(HeightField {
                corner: Vec2::ZERO,
                spacing: 1.0,
                columns: 4,
                rows: 4,
                heights: vec![0.0; 16],
            }),
        },
    ];
    let marks = [
        -1.0e6f32,
        -2.0,
        -1.0,
        -0.5,
        -0.0,
        0.0,
        f32::MIN_POSITIVE,
        0.5,
        1.0,
        2.0,
        1.0e6,
    ];
    let random = shapes(8, 28).map(|(shape, ..)| shape);
    for shape in fixed.into_iter().chain(random) {
        let distance = Distance::new(&shape);
        for x in marks {
            for y in marks {
                for z in marks {
                    let (value, gradient) = value_and_gradient(&distance, Vec3::new(x, y, z));
                    assert!(
                        value.is_finite() && gradient.is_finite(),
                        "{value} {gradient} at {x} {y} {z}: {shape:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_point_exactly_on_a_face_has_that_face_s_normal() {
    let square: Arc<[Vec2]> = [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]]
        .map(Vec2::from_array)
        .into();
    let solids = [
        Shape::Box {
            half: Vec3::ONE,
            yaw: Yaw::NONE,
        },
        Shape::Prism {
            outline: square,
            floor: SlopedPlane::level(-1.0),
            ceiling: SlopedPlane::level(1.0),
        },
    ];
    for solid in solids {
        let distance = Distance::new(&solid);
        for normal in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().flat_map(|n| [n, -n]) {
            let tangent = Vec3::new(normal.y, normal.z, normal.x).abs() * 0.25;
            assert_eq!(
                value_and_gradient(&distance, normal + tangent),
                (0.0, normal),
                "{solid:?}"
            );
        }
    }
    let cylinder = Distance::new(&Shape::Cylinder {
        radius: 1.0,
        half_height: 1.0,
    });
    assert_eq!(value_and_gradient(&cylinder, Vec3::new(0.0, 1.0, 0.25)), (0.0, Vec3::Y));
    let ramp = Distance::new(&Shape::HelixRamp {
        inner: 1.0,
        outer: 3.0,
        pitch: 4.0,
        start: 0.0,
        turns: 0.5,
        height: 1.0,
    });
    assert_eq!(value_and_gradient(&ramp, Vec3::new(2.0, 0.5, 0.0)), (0.0, Vec3::NEG_Z));
}
