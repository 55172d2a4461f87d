//! The first four steps for one chunk: its samples, the cells that hold a surface, where it crosses, and their vertices.
//!
//! In: a field and a key. Out: a [`Stage`] that the chunk's own triangles are made of, and that a coarser neighbour looks into.

use super::crossing::{Crossing, Crossings};
use super::placement::Placement;
use super::sampling::{Grid, Signs, Window};
use super::solid::Cells;
use super::topology::{EDGE_STARTS, EDGES, bridge_kept_apart, edge_corners};
use crate::field::Field;
use crate::jobs::CancelToken;
use crate::lattice::{ANCHOR_STEPS, ChunkKey, MAX_LEVEL};

/// What the steps leave behind.
#[derive(Default)]
pub(super) struct Stage {
    pub grid: Grid,
    pub cells: Cells,
    pub crossings: Crossings,
    pub placement: Placement,
    /// All samples of one sign: then only this is set.
    pub signs: Signs,
}

/// A cell as its chunk sees it.
pub(super) struct Regular {
    /// Bit `i` is set where corner `i` is solid.
    pub pattern: usize,
    /// Where its edges are crossed.
    pub crossings: [Option<Crossing>; EDGES],
    /// The doubtful face on which this cell and the one beyond keep solids apart; 6 for none.
    pub apart: u8,
}

impl Stage {
    /// Forgets the chunk, as if it had been all air.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.placement.clear();
        self.signs = Signs::Air;
    }

    /// Takes the steps for a chunk. `None` when cancelled.
    pub fn run(&mut self, field: &Field, key: ChunkKey, cancel: &CancelToken) -> Option<Signs> {
        self.run_in(field, key, Window::ALL, cancel)?;
        Some(self.signs)
    }

    /// As [`Stage::run`], for a part of a chunk: outside of it nothing is known.
    pub fn run_in(&mut self, field: &Field, key: ChunkKey, window: Window, cancel: &CancelToken) -> Option<()> {
        // Exact: a voxel is 5/16 m times a power of two.
        let voxel = key.voxel_size() as f32;
        let steps = (key.voxel_size() * ANCHOR_STEPS) as i32;
        let frame = field.frame(key.origin(), key.level);
        self.clear();
        self.signs = self.grid.sample(&frame, voxel, window, cancel)?;
        if self.signs != Signs::Mixed {
            return Some(());
        }
        self.cells.find(&self.grid.solid, window);
        if cancel.is_cancelled() {
            return None;
        }
        self.crossings.find(&self.grid, &frame, voxel, steps);
        if cancel.is_cancelled() {
            return None;
        }
        let even = key.level < MAX_LEVEL;
        self.placement
            .place(&self.grid.solid, &self.crossings, &self.cells, even);
        Some(())
    }

    /// The sign pattern of a cell by its index in the grid.
    pub fn pattern(&self, cell: usize) -> usize {
        match self.signs {
            Signs::Air => 0,
            Signs::Solid => 255,
            Signs::Mixed => self.grid.solid.pattern(cell),
        }
    }

    /// A cell by its index in the grid: one of those that are placed where they hold a surface.
    pub fn regular(&self, cell: usize) -> Regular {
        let pattern = self.pattern(cell);
        let crossing = |edge: usize| {
            let (a, b) = edge_corners(edge);
            let crosses = pattern >> a & 1 != pattern >> b & 1;
            crosses.then(|| *self.crossings.get(cell + EDGE_STARTS[edge], edge / 4))
        };
        let apart = match self.signs {
            Signs::Mixed => bridge_kept_apart(&self.grid.solid, cell),
            _ => 6,
        };
        Regular {
            pattern,
            crossings: std::array::from_fn(crossing),
            apart,
        }
    }
}
