//! The arch vault: a rectangle with a half ellipse on it, drawn out along its length.
//!
//! Its section is convex, so the distance is the largest of the distances to its tangent lines. Which tangent of the
//! ellipse counts is found by walking along the curve to the foot of the perpendicular with the circle of curvature (the
//! iteration of Adrian Stephens, "Ellipse closest point", 2017). An error of that walk enters the distance squared.

use glam::{Vec2, Vec3};

use super::{Bounds, Distances, Extent, Local, larger, right_angle};
use crate::field::number::Number;
use crate::program::Yaw;

/// Steps of the walk. For axes up to 8 : 1 six steps leave 3e-6 of the larger axis plus the distance; five leave 3e-4.
const STEPS: usize = 6;

/// The largest ratio of the ellipse's axes that the number of steps was chosen for.
pub(in crate::field) const MAX_RATIO: f32 = 8.0;

/// Certain bound of what the walk leaves, as a part of the larger axis plus the distance.
const RESIDUE: f32 = 2.0e-5;

/// Tangents of an ellipse: unit normals, and distances from the centre.
struct Tangents<const W: usize> {
    x: [f32; W],
    y: [f32; W],
    support: [f32; W],
}

impl<const W: usize> Tangents<W> {
    #[inline(always)]
    fn at(&self, lane: usize) -> [f32; 3] {
        [self.x[lane], self.y[lane], self.support[lane]]
    }
}

/// A vaulted room.
#[derive(Clone, Debug)]
pub(in crate::field) struct ArchVault {
    /// Half axes of the ellipse: half the width, and the rise.
    axes: [f32; 2],
    half_length: f32,
    spring: f32,
    yaw: Yaw,
}

impl ArchVault {
    pub(super) fn new(axes: [f32; 2], half_length: f32, spring: f32, yaw: Yaw) -> Self {
        Self {
            axes,
            half_length,
            spring,
            yaw,
        }
    }

