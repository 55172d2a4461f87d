//! The stream: which chunks, in which order, for whom.
//!
//! In: viewers, preheat requests and [`Workers`](crate::jobs::Workers). Out: finished chunks as [`Event`]s, and answers
//! about what is there.
//!
//! What is shown is a cut through the octree of chunks: the finest level around viewers, coarser ones beyond (see `detail`). Chunks
//! are made in this order: all within 15 m of a viewer, nearest first; then the whole drawn radius around where he will be in
//! 0.7 s, together with what is preheated. Only so many tasks are handed out at a time, and those are re-ordered, so that a turn
//! of the viewer is a turn of the work. Where something is shown already, all that takes its place comes in one frame: levels never
//! gape or overlap.
//!
//! The stream knows nothing of what a chunk is: it is given the function that makes one. It has no threads and no clock of
//! its own, and an [`update`](Stream::update) in which nobody moved costs microseconds.

mod detail;
mod exchange;
mod map;
mod pieces;
mod plan;
mod streaming;
mod ticket;
mod viewer;

pub use pieces::Leaf;
pub use plan::chunks_within;
pub use streaming::{Coming, Event, Make, Progress, Stream};
pub use ticket::{PreheatError, TicketId};
pub use viewer::{FADE, MAX_DRAWN, MAX_POSITION, MAX_RADIUS, Viewer, ViewerError};

/// How far ahead and how wide the stream works.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Radius in metres around every viewer that comes before all else.
    pub near: f64,
    /// Seconds that a viewer's velocity is carried on.
    pub ahead: f64,
    /// The most metres that a viewer's position is carried on.
    pub ahead_limit: f64,
    /// Chunks that are kept although nobody wants them any more: who turns back finds them.
    pub spare: usize,
    /// Metres beyond a radius before what was within it is let go, or divided nodes are made whole.
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
            // Two thirds of them are nothing but air or rock; a surface takes some 0.3 MB.
            spare: 512,
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
