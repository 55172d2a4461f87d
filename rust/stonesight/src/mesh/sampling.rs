//! First step: the field at the samples of a chunk.
//!
//! In: a frame of the field. Out: a [`Grid`], or the news that there is no surface. Operations are pruned from the chunk to blocks
//! of 12³ to bricks of 4³ samples; a brick whose bounds exclude zero is filled with a constant of the right sign, the others
//! are evaluated and keep their pruned list for the edge crossings.

use glam::Vec3;

use super::grid::{BLOCK, BRICK, SIDE, VOLUME, grown_box, index, metres};
use crate::field::{Active, Frame, LANES, Points, Samples};
use crate::jobs::CancelToken;

/// Bounds must exclude zero by this share of a voxel before samples are left out. Far above their rounding, and 3 mm at
/// level 0 costs no brick worth counting.
const MARGIN: f32 = 0.01;

/// A brick that was evaluated.
pub(super) struct Brick {
    /// Its first sample.
    pub corner: [usize; 3],
    /// Its pruned operations, as an index into [`Grid::actives`].
    pub active: usize,
}

/// The samples of a chunk.
pub(super) struct Grid {
    /// Values by [`index`]. Right where a crossing edge ends, of the right sign everywhere.
    pub values: Vec<f32>,
    /// The bricks that a surface may run through, in order.
    pub bricks: Vec<Brick>,
    /// Pruned operations; a pool that outlives the chunk, because filling an old list is cheaper than making one.
    pub actives: Vec<Active>,
    block: Active,
}

/// What the samples show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signs {
    /// All samples are air.
    Air,
    /// All samples are solid.
    Solid,
    /// There may be a surface.
    Mixed,
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            values: vec![0.0; VOLUME],
            bricks: Vec::new(),
            actives: Vec::new(),
            block: Active::default(),
        }
    }
}

impl Grid {
    /// Samples a chunk with voxels of `voxel` metres. `None` when cancelled.
    pub fn sample(&mut self, frame: &Frame<'_>, voxel: f32, cancel: &CancelToken) -> Option<Signs> {
        let (low, high) = grown_box([0; 3], SIDE, voxel);
        let chunk = frame.everything(low, high);
        self.bricks.clear();
        match one_sign(&chunk, voxel) {
            Signs::Mixed => {}
            signs => return Some(signs),
        }
        for z in (0..SIDE).step_by(BLOCK) {
            for y in (0..SIDE).step_by(BLOCK) {
                for x in (0..SIDE).step_by(BLOCK) {
                    if cancel.is_cancelled() {
                        return None;
                    }
                    self.sample_block(frame, &chunk, [x, y, z], voxel);
                }
            }
        }
        if !self.bricks.is_empty() {
            return Some(Signs::Mixed);
        }
        // Neighbouring boxes overlap, so without a brick that may hold zero all have the sign of the first.
        Some(if self.values[0] < 0.0 { Signs::Solid } else { Signs::Air })
    }

    fn sample_block(&mut self, frame: &Frame<'_>, chunk: &Active, corner: [usize; 3], voxel: f32) {
        let (low, high) = grown_box(corner, BLOCK, voxel);
        frame.narrow(chunk, low, high, &mut self.block);
        let signs = one_sign(&self.block, voxel);
        if signs != Signs::Mixed {
            self.fill(corner, BLOCK, signs);
            return;
        }
        for z in (0..BLOCK).step_by(BRICK) {
            for y in (0..BLOCK).step_by(BRICK) {
                for x in (0..BLOCK).step_by(BRICK) {
                    self.sample_brick(frame, [corner[0] + x, corner[1] + y, corner[2] + z], voxel);
                }
            }
        }
    }

    fn sample_brick(&mut self, frame: &Frame<'_>, corner: [usize; 3], voxel: f32) {
        let (low, high) = grown_box(corner, BRICK, voxel);
        let slot = self.bricks.len();
        if slot == self.actives.len() {
            self.actives.push(Active::default());
        }
        let active = &mut self.actives[slot];
        frame.narrow(&self.block, low, high, active);
        let signs = one_sign(active, voxel);
        if signs != Signs::Mixed {
            self.fill(corner, BRICK, signs);
            return;
        }
        let mut points = Points::default();
        let mut samples = Samples::default();
        for lane in 0..LANES {
            let at = [lane % BRICK, lane / BRICK % BRICK, lane / (BRICK * BRICK)];
            let [x, y, z] = [0, 1, 2].map(|axis| metres(corner[axis] + at[axis], voxel));
            (points.x[lane], points.y[lane], points.z[lane]) = (x, y, z);
        }
        frame.evaluate(active, &points, &mut samples);
        for (row, values) in samples.value.chunks_exact(BRICK).enumerate() {
            let first = index([corner[0], corner[1] + row % BRICK, corner[2] + row / BRICK]);
            self.values[first..first + BRICK].copy_from_slice(values);
        }
        self.bricks.push(Brick { corner, active: slot });
    }

    fn fill(&mut self, corner: [usize; 3], edge: usize, signs: Signs) {
        let value = if signs == Signs::Solid { -1.0 } else { 1.0 };
        for z in corner[2]..corner[2] + edge {
            for y in corner[1]..corner[1] + edge {
                let first = index([corner[0], y, z]);
                self.values[first..first + edge].fill(value);
            }
        }
    }
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
    Vec3::from_array(sample.map(|c| metres(c, voxel)))
}
