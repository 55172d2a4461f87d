//! The prism: a plan polygon, convex or concave, between two planes that may slope.

use glam::{Vec2, Vec3};

use super::{Bounds, Distances, Extent, Local, columns, larger, right_angle, smaller, spread};
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

impl Edge {
    /// Signed distance of a plan point from the edge's line, and how far the foot of the perpendicular lies beyond its ends.
    #[inline(always)]
    fn offset(&self, x: f32, z: f32) -> [f32; 2] {
        let (dx, dz) = (x - self.from.x, z - self.from.y);
        let along = dx * self.along.x + dz * self.along.y;
        let across = dx * self.out.x + dz * self.out.y;
        let past = if along > self.length { along - self.length } else { 0.0 };
        let past = if along < 0.0 { along } else { past };
        [across, past]
    }

    /// The gradient of the signed distance `value` at a plan point that this edge is nearest to.
    #[inline(always)]
    fn gradient(&self, x: f32, z: f32, value: f32) -> [f32; 2] {
        let [across, past] = self.offset(x, z);
        // Nearest to the edge itself: its normal, on either side and also at distance 0. Nearest to an end: away from it.
        let corner = (past != 0.0) & (value != 0.0);
        let (a, b) = if corner {
            (across / value, past / value)
        } else {
            (1.0, 0.0)
        };
        [a * self.out.x + b * self.along.x, a * self.out.y + b * self.along.y]
    }
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
    pub(super) fn fill<N: Number, const W: usize, const C: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        let plan = self.plan::<N, C>(columns::<W, C>(local.x), columns::<W, C>(local.z));
        let (floor, ceiling) = (self.floor, self.ceiling);
        let [under, over] = self.cosines;
        let level = self.level;
        for row in 0..W / C {
            for column in 0..C {
                let lane = row * C + column;
                let [x, y, z] = local.point::<N>(lane);
                let side = N::with_gradient(plan.value[column], [plan.x[column], 0.0, plan.z[column]]);
                let below = (x.times(floor.slope.x) + z.times(floor.slope.y)).plus(floor.height) - y;
                let above = y - (x.times(ceiling.slope.x) + z.times(ceiling.slope.y)).plus(ceiling.height);
                let vertical = N::most(below.times(under), above.times(over));
                out.set(lane, join(side, vertical, level));
            }
        }
    }

    /// Signed distances to the outline in the plan.
    #[inline(always)]
    fn plan<N: Number, const W: usize>(&self, x: &[f32; W], z: &[f32; W]) -> Distances<W> {
        let mut nearest = [f32::MAX; W];
        let mut which = [0u32; W];
        let mut inside = [0u32; W];
        // Edge by edge over all lanes: no branch inside.
        for (index, edge) in self.edges.iter().enumerate() {
            for lane in 0..W {
                let [across, past] = edge.offset(x[lane], z[lane]);
                let square = across * across + past * past;
                let closer = square < nearest[lane];
                nearest[lane] = if closer { square } else { nearest[lane] };
                if N::GRADIENT {
                    which[lane] = if closer { index as u32 } else { which[lane] };
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
        let mut out = Distances::<W>::default();
        for lane in 0..W {
            let distance = nearest[lane].sqrt();
            out.value[lane] = if inside[lane] == 0 { distance } else { -distance };
        }
        if N::GRADIENT {
            for lane in 0..W {
                let edge = &self.edges[which[lane] as usize];
                [out.x[lane], out.z[lane]] = edge.gradient(x[lane], z[lane], out.value[lane]);
            }
        }
        out
    }

    #[inline(always)]
    pub(super) fn bounds<const W: usize>(&self, centres: Local<'_, W>, half: Vec3, out: &mut Bounds<W>) {
        let plan = self.plan::<f32, W>(centres.x, centres.z);
        let (floor, ceiling) = (self.floor, self.ceiling);
        let reach = |plane: SlopedPlane| plane.slope.abs().dot(Vec2::new(half.x, half.z)) + half.y;
        let (under, over) = (reach(floor), reach(ceiling));
        let (radius, apart) = (Vec2::new(half.x, half.z).length(), half.length());
        let level = self.level;
        for lane in 0..W {
            let (x, y, z) = (centres.x[lane], centres.y[lane], centres.z[lane]);
            let below = x * floor.slope.x + z * floor.slope.y + floor.height - y;
            let above = y - (x * ceiling.slope.x + z * ceiling.slope.y + ceiling.height);
            let vertical = |sign: f32| {
                larger(
                    (below + sign * under) * self.cosines[0],
                    (above + sign * over) * self.cosines[1],
                )
            };
            let side = plan.value[lane];
            let low = join(side - radius, vertical(-1.0), level);
            let high = join(side + radius, vertical(1.0), level);
            out.set(lane, (low, high), join(side, vertical(0.0), level), apart);
        }
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
