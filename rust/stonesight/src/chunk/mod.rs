//! One finished piece of the world, 32³ voxels: what is drawn, walked on and stored.
//!
//! In: a [`Field`] and a key. Out: a [`Chunk`], its bytes ([`Chunk::to_bytes`]) and its [`Digest`].

mod bytes;
mod digest;

pub use bytes::{BytesError, FORMAT_VERSION};
pub use digest::{Digest, world_digest};

pub use crate::mesh::{Buffers, Content};

use crate::field::Field;
use crate::jobs::CancelToken;
use crate::lattice::{ChunkKey, Surroundings};
use crate::mesh;

/// A finished chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Which one.
    pub key: ChunkKey,
    /// What is in it.
    pub content: Content,
}

/// Makes a chunk among chunks of its own level; `None` when `cancel` was raised meanwhile. The result does not depend on what `buffers` were used for.
pub fn make(field: &Field, key: ChunkKey, buffers: &mut Buffers, cancel: &CancelToken) -> Option<Chunk> {
    let content = mesh::make(field, key, buffers, cancel)?;
    Some(Chunk { key, content })
}

/// Makes a chunk that meets what lies around it without a hole; `None` when `cancel` was raised meanwhile.
pub fn make_among(
    field: &Field,
    key: ChunkKey,
    around: Surroundings,
    buffers: &mut Buffers,
    cancel: &CancelToken,
) -> Option<Chunk> {
    let content = mesh::make_among(field, key, around, buffers, cancel)?;
    Some(Chunk { key, content })
}
