//! `cargo xtask demo [-- GAME ARGS]`: from a fresh clone to the running demo.

use std::ffi::OsString;

use crate::cache::Cache;
use crate::cargo::{self, Docs};
use crate::checkout::Checkout;
use crate::failure::{Done, Failure};
use crate::progress::{Progress, note};
use crate::{display, godot, import, links, process};

/// Sets up what is missing, builds, imports and opens the demo scene.
///
/// # Errors
/// One message that says what is missing and what to do.
pub fn run(arguments: &[OsString]) -> Done {
    let game = match arguments.split_first() {
        None => &[],
        Some((first, rest)) if first == "--" => rest,
        Some((other, _)) => {
            let text = format!(
                "unknown argument {}: write cargo xtask demo [-- GAME ARGS]",
                other.display()
            );
            return Err(Failure::usage(text));
        }
    };
    let checkout = Checkout::find()?;
    let cache = Cache::locate()?;
    let mut progress = Progress::new(5);
    progress.step("Checking the display");
    if !display::present() {
        return Err(Failure::step(
            "there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open: run this on a \
             desktop, or write cargo xtask shots --out DIR for pictures without a display",
        ));
    }
    progress.step("Looking for Godot");
    let godot = godot::find(&cache)?;
    note(&format!("Godot {} in {}", godot.version(), godot.program().display()));
    progress.step("Building the library");
    links::repair(&checkout)?;
    cargo::build_release(&checkout, Docs::With)?;
    progress.step("Importing the project");
    import::import(&godot, &checkout.demo())?;
    progress.step("Opening the demo");
    let mut command = godot.command();
    display::aim_at_screen(&godot, &mut command);
    command.arg("--path").arg(checkout.demo());
    if !game.is_empty() {
        command.arg("--").args(game);
    }
    let outcome = process::run(&mut command).map_err(|error| Failure::io("run", godot.program(), &error))?;
    if outcome.success() {
        Ok(())
    } else {
        Err(Failure::step(format!(
            "the demo ended with an error: {}",
            outcome.ending()
        )))
    }
}
