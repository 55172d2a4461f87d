//! Where vertices go as a level fades into the next coarser one: to the vertex of the cell of twice the size that holds theirs.
//!
//! In: a chunk's placed cells, and the stage of the chunk above it, of which only the octant with the chunk is looked at. Out: a
//! [`Morph`] for every vertex. At its end a mesh lies on what will be shown next, so that the change of level is none to the eye
//! (geomorphing: Hoppe, "Progressive meshes", SIGGRAPH 1996). Vertices that share a place go to one place, so what is closed stays
//! closed on the way.

use super::STEPS_PER_VOXEL;
use super::crease::dot;
use super::grid::{CORNER, index};
use super::normal::decode_normal;
use super::placement::Piece;
use super::sampling::{Signs, Window};
use super::stage::Stage;
use crate::field::Field;
use crate::jobs::CancelToken;
use crate::lattice::{CHUNK_VOXELS, ChunkKey};

/// Where a vertex goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Morph {
    /// From its place to the coarser one, in steps of the mesh that it is in: 1/1024 voxel. Nothing where the coarser level has no
    /// surface there, or there is no coarser level.
    pub steps: [i16; 3],
    /// The normal there, octahedral (see [`decode_normal`]).
    pub normal: [i16; 2],
    /// Whether the vertex is one of the next finer level, at a border with it: it fades where that does.
    pub finer: bool,
}

/// The coarser cells around a chunk.
#[derive(Default)]
pub(super) struct Parents {
    stage: Stage,
}

impl Parents {
    /// Looks at the chunk above a chunk, and sets where the chunk's vertices go. `None` when cancelled.
    pub fn aim(&mut self, field: &Field, child: ChunkKey, stage: &mut Stage, cancel: &CancelToken) -> Option<()> {
        self.look(field, child, stage.grid.window, cancel)?;
        let Stage { cells, placement, .. } = stage;
        for (number, place) in cells.places.iter().enumerate() {
            let cell = [
                place[0] as i32 - CORNER as i32,
                place[1] as i32 - CORNER as i32,
                place[2] as i32 - CORNER as i32,
            ];
            let parents = self.cell(child, cell);
            for piece in placement.pieces_of(number) {
                set(piece, child, [0; 3], parents);
            }
        }
        Some(())
    }

    /// Looks at the part of the chunk above that holds a chunk, or a window of it.
    pub fn look(&mut self, field: &Field, child: ChunkKey, window: Window, cancel: &CancelToken) -> Option<()> {
        let octant = octant(child);
        let cells = |axis: usize| {
            let cells = window.cells(axis);
            [above(cells.start, octant[axis]), above(cells.end - 1, octant[axis]) + 1]
        };
        match child.parent() {
            Some(parent) => {
                let window = Window::of([cells(0), cells(1), cells(2)]);
                self.stage.run_in(field, parent, window, cancel)
            }
            None => {
                self.stage.clear();
                Some(())
            }
        }
    }

    /// Sets where the vertices of one cell go, after [`Parents::look`]. Their places count from another chunk's corner, from
    /// which `corner` is that of `child` in voxels.
    pub fn aim_cell(&self, child: ChunkKey, cell: [i32; 3], corner: [i32; 3], pieces: &mut [Piece]) {
        let parents = self.cell(child, cell);
        pieces.iter_mut().for_each(|piece| set(piece, child, corner, parents));
    }

    /// The vertices of the coarser cell that holds a cell, which is named by its place in the chunk.
    fn cell(&self, child: ChunkKey, cell: [i32; 3]) -> &[Piece] {
        if self.stage.signs != Signs::Mixed {
            return &[];
        }
        let octant = octant(child);
        let above = |axis: usize| above((cell[axis] + CORNER as i32) as usize, octant[axis]);
        let at = index([above(0), above(1), above(2)]);
        match self.stage.grid.solid.pattern(at) {
            0 | 255 => &[],
            _ => self.stage.placement.pieces_at(self.stage.cells.number(at)),
        }
    }
}

/// The cell of the chunk above that holds a cell, along one axis: both by their place in the grid.
fn above(cell: usize, half: i32) -> usize {
    let local = cell as i32 - CORNER as i32;
    ((local >> 1) + half * CHUNK_VOXELS / 2 + CORNER as i32) as usize
}

/// Which half of its parent a chunk is in, along each axis.
fn octant(child: ChunkKey) -> [i32; 3] {
    [child.x & 1, child.y & 1, child.z & 1]
}

/// Sends a vertex to the nearest of some coarser ones; where several lie there, it takes the normal that is most like its own.
fn set(piece: &mut Piece, child: ChunkKey, corner: [i32; 3], parents: &[Piece]) {
    piece.morph = Morph {
        normal: piece.normal,
        ..Morph::default()
    };
    let octant = octant(child);
    // From the vertex's corner of counting to the parents', which count from one voxel of their own below their chunk's.
    let offset = |axis: usize| {
        let voxels = octant[axis] * CHUNK_VOXELS + 2 - 1 - corner[axis];
        voxels * STEPS_PER_VOXEL + i32::from(piece.position[axis])
    };
    let offset = [offset(0), offset(1), offset(2)];
    let way = |parent: &Piece| {
        let along = |axis: usize| 2 * i32::from(parent.position[axis]) - offset[axis];
        [along(0), along(1), along(2)]
    };
    let length = |[x, y, z]: [i32; 3]| x * x + y * y + z * z;
    let Some(first) = parents.first() else { return };
    let (mut best, mut nearest) = (first, way(first));
    for parent in &parents[1..] {
        let way = way(parent);
        if parent.position == best.position {
            let likeness = |of: &Piece| dot(decode_normal(piece.normal), decode_normal(of.normal));
            if likeness(parent) > likeness(best) {
                best = parent;
            }
        } else if (length(way), way) < (length(nearest), nearest) {
            (best, nearest) = (parent, way);
        }
    }
    piece.morph.steps = [nearest[0] as i16, nearest[1] as i16, nearest[2] as i16];
    piece.morph.normal = best.normal;
}
