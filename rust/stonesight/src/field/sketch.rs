//! First, plain distances of all shapes, until each has its own file.

use glam::{DVec3, Vec2, Vec3};

use super::{FAR, Sample};
use crate::lattice::OperationId;
use crate::program::{HeightField, Mode, Program, Shape};

pub(super) fn sample(program: &Program, point: DVec3) -> Sample {
    let (mut value, mut by) = (FAR, OperationId::NONE);
    for (index, operation) in program.operations.iter().enumerate() {
        let d = distance(&operation.shape, (point - operation.anchor).as_vec3());
        let id = OperationId(index as u32);
        match operation.mode {
            Mode::Union if d < value => (value, by) = (d, id),
            Mode::Subtract if -d > value => (value, by) = (-d, id),
            Mode::Intersect if d > value => (value, by) = (d, id),
            Mode::SmoothUnion { radius } => {
                let h = (radius - (value - d).abs()).max(0.0);
                by = if d < value { id } else { by };
                value = value.min(d) - h * h / (4.0 * radius);
            }
            _ => {}
        }
    }
    Sample { value, operation: by }
}

pub(super) fn gradient(program: &Program, point: DVec3) -> Vec3 {
    let step = 1.0 / 1024.0;
    let mut sum = Vec3::ZERO;
    for sign in [[1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0], [1.0, 1.0, 1.0]] {
        let sign = DVec3::from_array(sign);
        sum += sign.as_vec3() * sample(program, point + sign * step).value;
    }
    sum * (0.25 / step as f32)
}

fn distance(shape: &Shape, p: Vec3) -> f32 {
    match shape {
        Shape::Box { half, yaw } => {
            let plan = yaw.turn_back(Vec2::new(p.x, p.z));
            let q = Vec3::new(plan.x, p.y, plan.y).abs() - *half;
            q.max(Vec3::ZERO).length() + q.max_element().min(0.0)
        }
        Shape::Prism {
            outline,
            floor,
            ceiling,
        } => {
            let plan = Vec2::new(p.x, p.z);
            let (mut nearest, mut inside) = (f32::MAX, false);
            for (index, &a) in outline.iter().enumerate() {
                let b = outline[(index + 1) % outline.len()];
                let t = ((plan - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                nearest = nearest.min((plan - a - (b - a) * t).length());
                if (a.y > plan.y) != (b.y > plan.y) && plan.x < (b.x - a.x) * (plan.y - a.y) / (b.y - a.y) + a.x {
                    inside = !inside;
                }
            }
            let side = if inside { -nearest } else { nearest };
            let below = (floor.at(plan) - p.y) / (1.0 + floor.slope.length_squared()).sqrt();
            let above = (p.y - ceiling.at(plan)) / (1.0 + ceiling.slope.length_squared()).sqrt();
            side.max(below).max(above)
        }
        Shape::Capsule { to, radius } => {
            let t = (p.dot(*to) / to.length_squared().max(1e-12)).clamp(0.0, 1.0);
            (p - *to * t).length() - radius
        }
        Shape::Cylinder { radius, half_height } => (Vec2::new(p.x, p.z).length() - radius).max(p.y.abs() - half_height),
        Shape::ArchVault {
            half_width,
            half_length,
            spring,
            rise,
            yaw,
        } => {
            let plan = yaw.turn_back(Vec2::new(p.x, p.z)).abs();
            let up = (p.y - spring).max(0.0);
            let ellipse = (Vec2::new(plan.x / half_width, up / rise).length() - 1.0) * half_width.min(*rise);
            ellipse.max(-p.y).max(plan.y - half_length)
        }
        Shape::HelixRamp {
            inner,
            outer,
            pitch,
            start,
            turns,
            height,
        } => {
            let radius = Vec2::new(p.x, p.z).length();
            let ring = (inner - radius).max(radius - outer);
            let turn = std::f32::consts::TAU;
            let angle = (libm::atan2f(p.z, p.x) - start).rem_euclid(turn) / turn;
            let mut vertical = f32::MAX;
            let mut at = angle;
            while at <= *turns {
                vertical = vertical.min((p.y - at * pitch - height * 0.5).abs() - height * 0.5);
                at += 1.0;
            }
            ring.max(vertical.min(radius) * 0.5)
        }
        Shape::Terrain { heights } => p.y - height(heights, Vec2::new(p.x, p.z)),
    }
}

fn height(field: &HeightField, plan: Vec2) -> f32 {
    let at = (plan - field.corner) / field.spacing;
    let x = at.x.clamp(0.0, field.columns as f32 - 1.001);
    let z = at.y.clamp(0.0, field.rows as f32 - 1.001);
    let (column, row) = (x as usize, z as usize);
    let get = |c: usize, r: usize| field.heights[r * field.columns + c];
    let (s, t) = (x - column as f32, z - row as f32);
    (get(column, row) * (1.0 - s) + get(column + 1, row) * s) * (1.0 - t)
        + (get(column, row + 1) * (1.0 - s) + get(column + 1, row + 1) * s) * t
}
