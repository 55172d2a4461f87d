//! The box: Euclidean distance, inside and out.

use glam::Vec3;

use super::{Bounds, Distances, Extent, Local, spread};
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
    pub(super) fn fill<N: Number, const W: usize, const C: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        for lane in 0..W {
            out.set(lane, self.distance(local.point::<N>(lane)));
        }
    }

    #[inline(always)]
    fn distance<N: Number>(&self, [x, y, z]: [N; 3]) -> N {
        let (half, yaw) = (self.half, self.yaw);
        let across = x.times(yaw.cos) + z.times(yaw.sin);
        let along = z.times(yaw.cos) - x.times(yaw.sin);
        join(
            across.abs().plus(-half.x),
            y.abs().plus(-half.y),
            along.abs().plus(-half.z),
        )
    }

    #[inline(always)]
    pub(super) fn bounds<const W: usize>(&self, centres: Local<'_, W>, half: Vec3, out: &mut Bounds<W>) {
        // The distance grows with each of the three overhangs, and their ranges over the box are exact.
        let Yaw { sin, cos } = self.yaw;
        let across = cos.abs() * half.x + sin.abs() * half.z;
        let along = sin.abs() * half.x + cos.abs() * half.z;
        let size = self.half;
        let radius = half.length();
        for lane in 0..W {
            let (x, y, z) = (centres.x[lane], centres.y[lane], centres.z[lane]);
            let (x, y, z) = ((x * cos + z * sin).abs(), y.abs(), (z * cos - x * sin).abs());
            let low = join(
                (x - across).positive() - size.x,
                (y - half.y).positive() - size.y,
                (z - along).positive() - size.z,
            );
            let high = join(x + across - size.x, y + half.y - size.y, z + along - size.z);
            let middle = join(x - size.x, y - size.y, z - size.z);
            out.set(lane, (low, high), middle, radius);
        }
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
