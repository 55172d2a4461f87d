//! The upright cylinder: Euclidean distance, inside and out.

use glam::{Vec2, Vec3};

use super::{Bounds, Distances, Extent, Local, right_angle};
use crate::field::number::Number;

/// An upright cylinder around the anchor.
#[derive(Clone, Debug)]
pub(in crate::field) struct Cylinder {
    radius: f32,
    half_height: f32,
}

impl Cylinder {
    pub(super) fn new(radius: f32, half_height: f32) -> Self {
        Self { radius, half_height }
    }

    #[inline(always)]
    pub(super) fn fill<N: Number, const W: usize, const C: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        for lane in 0..W {
            out.set(lane, self.distance(local.point::<N>(lane)));
        }
    }

    #[inline(always)]
    fn distance<N: Number>(&self, [x, y, z]: [N; 3]) -> N {
        let side = (x.squared() + z.squared()).sqrt().plus(-self.radius);
        right_angle(side, y.abs().plus(-self.half_height))
    }

    #[inline(always)]
    pub(super) fn bounds<const W: usize>(&self, centres: Local<'_, W>, half: Vec3, out: &mut Bounds<W>) {
        let plan = Vec2::new(half.x, half.z).length();
        for lane in 0..W {
            let (x, z, height) = (centres.x[lane], centres.z[lane], centres.y[lane].abs());
            let side = (x * x + z * z).sqrt();
            out.low[lane] = right_angle(
                (side - plan).positive() - self.radius,
                (height - half.y).positive() - self.half_height,
            );
            out.high[lane] = right_angle(side + plan - self.radius, height + half.y - self.half_height);
        }
    }

    pub(super) fn extent(&self) -> Extent {
        let high = Vec3::new(self.radius, self.half_height, self.radius);
        Extent {
            low: -high,
            high,
            lift: 1.0,
        }
    }

    pub(super) fn size(&self) -> f32 {
        self.radius + self.half_height
    }

    #[cfg(test)]
    pub(super) fn lipschitz(&self) -> f32 {
        1.0
    }
}
