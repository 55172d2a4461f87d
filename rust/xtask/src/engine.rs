//! `cargo xtask godot [--rendered] -- ARGS`: runs the Godot that the other commands use.

use std::ffi::OsString;

use crate::cache::Cache;
use crate::display::{self, Software};
use crate::failure::{Done, Failure};
use crate::{godot, process};

/// Runs it in the current directory. With `--rendered` it draws without a display.
///
/// # Errors
/// When there is no Godot, or it ends with an error.
pub fn run(arguments: &[OsString]) -> Done {
    let (rendered, rest) = match arguments.split_first() {
        Some((first, rest)) if first == "--rendered" => (true, rest),
        _ => (false, arguments),
    };
    let rest = match rest.split_first() {
        Some((first, rest)) if first == "--" => rest,
        None => rest,
        Some((other, _)) => {
            let text = format!(
                "unknown argument {}: write cargo xtask godot [--rendered] -- ARGS",
                other.display()
            );
            return Err(Failure::usage(text));
        }
    };
    let cache = Cache::locate()?;
    let found = godot::find(&cache)?;
    let software = if rendered {
        Some(Software::start(&found, &cache)?)
    } else {
        None
    };
    let mut command = match &software {
        Some(software) => software.command(),
        None => {
            let mut command = found.command();
            display::aim_at_screen(&found, &mut command);
            command
        }
    };
    command.args(rest);
    let outcome = process::run(&mut command).map_err(|error| Failure::io("run", found.program(), &error))?;
    if outcome.success() {
        Ok(())
    } else {
        Err(Failure::step(format!("Godot: {}", outcome.ending())))
    }
}
