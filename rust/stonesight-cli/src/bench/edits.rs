//! `stonesight bench edits`: how long a stroke takes until all that it changes can be shown, on one thread.

use std::time::Instant;

use glam::DVec3;
use serde::Serialize;
use stonesight::chunk::{self, Buffers, Content};
use stonesight::edit::{Brush, Change, Stroke, touched};
use stonesight::field::Field;
use stonesight::jobs::CancelToken;
use stonesight::lattice::ChunkKey;
use stonesight::program::Material;

use super::Spread;
use crate::arguments::{Known, Options, SEEDS};
use crate::{Failure, print, region};

const OPTIONS: [Known; 3] = [Known::value("--seed"), Known::value("--count"), Known::flag("--json")];

/// Around the court of the first world, and how far around it strokes are made, in metres.
const MIDDLE: DVec3 = DVec3::new(0.0, 6.0, 0.0);
const RADIUS: f64 = 160.0;
/// The brush in metres.
const BALL: f32 = 1.2;

#[derive(Serialize)]
struct Figures {
    seed: u64,
    count: usize,
    /// The field with the stroke, in milliseconds.
    field_ms: Spread,
    /// A stroke in the middle of a chunk with a surface: the field, and the chunk anew.
    one_chunk_ms: Spread,
    /// A stroke at a chunk's corner: the field, and all chunks around it anew, at least eight.
    corner_ms: Spread,
    /// Chunks that such a stroke touches.
    corner_chunks: Spread,
}

pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let options = Options::parse("bench edits", &OPTIONS, words)?;
    let seed = options.number("--seed", SEEDS, None)?;
    let count = options.number("--count", 1..=10_000, Some(100))? as usize;
    let world = region::world(seed, &options.config()?)?;
    let mut keys = region::keys(&world, 0, RADIUS);
    keys.sort_by(|a, b| a.distance(MIDDLE).total_cmp(&b.distance(MIDDLE)).then(a.cmp(b)));
    let (mut buffers, never) = (Buffers::default(), CancelToken::new());
    let is_surface = |key: &ChunkKey, buffers: &mut Buffers| {
        let made = chunk::make(&world.field, *key, buffers, &never);
        made.is_some_and(|chunk| matches!(chunk.content, Content::Surface(_)))
    };
    let (mut field_ms, mut one, mut corner, mut chunks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for key in keys {
        if one.len() == count {
            break;
        }
        if !is_surface(&key, &mut buffers) {
            continue;
        }
        for (at, into) in [(key.centre(), &mut one), (key.origin(), &mut corner)] {
            let stroke = Stroke {
                brush: Brush::Ball { radius: BALL },
                change: Change::Remove,
                at,
                material: Material::Rock,
                weight: 1.0,
            };
            let start = Instant::now();
            let field = edited(&world.field, &stroke)?;
            field_ms.push(start.elapsed().as_secs_f64() * 1.0e3);
            let keys: Vec<ChunkKey> = touched(&stroke, 0).collect();
            for &key in &keys {
                chunk::make(&field, key, &mut buffers, &never);
            }
            into.push(start.elapsed().as_secs_f64() * 1.0e3);
            if keys.len() > 1 {
                chunks.push(keys.len() as f64);
            }
        }
    }
    let figures = Figures {
        seed,
        count: one.len(),
        field_ms: Spread::of(field_ms),
        one_chunk_ms: Spread::of(one),
        corner_ms: Spread::of(corner),
        corner_chunks: Spread::of(chunks),
    };
    print(&figures, options.flag("--json"))
}

fn edited(field: &Field, stroke: &Stroke) -> Result<Field, Failure> {
    let field = field.with_operations([stroke.operation(0)]);
    field.map_err(|error| Failure::World(error.to_string()))
}
