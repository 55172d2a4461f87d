//! Workers for what takes longer than a frame: priorities, cancellation, contained panics, and threads that are joined.
//!
//! In: closures with a priority. Out: one [`Report`] for every task, over a channel of the caller's.
//!
//! A pool is shared by whoever needs one (streaming, navigation, sight), so every user brings his own channel:
//!
//! ```
//! use std::sync::mpsc::channel;
//! use stonesight::jobs::{Outcome, Workers};
//!
//! let workers = Workers::new(2)?;
//! let (sender, reports) = channel();
//! let task = workers.spawn(0, &sender, |_cancel| Some(6 * 7));
//! let report = reports.recv()?;
//! assert_eq!(report.task, task);
//! assert_eq!(report.outcome, Outcome::Done(42));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Dropping [`Workers`] cancels what is queued and what runs, and joins every thread: a library that is unloaded, or a
//! game that quits, leaves nobody running in its code.

mod cancel;
mod panic;
mod queue;
mod workers;

pub use cancel::CancelToken;
pub use panic::contain_panics;
pub use workers::{Outcome, Report, TaskId, Workers, default_threads, live_threads};
