//! Exports a Godot project for Linux with the provided release template, and runs what came out.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::cache::Cache;
use crate::failure::{Done, Failure};
use crate::godot::{Godot, Root};
use crate::process;

/// An exported game: executable, pack and libraries in one folder.
pub struct Game {
    /// The template's executable.
    pub executable: PathBuf,
    /// The pack, beside it.
    pub pack: PathBuf,
}

/// Exports `project` with its preset `Linux` to `folder/NAME.x86_64`. The template is written into the project's presets,
/// so the project must be a copy.
///
/// # Errors
/// When the export fails.
pub fn linux(godot: &Godot, project: &Path, folder: &Path, name: &str) -> Done<Game> {
    if let Some(root) = godot.root() {
        let presets = project.join("export_presets.cfg");
        let text = fs::read_to_string(&presets).map_err(|error| Failure::io("read", &presets, &error))?;
        let template = format!("custom_template/release=\"{}\"", root.release_template().display());
        let text: String = text
            .lines()
            .map(|line| {
                if line.starts_with("custom_template/release=") {
                    template.as_str()
                } else {
                    line
                }
            })
            .flat_map(|line| [line, "\n"])
            .collect();
        fs::write(&presets, text).map_err(|error| Failure::io("write", &presets, &error))?;
    }
    fs::create_dir_all(folder).map_err(|error| Failure::io("create", folder, &error))?;
    let executable = folder.join(format!("{name}.x86_64"));
    let mut command = godot.command();
    command
        .args(["--headless", "--audio-driver", "Dummy", "--path"])
        .arg(project);
    command.args(["--export-release", "Linux"]).arg(&executable);
    let outcome = process::collect(&mut command, Duration::from_secs(300));
    let outcome = outcome.map_err(|error| Failure::io("run", godot.program(), &error))?;
    let pack = folder.join(format!("{name}.pck"));
    if outcome.success() && executable.is_file() && pack.is_file() {
        return Ok(Game { executable, pack });
    }
    Err(Failure::step(format!(
        "the export failed: {}\n{}",
        outcome.ending(),
        outcome.tail(20)
    )))
}

/// A command that runs an exported game. With a provided template the game is started through a copy of its dynamic
/// linker that carries the game's name: the engine looks for the pack beside its executable, which then is that copy.
///
/// # Errors
/// When the copy cannot be made.
pub fn command(godot: &Godot, game: &Game, cache: &Cache) -> Done<Command> {
    let mut command = match godot.root() {
        Some(root) => root.command_through(&starter(root, game)?, &game.executable),
        None => Command::new(&game.executable),
    };
    command.envs(cache.godot_home());
    Ok(command)
}

/// Copies the root's dynamic linker beside the pack, under the pack's name.
///
/// # Errors
/// When it cannot be copied.
pub fn starter(root: &Root, game: &Game) -> Done<PathBuf> {
    let starter = game
        .pack
        .with_file_name(game.pack.file_stem().unwrap_or(OsStr::new("game")));
    fs::copy(root.linker(), &starter).map_err(|error| Failure::io("copy", &root.linker(), &error))?;
    Ok(starter)
}
