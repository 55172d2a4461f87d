//! The surface of one chunk.
//!
//! In: a [`Field`](crate::field::Field) and a [`ChunkKey`](crate::lattice::ChunkKey). Out: a [`Mesh`].

use crate::lattice::OperationId;
use crate::program::Material;

/// Steps of a vertex coordinate per voxel.
pub const STEPS_PER_VOXEL: i32 = 1024;

/// A triangle mesh of one chunk, as it is stored. Triangles wind counter-clockwise seen from the air.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mesh {
    /// Positions in steps of 1/1024 voxel, counted from one voxel below the chunk's corner on each axis (cells of the lower
    /// border reach out that far). Two chunks that share a vertex have the same global integers for it.
    pub positions: Vec<[u16; 3]>,
    /// Unit normals into the air, octahedral, ±32767.
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
}
