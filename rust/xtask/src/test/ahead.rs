//! The optimised build, made ahead of need: while lints and Rust tests wait for the one crate that everything waits for (the
//! engine's bindings, single-threaded for a minute or two), the second core builds what the engine will load. Cargo locks a
//! folder per profile, so both go on side by side.

use std::cell::RefCell;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::cargo::{self, Docs};
use crate::checkout::Checkout;
use crate::process;

const LIMIT: Duration = Duration::from_secs(1500);

/// A build in the background.
pub struct Ahead(RefCell<Option<JoinHandle<()>>>);

impl Ahead {
    /// Starts nothing.
    pub fn idle() -> Self {
        Self(RefCell::new(None))
    }

    /// Starts the release build, quietly.
    pub fn start(checkout: &Checkout) -> Self {
        let mut command = cargo::release_command(checkout, Docs::With);
        let build = move || {
            // A failed build is built again where it is needed, and says there what is wrong.
            let _ = process::collect(&mut command, LIMIT);
        };
        Self(RefCell::new(Some(thread::spawn(build))))
    }

    /// Waits for what was started.
    pub fn wait(&self) {
        if let Some(handle) = self.0.borrow_mut().take() {
            let _ = handle.join();
        }
    }
}
