//! `StonePreheat`: the ticket of a place that is made before anyone is there.

use godot::prelude::*;

/// A place that is being made ahead of its visitors; from [method StoneNavigation.preheat] or [method StoneWorld.preheat].
///
/// Await [signal finished], or ask [method is_finished]. The place is kept ready for as long as you hold the ticket; while it
/// is not finished the world holds it too, so that you may let go of it.
/// [codeblock]
/// await $World.navigation.preheat(destination, 20.0).finished
/// player.global_position = destination
/// [/codeblock]
#[derive(GodotClass)]
#[class(tool, init, base = RefCounted)]
pub struct StonePreheat {
    finished: bool,
    error: String,
    progress: f64,

    base: Base<RefCounted>,
}

#[godot_api]
impl StonePreheat {
    /// All chunks of the place are drawn and solid, or could not be made. Emitted once, never before you had the time to
    /// connect, even where everything was ready already.
    #[signal]
    pub fn finished();

    /// Whether [signal finished] was emitted, or is about to be.
    #[func]
    fn is_finished(&self) -> bool {
        self.finished
    }

    /// The share that is done, 0 to 1.
    #[func]
    fn progress(&self) -> f64 {
        self.progress
    }

    /// What was wrong with the request; empty when nothing was.
    #[func]
    fn get_error(&self) -> GString {
        GString::from(&self.error)
    }
}

impl StonePreheat {
    /// A ticket for a request that cannot be served: whoever awaits it goes on.
    pub fn refused(error: String) -> Gd<Self> {
        let mut ticket = Self::new_gd();
        ticket.bind_mut().refuse(error);
        ticket.run_deferred_gd(|ticket| ticket.signals().finished().emit());
        ticket
    }

    /// Ends the ticket with an error; the caller emits the signal.
    pub fn refuse(&mut self, error: String) {
        self.error = error;
        self.finished = true;
    }

    /// Notes the share that is done.
    pub fn set_progress(&mut self, done: usize, total: usize) {
        self.progress = if total == 0 { 1.0 } else { done as f64 / total as f64 };
        self.finished = done == total;
    }
}
