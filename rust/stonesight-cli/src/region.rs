//! The part of a world that the commands look at, and its chunks.

use glam::DVec3;
use rayon::ThreadPool;
use rayon::prelude::*;
use stonesight::chunk::{self, Buffers, Chunk};
use stonesight::field::Field;
use stonesight::jobs::CancelToken;
use stonesight::lattice::ChunkKey;
use stonesight::plan::{Config, Layout, Plan};
use stonesight::program::{from_plan, ground_floor};

use crate::Failure;

/// The world that a command looks at.
pub(crate) struct World {
    /// Its field.
    pub field: Field,
    /// From below its lowest floor to above its highest roof.
    heights: [f64; 2],
}

/// From the floor of the vaulted room of the smallest world to its highest hill, with air above it.
const HEIGHTS: [f64; 2] = [-30.0, 40.0];
/// What is built over the highest ceiling and under the lowest floor of a plan, in metres: spires, wells.
const MARGIN: f64 = 20.0;

/// The world of a seed.
pub(crate) fn world(seed: u64, config: &Config) -> Result<World, Failure> {
    let (program, heights) = match config.layout {
        Layout::GroundFloor => (ground_floor(seed, config), HEIGHTS),
        Layout::City => {
            let plan = Plan::new(seed, config).map_err(|error| Failure::World(error.to_string()))?;
            (from_plan(&plan), heights(&plan))
        }
    };
    Ok(World {
        field: Field::new(program).map_err(|error| Failure::World(error.to_string()))?,
        heights,
    })
}

fn heights(plan: &Plan) -> [f64; 2] {
    let rooms = plan.rooms.all().iter().map(|room| [room.lowest(), room.highest()]);
    let ground = plan.ground.heights.iter().map(|&height| [f64::from(height); 2]);
    let [low, high] = rooms
        .chain(ground)
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], [l, h]| {
            [low.min(l), high.max(h)]
        });
    [low - MARGIN, high + MARGIN]
}

/// All chunks of a level that reach into the square of ±`radius` metres around the origin, in the order of their keys.
pub(crate) fn keys(world: &World, level: u8, radius: f64) -> Vec<ChunkKey> {
    let [bottom, top] = world.heights;
    let low = ChunkKey::containing(level, DVec3::new(-radius, bottom, -radius));
    // A face belongs to the chunk on its positive side, which does not reach into the square.
    let high = ChunkKey::containing(level, DVec3::new(radius, top, radius) - DVec3::splat(1.0e-6));
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
