//! First step: the field at the samples of a chunk.
//!
//! In: a frame of the field. Out: a [`Grid`], or the news that there is no surface. Operations are pruned from the chunk to blocks
//! of 12³ to bricks of 4³ samples; of a brick whose bounds exclude zero only the sign is noted, the others
//! are evaluated and keep their pruned list for the edge crossings.

use glam::Vec3;

use super::grid::{BLOCK, BRICK, CORNER, PLACED, SIDE, VOLUME, grown_box, index, metres};
use super::solid::Solid;
use crate::field::{Active, Frame, LANES, Points};
use crate::jobs::CancelToken;

/// Bounds must exclude zero by this share of a voxel before samples are left out. Far above their rounding, and 3 mm at
/// level 0 costs no brick worth counting.
const MARGIN: f32 = 0.01;

/// How far from the surface values are right, in voxels. The ends of an edge that crosses it are at most one away, and where
/// the value grows faster than the distance, [`Crossings`](super::crossing::Crossings) asks again.
const DEPTH: f32 = 1.25;

/// A brick that was evaluated.
pub(super) struct Brick {
    /// Its first sample.
    pub corner: [usize; 3],
    /// Its pruned operations, as an index into [`Grid::actives`].
    pub active: usize,
}

/// The samples of a chunk.
pub(super) struct Grid {
    /// The sign of every sample.
    pub solid: Solid,
    /// Values by [`index`], where a crossing edge ends. Stale elsewhere.
    pub values: Vec<f32>,
    /// The bricks that a surface may run through, in order.
    pub bricks: Vec<Brick>,
    /// Pruned operations; a pool that outlives the chunk, because filling an old list is cheaper than making one.
    pub actives: Vec<Active>,
    /// How far from the surface values are right, in voxels: tests change it.
    pub depth: f32,
    /// The part of the chunk that was sampled.
    pub window: Window,
    chunk: Active,
    blocks: Vec<Active>,
}

/// A part of a chunk's cells, and the samples that they depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The first brick, and the one after the last, along each axis.
    bricks: [[usize; 2]; 3],
    /// The first cell that is placed, and the one after the last.
    cells: [[usize; 2]; 3],
}

impl Window {
    /// All of it.
    pub const ALL: Self = Self::of([[PLACED.start, PLACED.end]; 3]);

    /// Some of the placed cells: the first and the one after the last, along each axis.
    pub const fn of(cells: [[usize; 2]; 3]) -> Self {
        let mut bricks = [[0; 2]; 3];
        let mut axis = 0;
        while axis < 3 {
            // How many vertices a cell has depends on the cells around it, and these on samples one further.
            let [first, end] = cells[axis];
            bricks[axis] = [(first - 1) / BRICK, (end + 2).div_ceil(BRICK)];
            axis += 1;
        }
        Self { bricks, cells }
    }

    /// Its cells along an axis.
    pub fn cells(self, axis: usize) -> std::ops::Range<usize> {
        self.cells[axis][0]..self.cells[axis][1]
    }

    /// Its samples along an axis.
    fn samples(self, axis: usize) -> std::ops::Range<usize> {
        let [first, end] = self.bricks[axis];
        first * BRICK..end * BRICK
    }

    /// Whether it meets the `edge`³ samples from `corner`.
    fn meets(self, corner: [usize; 3], edge: usize) -> bool {
        (0..3).all(|axis| {
            let samples = self.samples(axis);
            samples.start < corner[axis] + edge && corner[axis] < samples.end
        })
    }

    /// The box around all blocks that it meets, grown by one sample, in metres relative to the chunk's corner.
    fn grown_box(self, voxel: f32) -> (Vec3, Vec3) {
        let first = |axis: usize| self.samples(axis).start / BLOCK * BLOCK;
        let last = |axis: usize| (self.samples(axis).end - 1) / BLOCK * BLOCK;
        let (low, _) = grown_box([first(0), first(1), first(2)], BLOCK, voxel);
        let (_, high) = grown_box([last(0), last(1), last(2)], BLOCK, voxel);
        (low, high)
    }
}

/// What the samples show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Signs {
    /// All samples are air.
    #[default]
    Air,
    /// All samples are solid.
    Solid,
    /// There may be a surface.
    Mixed,
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            solid: Solid::default(),
            values: vec![0.0; VOLUME],
            bricks: Vec::new(),
            actives: Vec::new(),
            depth: DEPTH,
            window: Window::ALL,
            chunk: Active::default(),
            blocks: vec![Active::default(); PARTS],
        }
    }
}

impl Grid {
    /// Samples a window of a chunk with voxels of `voxel` metres. `None` when cancelled.
    pub fn sample(&mut self, frame: &Frame<'_>, voxel: f32, window: Window, cancel: &CancelToken) -> Option<Signs> {
        self.window = window;
        let (low, high) = window.grown_box(voxel);
        frame.near(voxel * self.depth, low, high, &mut self.chunk);
        self.bricks.clear();
        match one_sign(&self.chunk, voxel) {
            Signs::Mixed => {}
            signs => return Some(signs),
        }
        self.solid.clear();
        let (boxes, blocks, count) = boxes_within(window, SIDE, [0; 3], voxel);
        frame.narrow_each(&self.chunk, &boxes[..count], &mut self.blocks[..count]);
        for (slot, &corner) in blocks[..count].iter().enumerate() {
            if cancel.is_cancelled() {
                return None;
            }
            self.sample_block(frame, slot, corner, voxel);
        }
        if !self.bricks.is_empty() {
            return Some(Signs::Mixed);
        }
        // Neighbouring boxes overlap, so without a brick that may hold zero all have the sign of the first.
        Some(
            if self.solid.at(index([0, 1, 2].map(|axis| window.samples(axis).start))) {
                Signs::Solid
            } else {
                Signs::Air
            },
        )
    }

