//! The part of a world that the commands look at, and its chunks.

use glam::DVec3;
use rayon::ThreadPool;
use rayon::prelude::*;
use stonesight::chunk::{self, Buffers, Chunk};
use stonesight::field::Field;
use stonesight::jobs::CancelToken;
use stonesight::lattice::ChunkKey;
use stonesight::plan::Config;
use stonesight::program::ground_floor;

use crate::Failure;

/// From the floor of the vaulted room to the highest hill, with air above it.
const HEIGHTS: [f64; 2] = [-30.0, 40.0];

/// The world of a seed.
pub(crate) fn world(seed: u64) -> Result<Field, Failure> {
    Field::new(ground_floor(seed, &Config::default())).map_err(|error| Failure::World(error.to_string()))
}

/// All chunks of a level that reach into the square of ±`radius` metres around the origin, in the order of their keys.
pub(crate) fn keys(level: u8, radius: f64) -> Vec<ChunkKey> {
    let low = ChunkKey::containing(level, DVec3::new(-radius, HEIGHTS[0], -radius));
    // A face belongs to the chunk on its positive side, which does not reach into the square.
    let high = ChunkKey::containing(level, DVec3::new(radius, HEIGHTS[1], radius) - DVec3::splat(1.0e-6));
    let mut keys = Vec::new();
    for x in low.x..=high.x {
        for y in low.y..=high.y {
            for z in low.z..=high.z {
                keys.push(ChunkKey::new(level, x, y, z));
            }
        }
    }
    keys
}

/// Makes chunks on all threads of a pool. The result is in the order of the keys.
pub(crate) fn make(field: &Field, keys: &[ChunkKey], pool: &ThreadPool) -> Vec<Chunk> {
    let never = CancelToken::new();
    pool.install(|| {
        keys.par_iter()
            .map_init(Buffers::default, |buffers, &key| {
                chunk::make(field, key, buffers, &never)
            })
            .flatten()
            .collect()
    })
}
