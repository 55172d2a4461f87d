//! The threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::queue::{Queue, Work};
use super::{CancelToken, panic};

/// Worker threads of this process that have not ended yet.
static LIVE: AtomicUsize = AtomicUsize::new(0);

/// Names a task of one pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(pub(super) u64);

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// It gave a result.
    Done(T),
    /// It was cancelled before or while it ran.
    Cancelled,
    /// It panicked with this message. The worker that ran it lives on.
    Panicked(String),
}

/// The end of a task. Every task that was spawned is reported exactly once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<T> {
    /// Which task.
    pub task: TaskId,
    /// How it ended.
    pub outcome: Outcome<T>,
}

/// A fixed number of threads that run tasks in the order of their priority. Dropping it cancels all tasks and joins.
///
/// Its lock is held for an operation on the queue only, never while a task runs, so no call here waits for work.
pub struct Workers {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
}

/// One worker for every core but one, and at least one: the core that is left is the game's.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

/// The number of worker threads of all pools of this process that have not ended yet.
pub fn live_threads() -> usize {
    LIVE.load(Ordering::SeqCst)
}

impl Workers {
    /// Starts `threads` workers, at least one.
    ///
    /// # Errors
    ///
    /// When the system refuses a thread. Those that were started already are joined.
    pub fn new(threads: usize) -> std::io::Result<Self> {
        let mut workers = Self {
            shared: Arc::new(Shared {
                queue: Mutex::new(Queue::default()),
                wake: Condvar::new(),
            }),
            threads: Vec::new(),
        };
        for index in 0..threads.max(1) {
            let shared = Arc::clone(&workers.shared);
            let name = format!("stonesight {index}");
            LIVE.fetch_add(1, Ordering::SeqCst);
            let thread = std::thread::Builder::new().name(name).spawn(move || {
                let _alive = Alive;
                shared.work();
            });
            match thread {
                Ok(thread) => workers.threads.push(thread),
                Err(error) => {
                    LIVE.fetch_sub(1, Ordering::SeqCst);
                    return Err(error);
                }
            }
        }
        Ok(workers)
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Number of tasks that wait, and of tasks that run.
    pub fn tasks(&self) -> (usize, usize) {
        self.shared.lock().len()
    }

    /// Queues a task; the smallest `priority` runs first, equal ones in the order of their spawning.
    ///
    /// `work` is given a token that it should look at every millisecond or so, and returns `None` when it stops because of
    /// it. Its end is sent to `reports`; a receiver that is gone is no error.
    pub fn spawn<T: Send + 'static>(
        &self,
        priority: i64,
        reports: &Sender<Report<T>>,
        work: impl FnOnce(&CancelToken) -> Option<T> + Send + 'static,
    ) -> TaskId {
        let reports = reports.clone();
        let mut queue = self.shared.lock();
        let task = queue.push(priority, move |task| {
            let reporter = Reporter {
                task,
                reports: Some(reports),
            };
            Box::new(move |token| reporter.run(work, token))
        });
        // Waking is a call into the system: no use when everybody is up.
        let wake = queue.asleep > 0;
        queue.asleep -= usize::from(wake);
        drop(queue);
        if wake {
            self.shared.wake.notify_one();
        }
        task
    }

    /// Changes the priority of a task that still waits. False when it runs or has ended.
    pub fn set_priority(&self, task: TaskId, priority: i64) -> bool {
        self.shared.lock().set_priority(task, priority)
    }

    /// Cancels a task: one that waits is reported as cancelled at once, one that runs is asked to stop.
    pub fn cancel(&self, task: TaskId) {
        let work = self.shared.lock().cancel(task);
        drop(work); // It reports itself, and the lock is free by now.
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        let waiting = self.shared.lock().close();
        self.shared.wake.notify_all();
        drop(waiting);
        for thread in self.threads.drain(..) {
            // A worker catches the panics of its tasks; one of its own must not turn a drop into an abort.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // The queue is whole after every statement, so a poisoned lock says nothing about it.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        panic::enter_worker();
        while let Some((task, work, token)) = self.next() {
            work(&token);
            self.lock().finish(task);
        }
    }

    /// Waits for a task; `None` when the pool closes.
    fn next(&self) -> Option<(TaskId, Work, CancelToken)> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(next) = queue.pop() {
                return Some(next);
            }
            queue.asleep += 1;
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Sends the end of a task, whatever it is: dropped without having run, it says "cancelled".
struct Reporter<T> {
    task: TaskId,
    reports: Option<Sender<Report<T>>>,
}

impl<T> Reporter<T> {
    fn run(mut self, work: impl FnOnce(&CancelToken) -> Option<T>, token: &CancelToken) {
        let outcome = match catch_unwind(AssertUnwindSafe(|| work(token))) {
            Ok(Some(result)) => Outcome::Done(result),
            Ok(None) => Outcome::Cancelled,
            Err(payload) => {
                let message = panic::message(&*payload);
                // A payload may panic again when it is dropped; that must not end the worker.
                let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
                Outcome::Panicked(message)
            }
        };
        self.send(outcome);
    }

    fn send(&mut self, outcome: Outcome<T>) {
        if let Some(reports) = self.reports.take() {
            let _ = reports.send(Report {
                task: self.task,
                outcome,
            });
        }
    }
}

impl<T> Drop for Reporter<T> {
    fn drop(&mut self) {
        self.send(Outcome::Cancelled);
    }
}

/// Counts a thread down when it ends.
struct Alive;

impl Drop for Alive {
    fn drop(&mut self) {
        LIVE.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests;
