//! The prism: a plan polygon, convex or concave, between two planes that may slope.

use glam::{Vec2, Vec3};

use super::{Distances, Extent, Interval, Local, at, larger, right_angle, smaller, spread};
use crate::field::number::Number;
use crate::program::SlopedPlane;

/// One side of the outline.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: Vec2,
    /// Far end along z: the near end of the next edge, bit for bit, so that the crossing test counts no corner twice.
    to_z: f32,
    /// Unit direction.
    along: Vec2,
    /// Unit normal, out of the polygon.
    out: Vec2,
    length: f32,
}

/// A polygon between two planes.
#[derive(Clone, Debug)]
pub(in crate::field) struct Prism {
    edges: Vec<Edge>,
    floor: SlopedPlane,
    ceiling: SlopedPlane,
    /// Cosines of the slopes of floor and ceiling: what turns a vertical distance into the distance to the plane.
    cosines: [f32; 2],
    level: bool,
    extent: Extent,
}

impl Prism {
    pub(super) fn new(outline: &[Vec2], floor: SlopedPlane, ceiling: SlopedPlane) -> Self {
        let mut corners = outline.to_vec();
        if area(&corners) < 0.0 {
            corners.reverse();
        }
        let edges: Vec<Edge> = (0..corners.len())
            .map(|index| {
                let (from, to) = (corners[index], corners[(index + 1) % corners.len()]);
                // In f64 and rounded once: a unit vector that is off by an ulp or two.
                let side = (to.as_dvec2() - from.as_dvec2()).normalize();
                let along = side.as_vec2();
                Edge {
                    from,
                    to_z: to.y,
                    along,
                    out: Vec2::new(along.y, -along.x),
                    length: (to.as_dvec2() - from.as_dvec2()).length() as f32,
                }
            })
            .collect();
        let cosine = |plane: SlopedPlane| 1.0 / (1.0 + plane.slope.length_squared()).sqrt();
        let cosines = [cosine(floor), cosine(ceiling)];
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for &corner in &corners {
            low = low.min(Vec3::new(corner.x, floor.at(corner), corner.y));
            high = high.max(Vec3::new(corner.x, ceiling.at(corner), corner.y));
        }
        let level = floor.slope == Vec2::ZERO && ceiling.slope == Vec2::ZERO;
        // Outside the outline by e, a plane of slope s may be s·e beyond `low` or `high`: the value there is at least the
        // larger of e and (gap − s·e)·cos, which is never less than gap / (1/cos + s).
        let lift = |plane: SlopedPlane| 1.0 / (1.0 / cosine(plane) + plane.slope.length());
        Self {
            edges,
            floor,
            ceiling,
            cosines,
            level,
            extent: Extent {
                low,
                high,
                lift: smaller(lift(floor), lift(ceiling)),
            },
        }
    }

