//! Tests inside the engine: the runner `res://run.gd`, and scripts that need a process of their own because they crash,
//! quit or change what cannot be changed back. A process is only believed when it ends in time, with exit code 0, with
//! its sentinel, and without a line that the engine prints when something went wrong.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use super::{Context, Tally};
use crate::failure::{Done, Failure};
use crate::godot::Godot;
use crate::process::{self, Outcome, Watch};
use crate::progress::note;

const RUNNER_LIMIT: Duration = Duration::from_secs(400);
const PROCESS_LIMIT: Duration = Duration::from_secs(120);

/// The one test that runs in the editor, by the plugin in `tests/addons/editor_tests/`.
const HOT_RELOAD: &str = "hot_reload";

/// What the engine prints when a test that looks fine is not.
const WRONG: [&str; 7] = [
    "SCRIPT ERROR",
    "Can't open dynamic library",
    "Error loading extension",
    "ObjectDB instances leaked",
    "RID allocations of type",
    "leaked at exit",
    "panicked",
];

/// Runs a process of the engine until it ends, or prints that a script did not load: it would then wait for ever.
///
/// # Errors
/// When it cannot be started.
pub fn play(godot: &Godot, command: &mut Command, limit: Duration) -> Done<Outcome> {
    let watch = |line: &str| {
        let lost = ["Parse Error", "Can't open dynamic library", "Error loading extension"];
        if lost.iter().any(|text| line.contains(text)) {
            Watch::Lost
        } else {
            Watch::Continue
        }
    };
    process::capture(command, limit, &watch).map_err(|error| Failure::io("run", godot.program(), &error))
}

/// Judges a process by its end, its sentinel and what it printed.
///
/// # Errors
/// Why it is not believed, with the end of its output.
pub fn judge(outcome: &Outcome, sentinel: &str) -> Result<(), String> {
    let why = if let Some(line) = outcome
        .output
        .lines()
        .find(|line| WRONG.iter().any(|wrong| line.contains(wrong)))
    {
        format!("printed \"{}\"", line.trim())
    } else if !outcome.success() {
        outcome.ending()
    } else if !outcome.output.lines().any(|line| line.starts_with(sentinel)) {
        format!("never printed \"{sentinel}\"")
    } else {
        return Ok(());
    };
    Err(format!("{why}\n{}", outcome.tail(40)))
}

/// The runner with every test of the project; each test counts.
pub fn run(context: &Context, tally: &mut Tally) -> Done {
    let godot = context.ready_godot()?;
    let mut command = godot.command();
    headless(context, &mut command, &["-s", "res://run.gd"]);
    if let Some(filter) = &context.filter {
        command.arg("--").arg(filter);
    }
    let outcome = play(godot, &mut command, RUNNER_LIMIT)?;
    match sentinel(&outcome.output) {
        // The runner ends with an error because tests failed, and has said which.
        Some((passed, failed)) if failed > 0 => {
            tally.add("engine", passed, failed);
            failures(&outcome.output).for_each(note);
        }
        counts => {
            tally.add("engine", counts.map_or(0, |(passed, _)| passed), 0);
            if let Err(why) = judge(&outcome, "ENGINE TESTS:") {
                tally.check("engine", Err(why));
            }
        }
    }
    Ok(())
}

/// Every script in `engine/process/`, each once, and the reload of the library in the editor.
pub fn processes(context: &Context, tally: &mut Tally) -> Done {
    let godot = context.ready_godot()?;
    let scripts = scripts(context)?;
    for name in scripts.iter().map(String::as_str).chain([HOT_RELOAD]) {
        if !context.wants(name) {
            continue;
        }
        let mut command = godot.command();
        if name == HOT_RELOAD {
            headless(context, &mut command, &["-e", "--", "--hot-reload"]);
        } else {
            headless(context, &mut command, &["-s", &format!("res://engine/process/{name}")]);
        }
        let outcome = play(godot, &mut command, PROCESS_LIMIT)?;
        tally.check(name, judge(&outcome, "PROCESS TEST: ok"));
    }
    Ok(())
}

fn headless(context: &Context, command: &mut Command, arguments: &[&str]) {
    command
        .args(["--headless", "--audio-driver", "Dummy", "--path"])
        .arg(context.checkout.tests())
        .args(arguments);
    context.configure(command);
}

fn scripts(context: &Context) -> Done<Vec<String>> {
    let folder: PathBuf = context.checkout.tests().join("engine/process");
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure::io("read", &folder, &error)),
    };
    let names = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".gd")).collect();
    names.sort();
    Ok(names)
}

/// The lines of failed tests: `FAILED  NAME`, and the indented complaints below.
fn failures(output: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    output.lines().filter(move |line| {
        inside = line.starts_with("FAILED") || (inside && line.starts_with("        "));
        inside
    })
}

/// Reads `ENGINE TESTS: 12 passed, 0 failed`.
fn sentinel(output: &str) -> Option<(usize, usize)> {
    let counts = output.lines().find_map(|line| line.strip_prefix("ENGINE TESTS: "))?;
    let (passed, failed) = counts.split_once(" passed, ")?;
    Some((passed.parse().ok()?, failed.strip_suffix(" failed")?.parse().ok()?))
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn complaints_are_picked_out() {
        let output =
            "ok      a.b (0.1 s)\nFAILED  a.c (0.2 s)\n        too late\nok      a.d (0.1 s)\n        not this\n";
        assert_eq!(
            failures(output).collect::<Vec<_>>(),
            ["FAILED  a.c (0.2 s)", "        too late"]
        );
    }

    fn ended(output: &str) -> Outcome {
        let status = Command::new("true").status().ok();
        Outcome {
            status,
            output: output.to_owned(),
            stdout: String::new(),
            wall: Duration::ZERO,
        }
    }

    #[test]
    fn the_sentinel_is_read() {
        assert_eq!(sentinel("Godot\nENGINE TESTS: 12 passed, 1 failed\n"), Some((12, 1)));
        assert_eq!(sentinel("ENGINE TESTS: many"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_process_is_believed_only_when_all_is_well() {
        assert!(judge(&ended("PROCESS TEST: ok\n"), "PROCESS TEST: ok").is_ok());
        assert!(judge(&ended("nothing\n"), "PROCESS TEST: ok").is_err());
        let leak = "PROCESS TEST: ok\nWARNING: ObjectDB instances leaked at exit\n";
        assert!(judge(&ended(leak), "PROCESS TEST: ok").unwrap_err().contains("leaked"));
        let late = Outcome {
            status: None,
            ..ended("PROCESS TEST: ok\n")
        };
        assert!(judge(&late, "PROCESS TEST: ok").unwrap_err().contains("did not end"));
    }
}