    /// Whether a value of the grid is the field's, bit for bit.
    pub fn is_exact(&self, value: f32) -> bool {
        self.chunk.is_exact(value)
    }

    fn sample_block(&mut self, frame: &Frame<'_>, slot: usize, corner: [usize; 3], voxel: f32) {
        let signs = one_sign(&self.blocks[slot], voxel);
        if signs != Signs::Mixed {
            self.fill(corner, BLOCK, signs);
            return;
        }
        let first = self.bricks.len();
        if self.actives.len() < first + PARTS {
            self.actives.resize_with(first + PARTS, Active::default);
        }
        let (boxes, corners, count) = boxes_within(self.window, BLOCK, corner, voxel);
        frame.narrow_each(
            &self.blocks[slot],
            &boxes[..count],
            &mut self.actives[first..first + count],
        );
        for (part, &corner) in corners[..count].iter().enumerate() {
            let signs = one_sign(&self.actives[first + part], voxel);
            if signs != Signs::Mixed {
                self.fill(corner, BRICK, signs);
                continue;
            }
            // Lists that are kept close up: the rest of the pool is free for the next block.
            let slot = self.bricks.len();
            self.actives.swap(slot, first + part);
            self.sample_brick(frame, slot, corner, voxel);
            self.bricks.push(Brick { corner, active: slot });
        }
    }

    fn sample_brick(&mut self, frame: &Frame<'_>, active: usize, corner: [usize; 3], voxel: f32) {
        let mut points = Points::default();
        let mut values = [0.0; LANES];
        // Small whole numbers: the same bits as from `metres`.
        let first = |axis: usize| corner[axis] as f32 - CORNER as f32;
        let (x, y, z) = (first(0), first(1), first(2));
        for (lane, at) in STEPS.iter().enumerate() {
            points.x[lane] = (x + at[0]) * voxel;
            points.y[lane] = (y + at[1]) * voxel;
            points.z[lane] = (z + at[2]) * voxel;
        }
        frame.values_in_columns::<COLUMNS>(&self.actives[active], &points, &mut values);
        for (row, values) in values.as_chunks::<BRICK>().0.iter().enumerate() {
            let at = order(row * BRICK);
            let first = [corner[0], corner[1] + at[1], corner[2] + at[2]];
            let at = index(first);
            self.values[at..at + BRICK].copy_from_slice(values);
            let mut bits = 0;
            for (x, &value) in values.iter().enumerate() {
                bits |= u64::from(value < 0.0) << x;
            }
            self.solid.add(first, bits);
        }
    }

    fn fill(&mut self, corner: [usize; 3], edge: usize, signs: Signs) {
        if signs == Signs::Solid {
            self.solid.fill(corner, edge);
        }
    }
}

/// Columns of samples in a brick.
const COLUMNS: usize = BRICK * BRICK;

/// The place in its brick of each sample of a batch: columns beside each other, so that those of the same plan follow.
const fn order(lane: usize) -> [usize; 3] {
    [lane % BRICK, lane / COLUMNS, lane / BRICK % BRICK]
}

/// The same as numbers.
static STEPS: [[f32; 3]; LANES] = {
    let mut steps = [[0.0; 3]; LANES];
    let mut lane = 0;
    while lane < LANES {
        let at = order(lane);
        steps[lane] = [at[0] as f32, at[1] as f32, at[2] as f32];
        lane += 1;
    }
    steps
};

/// Parts of a chunk or block: three along each axis.
const PARTS: usize = 27;

/// The first samples of the parts of a cube that has `edge` samples to the side, in order.
fn parts(edge: usize, corner: [usize; 3]) -> [[usize; 3]; PARTS] {
    let step = edge / 3;
    let mut corners = [corner; PARTS];
    for (part, corner) in corners.iter_mut().enumerate() {
        corner[0] += part % 3 * step;
        corner[1] += part / 3 % 3 * step;
        corner[2] += part / 9 * step;
    }
    corners
}

/// Of the parts of a cube of samples those that a window meets: the boxes around them, their first samples, and how many.
fn boxes_within(
    window: Window,
    edge: usize,
    corner: [usize; 3],
    voxel: f32,
) -> ([[Vec3; 2]; PARTS], [[usize; 3]; PARTS], usize) {
    let (mut boxes, mut corners, mut count) = ([[Vec3::ZERO; 2]; PARTS], [corner; PARTS], 0);
    for part in parts(edge, corner) {
        if window.meets(part, edge / 3) {
            let (low, high) = grown_box(part, edge / 3, voxel);
            (boxes[count], corners[count]) = ([low, high], part);
            count += 1;
        }
    }
    (boxes, corners, count)
}

fn one_sign(active: &Active, voxel: f32) -> Signs {
    let (low, high) = active.bounds();
    let margin = voxel * MARGIN;
    if low > margin {
        Signs::Air
    } else if high < -margin {
        Signs::Solid
    } else {
        Signs::Mixed
    }
}

/// The position of a sample in metres relative to the chunk's corner.
pub(super) fn position(sample: [usize; 3], voxel: f32) -> Vec3 {
    Vec3::new(
        metres(sample[0], voxel),
        metres(sample[1], voxel),
        metres(sample[2], voxel),
    )
}