    #[inline(always)]
    pub(super) fn fill<N: Number, const W: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        let plan = self.plan::<N, W>(local.x, local.z);
        let (floor, ceiling) = (self.floor, self.ceiling);
        let [under, over] = self.cosines;
        let level = self.level;
        for lane in 0..W {
            let [x, y, z] = N::point(local.x[lane], local.y[lane], local.z[lane]);
            let side = N::with_gradient(plan.value[lane], [plan.x[lane], 0.0, plan.z[lane]]);
            let below = (x.times(floor.slope.x) + z.times(floor.slope.y)).plus(floor.height) - y;
            let above = y - (x.times(ceiling.slope.x) + z.times(ceiling.slope.y)).plus(ceiling.height);
            let vertical = N::most(below.times(under), above.times(over));
            out.set(lane, join(side, vertical, level));
        }
    }

    /// Signed distances to the outline in the plan.
    #[inline(always)]
    fn plan<N: Number, const W: usize>(&self, x: &[f32; W], z: &[f32; W]) -> Distances<W> {
        let mut nearest = [f32::MAX; W];
        let mut inside = [0u32; W];
        let mut out = Distances::<W>::default();
        // Edge by edge over all lanes: no branch inside.
        for edge in &self.edges {
            for lane in 0..W {
                let (dx, dz) = (x[lane] - edge.from.x, z[lane] - edge.from.y);
                let along = dx * edge.along.x + dz * edge.along.y;
                let across = dx * edge.out.x + dz * edge.out.y;
                // How far the foot of the perpendicular lies beyond the edge's ends.
                let past = if along > edge.length { along - edge.length } else { 0.0 };
                let past = if along < 0.0 { along } else { past };
                let square = across * across + past * past;
                let closer = square < nearest[lane];
                nearest[lane] = if closer { square } else { nearest[lane] };
                if N::GRADIENT {
                    // Nearest to an end: the direction away from it, to be turned and scaled once the sign is known.
                    // Nearest to the edge itself: its normal, on either side, also at distance 0. `y` marks which.
                    let corner = past != 0.0;
                    let gx = if corner {
                        across * edge.out.x + past * edge.along.x
                    } else {
                        edge.out.x
                    };
                    let gz = if corner {
                        across * edge.out.y + past * edge.along.y
                    } else {
                        edge.out.y
                    };
                    out.x[lane] = if closer { gx } else { out.x[lane] };
                    out.z[lane] = if closer { gz } else { out.z[lane] };
                    let mark = if corner { 1.0 } else { 0.0 };
                    out.y[lane] = if closer { mark } else { out.y[lane] };
                }
                // Crossing parity of a ray along +x (Hormann and Agathos, "The point in polygon problem for arbitrary
                // polygons", 2001), without a division: upward edges to the right, or downward edges to the right.
                let from_below = z[lane] >= edge.from.y;
                let to_above = z[lane] < edge.to_z;
                let left = across < 0.0;
                let crossed = (from_below & to_above & left) | (!from_below & !to_above & !left);
                inside[lane] ^= u32::from(crossed);
            }
        }
        for lane in 0..W {
            let distance = nearest[lane].sqrt();
            let outside = inside[lane] == 0;
            out.value[lane] = if outside { distance } else { -distance };
            if N::GRADIENT {
                let scale = if distance > 0.0 { 1.0 / distance } else { 0.0 };
                let scale = if outside { scale } else { -scale };
                let scale = if out.y[lane] > 0.0 { scale } else { 1.0 };
                out.x[lane] *= scale;
                out.z[lane] *= scale;
            }
        }
        out
    }

    pub(super) fn bounds(&self, centre: Vec3, half: Vec3) -> Interval {
        let plan = Vec2::new(half.x, half.z);
        let side = self.plan::<f32, 1>(&[centre.x], &[centre.z]).value[0];
        let point = Vec2::new(centre.x, centre.z);
        let below = self.floor.at(point) - centre.y;
        let above = centre.y - self.ceiling.at(point);
        let reach = |plane: SlopedPlane| plane.slope.abs().dot(plan) + half.y;
        let (under, over) = (reach(self.floor), reach(self.ceiling));
        let vertical = |sign: f32| {
            larger(
                (below + sign * under) * self.cosines[0],
                (above + sign * over) * self.cosines[1],
            )
        };
        let radius = plan.length();
        let low = join(side - radius, vertical(-1.0), self.level);
        let high = join(side + radius, vertical(1.0), self.level);
        let middle = at(centre, |local, out| self.fill::<f32, 1>(local, out));
        let radius = half.length();
        (larger(low, middle - radius), smaller(high, middle + radius))
    }

    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    pub(super) fn size(&self) -> f32 {
        spread(self.extent.low.abs().max(self.extent.high.abs()))
    }

    #[cfg(test)]
    pub(super) fn lipschitz(&self) -> f32 {
        1.0
    }
}

/// The distance from those to the sides and to the planes. Level planes meet the sides at right angles, and there it is
/// Euclidean; elsewhere the larger of the two.
#[inline(always)]
fn join<N: Number>(side: N, vertical: N, level: bool) -> N {
    if level {
        right_angle(side, vertical)
    } else {
        N::most(side, vertical)
    }
}

/// Twice the signed area of a polygon; positive when it winds from +X towards +Z.
pub(in crate::field) fn area(corners: &[Vec2]) -> f64 {
    (0..corners.len())
        .map(|index| {
            let (a, b) = (
                corners[index].as_dvec2(),
                corners[(index + 1) % corners.len()].as_dvec2(),
            );
            a.perp_dot(b)
        })
        .sum()
}
