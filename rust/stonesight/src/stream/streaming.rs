//! The stream itself: what is being made, what is there, and what has to be said about it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use glam::DVec3;

use super::map::ChunkMap;
use super::plan::{Scope, Want, chunks_within, is_near};
use super::ticket::Tickets;
use super::viewer::Followed;
use super::{PreheatError, Settings, TicketId, Viewer};
use crate::jobs::{CancelToken, Outcome, Report, TaskId, Workers};
use crate::lattice::ChunkKey;

/// Makes the chunk with a key, on a worker. `None` when the token made it stop.
pub type Make<T> = Arc<dyn Fn(ChunkKey, &CancelToken) -> Option<T> + Send + Sync>;

/// What the user of a stream has to know. For every chunk: `Loaded`, any number of pairs `Solid` and `Loose`, `Unloaded`.
#[derive(Debug)]
pub enum Event<T> {
    /// A chunk is there and shall be shown.
    Loaded(ChunkKey, Arc<T>),
    /// A loaded chunk shall be solid.
    Solid(ChunkKey, Arc<T>),
    /// A loaded chunk needs to be solid no more.
    Loose(ChunkKey),
    /// A loaded chunk shall be shown no more. It has been loosened before.
    Unloaded(ChunkKey),
    /// Making a chunk panicked with this message. It is reported once and not tried again.
    Failed(ChunkKey, String),
}

/// How far a set of chunks has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Chunks that were made, or failed.
    pub done: usize,
    /// All of them.
    pub total: usize,
}

impl Progress {
    /// Whether nothing is missing.
    pub fn is_complete(self) -> bool {
        self.done == self.total
    }
}

/// Where a chunk stands.
enum State<T> {
    Making { task: TaskId, priority: i64 },
    Made { chunk: Arc<T>, drawn: bool, solid: bool },
    Failed,
}

/// See the [module](super).
pub struct Stream<T> {
    make: Make<T>,
    settings: Settings,
    viewers: Vec<Followed>,
    tickets: Tickets,
    tickets_changed: bool,
    wants: ChunkMap<Want>,
    /// What no task was handed out for yet, most urgent last.
    queue: Vec<(i64, ChunkKey)>,
    chunks: ChunkMap<State<T>>,
    tasks: HashMap<TaskId, ChunkKey>,
    sender: Sender<Report<T>>,
    reports: Receiver<Report<T>>,
    events: VecDeque<Event<T>>,
    progress: Progress,
    plans: u64,
}

