//! The row: copies of one shape along a plan vector, by domain repetition (Quilez, "Domain repetition", 2023).
//!
//! A point is moved by whole steps to the copy that is nearest. The shape is convex and the same to both sides of the plane across
//! the step (see `check`), so its distance grows with the offset along the step, and the nearest copy is the one whose
//! anchor is: the value is that of the union of all copies, exactly, also where they overlap.

use glam::{Vec2, Vec3};

use super::{Bounds, Distance, Distances, Extent, Local};
use crate::field::number::Number;

/// How near to the middle between two anchors a box counts to both, as a share of the step: more than rounding moves it.
const SEAM: f32 = 1.0e-3;

/// Copies along a vector, the first at the anchor.
#[derive(Clone, Debug)]
pub(in crate::field) struct Row {
    of: Box<Distance>,
    step: Vec2,
    last: f32,
    /// 1 / |step|².
    inverse: f32,
}

impl Row {
    pub(super) fn new(of: Distance, step: Vec2, count: u16) -> Self {
        Self {
            of: Box::new(of),
            step,
            last: f32::from(count) - 1.0,
            inverse: 1.0 / step.length_squared(),
        }
    }

    /// Which copy is nearest to a place that many steps along the row.
    #[inline(always)]
    fn nearest(&self, steps: f32) -> f32 {
        let nearest = (steps + 0.5).floor();
        let nearest = if nearest > 0.0 { nearest } else { 0.0 };
        if nearest < self.last { nearest } else { self.last }
    }

    /// Points moved to the nearest copy, and how many steps along the row they lay.
    #[inline(always)]
    fn fold<const W: usize>(&self, local: Local<'_, W>) -> [[f32; W]; 3] {
        let (mut x, mut z, mut steps) = ([0.0; W], [0.0; W], [0.0; W]);
        for lane in 0..W {
            let along = (local.x[lane] * self.step.x + local.z[lane] * self.step.y) * self.inverse;
            let copy = self.nearest(along);
            x[lane] = local.x[lane] - copy * self.step.x;
            z[lane] = local.z[lane] - copy * self.step.y;
            steps[lane] = along;
        }
        [x, z, steps]
    }

    #[inline(always)]
    pub(super) fn fill<N: Number, const W: usize, const C: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        let [x, z, _] = self.fold(local);
        let folded = Local {
            x: &x,
            y: local.y,
            z: &z,
        };
        self.of.fill_in_row::<N, W, C>(folded, out);
    }

    #[inline(always)]
    pub(super) fn bounds<const W: usize>(&self, centres: Local<'_, W>, half: Vec3, out: &mut Bounds<W>) {
        let [x, z, steps] = self.fold(centres);
        let folded = Local {
            x: &x,
            y: centres.y,
            z: &z,
        };
        self.of.bounds_in_row(folded, half, out);
        let mut middle = Distances::<W>::default();
        self.of.fill_in_row::<f32, W, W>(folded, &mut middle);
        let reach = (self.step.x.abs() * half.x + self.step.y.abs() * half.z) * self.inverse + SEAM;
        let radius = half.length();
        for (lane, steps) in steps.into_iter().enumerate() {
            // Between two copies only what holds for any distance: it changes by no more than one walks.
            let one = self.nearest(steps - reach) == self.nearest(steps + reach);
            let (low, high) = (middle.value[lane] - radius, middle.value[lane] + radius);
            out.low[lane] = if one { out.low[lane] } else { low };
            out.high[lane] = if one { out.high[lane] } else { high };
        }
    }

    pub(super) fn extent(&self) -> Extent {
        let extent = self.of.extent();
        let far = Vec3::new(self.step.x, 0.0, self.step.y) * self.last;
        Extent {
            low: extent.low.min(extent.low + far),
            high: extent.high.max(extent.high + far),
            lift: extent.lift,
        }
    }

    pub(super) fn size(&self) -> f32 {
        self.of.size() + (self.step.x.abs() + self.step.y.abs()) * (self.last + 1.0)
    }

    #[cfg(test)]
    pub(super) fn lipschitz(&self) -> f32 {
        self.of.lipschitz()
    }
}
