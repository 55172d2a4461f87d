//! The lattice through the rock: nodes 24 m apart in the plan and 12 m in height, and what is in the way.
//!
//! In: the claims of a draft. Out: which straight pieces are free. What is in the way is kept as columns of bits, 4 m wide and
//! 3 m a bit: a free piece here is nearly always free in the draft, whose own check has the last word.

use glam::{DVec2, DVec3};

use super::super::draft::Draft;
use super::super::growth::Growth;
use super::cost::Costs;
use super::moves::Known;
use super::system::Gauge;
use crate::room::Tag;

/// Distance between nodes in the plan and in height, in metres.
pub(in crate::plan) const CELL: f64 = 24.0;
pub(in crate::plan) const STOREY: f64 = 12.0;
/// Height of the nodes over the first court's floor: the storey of the trunk, and storeys below and above it.
pub(in crate::plan) const TRUNK_LEVEL: f64 = -34.0;
const BELOW: usize = 5;
const STOREYS: usize = BELOW + 3;
/// A bit of a column: its edges in metres, and how far the lowest lies under the first court.
const COLUMN: f64 = 4.0;
const BIT: f64 = 3.0;
const DEEPEST: f64 = -112.0;
/// Rock that a way keeps around it beyond what the other one does, in metres, and over and under it.
const AROUND: f64 = 1.7;
const BETWEEN: f64 = 2.0;
/// What it takes for the middle of a column to stand for all of it, in metres.
const ROUGH: f64 = 0.6;
/// Searches for ways of one system: three times what it takes where there is space.
pub(in crate::plan) const SEARCHES: usize = 60;

/// What is known of the rock.
pub(in crate::plan) struct Rock {
    /// Searches for a way that may still be made: a crowded world shall not take for ever.
    pub searches: usize,
    pub(super) level: f64,
    /// How far what is routed keeps from what is there: in the plan, over it and under it.
    around: f64,
    height: [f64; 2],
    /// Nodes along x and z, and the plan coordinate of the first.
    across: usize,
    first: f64,
    /// Half the region.
    half: f64,
    columns: usize,
    taken: Vec<u64>,
    /// What the draft has refused: not even a way's own ends may pass there.
    refused: Vec<u64>,
    /// Claims that are in `taken`.
    seen: usize,
    /// What a metre costs at each node, and which moves from each are known to be free.
    pub(super) costs: Costs,
    pub(super) known: Known,
}

impl Rock {
    /// The rock of a region of an edge in metres, with all that has been placed in it, for ways as wide as a gauge.
    pub fn new(growth: &Growth, size: f64, gauge: &Gauge, seed: u64) -> Self {
        let (half, level) = (growth.half, growth.level);
        let side = (half / CELL).floor();
        let across = 2 * side as usize + 1;
        let columns = (size / COLUMN).ceil() as usize;
        let mut rock = Self {
            searches: SEARCHES,
            level,
            around: gauge.reach() + gauge.half_width + AROUND - 1.2 + ROUGH,
            height: [BETWEEN + gauge.radius - gauge.sides, BETWEEN + gauge.clear()],
            across,
            first: -side * CELL,
            half: size * 0.5,
            columns,
            taken: vec![0; columns * columns],
            refused: vec![0; columns * columns],
            seen: 0,
            costs: Costs::new(seed, [across, across, STOREYS]),
            known: Known::new(across * across * STOREYS),
        };
        rock.see(&growth.draft);
        for route in &growth.draft.routes {
            rock.pass(&route.path, route.system);
        }
        rock
    }

    /// Takes over what a draft has placed since.
    pub fn see(&mut self, draft: &Draft) {
        for claim in &draft.claims[self.seen..] {
            let top = if claim.tag == Tag::Surface {
                f64::INFINITY
            } else {
                claim.high + self.height[0]
            };
            let bits = self.bits(claim.low - self.height[1], top);
            let around = claim.reach + self.around;
            let (low, high) = claim.bounds;
            let area = (high - low).x * (high - low).y;
            // A box fills its bounds: no need to ask for distances.
            let square = claim.outline.area().abs() > 0.9 * area;
            self.mark(low - around, high + around, bits, |point| {
                square || claim.outline.signed_distance(point) < around
            });
            self.forget([low - around, high + around], [claim.low - self.height[1], top]);
        }
        self.seen = draft.claims.len();
    }

    /// Marks a point as taken, by an upright way too.
    pub fn block(&mut self, at: DVec3) {
        let bits = self.bits(at.y - 1.0, at.y + 1.0);
        let (column, row) = self.column(DVec2::new(at.x, at.z));
        self.taken[row * self.columns + column] |= bits;
        self.refused[row * self.columns + column] |= bits;
        let at_plan = DVec2::new(at.x, at.z);
        self.forget([at_plan; 2], [at.y - 1.0, at.y + 1.0]);
    }

