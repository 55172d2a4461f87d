//! Imports a Godot project: its resources are converted into `.godot/`, as the editor does on opening it.

use std::path::Path;
use std::time::Duration;

use crate::failure::{Done, Failure};
use crate::godot::Godot;
use crate::process::{self, Outcome};

const LIMIT: Duration = Duration::from_secs(300);

/// Imports the project in `folder`. The first import may abort while it leaves (the engine's fault, the files are there
/// by then), so a failed one is tried once more.
///
/// # Errors
/// When the second attempt fails too, or the library cannot be loaded.
pub fn import(godot: &Godot, folder: &Path) -> Done {
    let mut outcome = attempt(godot, folder)?;
    if !outcome.success() {
        outcome = attempt(godot, folder)?;
    }
    let broken = ["Can't open dynamic library", "Error loading extension", "SCRIPT ERROR"];
    if outcome.success() && !broken.iter().any(|text| outcome.output.contains(text)) {
        return Ok(());
    }
    Err(Failure::step(format!(
        "importing {} failed: {}\n{}",
        folder.display(),
        outcome.ending(),
        outcome.tail(20)
    )))
}

fn attempt(godot: &Godot, folder: &Path) -> Done<Outcome> {
    let mut command = godot.command();
    command
        .args(["--headless", "--audio-driver", "Dummy", "--path"])
        .arg(folder)
        .arg("--import");
    process::collect(&mut command, LIMIT).map_err(|error| Failure::io("run", godot.program(), &error))
}
