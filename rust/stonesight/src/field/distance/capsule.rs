//! The capsule: Euclidean distance to a segment, less a radius.

use glam::Vec3;

use super::{Bounds, Distances, Extent, Local, spread};
use crate::field::number::Number;

/// A ball swept from the anchor to `to`; a ball when `to` is the anchor.
#[derive(Clone, Debug)]
pub(in crate::field) struct Capsule {
    to: Vec3,
    radius: f32,
    /// 1 / |to|², or 0 for a ball.
    inverse: f32,
}

impl Capsule {
    pub(super) fn new(to: Vec3, radius: f32) -> Self {
        let square = to.length_squared();
        Self {
            to,
            radius,
            inverse: if square > 1.0e-12 { 1.0 / square } else { 0.0 },
        }
    }

    #[inline(always)]
    pub(super) fn fill<N: Number, const W: usize, const C: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        for lane in 0..W {
            out.set(lane, self.distance(local.point::<N>(lane)));
        }
    }

    #[inline(always)]
    fn distance<N: Number>(&self, [x, y, z]: [N; 3]) -> N {
        let (to, radius, inverse) = (self.to, self.radius, self.inverse);
        let along = (x.times(to.x) + y.times(to.y) + z.times(to.z)).times(inverse);
        let along = N::least(along.positive(), N::constant(1.0));
        let x = x - along.times(to.x);
        let y = y - along.times(to.y);
        let z = z - along.times(to.z);
        (x.squared() + y.squared() + z.squared()).sqrt().plus(-radius)
    }

    #[inline(always)]
    pub(super) fn bounds<const W: usize>(&self, centres: Local<'_, W>, half: Vec3, out: &mut Bounds<W>) {
        let mut middle = Distances::default();
        self.fill::<f32, W, W>(centres, &mut middle);
        let radius = half.length();
        for lane in 0..W {
            out.low[lane] = middle.value[lane] - radius;
            out.high[lane] = middle.value[lane] + radius;
        }
    }

    pub(super) fn extent(&self) -> Extent {
        Extent {
            low: self.to.min(Vec3::ZERO) - self.radius,
            high: self.to.max(Vec3::ZERO) + self.radius,
            lift: 1.0,
        }
    }

    pub(super) fn size(&self) -> f32 {
        spread(self.to.abs()) + self.radius
    }

    #[cfg(test)]
    pub(super) fn lipschitz(&self) -> f32 {
        1.0
    }
}
