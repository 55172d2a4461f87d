//! The hipped roof: an upright prism below the planes that rise from its sides to one point.

use glam::{Vec2, Vec3};

use super::prism::Prism;
use super::{Bounds, Distances, Extent, Local, larger};
use crate::field::number::Number;
use crate::program::SlopedPlane;

/// A half-space: `normal · p ≤ offset`.
#[derive(Clone, Copy, Debug)]
struct Slope {
    normal: Vec3,
    offset: f32,
}

/// A convex polygon from the anchor's height up, under slopes.
#[derive(Clone, Debug)]
pub(in crate::field) struct Hip {
    block: Prism,
    slopes: Vec<Slope>,
}

impl Hip {
    pub(super) fn new(outline: &[Vec2], edge: f32, apex: Vec3) -> Self {
        let count = outline.len();
        let top = apex.as_dvec3();
        let slopes = (0..count).map(|index| {
            let (a, b) = (outline[index].as_dvec2(), outline[(index + 1) % count].as_dvec2());
            let (a, b) = (
                glam::DVec3::new(a.x, edge.into(), a.y),
                glam::DVec3::new(b.x, edge.into(), b.y),
            );
            let normal = (b - a).cross(top - a).normalize();
            // Upwards, whichever way the outline winds.
            let normal = if normal.y < 0.0 { -normal } else { normal };
            Slope {
                normal: normal.as_vec3(),
                offset: normal.dot(top) as f32,
            }
        });
        Self {
            block: Prism::new(outline, SlopedPlane::level(0.0), SlopedPlane::level(apex.y)),
            slopes: slopes.collect(),
        }
    }

    #[inline(always)]
    pub(super) fn fill<N: Number, const W: usize, const C: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        self.block.fill::<N, W, C>(local, out);
        for &Slope { normal, offset } in &self.slopes {
            for lane in 0..W {
                let [x, y, z] = local.point::<N>(lane);
                let above = (x.times(normal.x) + y.times(normal.y) + z.times(normal.z)).plus(-offset);
                out.set_where(lane, above.value() > out.value[lane], above);
            }
        }
    }

    #[inline(always)]
    pub(super) fn bounds<const W: usize>(&self, centres: Local<'_, W>, half: Vec3, out: &mut Bounds<W>) {
        self.block.bounds(centres, half, out);
        for &Slope { normal, offset } in &self.slopes {
            let reach = normal.abs().dot(half);
            for lane in 0..W {
                let middle =
                    centres.x[lane] * normal.x + centres.y[lane] * normal.y + centres.z[lane] * normal.z - offset;
                out.low[lane] = larger(out.low[lane], middle - reach);
                out.high[lane] = larger(out.high[lane], middle + reach);
            }
        }
    }

    pub(super) fn extent(&self) -> Extent {
        self.block.extent()
    }

    pub(super) fn size(&self) -> f32 {
        self.block.size()
    }

    #[cfg(test)]
    pub(super) fn lipschitz(&self) -> f32 {
        1.0
    }
}
