//! The box: Euclidean distance, inside and out.

use glam::Vec3;

use super::{Distances, Extent, Interval, Local, larger, smaller, spread};
use crate::field::number::Number;
use crate::program::Yaw;

/// A box around the anchor, turned about its vertical axis.
#[derive(Clone, Debug)]
pub(in crate::field) struct Cuboid {
    half: Vec3,
    yaw: Yaw,
}

impl Cuboid {
    pub(super) fn new(half: Vec3, yaw: Yaw) -> Self {
        Self { half, yaw }
    }

    #[inline(always)]
    pub(super) fn fill<N: Number, const W: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        let (half, yaw) = (self.half, self.yaw);
        local.each::<N>(out, |x, y, z| {
            let across = x.times(yaw.cos) + z.times(yaw.sin);
            let along = z.times(yaw.cos) - x.times(yaw.sin);
            join(
                across.abs().plus(-half.x),
                y.abs().plus(-half.y),
                along.abs().plus(-half.z),
            )
        });
    }

    pub(super) fn bounds(&self, centre: Vec3, half: Vec3) -> Interval {
        // The distance grows with each of the three overhangs, and their ranges over the box are exact.
        let (sin, cos) = (self.yaw.sin.abs(), self.yaw.cos.abs());
        let plan = self.yaw.turn_back(glam::Vec2::new(centre.x, centre.z));
        let centre = Vec3::new(plan.x, centre.y, plan.y).abs();
        let reach = Vec3::new(cos * half.x + sin * half.z, half.y, sin * half.x + cos * half.z);
        let low = (centre - reach).max(Vec3::ZERO) - self.half;
        let high = centre + reach - self.half;
        let middle = centre - self.half;
        let middle = join(middle.x, middle.y, middle.z);
        let radius = half.length();
        (
            larger(join(low.x, low.y, low.z), middle - radius),
            smaller(join(high.x, high.y, high.z), middle + radius),
        )
    }

    pub(super) fn extent(&self) -> Extent {
        let (sin, cos) = (self.yaw.sin.abs(), self.yaw.cos.abs());
        let half = self.half;
        let high = Vec3::new(cos * half.x + sin * half.z, half.y, sin * half.x + cos * half.z);
        Extent {
            low: -high,
            high,
            lift: 1.0,
        }
    }

    pub(super) fn size(&self) -> f32 {
        spread(self.half)
    }

    #[cfg(test)]
    pub(super) fn lipschitz(&self) -> f32 {
        1.0
    }
}

/// The distance from the overhang over each pair of faces.
#[inline(always)]
fn join<N: Number>(x: N, y: N, z: N) -> N {
    let most = N::most(N::most(x, y), z);
    let corner = (x.positive().squared() + y.positive().squared() + z.positive().squared()).sqrt();
    N::select(most.value() > 0.0, corner, most)
}
