//! The terrain: all that lies under a height field.
//!
//! Heights are blended by a biquadratic B-spline. The surface is smooth (its slope is continuous), lies within the heights
//! around it, is nowhere steeper than they are, and rounds single peaks off a little instead of passing through them.
//! The value is the vertical distance times the cosine of the slope right there: exact to first order at the surface.

use glam::{Vec2, Vec3};

use super::angle::{nearest, nearest_integer};
use super::{Bounds, Distances, Extent, Interval, Local, columns, larger, smaller};
use crate::field::number::Number;
use crate::program::HeightField;

/// Copies of the edge around the heights, so that reading never leaves them.
const RIM: usize = 2;

/// The ground.
#[derive(Clone, Debug)]
pub(in crate::field) struct Terrain {
    corner: Vec2,
    /// Samples per metre.
    rate: f32,
    /// Largest sample coordinates, as numbers.
    limit: Vec2,
    /// Heights with a rim of [`RIM`] copies on each side.
    heights: Vec<f32>,
    stride: usize,
    range: Interval,
    /// √(1 + s²) for the steepest slope s.
    steepest: f32,
}

/// Heights over a batch of plan points, and their slopes along x and z.
struct Ground<const W: usize> {
    height: [f32; W],
    east: [f32; W],
    south: [f32; W],
}

impl Terrain {
    pub(super) fn new(field: &HeightField) -> Self {
        let stride = field.columns + 2 * RIM;
        let rows = field.rows + 2 * RIM;
        let mut heights = Vec::with_capacity(stride * rows);
        for row in 0..rows {
            let row = row.saturating_sub(RIM).min(field.rows - 1);
            for column in 0..stride {
                let column = column.saturating_sub(RIM).min(field.columns - 1);
                heights.push(field.heights[row * field.columns + column]);
            }
        }
        let mut terrain = Self {
            corner: field.corner,
            rate: 1.0 / field.spacing,
            limit: Vec2::new(field.columns as f32, field.rows as f32),
            heights,
            stride,
            range: (0.0, 0.0),
            steepest: 1.0,
        };
        let (range, slope) = terrain.around([0, 0], [stride - 1, rows - 1]);
        terrain.range = range;
        terrain.steepest = (1.0 + slope * slope).sqrt();
        terrain
    }

