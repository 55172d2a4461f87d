//! `stonesight bench detail`: how long the choice of levels of detail takes, and the chunks between two levels.

use std::sync::Arc;
use std::time::Instant;

use glam::DVec3;
use serde::Serialize;
use stonesight::chunk::{self, Buffers, Content};
use stonesight::jobs::{CancelToken, Workers};
use stonesight::lattice::Surroundings;
use stonesight::stream::{Leaf, Settings, Stream, Viewer};

use super::Spread;
use crate::arguments::{Known, Options, SEEDS};
use crate::{Failure, print, region};

const OPTIONS: [Known; 3] = [Known::value("--seed"), Known::value("--count"), Known::flag("--json")];

/// What a viewer draws, in metres.
const DRAWN: f64 = 640.0;
/// A runner's step from one choice to the next, in metres.
const STEP: f64 = 10.0;

#[derive(Serialize)]
struct Figures {
    seed: u64,
    /// Radius in metres that is drawn.
    drawn: f64,
    /// Chunks that are shown, and those of them with a surface.
    chunks: usize,
    surface_chunks: usize,
    triangles: usize,
    /// Making all of them, on one thread.
    seconds: f64,
    /// A chunk with a surface and no finer neighbours, in milliseconds.
    even_ms: Spread,
    /// One with finer neighbours: with its seams.
    seam_ms: Spread,
    /// An update while nobody moves, in microseconds.
    settled_us: Spread,
    /// An update after a step of one chunk, in milliseconds: the choice, the comparison with what is shown, the queue, and the
    /// tasks that are handed out.
    crossing_ms: Spread,
}

pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let options = Options::parse("bench detail", &OPTIONS, words)?;
    let seed = options.number("--seed", SEEDS, None)?;
    let count = options.number("--count", 1..=10_000, Some(100))? as usize;
    let world = region::world(seed, &options.config()?)?;
    let workers = Workers::new(1).map_err(|error| Failure::World(error.to_string()))?;
    let mut stream = Stream::new(Arc::new(|leaf, _: &CancelToken| Some(leaf)), Settings::default());
    let mut viewer = Viewer {
        position: DVec3::new(1.0, 6.0, 2.0),
        velocity: DVec3::X * 14.0,
        fine: 30.0,
        drawn: DRAWN,
        collision: 14.0,
    };
    let settle = |stream: &mut Stream<Leaf>, viewer: Viewer| {
        loop {
            stream.update(&workers, &[viewer]);
            while stream.next_event().is_some() {}
            if stream.is_idle() {
                break;
            }
            std::thread::yield_now();
        }
    };
    settle(&mut stream, viewer);
    let mut leaves: Vec<Leaf> = stream.loaded().map(|(_, leaf)| **leaf).collect();
    leaves.sort_unstable_by_key(|leaf| leaf.key);

    let (mut buffers, never) = (Buffers::default(), CancelToken::new());
    let (mut even, mut seam, mut triangles) = (Vec::new(), Vec::new(), 0);
    let begin = Instant::now();
    for leaf in &leaves {
        let start = Instant::now();
        let made = chunk::make_among(&world.field, leaf.key, leaf.surroundings, &mut buffers, &never);
        let milliseconds = start.elapsed().as_secs_f64() * 1.0e3;
        if let Some(Content::Surface(mesh)) = made.map(|chunk| chunk.content) {
            triangles += mesh.triangles();
            let finer = Surroundings::around().any(|steps| leaf.surroundings.finer(steps));
            if finer { &mut seam } else { &mut even }.push(milliseconds);
        }
    }
    let seconds = begin.elapsed().as_secs_f64();

    let (mut settled, mut crossing) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let start = Instant::now();
        stream.update(&workers, &[viewer]);
        settled.push(start.elapsed().as_secs_f64() * 1.0e6);
        viewer.position.x += STEP;
        let start = Instant::now();
        stream.update(&workers, &[viewer]);
        crossing.push(start.elapsed().as_secs_f64() * 1.0e3);
        settle(&mut stream, viewer);
    }
    let figures = Figures {
        seed,
        drawn: DRAWN,
        chunks: leaves.len(),
        surface_chunks: even.len() + seam.len(),
        triangles,
        seconds,
        even_ms: Spread::of(even),
        seam_ms: Spread::of(seam),
        settled_us: Spread::of(settled),
        crossing_ms: Spread::of(crossing),
    };
    print(&figures, options.flag("--json"))
}
