//! The edits of a world: from a stroke to the field that has it, and the chunks that show it.
//!
//! In: changes of the strokes. Out: the field, made anew by a worker, and the chunks that are to be made anew from it. The game may
//! edit faster than that: what was asked for meanwhile is in the next field.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

use stonesight::edit::{Stroke, Strokes, touched};
use stonesight::field::Field;
use stonesight::jobs::{Outcome, Report, Workers};
use stonesight::lattice::{ChunkKey, MAX_LEVEL};

/// What a worker makes of the strokes.
type Made = Result<Field, String>;

/// The field that workers make chunks of: exchanged while they work.
#[derive(Clone)]
pub struct SharedField(Arc<Mutex<Arc<Field>>>);

impl SharedField {
    /// The field as it is now.
    pub fn get(&self) -> Arc<Field> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn set(&self, field: Arc<Field>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = field;
    }
}

/// A field that has new strokes.
pub struct Edited {
    /// The field.
    pub field: Arc<Field>,
    /// The chunks that are another surface in it.
    pub touched: BTreeSet<ChunkKey>,
}

/// See the [module](self).
pub struct Edits {
    strokes: Strokes,
    /// The field without strokes.
    base: Arc<Field>,
    shared: SharedField,
    /// Chunks that the strokes since the last field touch.
    waiting: BTreeSet<ChunkKey>,
    /// The field in the making, and the chunks that it changes.
    task: Option<(Receiver<Report<Made>>, BTreeSet<ChunkKey>)>,
}

impl Edits {
    /// No strokes yet.
    pub fn new(base: &Arc<Field>) -> Self {
        Self {
            strokes: Strokes::default(),
            base: Arc::clone(base),
            shared: SharedField(Arc::new(Mutex::new(Arc::clone(base)))),
            waiting: BTreeSet::new(),
            task: None,
        }
    }

    /// The field for workers.
    pub fn shared(&self) -> SharedField {
        self.shared.clone()
    }

    /// The strokes.
    pub fn strokes(&self) -> &Strokes {
        &self.strokes
    }

    /// Changes the strokes; `change` returns the one that came or went.
    pub fn change<E>(&mut self, change: impl FnOnce(&mut Strokes) -> Result<Stroke, E>) -> Result<(), E> {
        let stroke = change(&mut self.strokes)?;
        self.touch(&stroke);
        Ok(())
    }

    /// Exchanges all strokes for others.
    pub fn load(&mut self, strokes: Strokes) {
        let old = std::mem::replace(&mut self.strokes, strokes);
        let new: Vec<Stroke> = self.strokes.all().to_vec();
        old.all().iter().chain(&new).for_each(|stroke| self.touch(stroke));
    }

    fn touch(&mut self, stroke: &Stroke) {
        for level in 0..=MAX_LEVEL {
            self.waiting.extend(touched(stroke, level));
        }
    }

    /// Has the next field made where one is due. `Some` once one was.
    pub fn poll(&mut self, workers: &Workers) -> Option<Result<Edited, String>> {
        let outcome = match &self.task {
            Some((reports, _)) => reports.try_recv().ok().map(|report| report.outcome),
            None => None,
        };
        let done = outcome.and_then(|outcome| {
            let (_, touched) = self.task.take()?;
            match outcome {
                Outcome::Done(Ok(field)) => {
                    let field = Arc::new(field);
                    self.shared.set(Arc::clone(&field));
                    Some(Ok(Edited { field, touched }))
                }
                Outcome::Done(Err(error)) | Outcome::Panicked(error) => Some(Err(error)),
                Outcome::Cancelled => None,
            }
        });
        if self.task.is_none() && !self.waiting.is_empty() {
            let (sender, reports) = channel();
            let (base, strokes) = (Arc::clone(&self.base), self.strokes.clone());
            let make = move |_: &_| {
                Some(
                    base.with_operations(strokes.operations())
                        .map_err(|error| error.to_string()),
                )
            };
            // Before all chunks: they are made of it.
            workers.spawn(i64::MIN, &sender, make);
            self.task = Some((reports, std::mem::take(&mut self.waiting)));
        }
        done
    }

    /// Whether every stroke is in the field.
    pub fn is_settled(&self) -> bool {
        self.task.is_none() && self.waiting.is_empty()
    }
}