    #[inline(always)]
    pub(super) fn fill<N: Number, const W: usize, const C: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        let ground = self.ground(columns::<W, C>(local.x), columns::<W, C>(local.z));
        for row in 0..W / C {
            for column in 0..C {
                let lane = row * C + column;
                let (east, south) = (ground.east[column], ground.south[column]);
                let vertical = local.y[lane] - ground.height[column];
                let cosine = 1.0 / (1.0 + east * east + south * south).sqrt();
                let gradient = [-east * cosine, cosine, -south * cosine];
                out.set(lane, N::with_gradient(vertical * cosine, gradient));
            }
        }
    }

    #[inline(always)]
    fn ground<const W: usize>(&self, x: &[f32; W], z: &[f32; W]) -> Ground<W> {
        // In three passes, so that only the reading of the heights is not vector code.
        let mut first = [0usize; W];
        let (mut f, mut g) = ([0.0; W], [0.0; W]);
        for lane in 0..W {
            let (s, t) = self.coordinates(x[lane], z[lane]);
            f[lane] = s - nearest(s);
            g[lane] = t - nearest(t);
            // The first of three taps. Coordinates begin at −1 and the rim is 2 wide: it is never below 0.
            let column = nearest_integer(s) + (RIM - 1) as i32;
            let row = nearest_integer(t) + (RIM - 1) as i32;
            first[lane] = row as usize * self.stride + column as usize;
        }
        let mut taps = [[[0.0; W]; 3]; 3];
        for lane in 0..W {
            for (row, line) in taps.iter_mut().enumerate() {
                let from = first[lane] + row * self.stride;
                let read = &self.heights[from..from + 3];
                line[0][lane] = read[0];
                line[1][lane] = read[1];
                line[2][lane] = read[2];
            }
        }
        let mut out = Ground {
            height: [0.0; W],
            east: [0.0; W],
            south: [0.0; W],
        };
        for lane in 0..W {
            let (along, across) = (weights(f[lane]), weights(g[lane]));
            let (lean_along, lean_across) = (leans(f[lane]), leans(g[lane]));
            let blend =
                |line: &[[f32; W]; 3], w: [f32; 3]| line[0][lane] * w[0] + line[1][lane] * w[1] + line[2][lane] * w[2];
            let level = [blend(&taps[0], along), blend(&taps[1], along), blend(&taps[2], along)];
            let slope = [
                blend(&taps[0], lean_along),
                blend(&taps[1], lean_along),
                blend(&taps[2], lean_along),
            ];
            let sum = |v: [f32; 3], w: [f32; 3]| v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
            out.height[lane] = sum(level, across);
            out.east[lane] = sum(slope, across) * self.rate;
            out.south[lane] = sum(level, lean_across) * self.rate;
        }
        out
    }

    /// Sample coordinates, held to one sample beyond the edge, where the ground is flat already.
    #[inline(always)]
    fn coordinates(&self, x: f32, z: f32) -> (f32, f32) {
        let hold = |value: f32, limit: f32| {
            let value = if value > -1.0 { value } else { -1.0 };
            if value < limit { value } else { limit }
        };
        (
            hold((x - self.corner.x) * self.rate, self.limit.x),
            hold((z - self.corner.y) * self.rate, self.limit.y),
        )
    }

    /// Range of the heights in a rectangle of indices (rim included), and their steepest slope.
    fn around(&self, from: [usize; 2], to: [usize; 2]) -> (Interval, f32) {
        let (mut low, mut high) = (f32::MAX, f32::MIN);
        let (mut east, mut south) = (0.0, 0.0);
        for row in from[1]..=to[1] {
            let line = &self.heights[row * self.stride + from[0]..=row * self.stride + to[0]];
            let next = (row < to[1]).then(|| &self.heights[(row + 1) * self.stride + from[0]..]);
            for (column, &height) in line.iter().enumerate() {
                low = smaller(low, height);
                high = larger(high, height);
                if let Some(&right) = line.get(column + 1) {
                    east = larger(east, (right - height).abs());
                }
                if let Some(next) = next {
                    south = larger(south, (next[column] - height).abs());
                }
            }
        }
        ((low, high), Vec2::new(east, south).length() * self.rate)
    }

    #[inline(always)]
    pub(super) fn bounds<const W: usize>(&self, centres: Local<'_, W>, half: Vec3, out: &mut Bounds<W>) {
        let ground = self.ground(centres.x, centres.z);
        let plan = Vec2::new(half.x, half.z).length();
        for lane in 0..W {
            let (x, y, z) = (centres.x[lane], centres.y[lane], centres.z[lane]);
            let (range, slope) = self.below([x - half.x, z - half.z], [x + half.x, z + half.z]);
            let over = y - ground.height[lane];
            let reach = half.y + slope * plan;
            let low = larger(over - reach, y - half.y - range.1);
            let high = smaller(over + reach, y + half.y - range.0);
            let cosine = 1.0 / (1.0 + slope * slope).sqrt();
            out.low[lane] = if low < 0.0 { low } else { low * cosine };
            out.high[lane] = if high > 0.0 { high } else { high * cosine };
        }
    }

    /// Range of all heights that any point of a plan rectangle can read, and their steepest slope.
    fn below(&self, low: [f32; 2], high: [f32; 2]) -> (Interval, f32) {
        let (s0, t0) = self.coordinates(low[0], low[1]);
        let (s1, t1) = self.coordinates(high[0], high[1]);
        // Coordinates are good to a thousandth of a sample.
        let from = |value: f32| nearest_integer(value - 1.0e-3) + RIM as i32 - 1;
        let to = |value: f32| nearest_integer(value + 1.0e-3) + RIM as i32 + 1;
        let index = |value: i32, limit: f32| value.clamp(0, limit as i32 + 2 * RIM as i32 - 1) as usize;
        self.around(
            [index(from(s0), self.limit.x), index(from(t0), self.limit.y)],
            [index(to(s1), self.limit.x), index(to(t1), self.limit.y)],
        )
    }

    pub(super) fn extent(&self) -> Extent {
        Extent {
            low: Vec3::NEG_INFINITY,
            high: Vec3::new(f32::INFINITY, self.range.1, f32::INFINITY),
            lift: 1.0 / self.steepest,
        }
    }

    pub(super) fn size(&self) -> f32 {
        // Plan coordinates only count by the slope, and the heights by their magnitude.
        let reach = self.corner.abs() + self.limit / self.rate;
        larger(self.range.0.abs(), self.range.1.abs()) + self.steepest * (reach.x + reach.y)
    }

    #[cfg(test)]
    pub(super) fn lipschitz(&self) -> f32 {
        self.steepest
    }
}

/// Weights of three samples for a point `f` from the middle one, −½ to ½.
#[inline(always)]
fn weights(f: f32) -> [f32; 3] {
    let (left, right) = (0.5 - f, 0.5 + f);
    [0.5 * left * left, 0.75 - f * f, 0.5 * right * right]
}

/// Their slopes, per sample.
#[inline(always)]
fn leans(f: f32) -> [f32; 3] {
    [f - 0.5, -2.0 * f, f + 0.5]
}