    /// Forgets which moves are free that may pass through a box where something was marked.
    fn forget(&mut self, [low, high]: [DVec2; 2], heights: [f64; 2]) {
        // What is marked may reach beyond the box by as much as a column and a bit are large.
        let node = |value: f64, first: f64, step: f64| (value - first) / step;
        let ranges = [
            [
                node(low.x - COLUMN, self.first, CELL),
                node(high.x + COLUMN, self.first, CELL),
            ],
            [
                node(low.y - COLUMN, self.first, CELL),
                node(high.y + COLUMN, self.first, CELL),
            ],
            heights.map(|height| node(height, self.level + TRUNK_LEVEL, STOREY) + BELOW as f64),
        ];
        let bit = BIT / STOREY;
        let ranges = [ranges[0], ranges[1], [ranges[2][0] - bit, ranges[2][1] + bit]];
        self.known.forget(ranges, [self.across, self.across, STOREYS]);
    }

    fn mark(&mut self, low: DVec2, high: DVec2, bits: u64, inside: impl Fn(DVec2) -> bool) {
        let (first, last) = (self.column(low), self.column(high));
        for row in first.1..=last.1 {
            for column in first.0..=last.0 {
                let middle = DVec2::new(column as f64 + 0.5, row as f64 + 0.5) * COLUMN - self.half;
                if inside(middle) {
                    self.taken[row * self.columns + column] |= bits;
                }
            }
        }
    }

    fn column(&self, point: DVec2) -> (usize, usize) {
        // Casts of floats saturate: what lies outside counts to the border.
        let at = (point + self.half) / COLUMN;
        let most = self.columns - 1;
        ((at.x as usize).min(most), (at.y as usize).min(most))
    }

    /// The bits between two heights.
    fn bits(&self, low: f64, high: f64) -> u64 {
        let bit = |height: f64| ((height - self.level - DEEPEST) / BIT).floor().clamp(0.0, 63.0) as u32;
        let (low, high) = (bit(low), bit(high));
        (u64::MAX >> (63 - (high - low))) << low
    }

    /// Whether nothing is in the way of a straight piece, its first and last metres left out of account.
    pub fn is_free(&self, a: DVec3, b: DVec3, skip: [f64; 2]) -> bool {
        // In cells from the corner of the raster: casts of what is not negative are floors, and much quicker.
        let corner = DVec3::new(-self.half, self.level + DEEPEST, -self.half);
        let cell = DVec3::new(COLUMN, BIT, COLUMN).recip();
        let length = a.distance(b);
        let count = (length * (1.0 / COLUMN)) as usize + 1;
        let (from, step) = ((a - corner) * cell, (b - a) * cell / count as f64);
        let first = (skip[0] / length * count as f64) as usize + usize::from(skip[0] > 0.0);
        let last = count - ((skip[1] / length * count as f64) as usize + usize::from(skip[1] > 0.0)).min(count);
        let most = self.columns - 1;
        (0..=count).all(|i| {
            let at = from + step * i as f64;
            let (column, row) = ((at.x as usize).min(most), (at.z as usize).min(most));
            let columns = if (first..=last).contains(&i) {
                &self.taken
            } else {
                &self.refused
            };
            columns[row * self.columns + column] >> (at.y as u32).min(63) & 1 == 0
        })
    }

    /// Nodes in all.
    pub fn count(&self) -> usize {
        self.across * self.across * STOREYS
    }

    /// Where a node lies, as columns, rows and storeys.
    pub(super) fn place(&self, node: u32) -> [i32; 3] {
        let across = self.across as u32;
        let row = node / across;
        [(node % across) as i32, (row % across) as i32, (row / across) as i32]
    }

    pub(super) fn node(&self, [x, z, y]: [i32; 3]) -> Option<u32> {
        let across = self.across as i32;
        let inside = (0..across).contains(&x) && (0..across).contains(&z) && (0..STOREYS as i32).contains(&y);
        inside.then(|| ((y * across + z) * across + x) as u32)
    }

    /// The point of a node.
    pub fn at(&self, node: u32) -> DVec3 {
        let [x, z, y] = self.place(node);
        let height = self.level + TRUNK_LEVEL + (f64::from(y) - BELOW as f64) * STOREY;
        DVec3::new(
            self.first + f64::from(x) * CELL,
            height,
            self.first + f64::from(z) * CELL,
        )
    }

    /// The node nearest to a point.
    pub fn nearest(&self, point: DVec3) -> u32 {
        let at = |value: f64, step: f64, most: usize| (value / step).round().clamp(0.0, (most - 1) as f64) as i32;
        let x = at(point.x - self.first, CELL, self.across);
        let z = at(point.z - self.first, CELL, self.across);
        let y = at(
            point.y - self.level - TRUNK_LEVEL + BELOW as f64 * STOREY,
            STOREY,
            STOREYS,
        );
        self.node([x, z, y]).unwrap_or(0)
    }

    /// All nodes within some columns of a point.
    pub fn around(&self, point: DVec3, reach: i32) -> Vec<u32> {
        let [x, z, y] = self.place(self.nearest(point));
        let mut nodes = Vec::new();
        for dy in -1..=1 {
            for dz in -reach..=reach {
                for dx in -reach..=reach {
                    nodes.extend(self.node([x + dx, z + dz, y + dy]));
                }
            }
        }
        nodes
    }
}
