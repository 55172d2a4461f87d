//! `cargo xtask COMMAND`: everything that is done with this checkout. Run without a command, it lists them.

mod cache;
mod display;
mod engine;
mod failure;
mod godot;
mod process;
mod progress;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use failure::{Done, Failure};

const COMMANDS: &str = "\
cargo xtask demo [-- GAME ARGS]         sets up what is missing, builds, runs the demo
cargo xtask test [--full] [NAME]        all tests; the last line is \"N passed, N failed\"
cargo xtask bench [NAME]                benchmarks, one JSON line a figure
cargo xtask shots --out DIR             renders the curated places to PNG, without a display too
cargo xtask package [--demo]            dist/stonesight-VERSION.zip; --demo: a runnable Linux demo
cargo xtask godot [--rendered] -- ARGS  runs the Godot that the other commands use";

fn main() -> ExitCode {
    process::install_interrupt();
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::from(failure.code())
        }
    }
}

fn dispatch(arguments: &[OsString]) -> Done {
    let Some((command, rest)) = arguments.split_first() else {
        println!("{COMMANDS}");
        return Ok(());
    };
    match command.to_str() {
        Some("godot") => engine::run(rest),
        Some("help" | "--help" | "-h") => {
            println!("{COMMANDS}");
            Ok(())
        }
        _ => Err(Failure::usage(format!(
            "unknown command {}: write demo, test, bench, shots, package or godot",
            command.display()
        ))),
    }
}
