//! `stonesight mesh`: makes the chunks of a region and checks their union.

use std::time::Instant;

use serde::Serialize;
use stonesight::chunk::{Content, world_digest};
use stonesight::lattice::MAX_LEVEL;

use crate::arguments::{Known, Options, SEEDS};
use crate::{Failure, print, region, seams};

const OPTIONS: [Known; 5] = [
    Known::value("--seed"),
    Known::value("--level"),
    Known::value("--radius"),
    Known::value("--threads"),
    Known::flag("--json"),
];

#[derive(Serialize)]
struct Figures {
    seed: u64,
    level: u8,
    radius: u64,
    threads: usize,
    chunks: usize,
    surface_chunks: usize,
    triangles: usize,
    vertices: usize,
    border_mismatches: usize,
    open_edges: usize,
    digest: String,
    seconds: f64,
}

pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let options = Options::parse("mesh", &OPTIONS, words)?;
    let seed = options.number("--seed", SEEDS, None)?;
    let level = options.number("--level", 0..=u64::from(MAX_LEVEL), None)? as u8;
    let config = options.config()?;
    let radius = options.number("--radius", 10..=1280, Some((config.size * 0.5).ceil() as u64))?;
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let threads = options.number("--threads", 1..=256, Some(cores.min(256)))? as usize;

    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::World(error.to_string()))?;
    let world = region::world(seed, &config)?;
    let keys = region::keys(&world, level, radius as f64);
    eprintln!("making {} chunks of level {level}", keys.len());
    let start = Instant::now();
    let chunks = region::make(&world.field, &keys, &pool);
    let seconds = start.elapsed().as_secs_f64();
    eprintln!("made in {seconds:.3} s; looking at the seams");

    let meshes: Vec<_> = chunks
        .iter()
        .filter_map(|chunk| match &chunk.content {
            Content::Surface(mesh) => Some((chunk.key, mesh)),
            _ => None,
        })
        .collect();
    let seams = seams::check(&keys, &meshes);
    let figures = Figures {
        seed,
        level,
        radius,
        threads,
        chunks: chunks.len(),
        surface_chunks: meshes.len(),
        triangles: meshes.iter().map(|(_, mesh)| mesh.triangles()).sum(),
        vertices: meshes.iter().map(|(_, mesh)| mesh.positions.len()).sum(),
        border_mismatches: seams.border_mismatches,
        open_edges: seams.open_edges,
        digest: world_digest(chunks.iter().map(|chunk| (chunk.key, chunk.digest()))).to_string(),
        seconds,
    };
    print(&figures, options.flag("--json"))
}
