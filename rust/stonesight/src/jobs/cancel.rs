//! The word "stop", said from one thread to another.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a task that nobody waits for its result any more. Clones share one flag, which is never lowered again.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag for this token and all its clones.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised. Cheap enough for an inner loop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
