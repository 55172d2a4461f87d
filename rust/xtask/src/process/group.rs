//! Process groups, and the handler that ends them all on Ctrl-C.

use std::process::{Child, Command};

#[cfg(unix)]
pub use unix::{Group, install_interrupt, separate};

#[cfg(not(unix))]
pub use other::{Group, install_interrupt, separate};

#[cfg(unix)]
mod unix {
    use std::os::unix::process::CommandExt;
    use std::sync::atomic::{AtomicI32, Ordering};

    use super::{Child, Command};

    /// The groups alive now, where a signal handler can read them without a lock. 0 is a free place.
    static GROUPS: [AtomicI32; 64] = [const { AtomicI32::new(0) }; 64];

    /// One child's group; the child is its leader.
    pub struct Group {
        id: i32,
    }

    impl Group {
        /// The group of a child started with [`separate`].
        pub fn of(child: &Child) -> Self {
            let id = child.id().cast_signed();
            let free = |place: &&AtomicI32| {
                place
                    .compare_exchange(0, id, Ordering::SeqCst, Ordering::SeqCst)
                    .is_ok()
            };
            // More than 64 at once never happens: xtask runs a handful.
            let _ = GROUPS.iter().find(free);
            Self { id }
        }

        /// Asks every process of the group to end.
        pub fn terminate(&self) {
            // SAFETY: kill reads two integers; a group that is gone answers ESRCH.
            unsafe { libc::kill(-self.id, libc::SIGTERM) };
        }

        /// Ends every process of the group.
        pub fn kill(&self) {
            // SAFETY: kill reads two integers; a group that is gone answers ESRCH.
            unsafe { libc::kill(-self.id, libc::SIGKILL) };
        }
    }

    impl Drop for Group {
        fn drop(&mut self) {
            for place in &GROUPS {
                let _ = place.compare_exchange(self.id, 0, Ordering::SeqCst, Ordering::SeqCst);
            }
        }
    }

    /// The command will lead a process group of its own.
    pub fn separate(command: &mut Command) {
        command.process_group(0);
    }

    /// On Ctrl-C, termination or a closed terminal: end every group, then this process. The groups get a moment first,
    /// in which an X server removes its socket.
    pub fn install_interrupt() {
        let handler = end_all as extern "C" fn(libc::c_int) as libc::sighandler_t;
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            // SAFETY: the handler only reads atomics and calls kill, poll and _exit, which are async-signal-safe.
            unsafe { libc::signal(signal, handler) };
        }
    }

    extern "C" fn end_all(signal: libc::c_int) {
        for how in [libc::SIGTERM, libc::SIGKILL] {
            for place in &GROUPS {
                let id = place.load(Ordering::SeqCst);
                if id > 0 {
                    // SAFETY: async-signal-safe, two integers.
                    unsafe { libc::kill(-id, how) };
                }
            }
            if how == libc::SIGTERM {
                // SAFETY: async-signal-safe; no descriptors, so it only sleeps.
                unsafe { libc::poll(std::ptr::null_mut(), 0, 300) };
            }
        }
        // SAFETY: async-signal-safe, and never returns.
        unsafe { libc::_exit(128 + signal) };
    }
}

#[cfg(not(unix))]
mod other {
    use super::{Child, Command};

    /// Where there are no process groups, the child is killed by its handle alone.
    pub struct Group;

    impl Group {
        /// Nothing to keep.
        pub fn of(_child: &Child) -> Self {
            Self
        }

        /// Nothing to do.
        pub fn terminate(&self) {}

        /// Nothing to do.
        pub fn kill(&self) {}
    }

    /// Nothing to do.
    pub fn separate(_command: &mut Command) {}

    /// The console ends its processes itself.
    pub fn install_interrupt() {}
}
