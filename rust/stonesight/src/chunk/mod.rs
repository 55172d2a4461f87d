//! One finished piece of the world, 32³ voxels: what is drawn, walked on and stored.
//!
//! In: a [`Field`](crate::field::Field) and a key. Out: a [`Chunk`], and its bytes.

use crate::lattice::ChunkKey;
use crate::mesh::Mesh;

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

/// A finished chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Which one.
    pub key: ChunkKey,
    /// What is in it.
    pub content: Content,
}
