//! What finer chunks show where they touch a coarser one.
//!
//! In: the stages of all finer chunks that touch the chunk. Out: their crossings and vertices near it. Places are counted in the
//! finer voxels, from the coarser chunk's corner.

use std::collections::{HashMap, HashSet};

use super::super::STEPS_PER_VOXEL;
use super::super::crossing::Crossing;
use super::super::grid::{CORNER, OWNED, is_outer};
use super::super::morph::Morph;
use super::super::placement::Piece;
use super::super::stage::Stage;
use super::super::topology::{EDGE_STARTS, EDGES, bridge_kept_apart, edge_corners};
use crate::lattice::{CHUNK_VOXELS, ChunkKey};

/// How far beyond the chunk cells matter: the coarse cells that touch it, and the finer ones that touch these.
pub(super) const REACH: i32 = 3;

/// A crossing between two fine samples.
#[derive(Clone, Copy)]
pub(super) struct FineEdge {
    pub crossing: Crossing,
    /// Whether its lower end is solid.
    pub solid: bool,
}

/// A fine cell with its vertices.
#[derive(Clone, Copy)]
pub(super) struct FineCell {
    /// By edge, among the interface's pieces. Nonsense for edges that do not cross.
    pub by_edge: [u32; EDGES],
}

/// See the [module](self). Maps are looked up and never gone through.
#[derive(Default)]
pub(super) struct Interface {
    pub edges: HashMap<([i32; 3], usize), FineEdge>,
    pub cells: HashMap<[i32; 3], FineCell>,
    /// Faces on which the fine cells of both sides keep solids apart: the lower corner, and the axis across.
    pub apart: HashSet<([i32; 3], usize)>,
    /// All edges, in no order, some of them more than once.
    pub list: Vec<([i32; 3], usize)>,
    /// Vertices of fine cells, in the coarse chunk's steps.
    pub pieces: Vec<Piece>,
}

impl Interface {
    pub fn clear(&mut self) {
        self.edges.clear();
        self.cells.clear();
        self.apart.clear();
        self.list.clear();
        self.pieces.clear();
    }

    /// Takes in a finer chunk, whose vertices know where they go.
    pub fn add(&mut self, coarse: ChunkKey, fine: ChunkKey, stage: &Stage) {
        let corner = |c: i32, of: i32| (c - 2 * of) * CHUNK_VOXELS;
        let offset = [
            corner(fine.x, coarse.x),
            corner(fine.y, coarse.y),
            corner(fine.z, coarse.z),
        ];
        let near = -REACH..2 * CHUNK_VOXELS + REACH;
        for (number, (place, &at)) in stage.cells.places.iter().zip(&stage.cells.indices).enumerate() {
            let cell = [0, 1, 2].map(|axis| place[axis] as i32 - CORNER as i32 + offset[axis]);
            // Its own cells alone: those beyond it are coarse there.
            let outer = place.iter().all(|c| OWNED.contains(c)) && place.iter().any(|&c| is_outer(c));
            if !outer || !cell.iter().all(|c| near.contains(c)) || self.cells.contains_key(&cell) {
                continue;
            }
            // Cells that only touch others beside the chunk are in none of its polygons.
            let touches = cell.iter().all(|c| (-1..=2 * CHUNK_VOXELS).contains(c));
            let placed = &stage.placement.cells[number];
            let pattern = stage.pattern(at);
            let mut by_edge = [0; EDGES];
            let mut known: Vec<(usize, u32)> = Vec::new();
            for (edge, by_edge) in by_edge.iter_mut().enumerate() {
                let (lower, upper) = edge_corners(edge);
                let solid = pattern >> lower & 1 != 0;
                if solid == (pattern >> upper & 1 != 0) {
                    continue;
                }
                let piece = placed.piece(edge);
                let start = [0, 1, 2].map(|axis| cell[axis] + (lower >> axis & 1) as i32);
                let crossing = *stage.crossings.get(at + EDGE_STARTS[edge], edge / 4);
                let name = (start, edge / 4);
                if self.edges.insert(name, FineEdge { crossing, solid }).is_none() {
                    self.list.push(name);
                }
                if !touches {
                    continue;
                }
                let old = known.iter().find(|(of, _)| *of == piece).map(|(_, new)| *new);
                *by_edge = old.unwrap_or_else(|| {
                    let new = self.pieces.len() as u32;
                    self.pieces.push(moved(stage.placement.pieces[piece], offset));
                    known.push((piece, new));
                    new
                });
            }
            self.cells.insert(cell, FineCell { by_edge });
            let face = usize::from(bridge_kept_apart(&stage.grid.solid, at));
            if face < 6 {
                let mut lower = cell;
                lower[face / 2] += (face % 2) as i32;
                self.apart.insert((lower, face / 2));
            }
        }
    }
}

/// A piece of a fine chunk in the steps of the coarse one.
fn moved(piece: Piece, offset: [i32; 3]) -> Piece {
    let position = [0, 1, 2].map(|axis| {
        // Both count from one voxel of their own below their corner.
        let steps = i32::from(piece.position[axis]) + (offset[axis] - 1 + 2) * STEPS_PER_VOXEL;
        debug_assert!(
            steps % 2 == 0 && steps >= 0,
            "a vertex of an outer layer lies on even steps"
        );
        (steps / 2) as u16
    });
    let morph = Morph {
        steps: piece.morph.steps.map(|step| step / 2),
        finer: true,
        ..piece.morph
    };
    Piece {
        position,
        morph,
        ..piece
    }
}
