//! The terrain: all that lies under a height field.
//!
//! Heights are blended by a biquadratic B-spline. The surface is smooth (its slope is continuous), lies within the heights
//! around it, is nowhere steeper than they are, and rounds single peaks off a little instead of passing through them.
//! The value is the vertical distance times the cosine of the slope right there: exact to first order at the surface.

use glam::{Vec2, Vec3};

use super::angle::nearest;
use super::{Distances, Extent, Interval, Local, larger, smaller};
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

/// Where a plan point falls among the heights.
struct Cell {
    /// Index of the first of the 3 × 3 heights around it.
    first: usize,
    /// Weights along x and z.
    weights: [[f32; 3]; 2],
    /// Slopes of the weights along x and z, per sample.
    slopes: [[f32; 3]; 2],
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
    pub(super) fn fill<N: Number, const W: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        for lane in 0..W {
            let [height, east, south] = self.height(local.x[lane], local.z[lane]);
            let vertical = local.y[lane] - height;
            let cosine = 1.0 / (1.0 + east * east + south * south).sqrt();
            let gradient = [-east * cosine, cosine, -south * cosine];
            out.set(lane, N::with_gradient(vertical * cosine, gradient));
        }
    }

    /// Height over a plan point, and its slope along x and z.
    #[inline(always)]
    fn height(&self, x: f32, z: f32) -> [f32; 3] {
        let cell = self.cell(x, z);
        let [along, across] = cell.weights;
        let [along_slope, across_slope] = cell.slopes;
        let (mut height, mut east, mut south) = (0.0, 0.0, 0.0);
        for row in 0..3 {
            let from = cell.first + row * self.stride;
            let taps = &self.heights[from..from + 3];
            let level = taps[0] * along[0] + taps[1] * along[1] + taps[2] * along[2];
            let slope = taps[0] * along_slope[0] + taps[1] * along_slope[1] + taps[2] * along_slope[2];
            height += level * across[row];
            east += slope * across[row];
            south += level * across_slope[row];
        }
        [height, east * self.rate, south * self.rate]
    }

    #[inline(always)]
    fn cell(&self, x: f32, z: f32) -> Cell {
        let (s, t) = self.coordinates(x, z);
        let (column, row) = (nearest(s), nearest(t));
        // Within −1 … count, and the rim is 2 wide: the first tap is at least 0.
        let first =
            (row as i32 + (RIM - 1) as i32) as usize * self.stride + (column as i32 + (RIM - 1) as i32) as usize;
        let weigh = |f: f32| {
            let (left, right) = (0.5 - f, 0.5 + f);
            [0.5 * left * left, 0.75 - f * f, 0.5 * right * right]
        };
        let lean = |f: f32| [f - 0.5, -2.0 * f, f + 0.5];
        let (f, g) = (s - column, t - row);
        Cell {
            first,
            weights: [weigh(f), weigh(g)],
            slopes: [lean(f), lean(g)],
        }
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

    pub(super) fn bounds(&self, centre: Vec3, half: Vec3) -> Interval {
        // The heights that any point of the box can read, and one more against rounding in the coordinates.
        let index = |value: f32, margin: i32, limit: f32| {
            (nearest(value) as i32 + RIM as i32 + margin).clamp(0, limit as i32 + 2 * RIM as i32 - 1) as usize
        };
        let (s0, t0) = self.coordinates(centre.x - half.x, centre.z - half.z);
        let (s1, t1) = self.coordinates(centre.x + half.x, centre.z + half.z);
        let from = [index(s0, -2, self.limit.x), index(t0, -2, self.limit.y)];
        let to = [index(s1, 2, self.limit.x), index(t1, 2, self.limit.y)];
        let (range, slope) = self.around(from, to);
        let over = centre.y - self.height(centre.x, centre.z)[0];
        let reach = half.y + slope * Vec2::new(half.x, half.z).length();
        let low = larger(over - reach, centre.y - half.y - range.1);
        let high = smaller(over + reach, centre.y + half.y - range.0);
        let steepest = (1.0 + slope * slope).sqrt();
        (
            if low < 0.0 { low } else { low / steepest },
            if high > 0.0 { high } else { high / steepest },
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