impl<T: Send + Sync + 'static> Stream<T> {
    /// A stream of what `make` makes, with nobody to follow.
    pub fn new(make: Make<T>, settings: Settings) -> Self {
        let (sender, reports) = channel();
        Self {
            make,
            settings,
            viewers: Vec::new(),
            tickets: Tickets::default(),
            tickets_changed: false,
            wants: ChunkMap::default(),
            queue: Vec::new(),
            chunks: ChunkMap::default(),
            tasks: HashMap::new(),
            sender,
            reports,
            events: VecDeque::new(),
            progress: Progress::default(),
            plans: 0,
        }
    }

    /// Follows `viewers`, takes in what was made, and hands out work. To be called every frame; never waits.
    ///
    /// All viewers count together: one that comes or goes never takes a chunk from another. A viewer that
    /// [`Viewer::check`] finds fault with is left out, or his radii are cut.
    pub fn update(&mut self, workers: &Workers, viewers: &[Viewer]) {
        while let Ok(report) = self.reports.try_recv() {
            self.take_in(report);
        }
        if self.has_moved(viewers) || self.tickets_changed {
            self.plan(workers, viewers);
        }
        let limit = workers.threads() * self.settings.tasks_per_worker.max(1);
        while let Some((priority, key)) = self
            .queue
            .pop_if(|(priority, _)| self.tasks.len() < limit || is_near(*priority))
        {
            let make = Arc::clone(&self.make);
            let task = workers.spawn(priority, &self.sender, move |token| make(key, token));
            self.tasks.insert(task, key);
            self.chunks.insert(key, State::Making { task, priority });
        }
    }

    /// The next thing that happened, in order.
    pub fn next_event(&mut self) -> Option<Event<T>> {
        self.events.pop_front()
    }

    /// Asks for all chunks within `radius` metres of a position, drawn and solid, and keeps them until the ticket is
    /// released.
    ///
    /// # Errors
    ///
    /// For what is no place or no radius.
    pub fn preheat(&mut self, position: DVec3, radius: f64) -> Result<TicketId, PreheatError> {
        let ticket = self.tickets.add(position, radius)?;
        self.tickets_changed = true;
        Ok(ticket)
    }

    /// Lets go of what only this ticket needed.
    pub fn release(&mut self, ticket: TicketId) {
        self.tickets_changed |= self.tickets.remove(ticket);
    }

    /// The chunks of a ticket, nearest first; none for one that was released.
    pub fn chunks_of(&self, ticket: TicketId) -> &[ChunkKey] {
        self.tickets.get(ticket).map_or(&[], |ticket| &ticket.keys)
    }

    /// How far a ticket has come.
    pub fn progress_of(&self, ticket: TicketId) -> Progress {
        let keys = self.chunks_of(ticket);
        Progress {
            done: keys.iter().filter(|key| self.is_answered(**key)).count(),
            total: keys.len(),
        }
    }

    /// How far everything that shall be shown has come, preheated places included and the ring not.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Whether all chunks within `radius` metres of a position were made. A place that cannot be asked for is never ready.
    pub fn is_ready(&self, position: DVec3, radius: f64) -> bool {
        let mut keys = chunks_within(position, radius).peekable();
        keys.peek().is_some() && keys.all(|key| matches!(self.chunks.get(&key), Some(State::Made { .. })))
    }

    /// The chunks that are loaded, in no order.
    pub fn loaded(&self) -> impl Iterator<Item = (ChunkKey, &Arc<T>)> {
        self.chunks.iter().filter_map(|(key, state)| match state {
            State::Made { chunk, drawn: true, .. } => Some((*key, chunk)),
            _ => None,
        })
    }

    /// A chunk that was made, loaded or not.
    pub fn chunk(&self, key: ChunkKey) -> Option<&Arc<T>> {
        match self.chunks.get(&key) {
            Some(State::Made { chunk, .. }) => Some(chunk),
            _ => None,
        }
    }

    /// Whether the chunk with this key could not be made.
    pub fn has_failed(&self, key: ChunkKey) -> bool {
        matches!(self.chunks.get(&key), Some(State::Failed))
    }

    /// Whether nothing waits, runs or is left to be said.
    pub fn is_idle(&self) -> bool {
        self.tasks.is_empty() && self.queue.is_empty() && self.events.is_empty() && !self.tickets_changed
    }

    /// Number of chunks that are being made or wait for it.
    pub fn pending(&self) -> usize {
        self.tasks.len() + self.queue.len()
    }

    /// How often the plan was made, for those who check that nothing is planned while nobody moves.
    pub fn plans(&self) -> u64 {
        self.plans
    }

    /// Cancels all tasks, because the world they belong to is given up.
    pub fn cancel(&mut self, workers: &Workers) {
        self.queue.clear();
        for &task in self.tasks.keys() {
            workers.cancel(task);
        }
    }

    fn has_moved(&self, viewers: &[Viewer]) -> bool {
        let mut planned = self.viewers.iter();
        for viewer in viewers.iter().filter_map(|viewer| viewer.checked(&self.settings)) {
            match planned.next() {
                Some(planned) if planned.is_near(&viewer, self.settings.step) => {}
                _ => return true,
            }
        }
        planned.next().is_some()
    }

    fn take_in(&mut self, report: Report<T>) {
        let Some(key) = self.tasks.remove(&report.task) else {
            return;
        };
        self.chunks.remove(&key);
        let want = self.wants.get(&key).copied();
        let state = match (report.outcome, want) {
            (Outcome::Done(chunk), Some(want)) => {
                let chunk = Arc::new(chunk);
                if want.drawn {
                    self.events.push_back(Event::Loaded(key, Arc::clone(&chunk)));
                }
                if want.solid {
                    self.events.push_back(Event::Solid(key, Arc::clone(&chunk)));
                }
                State::Made {
                    chunk,
                    drawn: want.drawn,
                    solid: want.solid,
                }
            }
            (Outcome::Panicked(message), _) => {
                self.events.push_back(Event::Failed(key, message));
                State::Failed
            }
            (Outcome::Cancelled, Some(want)) => {
                // It was given up and is wanted again: whoever is forgotten here is a hole.
                self.queue.push((want.priority, key));
                self.queue.sort_by_key(most_urgent_last);
                return;
            }
            (Outcome::Done(_) | Outcome::Cancelled, None) => return,
        };
        self.chunks.insert(key, state);
        if want.is_some_and(|want| want.drawn) {
            self.progress.done += 1;
        }
    }

    fn plan(&mut self, workers: &Workers, viewers: &[Viewer]) {
        self.plans += 1;
        self.tickets_changed = false;
        self.viewers.clear();
        let followed = viewers.iter().filter_map(|viewer| viewer.checked(&self.settings));
        self.viewers.extend(followed);
        let scope = Scope {
            viewers: &self.viewers,
            tickets: &self.tickets,
            settings: &self.settings,
        };
        self.wants = scope.wants();
        let mut changed = Vec::new();
        self.chunks.retain(|&key, state| {
            let want = self.wants.get(&key);
            match state {
                State::Failed => true,
                State::Making { task, priority } => {
                    match want {
                        Some(want) if want.priority != *priority => {
                            *priority = want.priority;
                            workers.set_priority(*task, want.priority);
                        }
                        Some(_) => {}
                        None => workers.cancel(*task),
                    }
                    true
                }
                State::Made { chunk, drawn, solid } => {
                    let draw = want.is_some_and(|want| want.drawn) || (*drawn && scope.keeps_drawn(key));
                    let hold = want.is_some_and(|want| want.solid) || (*solid && scope.keeps_solid(key));
                    if (draw, hold) != (*drawn, *solid) {
                        let priority = want.map_or(i64::MAX, |want| want.priority);
                        changed.push((priority, key, Arc::clone(chunk), (*drawn, draw), (*solid, hold)));
                    }
                    (*drawn, *solid) = (draw, hold);
                    draw || want.is_some() || scope.keeps_made(key)
                }
            }
        });
        changed.sort_by_key(|(priority, key, ..)| (*priority, *key));
        for (_, key, chunk, drawn, solid) in changed {
            if drawn == (false, true) {
                self.events.push_back(Event::Loaded(key, Arc::clone(&chunk)));
            }
            match solid {
                (false, true) => self.events.push_back(Event::Solid(key, chunk)),
                (true, false) => self.events.push_back(Event::Loose(key)),
                _ => {}
            }
            if drawn == (true, false) {
                self.events.push_back(Event::Unloaded(key));
            }
        }
        self.count();
    }

    /// Queues what is wanted and not there, and counts what is.
    fn count(&mut self) {
        self.queue.clear();
        self.progress = Progress::default();
        for (&key, want) in &self.wants {
            if !self.chunks.contains_key(&key) {
                self.queue.push((want.priority, key));
            }
            if want.drawn {
                self.progress.total += 1;
                self.progress.done += usize::from(self.is_answered(key));
            }
        }
        self.queue.sort_by_key(most_urgent_last);
    }

    fn is_answered(&self, key: ChunkKey) -> bool {
        matches!(self.chunks.get(&key), Some(State::Made { .. } | State::Failed))
    }
}

fn most_urgent_last(entry: &(i64, ChunkKey)) -> std::cmp::Reverse<(i64, ChunkKey)> {
    std::cmp::Reverse(*entry)
}
