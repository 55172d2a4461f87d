//! One world in the making: its field, its stream, and the task that makes the two from a seed.
//!
//! In: seed, config and workers. Out: a [`Stream`] of [`Piece`]s. No engine in it but the vectors of a piece.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

use stonesight::chunk;
use stonesight::field::Field;
use stonesight::jobs::{CancelToken, Outcome, Report, TaskId, Workers};
use stonesight::lattice::ChunkKey;
use stonesight::plan::{Config, Layout, Plan};
use stonesight::program::{from_plan, ground_floor};
use stonesight::stream::{Leaf, Settings, Stream};

use super::edits::{Edits, SharedField};
use super::piece::Piece;

/// What a worker makes of a seed.
type Made = Result<Planned, String>;

/// What all chunks of a world are made from, and what is known of its spaces.
struct Planned {
    field: Field,
    plan: Option<Plan>,
}

/// A world that is being planned, or streamed.
pub struct Generation {
    task: TaskId,
    plan: Receiver<Report<Made>>,
    broken: BTreeSet<ChunkKey>,
    /// The field and its stream, once there is a plan.
    pub world: Option<World>,
}

/// A world that can be asked and streamed.
pub struct World {
    /// Its field, with all edits.
    pub field: Arc<Field>,
    /// What players added and removed.
    pub edits: Edits,
    /// Its plan; none in the smallest world.
    pub plan: Option<Arc<Plan>>,
    /// Its chunks.
    pub stream: Stream<Piece>,
}

impl Generation {
    /// Has a world planned by a worker. Chunks in `broken` will panic.
    pub fn start(workers: &Workers, seed: u64, config: Config, broken: BTreeSet<ChunkKey>) -> Self {
        let (sender, plan) = channel();
        let task = workers.spawn(i64::MIN, &sender, move |_| Some(make_plan(seed, &config)));
        Self {
            task,
            plan,
            broken,
            world: None,
        }
    }

    /// Takes in the plan. `Some` when it has just arrived, with what was wrong with it.
    pub fn poll(&mut self) -> Option<Result<(), String>> {
        let made = match self.plan.try_recv().ok()?.outcome {
            Outcome::Done(made) => made,
            Outcome::Panicked(message) => Err(format!("planning the world panicked: {message}")),
            Outcome::Cancelled => return None,
        };
        let result = made.map(|Planned { field, plan }| {
            let field = Arc::new(field);
            let edits = Edits::new(&field);
            let stream = stream_of(edits.shared(), std::mem::take(&mut self.broken));
            self.world = Some(World {
                field,
                edits,
                plan: plan.map(Arc::new),
                stream,
            });
        });
        Some(result)
    }

    /// Gives the world up.
    pub fn cancel(&mut self, workers: &Workers) {
        workers.cancel(self.task);
        if let Some(world) = &mut self.world {
            world.stream.cancel(workers);
        }
    }
}

fn make_plan(seed: u64, config: &Config) -> Made {
    config.check().map_err(|error| error.to_string())?;
    let (program, plan) = match config.layout {
        Layout::GroundFloor => (ground_floor(seed, config), None),
        Layout::City => {
            let plan = Plan::new(seed, config).map_err(|error| error.to_string())?;
            (from_plan(&plan), Some(plan))
        }
    };
    let field = Field::new(program).map_err(|error| error.to_string())?;
    Ok(Planned { field, plan })
}

fn stream_of(field: SharedField, broken: BTreeSet<ChunkKey>) -> Stream<Piece> {
    // Scratch memory outlives the task that used it last; there are as many as tasks have run at the same time.
    let scratch = Mutex::new(Vec::<chunk::Buffers>::new());
    let make = move |leaf: Leaf, token: &CancelToken| {
        assert!(!broken.contains(&leaf.key), "a test wants it to");
        let lock = || scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let mut buffers = lock().pop().unwrap_or_default();
        let chunk = chunk::make_among(&field.get(), leaf.key, leaf.surroundings, &mut buffers, token);
        lock().push(buffers);
        Some(Piece::new(&chunk?))
    };
    Stream::new(Arc::new(make), Settings::default())
}
