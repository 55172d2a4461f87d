//! `stonesight mesh`: makes the chunks of a region, checks their union, and writes it down.

use std::fs::File;
use std::io::BufWriter;
use std::time::Instant;

use serde::Serialize;
use stonesight::chunk::{Content, world_digest};
use stonesight::lattice::{ChunkKey, MAX_LEVEL, OperationId};
use stonesight::mesh::Mesh;

use crate::arguments::{Known, Options, SEEDS, shown};
use crate::{Failure, glb, pieces, print, region, seams};

const OPTIONS: [Known; 6] = [
    Known::value("--seed"),
    Known::value("--level"),
    Known::value("--radius"),
    Known::value("--threads"),
    Known::value("--out"),
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
    components: usize,
    border_mismatches: usize,
    open_edges: usize,
    nonmanifold_edges: usize,
    untraced_triangles: usize,
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

    let out = options.text("--out");
    if let Some(path) = out.filter(|path| !path.ends_with(".glb")) {
        return Err(Failure::Argument(format!(
            "`--out` is `{}`: write a file name that ends in .glb",
            shown(path)
        )));
    }

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
    if let Some(path) = out {
        save(path, &meshes)?;
    }
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
        components: pieces::count(&meshes),
        border_mismatches: seams.border_mismatches,
        open_edges: seams.open_edges,
        nonmanifold_edges: seams.nonmanifold_edges,
        untraced_triangles: meshes.iter().map(|(_, mesh)| untraced(mesh)).sum(),
        digest: world_digest(chunks.iter().map(|chunk| (chunk.key, chunk.digest()))).to_string(),
        seconds,
    };
    print(&figures, options.flag("--json"))
}

/// Triangles that no operation made.
fn untraced(mesh: &Mesh) -> usize {
    mesh.operations
        .iter()
        .filter(|&&operation| operation == OperationId::NONE)
        .count()
}

/// Writes beside the file first: what was there stays when the disk is full.
fn save(path: &str, meshes: &[(ChunkKey, &Mesh)]) -> Result<(), Failure> {
    let failed = |error| Failure::World(format!("cannot write {path}: {error}"));
    let partial = format!("{path}.partial");
    let written = File::create(&partial).and_then(|file| glb::write(meshes, &mut BufWriter::new(file)));
    if let Err(error) = written {
        let _ = std::fs::remove_file(&partial);
        return Err(failed(error));
    }
    std::fs::rename(&partial, path).map_err(failed)?;
    eprintln!("wrote {path}");
    Ok(())
}
