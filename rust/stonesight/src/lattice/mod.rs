//! The lattice that the world hangs on: voxels and chunks as global integers, ids, and hashes of lattice coordinates.
//!
//! In: coordinates. Out: keys, ids and hashes that are the same wherever they are asked for.
//!
//! A voxel of level L is 0.3125 m × 2^L and a chunk is 32 voxels of its level, so a chunk is 10 m at level 0. Y is up and one
//! unit is one metre. 0.3125 is 5/16: every sample position is exact in `f64`, and exact in `f32` relative to its chunk.

mod hash;
mod id;
mod key;
mod surroundings;

pub use hash::{hash, unit};
pub use id::{OperationId, RecordId};
pub use key::{ChunkKey, MAX_LEVEL};
pub use surroundings::Surroundings;

use glam::DVec3;

/// Edge of a level 0 voxel in metres. Exact in binary: 5/16.
pub const VOXEL: f64 = 0.3125;

/// Voxels along the edge of a chunk, at every level.
pub const CHUNK_VOXELS: i32 = 32;

/// Steps per metre of the grid that anchors of operations lie on.
pub const ANCHOR_STEPS: f64 = 4096.0;

/// Edge of a voxel of `level` in metres.
pub fn voxel_size(level: u8) -> f64 {
    VOXEL * f64::from(1u32 << level)
}

/// Moves a point to the anchor grid of 1/4096 m.
///
/// Why anchors are snapped: a sample lies on a grid of 1/16 m or coarser, so the difference between a sample and an
/// anchor is a multiple of 2^-12 m. Up to 4,096 m it fits the 24 bits of an `f32` without rounding, so "sample
/// minus anchor" has the same bits whichever chunk asks, and neighbours agree on their border bit for bit.
pub fn snap(point: DVec3) -> DVec3 {
    (point * ANCHOR_STEPS).round() / ANCHOR_STEPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_of_samples_and_anchors_are_exact_in_f32() {
        for index in 0..2_000u64 {
            let random = |salt: u64| unit(hash(11, &[index as i64, salt as i64]));
            let origin = ((random(0) - 0.5) * 2.0e5).round() * 10.0;
            let sample = (random(1) * 32.0).floor() * VOXEL;
            let anchor = snap(DVec3::splat(origin + (random(2) - 0.5) * 6_000.0)).x;
            let local = sample as f32 - (anchor - origin) as f32;
            assert_eq!(f64::from(local), origin + sample - anchor);
        }
    }
}
