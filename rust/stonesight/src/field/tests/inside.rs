//! Independent inside tests and exact distances, in `f64` and by other ways than the field's.

use std::f64::consts::{FRAC_PI_2, TAU};

use glam::{DVec2, DVec3, Vec2};

use crate::program::{HeightField, Shape, Yaw};

/// Whether a point is in a shape.
pub(super) fn inside(shape: &Shape, p: DVec3) -> bool {
    match shape {
        Shape::Box { half, yaw } => {
            let plan = turn_back(*yaw, p);
            plan.x.abs() < half.x.into() && p.y.abs() < half.y.into() && plan.y.abs() < half.z.into()
        }
        Shape::Prism {
            outline,
            floor,
            ceiling,
        } => {
            let plan = DVec2::new(p.x, p.z);
            let at = |height: f32, slope: Vec2| f64::from(height) + slope.as_dvec2().dot(plan);
            winding(outline, plan) != 0
                && p.y > at(floor.height, floor.slope)
                && p.y < at(ceiling.height, ceiling.slope)
        }
        Shape::Capsule { to, radius } => segment(p, to.as_dvec3()) < f64::from(*radius),
        Shape::Cylinder { radius, half_height } => {
            DVec2::new(p.x, p.z).length() < f64::from(*radius) && p.y.abs() < f64::from(*half_height)
        }
        Shape::ArchVault {
            half_width,
            half_length,
            spring,
            rise,
            yaw,
        } => {
            let plan = turn_back(*yaw, p);
            let up = ((p.y - f64::from(*spring)) / f64::from(*rise)).max(0.0);
            let across = plan.x / f64::from(*half_width);
            p.y > 0.0 && plan.y.abs() < f64::from(*half_length) && up * up + across * across < 1.0
        }
        Shape::HelixRamp {
            inner,
            outer,
            pitch,
            start,
            turns,
            height,
        } => {
            let radius = DVec2::new(p.x, p.z).length();
            let first = (libm::atan2(p.z, p.x) - f64::from(*start)).rem_euclid(TAU);
            let over = |u: f64| p.y - f64::from(*pitch) * u / TAU;
            let passes = (0..300)
                .map(|turn| first + f64::from(turn) * TAU)
                .take_while(|&u| u <= f64::from(*turns) * TAU);
            (f64::from(*inner)..f64::from(*outer)).contains(&radius)
                && passes.into_iter().any(|u| (0.0..f64::from(*height)).contains(&over(u)))
        }
        Shape::Terrain { heights } => p.y < spline(heights, DVec2::new(p.x, p.z)),
        Shape::Row { of, step, count } => (0..*count).any(|copy| inside(of, p - moved(*step, copy))),
        Shape::Ribbon { spans, half_width } => spans.iter().any(|span| {
            let (from, to) = (span.from.as_dvec2(), span.to.as_dvec2());
            let plan = DVec2::new(p.x, p.z) - from;
            let share = plan.dot(to - from) / (to - from).length_squared();
            let across = plan.perp_dot(to - from).abs() / (to - from).length();
            let between = |line: [f32; 2]| f64::from(line[0]) + f64::from(line[1] - line[0]) * share;
            (0.0..1.0).contains(&share)
                && across < f64::from(*half_width)
                && (between(span.floor)..between(span.ceiling)).contains(&p.y)
        }),
        // Between the apex and the outline shrunk towards it.
        Shape::Hip { outline, edge, apex } => {
            let apex = apex.as_dvec3();
            let share = ((apex.y - p.y) / (apex.y - f64::from(*edge))).min(1.0);
            let plan = DVec2::new(p.x - apex.x, p.z - apex.z) / share;
            p.y > 0.0 && share > 0.0 && winding(outline, plan + DVec2::new(apex.x, apex.z)) != 0
        }
    }
}

/// Where a copy in a row stands.
fn moved(step: Vec2, copy: u16) -> DVec3 {
    DVec3::new(step.x.into(), 0.0, step.y.into()) * f64::from(copy)
}

