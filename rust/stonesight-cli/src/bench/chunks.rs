//! `stonesight bench chunks`: how long a chunk takes, on one thread.

use std::time::Instant;

use glam::DVec3;
use serde::Serialize;
use stonesight::chunk::{self, Buffers, Content};
use stonesight::jobs::CancelToken;

use super::Spread;
use crate::arguments::{Known, Options, SEEDS};
use crate::{Failure, print, region};

const OPTIONS: [Known; 4] = [
    Known::value("--seed"),
    Known::value("--count"),
    Known::value("--repeat"),
    Known::flag("--json"),
];

/// Around the court of the first world.
const MIDDLE: DVec3 = DVec3::new(0.0, 6.0, 0.0);

/// Metres around the middle in which chunks are looked for.
const RADIUS: f64 = 160.0;

#[derive(Serialize)]
struct Figures {
    seed: u64,
    /// Chunks with a surface that were measured; fewer than asked for when there are no more.
    count: usize,
    /// How often each was made. The shortest time counts: the others had the processor taken away, or a cold cache.
    repeat: usize,
    geometry_ms: Spread,
    triangles: usize,
    vertices: usize,
    empty_chunks: usize,
    empty_us: Spread,
}

pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let options = Options::parse("bench chunks", &OPTIONS, words)?;
    let seed = options.number("--seed", SEEDS, None)?;
    let count = options.number("--count", 1..=100_000, Some(200))? as usize;
    let repeat = options.number("--repeat", 1..=1_000, Some(1))? as usize;

    let world = region::world(seed, &options.config()?)?;
    let mut keys = region::keys(&world, 0, RADIUS);
    keys.sort_by(|a, b| a.distance(MIDDLE).total_cmp(&b.distance(MIDDLE)).then(a.cmp(b)));
    let (mut buffers, never) = (Buffers::default(), CancelToken::new());
    // The first chunk pays for the buffers.
    chunk::make(&world.field, keys[0], &mut buffers, &never);
    let (mut surface, mut empty) = (Vec::new(), Vec::new());
    let (mut triangles, mut vertices) = (0, 0);
    for key in keys {
        if surface.len() == count {
            break;
        }
        let mut seconds = f64::INFINITY;
        let mut made = None;
        for _ in 0..repeat {
            let start = Instant::now();
            made = chunk::make(&world.field, key, &mut buffers, &never);
            seconds = seconds.min(start.elapsed().as_secs_f64());
        }
        match made.map(|chunk| chunk.content) {
            Some(Content::Surface(mesh)) => {
                surface.push(seconds * 1.0e3);
                triangles += mesh.triangles();
                vertices += mesh.positions.len();
            }
            _ => empty.push(seconds * 1.0e6),
        }
    }
    let figures = Figures {
        seed,
        count: surface.len(),
        repeat,
        geometry_ms: Spread::of(surface),
        triangles,
        vertices,
        empty_chunks: empty.len(),
        empty_us: Spread::of(empty),
    };
    print(&figures, options.flag("--json"))
}
