//! `stonesight bench detail`: how long the choice of levels of detail takes, without making a chunk of them.

use std::sync::Arc;
use std::time::Instant;

use glam::DVec3;
use serde::Serialize;
use stonesight::jobs::{CancelToken, Workers};
use stonesight::stream::{Leaf, Settings, Stream, Viewer};

use super::Spread;
use crate::arguments::{Known, Options};
use crate::{Failure, print};

const OPTIONS: [Known; 2] = [Known::value("--count"), Known::flag("--json")];

/// What a viewer draws, in metres.
const DRAWN: f64 = 640.0;
/// A runner's step from one choice to the next, in metres.
const STEP: f64 = 10.0;

#[derive(Serialize)]
struct Figures {
    /// Radius in metres that is drawn.
    drawn: f64,
    /// Chunks that are shown.
    chunks: usize,
    /// An update while nobody moves, in microseconds.
    settled_us: Spread,
    /// An update after a step of one chunk, in milliseconds: the choice, the comparison with what is shown, and the queue.
    crossing_ms: Spread,
}

pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let options = Options::parse("bench detail", &OPTIONS, words)?;
    let count = options.number("--count", 1..=10_000, Some(100))? as usize;
    let workers = Workers::new(1).map_err(|error| Failure::World(error.to_string()))?;
    let mut stream = Stream::new(Arc::new(|leaf, _: &CancelToken| Some(leaf)), Settings::default());
    let mut viewer = Viewer {
        position: DVec3::new(1.0, 6.0, 2.0),
        velocity: DVec3::X * 14.0,
        fine: 30.0,
        drawn: DRAWN,
        collision: 14.0,
    };
    let settle = |stream: &mut Stream<Leaf>, viewer: Viewer| loop {
        stream.update(&workers, &[viewer]);
        while stream.next_event().is_some() {}
        if stream.is_idle() {
            break;
        }
        std::thread::yield_now();
    };
    settle(&mut stream, viewer);
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
        drawn: DRAWN,
        chunks: stream.loaded().count(),
        settled_us: Spread::of(settled),
        crossing_ms: Spread::of(crossing),
    };
    print(&figures, options.flag("--json"))
}
