//! The arch vault: a rectangle with a half ellipse on it, drawn out along its length.
//!
//! Its section is convex, so the distance is the largest of the distances to its tangent lines. Which tangent of the
//! ellipse counts is found by walking along the curve to the foot of the perpendicular with the circle of curvature (the
//! iteration of Adrian Stephens, "Ellipse closest point", 2017). An error of that walk enters the distance squared.

use glam::{Vec2, Vec3};

use super::{Distances, Extent, Interval, Local, at, larger, right_angle, smaller};
use crate::field::number::Number;
use crate::program::Yaw;

/// Steps of the walk. For axes up to 8 : 1 six steps leave 3e-6 of the larger axis plus the distance; five leave 3e-4.
const STEPS: usize = 6;

/// The largest ratio of the ellipse's axes that the number of steps was chosen for.
pub(in crate::field) const MAX_RATIO: f32 = 8.0;

/// Certain bound of what the walk leaves, as a part of the larger axis plus the distance.
const RESIDUE: f32 = 2.0e-5;

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
    pub(super) fn fill<N: Number, const W: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        let (yaw, half_length) = (self.yaw, self.half_length);
        local.each::<N>(out, |x, y, z| {
            let across = x.times(yaw.cos) + z.times(yaw.sin);
            let along = z.times(yaw.cos) - x.times(yaw.sin);
            right_angle(self.section(across.abs(), y), along.abs().plus(-half_length))
        });
    }

    /// Signed distance in the plane of the section; `x` ≥ 0 by symmetry.
    #[inline(always)]
    fn section<N: Number>(&self, x: N, y: N) -> N {
        let [a, b] = self.axes;
        let up = y.plus(-self.spring);
        let [nx, ny, support] = tangent(a, b, x.value(), up.value());
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

    pub(super) fn bounds(&self, centre: Vec3, half: Vec3) -> Interval {
        let [a, b] = self.axes;
        let plan = self.yaw.turn_back(Vec2::new(centre.x, centre.z));
        let (sin, cos) = (self.yaw.sin.abs(), self.yaw.cos.abs());
        let across = cos * half.x + sin * half.z;
        let along = sin * half.x + cos * half.z;
        let section = self.section(plan.x.abs(), centre.y);
        let residue = RESIDUE * (larger(a, b) + centre.length() + half.length());
        let radius = Vec2::new(across, half.y).length() + residue;
        let end = plan.y.abs();
        let low = right_angle(section - radius, (end - along).positive() - self.half_length);
        let high = right_angle(section + radius, end + along - self.half_length);
        let middle = at(centre, |local, out| self.fill::<f32, 1>(local, out));
        let radius = half.length() + residue;
        (larger(low, middle - radius), smaller(high, middle + radius))
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

/// The unit normal of the tangent nearest to (x, y), x ≥ 0, on the upper half of an ellipse with half axes a and b, and the
/// tangent's distance from the centre.
#[inline(always)]
fn tangent(a: f32, b: f32, x: f32, y: f32) -> [f32; 3] {
    let focus = a * a - b * b;
    let (ka, kb) = (focus / a, -focus / b);
    let (inverse_a, inverse_b) = (1.0 / a, 1.0 / b);
    // The point of the ellipse is (a·s, b·t) with s² + t² = 1.
    let (mut s, mut t) = (std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2);
    for _ in 0..STEPS {
        // Centre of curvature, and from there the point of the curve and the point that was asked for.
        let (cx, cy) = (ka * s * s * s, kb * t * t * t);
        let (rx, ry) = (a * s - cx, b * t - cy);
        let (qx, qy) = (x - cx, y - cy);
        let squares = (qx * qx + qy * qy) + 1.0e-20;
        let stretch = ((rx * rx + ry * ry) / squares).sqrt();
        let u = unit_range((qx * stretch + cx) * inverse_a);
        let v = unit_range((qy * stretch + cy) * inverse_b);
        let length = (u * u + v * v).sqrt();
        let scale = if length > 1.0e-6 { 1.0 / length } else { 0.0 };
        s = if length > 1.0e-6 { u * scale } else { 1.0 };
        t = v * scale;
    }
    let (nx, ny) = (b * s, a * t);
    let length = (nx * nx + ny * ny).sqrt();
    // s and t are a unit vector and the axes are positive: the length is never 0.
    let (nx, ny) = (nx / length, ny / length);
    let (hx, hy) = (a * nx, b * ny);
    [nx, ny, (hx * hx + hy * hy).sqrt()]
}

#[inline(always)]
fn unit_range(value: f32) -> f32 {
    let value = if value > 0.0 { value } else { 0.0 };
    if value < 1.0 { value } else { 1.0 }
}
