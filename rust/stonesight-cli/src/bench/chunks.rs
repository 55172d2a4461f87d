//! `stonesight bench chunks`: how long a chunk takes, on one thread.

use std::time::Instant;

use glam::DVec3;
use serde::Serialize;
use stonesight::chunk::{self, Buffers, Content};
use stonesight::jobs::CancelToken;

use fast_surface_nets::ndshape::ConstShape3u32;
use fast_surface_nets::{SurfaceNetsBuffer, surface_nets};
use stonesight::field::{Field, LANES, Points, Samples};
use stonesight::lattice::ChunkKey;

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
    /// What walls carry: no such stage yet.
    relief_ms: Spread,
    /// Plants: no such stage yet.
    flora_ms: Spread,
    /// All stages.
    total_ms: Spread,
    /// A published mesher on the same chunks, `fast-surface-nets`: the field at all of its samples, with the operations that matter in
    /// the chunk, ...
    peer_samples_ms: Spread,
    /// ... and its mesh of them: one vertex a cell, no sharp edges, no operations, borders equal only by luck.
    peer_mesh_ms: Spread,
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
    let (mut samples, mut peer) = (Vec::new(), Vec::new());
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
                let times = peer_times(&world.field, key, repeat);
                samples.push(times[0] * 1.0e3);
                peer.push(times[1] * 1.0e3);
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
        total_ms: Spread::of(surface.clone()),
        relief_ms: Spread::of(vec![0.0; surface.len()]),
        flora_ms: Spread::of(vec![0.0; surface.len()]),
        geometry_ms: Spread::of(surface),
        peer_samples_ms: Spread::of(samples),
        peer_mesh_ms: Spread::of(peer),
        triangles,
        vertices,
        empty_chunks: empty.len(),
        empty_us: Spread::of(empty),
    };
    print(&figures, options.flag("--json"))
}

/// Samples along an edge that the peer needs: those of the chunk, and one on either side.
const SIDE: usize = 34;

/// Seconds that the peer's samples and its mesh take at best.
fn peer_times(field: &Field, key: ChunkKey, repeat: usize) -> [f64; 2] {
    type Shape = ConstShape3u32<{ SIDE as u32 }, { SIDE as u32 }, { SIDE as u32 }>;
    let voxel = key.voxel_size() as f32;
    let frame = field.frame(key.origin(), key.level);
    let place = |at: usize| [at % SIDE, at / SIDE % SIDE, at / SIDE / SIDE].map(|c| (c as f32 - 1.0) * voxel);
    let ends = [-voxel, (SIDE - 2) as f32 * voxel].map(glam::Vec3::splat);
    let mut values = vec![0.0; SIDE * SIDE * SIDE];
    let mut best = [f64::INFINITY; 2];
    let mut nets = SurfaceNetsBuffer::default();
    for _ in 0..repeat {
        let start = Instant::now();
        let active = frame.everything(ends[0], ends[1]);
        let (mut points, mut samples) = (Points::default(), Samples::default());
        for first in (0..values.len()).step_by(LANES) {
            let count = LANES.min(values.len() - first);
            for lane in 0..LANES {
                let [x, y, z] = place(first + if lane < count { lane } else { 0 });
                (points.x[lane], points.y[lane], points.z[lane]) = (x, y, z);
            }
            frame.evaluate(&active, &points, &mut samples);
            values[first..first + count].copy_from_slice(&samples.value[..count]);
        }
        best[0] = best[0].min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        surface_nets(&values, &Shape {}, [0; 3], [SIDE as u32 - 1; 3], &mut nets);
        best[1] = best[1].min(start.elapsed().as_secs_f64());
    }
    best
}
