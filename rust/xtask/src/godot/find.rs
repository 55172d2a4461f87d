//! Which Godot is used: `GODOT`, then `godot` or `godot4` on the path, then a provided one.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::provide::{self, provide};
use super::version::{OLDEST, Version};
use super::{Godot, Root};
use crate::cache::Cache;
use crate::failure::{Done, Failure};
use crate::process;
use crate::progress::note;

/// Finds a Godot, or provides one.
///
/// # Errors
/// One message: `GODOT` leads nowhere, the Godot is too old, or none can be had.
pub fn find(cache: &Cache) -> Done<Godot> {
    let named = env::var_os("GODOT")
        .filter(|value| !value.is_empty())
        .map(PathBuf::from);
    if let Some(program) = named {
        let program = if program.components().count() == 1 {
            on_path_os(&program).unwrap_or(program)
        } else {
            program
        };
        return installed(&program, cache, "GODOT");
    }
    if let Some(program) = on_path("godot").or_else(|| on_path("godot4")) {
        return installed(&program, cache, "the path");
    }
    if provide::existing(cache).is_none() {
        note("no Godot in GODOT or on the path");
    }
    in_root(provide(cache)?, cache)
}

/// The Godot of a provided root.
///
/// # Errors
/// When it does not run.
pub fn in_root(root: Root, cache: &Cache) -> Done<Godot> {
    let program = root.path("usr/bin/godot");
    let mut command = root.command(&program);
    let version = ask(&mut command).map_err(|said| {
        Failure::step(format!(
            "the provided Godot does not run: remove {} and try again, or {}\n{said}",
            root.folder().display(),
            provide::INSTALL
        ))
    })?;
    Ok(Godot::provided(root, version, cache))
}

fn installed(program: &Path, cache: &Cache, origin: &str) -> Done<Godot> {
    let version = ask(&mut Command::new(program)).map_err(|said| {
        Failure::step(format!(
            "{} (from {origin}) is not a Godot that runs: set GODOT to the executable of Godot {}.{} or newer\n{said}",
            program.display(),
            OLDEST.0,
            OLDEST.1
        ))
    })?;
    if !version.is_enough() {
        return Err(Failure::step(format!(
            "{} (from {origin}) is Godot {version}, and Stonesight needs 4.5 or newer of Godot 4: set GODOT to a newer one",
            program.display()
        )));
    }
    Ok(Godot::installed(program.to_path_buf(), version, cache))
}

/// The version, or what was said instead of it.
fn ask(command: &mut Command) -> Result<Version, String> {
    command.arg("--version");
    let outcome = process::collect(command, Duration::from_secs(60)).map_err(|error| format!("      | {error}"))?;
    Version::parse(&outcome.stdout).ok_or_else(|| outcome.tail(4))
}

/// A program on the path, as an absolute path.
pub fn on_path(name: &str) -> Option<PathBuf> {
    on_path_os(Path::new(name))
}

fn on_path_os(name: &Path) -> Option<PathBuf> {
    let file = if cfg!(windows) {
        name.with_extension("exe")
    } else {
        name.to_path_buf()
    };
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&file))
        .find(|path| is_executable(path))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}
