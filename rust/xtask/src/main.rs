//! `cargo xtask COMMAND`: everything that is done with this checkout. Run without a command, it lists them.

mod bench;
mod cache;
mod cargo;
mod checkout;
mod demo;
mod display;
mod engine;
mod export;
mod failure;
mod godot;
mod golden;
mod import;
mod links;
mod package;
mod process;
mod progress;
mod shots;
mod test;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use failure::{Done, Failure};

const COMMANDS: &str = "\
cargo xtask demo [-- GAME ARGS]         sets up what is missing, builds, runs the demo
cargo xtask test [--full] [NAME]        all tests, or those called NAME; the last line is \"N passed, N failed\"
cargo xtask bench [NAME]                benchmarks, one JSON line a figure
cargo xtask shots --out DIR             renders the curated places to PNG, without a display too
cargo xtask package [--demo]            dist/stonesight-VERSION.zip; --demo: a runnable Linux demo
cargo xtask godot [--rendered] -- ARGS  runs the Godot that the other commands use";

fn main() -> ExitCode {
    process::install_interrupt();
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Quiet) => ExitCode::from(Failure::Quiet.code()),
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
        Some("demo") => demo::run(rest),
        Some("test") => test::run(rest),
        Some("bench") => bench::run(rest),
        Some("shots") => shots::run(rest),
        Some("package") => package::run(rest),
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