/// The Euclidean distance, where it is known in another way.
pub(super) fn exact(shape: &Shape, p: DVec3) -> Option<f64> {
    match shape {
        Shape::Box { half, yaw } => {
            let plan = turn_back(*yaw, p);
            Some(solid(DVec3::new(plan.x, p.y, plan.y), half.as_dvec3()))
        }
        Shape::Capsule { to, radius } => Some(segment(p, to.as_dvec3()) - f64::from(*radius)),
        Shape::Cylinder { radius, half_height } => {
            let side = DVec2::new(p.x, p.z).length();
            // The section is the right half of a rectangle; its left half is never nearer.
            Some(solid(
                DVec3::new(side, p.y, 0.0),
                DVec3::new((*radius).into(), (*half_height).into(), 1.0e9),
            ))
        }
        Shape::Prism {
            outline,
            floor,
            ceiling,
        } if floor.slope == Vec2::ZERO && ceiling.slope == Vec2::ZERO => {
            let plan = DVec2::new(p.x, p.z);
            let edge = (0..outline.len())
                .map(|i| {
                    let (a, b) = (outline[i].as_dvec2(), outline[(i + 1) % outline.len()].as_dvec2());
                    let t = ((plan - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                    plan.distance(a + (b - a) * t)
                })
                .fold(f64::MAX, f64::min);
            let side = if winding(outline, plan) != 0 { -edge } else { edge };
            let (low, high) = (f64::from(floor.height), f64::from(ceiling.height));
            let vertical = (low - p.y).max(p.y - high);
            Some(if side > 0.0 && vertical > 0.0 {
                DVec2::new(side, vertical).length()
            } else {
                side.max(vertical)
            })
        }
        Shape::ArchVault {
            half_width,
            half_length,
            spring,
            rise,
            yaw,
        } => {
            let plan = turn_back(*yaw, p);
            // The largest of the distances to all tangents of the section.
            let (a, b, s) = (f64::from(*half_width), f64::from(*rise), f64::from(*spring));
            let mut section = f64::MIN;
            let mut consider = |angle: f64| {
                let (nx, ny) = (libm::cos(angle), libm::sin(angle));
                let support = if ny > 0.0 {
                    DVec2::new(a * nx, b * ny).length() + s * ny
                } else {
                    a * nx
                };
                let distance = nx * plan.x.abs() + ny * p.y - support;
                if distance > section {
                    section = distance;
                    return true;
                }
                false
            };
            let (mut best, mut step) = (0.0, FRAC_PI_2 / 256.0);
            for index in -256..=256 {
                let angle = f64::from(index) * step;
                if consider(angle) {
                    best = angle;
                }
            }
            for _ in 0..18 {
                step *= 0.5;
                for angle in [best - step, best + step] {
                    if angle.abs() <= FRAC_PI_2 && consider(angle) {
                        best = angle;
                    }
                }
            }
            let end = plan.y.abs() - f64::from(*half_length);
            Some(if section > 0.0 && end > 0.0 {
                DVec2::new(section, end).length()
            } else {
                section.max(end)
            })
        }
        // Outside the distance to a union is the least; inside, the row is made of copies that are deeper one by one.
        Shape::Row { of, step, count } => {
            let each = (0..*count).map(|copy| exact(of, p - moved(*step, copy)));
            each.reduce(|a, b| Some(a?.min(b?)))?
        }
        _ => None,
    }
}

/// Distance to a box with half size `half`, by the nearest of its points.
fn solid(p: DVec3, half: DVec3) -> f64 {
    let nearest = p.clamp(-half, half);
    if nearest == p {
        -(half - p.abs()).min_element()
    } else {
        p.distance(nearest)
    }
}

fn segment(p: DVec3, to: DVec3) -> f64 {
    let t = if to == DVec3::ZERO {
        0.0
    } else {
        (p.dot(to) / to.length_squared()).clamp(0.0, 1.0)
    };
    p.distance(to * t)
}

fn turn_back(yaw: Yaw, p: DVec3) -> DVec2 {
    let (sin, cos) = (f64::from(yaw.sin), f64::from(yaw.cos));
    DVec2::new(cos * p.x + sin * p.z, cos * p.z - sin * p.x)
}

/// How often a polygon winds around a point, by the angles under which its sides are seen.
fn winding(outline: &[Vec2], p: DVec2) -> i32 {
    let total: f64 = (0..outline.len())
        .map(|i| {
            let (a, b) = (
                outline[i].as_dvec2() - p,
                outline[(i + 1) % outline.len()].as_dvec2() - p,
            );
            libm::atan2(a.perp_dot(b), a.dot(b))
        })
        .sum();
    (total / TAU).round() as i32
}

/// The biquadratic B-spline by the recursion of Cox and de Boor.
pub(super) fn spline(field: &HeightField, p: DVec2) -> f64 {
    fn basis(i: f64, degree: i32, s: f64) -> f64 {
        if degree == 0 {
            return if (i..i + 1.0).contains(&s) { 1.0 } else { 0.0 };
        }
        let d = f64::from(degree);
        (s - i) / d * basis(i, degree - 1, s) + (i + d + 1.0 - s) / d * basis(i + 1.0, degree - 1, s)
    }
    let at = (p - field.corner.as_dvec2()) / f64::from(field.spacing);
    let hold = |value: f64, count: usize| value.clamp(-1.0, count as f64);
    let (s, t) = (hold(at.x, field.columns), hold(at.y, field.rows));
    let mut height = 0.0;
    for row in -2..=field.rows as i64 + 1 {
        for column in -2..=field.columns as i64 + 1 {
            // The spline of sample i rises from i − 1.5 to i + 1.5.
            let weight = basis(column as f64 - 1.5, 2, s) * basis(row as f64 - 1.5, 2, t);
            let r = row.clamp(0, field.rows as i64 - 1) as usize;
            let c = column.clamp(0, field.columns as i64 - 1) as usize;
            height += weight * f64::from(field.heights[r * field.columns + c]);
        }
    }
    height
}
