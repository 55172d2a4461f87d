//! The stream itself: what is being made, what is there, and what has to be said about it.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use glam::DVec3;

use super::map::ChunkMap;
use super::pieces::{Leaf, Pieces, State};
use super::plan::{Cut, Scope, chunks_within, is_near};
use super::ticket::Tickets;
use super::viewer::Followed;
use super::{PreheatError, Settings, TicketId, Viewer};
use crate::jobs::{CancelToken, Outcome, Report, TaskId, Workers};
use crate::lattice::ChunkKey;

/// Makes a chunk, on a worker. `None` when the token made it stop.
pub type Make<T> = Arc<dyn Fn(Leaf, &CancelToken) -> Option<T> + Send + Sync>;

/// A chunk that comes.
#[derive(Debug)]
pub struct Coming<T> {
    /// Which one.
    pub key: ChunkKey,
    /// What was made of it.
    pub chunk: Arc<T>,
    /// Whether it shall be solid from the start.
    pub solid: bool,
}

/// What the user of a stream has to know. For every chunk: `Loaded`, any number of pairs `Solid` and `Loose`, `Unloaded`. A
/// `Replaced` loosens and unloads all that goes, and loads what comes and makes it solid.
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
    /// Chunks are to be exchanged for others in one frame: they share borders or places, and would gape or overlap.
    Replaced {
        /// What goes, in the order of keys.
        gone: Vec<ChunkKey>,
        /// What comes, in the order of keys: also chunks of which an older state goes.
        come: Vec<Coming<T>>,
    },
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

/// A chunk that is shown.
pub(super) struct Shown<T> {
    pub leaf: Leaf,
    /// `None` where it could not be made.
    pub chunk: Option<Arc<T>>,
    pub solid: bool,
}

