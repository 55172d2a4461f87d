//! What waits and what runs, in the order of priority. Knows no threads and no locks.

use std::collections::{BTreeMap, HashMap};

use super::{CancelToken, TaskId};

/// A closure that runs a task and reports it. Dropped unrun, it reports the task as cancelled.
pub(super) type Work = Box<dyn FnOnce(&CancelToken) + Send>;

/// The state of a pool.
#[derive(Default)]
pub(super) struct Queue {
    /// Waiting tasks; the smallest priority first, then the oldest.
    waiting: BTreeMap<(i64, TaskId), Work>,
    /// The priority that each waiting task is filed under.
    priorities: HashMap<TaskId, i64>,
    /// The tokens of the tasks that run.
    running: HashMap<TaskId, CancelToken>,
    /// Whether the pool is closing.
    pub(super) closed: bool,
    /// Threads that wait to be woken, or more: one that woke up by itself is counted until the next wake-up call.
    pub(super) asleep: usize,
    last: u64,
}

impl Queue {
    /// Adds a task made by `work` from its id.
    pub(super) fn push(&mut self, priority: i64, work: impl FnOnce(TaskId) -> Work) -> TaskId {
        self.last += 1;
        let task = TaskId(self.last);
        self.waiting.insert((priority, task), work(task));
        self.priorities.insert(task, priority);
        task
    }

    /// Takes the most urgent task and counts it as running.
    pub(super) fn pop(&mut self) -> Option<(TaskId, Work, CancelToken)> {
        let ((_, task), work) = self.waiting.pop_first()?;
        self.priorities.remove(&task);
        let token = CancelToken::new();
        self.running.insert(task, token.clone());
        Some((task, work, token))
    }

    /// Files a waiting task under another priority. False when it no longer waits.
    pub(super) fn set_priority(&mut self, task: TaskId, priority: i64) -> bool {
        let Some(filed) = self.priorities.get_mut(&task) else {
            return false;
        };
        if let Some(work) = self.waiting.remove(&(*filed, task)) {
            self.waiting.insert((priority, task), work);
        }
        *filed = priority;
        true
    }

    /// Takes a waiting task out, for the caller to drop outside the lock, or raises the token of a running one.
    pub(super) fn cancel(&mut self, task: TaskId) -> Option<Work> {
        if let Some(token) = self.running.get(&task) {
            token.cancel();
        }
        let priority = self.priorities.remove(&task)?;
        self.waiting.remove(&(priority, task))
    }

    /// Counts a task as no longer running.
    pub(super) fn finish(&mut self, task: TaskId) {
        self.running.remove(&task);
    }

    /// Raises every token and takes out all that waits, for the caller to drop outside the lock.
    pub(super) fn close(&mut self) -> BTreeMap<(i64, TaskId), Work> {
        self.closed = true;
        for token in self.running.values() {
            token.cancel();
        }
        self.priorities.clear();
        std::mem::take(&mut self.waiting)
    }

    /// Number of tasks that wait, and that run.
    pub(super) fn len(&self) -> (usize, usize) {
        (self.waiting.len(), self.running.len())
    }
}
