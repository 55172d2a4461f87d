//! What a chunk or a world is, in 32 bytes: equal digests, equal content.
//!
//! A digest covers the key and the plain content, never compressed bytes, whose encoder may change.

use std::collections::BTreeMap;
use std::fmt;

use super::Chunk;
use super::bytes::{PREFIX, content_bytes};
use crate::lattice::ChunkKey;

/// A blake3 hash. Shown as 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Chunk {
    /// The digest of this chunk's key and content.
    pub fn digest(&self) -> Digest {
        Digest::of(&content_bytes(self)[PREFIX..])
    }
}

impl Digest {
    pub(super) fn of(bytes: &[u8]) -> Self {
        Self(blake3::hash(bytes).into())
    }
}

/// The digest of many chunks: their digests in the order of their keys, whatever the order in which they come. Of a key that
/// comes twice the last counts.
pub fn world_digest(chunks: impl IntoIterator<Item = (ChunkKey, Digest)>) -> Digest {
    let sorted: BTreeMap<_, _> = chunks.into_iter().collect();
    let mut hasher = blake3::Hasher::new();
    for (key, digest) in sorted {
        // A chunk's digest covers its key; the key is written again so that the list can be read off the bytes.
        hasher.update(&[key.level]);
        for c in [key.x, key.y, key.z] {
            hasher.update(&c.to_le_bytes());
        }
        hasher.update(&digest.0);
    }
    Digest(hasher.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Content;

    #[test]
    fn the_order_of_chunks_does_not_matter_and_their_content_does() {
        let chunk = |x, content| Chunk {
            key: ChunkKey::new(0, x, 0, 0),
            content,
        };
        let pair = |c: &Chunk| (c.key, c.digest());
        let (air, solid) = (chunk(0, Content::Air), chunk(1, Content::Solid));
        let world = world_digest([pair(&air), pair(&solid)]);
        assert_eq!(world, world_digest([pair(&solid), pair(&air)]));
        assert_ne!(world, world_digest([pair(&air)]));
        assert_ne!(world, world_digest([pair(&air), pair(&chunk(1, Content::Air))]));
        assert_ne!(chunk(0, Content::Air).digest(), chunk(1, Content::Air).digest());
        assert_eq!(world.to_string().len(), 64);
    }
}
