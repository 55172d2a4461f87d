//! The surface of one chunk.
//!
//! In: a [`Field`] and a [`ChunkKey`]. Out: [`Content`]: air, solid, or a [`Mesh`]. Borders match bit for bit: two chunks that
//! share a cell compute the same vertices for it, each from the field alone.
//!
//! The steps, each a file: `sampling` evaluates the field on the chunk's grid; `solid` finds the cells with a surface and `topology`
//! the sheets in them; `crossing` finds where and how the surface crosses edges; `placement` sets vertices and normals, with `qef` at edges and
//! corners and `crease` to tell where a surface is smooth; `quads` puts the triangles together.

mod crease;
mod crossing;
mod grid;
mod normal;
mod placement;
mod qef;
mod quads;
mod sampling;
mod solid;
#[cfg(test)]
mod tests;
mod topology;

pub use normal::{decode_normal, encode_normal};

use crate::field::Field;
use crate::jobs::CancelToken;
use crate::lattice::{ANCHOR_STEPS, ChunkKey, OperationId};
use crate::program::Material;

/// Steps of a vertex coordinate per voxel.
pub const STEPS_PER_VOXEL: i32 = 1024;

/// What a chunk is filled with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing but air.
    Air,
    /// Nothing but solid.
    Solid,
    /// A surface runs through it.
    Surface(Mesh),
}

/// A triangle mesh of one chunk, as it is stored. Triangles wind counter-clockwise seen from the air.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mesh {
    /// Positions in steps of 1/1024 voxel, counted from one voxel below the chunk's corner on each axis (cells of the lower
    /// border reach out that far). Two chunks that share a vertex have the same global integers for it. No coordinate is
    /// a multiple of 1024: a position divided by 1024 is the cell that the vertex belongs to.
    pub positions: Vec<[u16; 3]>,
    /// Unit normals into the air, octahedral, ±32767 (see [`decode_normal`]).
    pub normals: Vec<[i16; 2]>,
    /// Material per vertex.
    pub materials: Vec<Material>,
    /// Three per triangle.
    pub indices: Vec<u32>,
    /// The operation that made each triangle.
    pub operations: Vec<OperationId>,
}

impl Mesh {
    /// Number of triangles.
    pub fn triangles(&self) -> usize {
        self.operations.len()
    }

    /// Positions in metres relative to the chunk's corner, for a chunk with voxels of `voxel_size` metres.
    pub fn points(&self, voxel_size: f32) -> impl ExactSizeIterator<Item = [f32; 3]> {
        let scale = voxel_size / STEPS_PER_VOXEL as f32;
        self.positions
            .iter()
            .map(move |p| p.map(|c| (i32::from(c) - STEPS_PER_VOXEL) as f32 * scale))
    }

    /// Unit normals, one for each vertex.
    pub fn normals_f32(&self) -> impl ExactSizeIterator<Item = [f32; 3]> {
        self.normals.iter().map(|&normal| decode_normal(normal))
    }

    /// Positions as global integers: steps of 1/1024 voxel of the chunk's level from the world's origin. What neighbours share
    /// is equal here.
    pub fn global_positions(&self, key: ChunkKey) -> impl ExactSizeIterator<Item = [i64; 3]> {
        let steps = i64::from(STEPS_PER_VOXEL);
        let first = key.first_voxel().map(|voxel| (voxel - 1) * steps);
        self.positions
            .iter()
            .map(move |p| [0, 1, 2].map(|axis| first[axis] + i64::from(p[axis])))
    }
}

/// Memory that is used again from chunk to chunk: about 1 MB. One for each worker; what was in it before does not matter.
#[derive(Default)]
pub struct Buffers {
    grid: sampling::Grid,
    cells: solid::Cells,
    crossings: crossing::Crossings,
    placement: placement::Placement,
    vertices: quads::Vertices,
}

/// Makes the surface of a chunk; `None` when `cancel` was raised meanwhile.
pub fn make(field: &Field, key: ChunkKey, buffers: &mut Buffers, cancel: &CancelToken) -> Option<Content> {
    // Exact: a voxel is 5/16 m times a power of two.
    let voxel = key.voxel_size() as f32;
    let steps = (key.voxel_size() * ANCHOR_STEPS) as i32;
    let frame = field.frame(key.origin(), key.level);
    let grid = &mut buffers.grid;
    match grid.sample(&frame, voxel, cancel)? {
        sampling::Signs::Air => return Some(Content::Air),
        sampling::Signs::Solid => return Some(Content::Solid),
        sampling::Signs::Mixed => {}
    }
    let cells = &mut buffers.cells;
    cells.find(&grid.solid);
    if cancel.is_cancelled() {
        return None;
    }
    buffers.crossings.find(grid, &frame, voxel, steps);
    if cancel.is_cancelled() {
        return None;
    }
    let solid = &grid.solid;
    let placement = &mut buffers.placement;
    placement.place(solid, &buffers.crossings, cells);
    let vertices = &mut buffers.vertices;
    let mesh = quads::make(field.program(), solid, &buffers.crossings, cells, placement, vertices);
    if !mesh.indices.is_empty() {
        return Some(Content::Surface(mesh));
    }
    // The surface, if any, belongs to neighbours. What is left has the sign of the chunk's corner.
    let corner = solid.at(grid::index([grid::CORNER; 3]));
    Some(if corner { Content::Solid } else { Content::Air })
}
