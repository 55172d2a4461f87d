//! A hash map of chunk keys that is quick enough to be filled anew whenever a viewer moves.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::lattice::ChunkKey;

/// A map of chunks. No order that anyone may rely on.
pub(super) type ChunkMap<T> = HashMap<ChunkKey, T, BuildHasherDefault<KeyHasher>>;

/// Multiplies and folds. Keys come from a viewer's surroundings, not from an adversary, so the default hasher's strength is
/// not needed; it took half the time of a plan.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }

    fn write_u8(&mut self, value: u8) {
        self.write_i32(i32::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_i32(value as i32);
    }

    fn write_i32(&mut self, value: i32) {
        self.0 = (self.0.rotate_left(21) ^ u64::from(value as u32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        // The map takes its buckets from the low bits and its tags from the high ones.
        self.0 ^ (self.0 >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_rarely_share_a_bucket() {
        let mut buckets = vec![0u32; 1 << 13];
        for index in 0..16 * 16 * 16 {
            let (x, y, z) = (index % 16 - 8, index / 16 % 16 - 8, index / 256 - 8);
            let mut hasher = KeyHasher::default();
            std::hash::Hash::hash(&ChunkKey::new(0, x, y, z), &mut hasher);
            buckets[(hasher.finish() & 0x1fff) as usize] += 1;
        }
        let crowded = buckets.iter().filter(|&&keys| keys > 4).count();
        assert!(crowded < 16, "{crowded} buckets hold more than 4 of 4,096 keys");
    }
}
