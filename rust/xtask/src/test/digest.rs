//! The law of equal bits: one world meshed by a debug and a release build, with one thread and with two.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::{Context, Tally};
use crate::cargo::{self, Docs};
use crate::failure::{Done, Failure};
use crate::process;

const LIMIT: Duration = Duration::from_secs(400);

/// Compares the digests that the command line prints.
pub fn run(context: &Context, tally: &mut Tally) -> Done {
    context.ahead.wait();
    let debug = cargo::build_debug_cli(&context.checkout)?;
    cargo::build_release(&context.checkout, Docs::With)?;
    let release = cargo::cli(&context.checkout, "release");
    let want = digest(context, &release, "1")?;
    for (name, program, threads) in [
        ("release, 2 threads", &release, "2"),
        ("debug, 1 thread", &debug, "1"),
        ("debug, 2 threads", &debug, "2"),
    ] {
        let have = digest(context, program, threads);
        let same = have.map_err(|failure| failure.to_string()).and_then(|have| {
            let why = || format!("is {have}, and with a release build and 1 thread {want}");
            (have == want).then_some(()).ok_or_else(why)
        });
        tally.check(&format!("digest, {name}"), same);
    }
    Ok(())
}

fn digest(context: &Context, program: &Path, threads: &str) -> Done<String> {
    let mut command = Command::new(program);
    command.args(["mesh", "--seed", "29", "--level", "0", "--threads", threads, "--json"]);
    // The middle of a village: city, cellars and ways, in half a minute also without optimisation.
    command.args(["--radius", "25", "--surface-spaces", "18", "--underground-spaces", "18"]);
    context.configure(&mut command);
    let outcome = process::collect(&mut command, LIMIT);
    let outcome = outcome.map_err(|error| Failure::io("run", program, &error))?;
    let value: Option<serde_json::Value> = serde_json::from_str(&outcome.stdout).ok();
    match value.as_ref().and_then(|value| value["digest"].as_str()) {
        Some(digest) if outcome.success() => Ok(digest.to_owned()),
        _ => Err(Failure::step(format!(
            "stonesight mesh printed no digest: {}\n{}",
            outcome.ending(),
            outcome.tail(10)
        ))),
    }
}
