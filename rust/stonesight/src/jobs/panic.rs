//! What a task that panicked had to say.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::sync::Once;

thread_local! {
    /// Whether this thread is a worker, whose panics are reported as outcomes.
    static WORKER: Cell<bool> = const { Cell::new(false) };
    /// Where the last panic of this thread was raised.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Makes panics of workers silent, as they arrive as [`Outcome::Panicked`](super::Outcome::Panicked) anyhow, and adds the
/// place in the code to the message. All other panics go to the hook that was there before. Later calls do nothing.
///
/// The panic hook is one for the whole process, so this is for whoever owns the process or the library: call it once at
/// start, after hooks of others have been set.
pub fn contain_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if WORKER.get() {
                PLACE.set(
                    info.location()
                        .map(|place| format!("{}:{}", place.file(), place.line())),
                );
            } else {
                before(info);
            }
        }));
    });
}

/// Marks this thread as a worker.
pub(super) fn enter_worker() {
    WORKER.set(true);
}

/// What a caught panic says, with its place where that is known.
pub(super) fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message");
    match PLACE.take() {
        Some(place) => format!("{text} ({place})"),
        None => text.to_owned(),
    }
}