/// See the [module](super).
pub struct Stream<T> {
    make: Make<T>,
    pub(super) settings: Settings,
    viewers: Vec<Followed>,
    tickets: Tickets,
    tickets_changed: bool,
    world_changed: bool,
    pub(super) cut: Cut,
    /// The one before it: memory for the next.
    before: Cut,
    pub(super) pieces: Pieces<T>,
    pub(super) shown: ChunkMap<Shown<T>>,
    /// What is wanted and not shown, in place of nothing: it is shown as soon as it is made.
    pub(super) coming: ChunkMap<Leaf>,
    /// What is wanted in place of something that is shown: all of it is shown at once.
    pub(super) replacing: ChunkMap<Leaf>,
    /// What of that is not made yet.
    pub(super) missing: usize,
    /// What is shown until then.
    pub(super) leaving: Vec<ChunkKey>,
    /// What no task was handed out for yet, most urgent last.
    pub(super) queue: Vec<(i64, Leaf)>,
    /// What is being made, and how urgently.
    tasks: HashMap<TaskId, (Leaf, i64)>,
    sender: Sender<Report<T>>,
    reports: Receiver<Report<T>>,
    pub(super) events: VecDeque<Event<T>>,
    pub(super) progress: Progress,
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
            world_changed: false,
            cut: Cut::default(),
            before: Cut::default(),
            pieces: Pieces::default(),
            shown: ChunkMap::default(),
            coming: ChunkMap::default(),
            replacing: ChunkMap::default(),
            missing: 0,
            leaving: Vec::new(),
            queue: Vec::new(),
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
        self.replace();
        let moved = self.has_moved(viewers);
        // An exchange that has begun is brought to its end first: who runs would otherwise never see one.
        let busy = self.missing > 0 && self.steps_since(viewers) < self.settings.near;
        if self.tickets_changed || self.world_changed || moved && !busy {
            self.plan(workers, viewers);
            self.replace();
        }
        let limit = workers.threads() * self.settings.tasks_per_worker.max(1);
        while let Some((priority, leaf)) = self
            .queue
            .pop_if(|(priority, _)| self.tasks.len() < limit || is_near(*priority))
        {
            let make = Arc::clone(&self.make);
            let task = workers.spawn(priority, &self.sender, move |token| make(leaf, token));
            self.tasks.insert(task, (leaf, priority));
            self.pieces.set(leaf, State::Making);
        }
    }

    /// The next thing that happened, in order.
    pub fn next_event(&mut self) -> Option<Event<T>> {
        self.events.pop_front()
    }

    /// Has chunks made anew, because the world changed in them; those that are shown are exchanged in one frame. The next tasks
    /// see the world as it is after this call.
    pub fn revise(&mut self, keys: impl IntoIterator<Item = ChunkKey>) {
        let keys: BTreeSet<ChunkKey> = keys.into_iter().collect();
        self.world_changed |= !keys.is_empty();
        self.pieces.revise(&keys);
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
            done: keys.iter().filter(|key| self.shown.contains_key(key)).count(),
            total: keys.len(),
        }
    }

    /// How far everything that shall be shown has come, preheated places included.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Whether all chunks within `radius` metres of a position are shown in the finest detail. A place that cannot be asked for
    /// is never ready.
    pub fn is_ready(&self, position: DVec3, radius: f64) -> bool {
        let mut keys = chunks_within(position, radius).peekable();
        keys.peek().is_some() && keys.all(|key| self.chunk(key).is_some())
    }

    /// The chunks that are loaded, in no order.
    pub fn loaded(&self) -> impl Iterator<Item = (ChunkKey, &Arc<T>)> {
        self.shown
            .iter()
            .filter_map(|(key, shown)| Some((*key, shown.chunk.as_ref()?)))
    }

    /// A chunk that is loaded.
    pub fn chunk(&self, key: ChunkKey) -> Option<&Arc<T>> {
        self.shown.get(&key)?.chunk.as_ref()
    }

    /// Whether the chunk with this key could not be made.
    pub fn has_failed(&self, key: ChunkKey) -> bool {
        self.pieces.has_failed(key)
    }

    /// Whether nothing waits, runs or is left to be said.
    pub fn is_idle(&self) -> bool {
        self.tasks.is_empty()
            && self.queue.is_empty()
            && self.events.is_empty()
            && self.replacing.is_empty()
            && !self.tickets_changed
            && !self.world_changed
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

    /// The most metres that a viewer has moved since the plan was made; infinite for one that it does not know.
    fn steps_since(&self, viewers: &[Viewer]) -> f64 {
        let followed: Vec<_> = viewers
            .iter()
            .filter_map(|viewer| viewer.checked(&self.settings))
            .collect();
        if followed.len() != self.viewers.len() {
            return f64::INFINITY;
        }
        let pairs = followed.iter().zip(&self.viewers);
        pairs
            .map(|(now, then)| now.here.distance(then.here))
            .fold(0.0, f64::max)
    }

    fn take_in(&mut self, report: Report<T>) {
        let Some((leaf, _)) = self.tasks.remove(&report.task) else {
            return;
        };
        self.pieces.forget(&leaf);
        match report.outcome {
            Outcome::Done(chunk) => self.pieces.set(leaf, State::Made(Arc::new(chunk))),
            Outcome::Panicked(message) => {
                self.pieces.fail(leaf);
                self.events.push_back(Event::Failed(leaf.key, message));
            }
            Outcome::Cancelled => {
                if let Some(priority) = self.priority_of(&leaf) {
                    // It was given up and is wanted again: whoever is forgotten here is a hole.
                    self.queue.push((priority, leaf));
                    self.queue.sort_by_key(most_urgent_last);
                }
                return;
            }
        }
        if self.coming.get(&leaf.key) == Some(&leaf) {
            self.coming.remove(&leaf.key);
            self.show(leaf);
            self.progress.done += 1;
        } else if self.replacing.get(&leaf.key) == Some(&leaf) {
            self.missing -= 1;
            self.progress.done += 1;
        } else if self.priority_of(&leaf).is_none() {
            self.pieces.let_go(&leaf, self.settings.spare);
        }
    }

    /// How urgent a chunk is; `None` where it is not wanted.
    pub(super) fn priority_of(&self, leaf: &Leaf) -> Option<i64> {
        let want = self.cut.wants.get(&leaf.key)?;
        (want.leaf == *leaf).then_some(want.priority)
    }

    fn made(&self, leaf: &Leaf) -> Option<Arc<T>> {
        match self.pieces.get(leaf) {
            Some(State::Made(chunk)) => Some(Arc::clone(chunk)),
            _ => None,
        }
    }

    /// Shows a chunk that was made or failed, where nothing is shown.
    pub(super) fn show(&mut self, leaf: Leaf) {
        let key = leaf.key;
        let solid = self.cut.wants.get(&key).is_some_and(|want| want.solid);
        let chunk = self.made(&leaf);
        if let Some(chunk) = &chunk {
            self.events.push_back(Event::Loaded(key, Arc::clone(chunk)));
            if solid {
                self.events.push_back(Event::Solid(key, Arc::clone(chunk)));
            }
        }
        self.shown.insert(key, Shown { leaf, chunk, solid });
    }

    pub(super) fn hide(&mut self, key: ChunkKey) -> Option<Shown<T>> {
        let shown = self.shown.remove(&key)?;
        if self.priority_of(&shown.leaf).is_none() {
            self.pieces.let_go(&shown.leaf, self.settings.spare);
        }
        Some(shown)
    }

    /// Makes the exchange that is due, once everything for it is there.
    fn replace(&mut self) {
        if self.missing > 0 || self.replacing.is_empty() && self.leaving.is_empty() {
            return;
        }
        let mut leaves: Vec<Leaf> = self.replacing.drain().map(|(_, leaf)| leaf).collect();
        leaves.sort_unstable_by_key(|leaf| leaf.key);
        let mut gone = std::mem::take(&mut self.leaving);
        gone.retain(|key| self.hide(*key).is_some_and(|shown| shown.chunk.is_some()));
        let mut come = Vec::new();
        for leaf in leaves {
            let (key, chunk) = (leaf.key, self.made(&leaf));
            let solid = self.cut.wants.get(&key).is_some_and(|want| want.solid);
            if let Some(chunk) = &chunk {
                let chunk = Arc::clone(chunk);
                come.push(Coming { key, chunk, solid });
            }
            self.shown.insert(key, Shown { leaf, chunk, solid });
        }
        self.events.push_back(Event::Replaced { gone, come });
    }

    fn plan(&mut self, workers: &Workers, viewers: &[Viewer]) {
        self.plans += 1;
        let jump = self.viewers.len() == 1 && self.steps_since(viewers) > self.settings.near * 2.0;
        (self.tickets_changed, self.world_changed) = (false, false);
        self.viewers.clear();
        let followed = viewers.iter().filter_map(|viewer| viewer.checked(&self.settings));
        self.viewers.extend(followed);
        let scope = Scope {
            viewers: &self.viewers,
            tickets: &self.tickets,
            settings: &self.settings,
        };
        std::mem::swap(&mut self.cut, &mut self.before);
        let state = |key, surroundings| self.pieces.leaf(key, surroundings);
        scope.cut(&self.before, state, &mut self.cut);
        self.compare(jump);
        let mut tasks = std::mem::take(&mut self.tasks);
        for (task, (leaf, priority)) in &mut tasks {
            match self.priority_of(leaf) {
                Some(now) if now != *priority => {
                    *priority = now;
                    workers.set_priority(*task, now);
                }
                Some(_) => {}
                None => {
                    workers.cancel(*task);
                }
            }
        }
        self.tasks = tasks;
    }
}

pub(super) fn most_urgent_last(entry: &(i64, Leaf)) -> std::cmp::Reverse<(i64, ChunkKey)> {
    std::cmp::Reverse((entry.0, entry.1.key))
}