    #[inline(always)]
    pub(super) fn fill<N: Number, const W: usize, const C: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        let (yaw, half_length) = (self.yaw, self.half_length);
        let tangents = self.tangents(local);
        for lane in 0..W {
            let [x, y, z] = local.point::<N>(lane);
            let across = x.times(yaw.cos) + z.times(yaw.sin);
            let along = z.times(yaw.cos) - x.times(yaw.sin);
            let section = self.section(across.abs(), y, tangents.at(lane));
            out.set(lane, right_angle(section, along.abs().plus(-half_length)));
        }
    }

    /// Signed distance in the plane of the section; `x` ≥ 0 by symmetry.
    #[inline(always)]
    fn section<N: Number>(&self, x: N, y: N, [nx, ny, support]: [f32; 3]) -> N {
        let [a, b] = self.axes;
        let up = y.plus(-self.spring);
        let arch = x.times(nx) + up.times(ny) - N::constant(support);
        let arch = N::most(arch, up.plus(-b));
        let wall = x.plus(-a);
        let floor = -y;
        // Below the springing line and outside, it is a rectangle.
        let beside = N::most(wall, floor);
        let corner = right_angle(wall, floor);
        let rectangle = (beside.value() > 0.0) & (up.value() < 0.0);
        N::select(rectangle, corner, N::most(arch, beside))
    }

    /// The tangents of the upper half of the ellipse that are nearest to the points.
    #[inline(always)]
    fn tangents<const W: usize>(&self, local: Local<'_, W>) -> Tangents<W> {
        let [a, b] = self.axes;
        let (mut x, mut y) = ([0.0; W], [0.0; W]);
        for lane in 0..W {
            x[lane] = (local.x[lane] * self.yaw.cos + local.z[lane] * self.yaw.sin).abs();
            y[lane] = local.y[lane] - self.spring;
        }
        let focus = a * a - b * b;
        let (ka, kb) = (focus / a, -focus / b);
        let (inverse_a, inverse_b) = (1.0 / a, 1.0 / b);
        // The point of the ellipse is (a·s, b·t) with s² + t² = 1. Step by step over all lanes.
        let (mut s, mut t) = (
            [std::f32::consts::FRAC_1_SQRT_2; W],
            [std::f32::consts::FRAC_1_SQRT_2; W],
        );
        for _ in 0..STEPS {
            for lane in 0..W {
                let (p, q) = (s[lane], t[lane]);
                // Centre of curvature, and from there the point of the curve and the point that was asked for.
                let (cx, cy) = (ka * p * p * p, kb * q * q * q);
                let (rx, ry) = (a * p - cx, b * q - cy);
                let (qx, qy) = (x[lane] - cx, y[lane] - cy);
                let stretch = ((rx * rx + ry * ry) / ((qx * qx + qy * qy) + 1.0e-20)).sqrt();
                let u = unit_range((qx * stretch + cx) * inverse_a);
                let v = unit_range((qy * stretch + cy) * inverse_b);
                let length = (u * u + v * v).sqrt();
                let lost = length < 1.0e-6;
                let scale = 1.0 / if lost { 1.0 } else { length };
                s[lane] = if lost { 1.0 } else { u * scale };
                t[lane] = if lost { 0.0 } else { v * scale };
            }
        }
        let mut support = [0.0; W];
        for lane in 0..W {
            let (nx, ny) = (b * s[lane], a * t[lane]);
            // s and t are a unit vector and the axes are positive: the length is never 0.
            let scale = 1.0 / (nx * nx + ny * ny).sqrt();
            let (nx, ny) = (nx * scale, ny * scale);
            let (hx, hy) = (a * nx, b * ny);
            support[lane] = (hx * hx + hy * hy).sqrt();
            s[lane] = nx;
            t[lane] = ny;
        }
        Tangents { x: s, y: t, support }
    }

    #[inline(always)]
    pub(super) fn bounds<const W: usize>(&self, centres: Local<'_, W>, half: Vec3, out: &mut Bounds<W>) {
        let Yaw { sin, cos } = self.yaw;
        let across = cos.abs() * half.x + sin.abs() * half.z;
        let along = sin.abs() * half.x + cos.abs() * half.z;
        let (radius, apart) = (Vec2::new(across, half.y).length(), half.length());
        let axis = larger(self.axes[0], self.axes[1]);
        let tangents = self.tangents(centres);
        for lane in 0..W {
            let (x, y, z) = (centres.x[lane], centres.y[lane], centres.z[lane]);
            let section = self.section((x * cos + z * sin).abs(), y, tangents.at(lane));
            let residue = RESIDUE * (axis + x.abs() + y.abs() + z.abs() + apart);
            let radius = radius + residue;
            let end = (z * cos - x * sin).abs();
            let low = right_angle(section - radius, (end - along).positive() - self.half_length);
            let high = right_angle(section + radius, end + along - self.half_length);
            let middle = right_angle(section, end - self.half_length);
            out.set(lane, (low, high), middle, apart + residue);
        }
    }

    pub(super) fn extent(&self) -> Extent {
        let [a, b] = self.axes;
        let (sin, cos) = (self.yaw.sin.abs(), self.yaw.cos.abs());
        let plan = Vec2::new(cos * a + sin * self.half_length, sin * a + cos * self.half_length);
        Extent {
            low: Vec3::new(-plan.x, 0.0, -plan.y),
            high: Vec3::new(plan.x, self.spring + b, plan.y),
            lift: 1.0,
        }
    }

    pub(super) fn size(&self) -> f32 {
        self.axes[0] + self.axes[1] + self.spring + self.half_length
    }

    #[cfg(test)]
    pub(super) fn lipschitz(&self) -> f32 {
        1.0
    }
}

#[inline(always)]
fn unit_range(value: f32) -> f32 {
    let value = if value > 0.0 { value } else { 0.0 };
    if value < 1.0 { value } else { 1.0 }
}
