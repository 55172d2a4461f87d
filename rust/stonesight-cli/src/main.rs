//! The command `stonesight`: worlds without an engine, for scripts, measurements and tests.
//!
//! In: arguments. Out: figures on standard output, as text or (`--json`) as one JSON object and nothing else; progress goes to
//! standard error. A wrong argument ends with code 2 and one line that says what to write instead; a world that cannot be
//! made ends with code 1.

mod arguments;
mod audit;
mod bench;
mod glb;
mod mesh;
mod pieces;
mod plan;
mod region;
mod seams;

use std::process::ExitCode;

use serde::Serialize;

const USAGE: &str = "\
stonesight plan  --seed N [--json] [--svg FILE] [--out FILE]
stonesight plan  --in FILE [--json] [--svg FILE]
stonesight audit --seed N [--json]
stonesight mesh  --seed N --level L [--radius METRES] [--threads T] [--out FILE.glb] [--json]
stonesight bench chunks --seed N [--count K] [--json]
stonesight bench plans  --seed N [--count K] [--json]   the figures of `plan` over K seeds from N on
stonesight bench detail --seed N [--count K] [--json]   the choice of levels of detail around a runner, and seams
stonesight bench edits  --seed N [--count K] [--json]   strokes of a brush

Each takes a config: --layout city | ground-floor, --size METRES (160 to 2560, 640 by default),
--surface-spaces N and --underground-spaces N (12 to 6000; 0, the default: as many as suit the size).";

/// Why there is no result.
#[derive(Debug)]
enum Failure {
    /// An argument is wrong; what to write instead.
    Argument(String),
    /// The world could not be made.
    World(String),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Argument(line)) => {
            eprintln!("{line}");
            ExitCode::from(2)
        }
        Err(Failure::World(line)) => {
            eprintln!("{line}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Failure> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["help" | "-h" | "--help", ..] => {
            println!("{USAGE}");
            Ok(())
        }
        ["plan", rest @ ..] => plan::run(rest),
        ["audit", rest @ ..] => audit::run(rest),
        ["mesh", rest @ ..] => mesh::run(rest),
        ["bench", "chunks", rest @ ..] => bench::chunks::run(rest),
        ["bench", "plans", rest @ ..] => bench::plans::run(rest),
        ["bench", "detail", rest @ ..] => bench::detail::run(rest),
        ["bench", "edits", rest @ ..] => bench::edits::run(rest),
        ["bench", ..] => Err(Failure::Argument(
            "`bench` needs what to measure: write `bench chunks`, `bench plans`, `bench detail` or `bench edits`"
                .into(),
        )),
        [] => Err(Failure::Argument(
            "a command is missing: write `plan`, `audit`, `mesh` or `bench`".into(),
        )),
        [other, ..] => Err(Failure::Argument(format!(
            "`{}` is not a command: write `plan`, `audit`, `mesh` or `bench`",
            arguments::shown(other)
        ))),
    }
}

/// Prints a result: as one JSON object, or as a line for each of its figures.
fn print(result: &impl Serialize, json: bool) -> Result<(), Failure> {
    let value = serde_json::to_value(result).map_err(|error| Failure::World(error.to_string()))?;
    match value {
        serde_json::Value::Object(figures) if !json => {
            for (name, figure) in figures {
                println!("{name:<18} {figure}");
            }
        }
        value => println!("{value}"),
    }
    Ok(())
}
