//! The stream: which chunks, in which order, for whom.
//!
//! In: viewers, preheat requests and [`Workers`](crate::jobs::Workers). Out: finished chunks as [`Event`]s, and answers
//! about what is there.
//!
//! Chunks of level 0 are made in this order: all within 15 m of a viewer, nearest first; then the whole drawn radius around
//! where he will be in 0.7 s, together with what is preheated; then a ring around that, for workers who would idle. Only so
//! many tasks are handed out at a time, and those are re-ordered, so that a turn of the viewer is a turn of the work.
//!
//! The stream knows nothing of what a chunk is: it is given the function that makes one. It has no threads and no clock of
//! its own, and an [`update`](Stream::update) in which nobody moved costs microseconds.

mod map;
mod plan;
mod streaming;
mod ticket;
mod viewer;

pub use plan::chunks_within;
pub use streaming::{Event, Make, Progress, Stream};
pub use ticket::{PreheatError, TicketId};
pub use viewer::{MAX_POSITION, MAX_RADIUS, Viewer, ViewerError};

/// How far ahead and how wide the stream works.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Radius in metres around every viewer that comes before all else.
    pub near: f64,
    /// Seconds that a viewer's velocity is carried on.
    pub ahead: f64,
    /// The most metres that a viewer's position is carried on.
    pub ahead_limit: f64,
    /// Width in metres of the ring beyond the drawn radius that idle workers fill. Its chunks are kept, not shown.
    pub ring: f64,
    /// Metres beyond a radius before what was within it is let go.
    pub hysteresis: f64,
    /// Metres that a viewer moves before the plan is made anew; every radius is taken this much wider.
    pub step: f64,
    /// Tasks handed out per worker, apart from what is near, which is handed out at once. They bridge the time to the next
    /// update.
    pub tasks_per_worker: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            near: 15.0,
            ahead: 0.7,
            ahead_limit: 15.0,
            ring: 20.0,
            hysteresis: 10.0,
            step: 1.25,
            // Most of a ball is air or solid rock, tens of microseconds a chunk: with 8, a worker would idle through nine
            // tenths of every 16 ms frame.
            tasks_per_worker: 64,
        }
    }
}

#[cfg(test)]
mod tests;
