//! The border between a chunk and finer ones: triangles that close the surface from one level to the next.
//!
//! In: a chunk's own stage, what lies around it, and the field. Out: what the chunk leaves out of its regular triangles ([`Border`]),
//! and the triangles in their place ([`Seam`]).
//!
//! Two levels side by side are one grid of cells of two sizes, and its dual mesh is closed when every edge that is not divided
//! further, and crosses, becomes one polygon around which the cells that touch it stand (Ju, Losasso, Schaefer and Warren, "Dual
//! contouring of Hermite data", SIGGRAPH 2002, §4). Which chunk makes a polygon: that in which the edge starts, as elsewhere, where
//! all cells around it are of one size; else, of the chunks of its larger cells, the one with the lowest key. The finer chunk leaves
//! these edges out.
//!
//! A larger cell that shares a face or an edge with smaller ones is a [`Divided`] cell: its sheets are found on a boundary that has
//! smaller faces and edges in it. What the smaller cells say comes from the stages of the finer chunks ([`Interface`]), so all
//! bits are those that they have themselves. Their vertices lie on even steps, which are whole steps here.

mod divided;
mod emit;
mod interface;

use crate::lattice::Surroundings;

pub(super) use emit::Seam;

/// What a chunk does with an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is a regular edge of the chunk.
    Regular,
    /// It belongs to the seam.
    Seam,
    /// Another chunk's seam has it, or it is divided.
    Left,
}

/// The borders of a chunk. Cells are named by their place in voxels from the chunk's corner; −1 and 32 lie in its neighbours.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Border {
    around: Surroundings,
    finer: bool,
}

impl Border {
    pub fn new(around: Surroundings) -> Self {
        let finer = Surroundings::around().any(|steps| around.finer(steps));
        Self { around, finer }
    }

    /// Whether there is anything to close.
    pub fn has_finer(&self) -> bool {
        self.finer
    }

    /// Whether a place of the chunk's size is divided into finer chunks.
    pub fn is_finer(&self, slot: [i32; 3]) -> bool {
        self.around.finer(slot)
    }

    /// Whether a place of the chunk's size has the chunk's own level.
    pub fn is_even(&self, slot: [i32; 3]) -> bool {
        !self.around.finer(slot) && !self.around.coarser(slot)
    }

    /// What becomes of an edge that starts at a sample and runs along an axis.
    pub fn verdict(&self, start: [i32; 3], axis: usize) -> Verdict {
        if start.iter().all(|c| (2..31).contains(c)) {
            return Verdict::Regular;
        }
        let mut verdict = Verdict::Regular;
        for cell in cells_around(start, axis) {
            if !self.is_even(slot(cell)) {
                return Verdict::Left;
            }
            if self.finer && self.is_divided(cell) {
                verdict = Verdict::Seam;
            }
        }
        verdict
    }

    /// Whether a cell shares a face or an edge with finer ones.
    pub fn is_divided(&self, cell: [i32; 3]) -> bool {
        let beside = |steps: &[i32; 3]| steps.iter().filter(|step| **step != 0).count() < 3;
        Surroundings::around()
            .filter(beside)
            .any(|steps| self.is_finer_beside(cell, steps))
    }

    /// Whether what lies at some steps from a cell is finer.
    pub fn is_finer_beside(&self, cell: [i32; 3], steps: [i32; 3]) -> bool {
        self.is_finer(slot([0, 1, 2].map(|axis| cell[axis] + steps[axis])))
    }
}

/// The place of the chunk's size that a cell lies in.
fn slot(cell: [i32; 3]) -> [i32; 3] {
    cell.map(|c| c.div_euclid(crate::lattice::CHUNK_VOXELS))
}

/// The cells around an edge, counter-clockwise seen from its upper end.
fn cells_around(start: [i32; 3], axis: usize) -> [[i32; 3]; 4] {
    AROUND.map(|[b, c]| {
        let mut cell = start;
        cell[(axis + 1) % 3] -= b;
        cell[(axis + 2) % 3] -= c;
        cell
    })
}

/// Steps back on the two axes across an edge to the cells around it; the edge's number in each is `4 * axis + b + 2 * c`.
pub(super) const AROUND: [[i32; 2]; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];
