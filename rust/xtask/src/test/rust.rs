//! Formatting, lints and the Rust tests, by cargo.

use std::path::Path;
use std::time::Duration;

use super::{Context, Tally};
use crate::cargo;
use crate::failure::{Done, Failure};
use crate::process::{self, Outcome};

/// Builds included: a clean clone compiles the engine's bindings here.
const LIMIT: Duration = Duration::from_secs(1500);

/// `cargo fmt --check`.
pub fn format(context: &Context, tally: &mut Tally) -> Done {
    let outcome = run(context, &["fmt", "--all", "--", "--check"])?;
    let why = || format!("write cargo fmt\n{}", outcome.tail(30));
    tally.check("format", outcome.success().then_some(()).ok_or_else(why));
    Ok(())
}

/// `cargo clippy`, warnings denied.
pub fn lints(context: &Context, tally: &mut Tally) -> Done {
    let outcome = run(
        context,
        &[
            "clippy",
            "--quiet",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
    )?;
    tally.check(
        "lints",
        outcome
            .success()
            .then_some(())
            .ok_or_else(|| format!("\n{}", outcome.tail(60))),
    );
    Ok(())
}

/// The tests of core and command line, in the dev profile. Both packages in one selection, as the digest step builds
/// them, so that nothing is built twice.
pub fn tests(context: &Context, tally: &mut Tally) -> Done {
    count(
        "rust",
        context,
        tally,
        &["test", "-p", "stonesight", "-p", "stonesight-cli", "--no-fail-fast"],
    )
}

/// xtask's own tests, in the profile that it runs in: its dependencies are built already.
pub fn xtask(context: &Context, tally: &mut Tally) -> Done {
    count(
        "xtask",
        context,
        tally,
        &["test", "--profile", "xtask", "-p", "xtask", "--no-fail-fast"],
    )
}

fn count(name: &str, context: &Context, tally: &mut Tally, arguments: &[&str]) -> Done {
    let filter: Vec<&str> = context.filter.as_deref().into_iter().collect();
    let outcome = run(context, &[arguments, &filter].concat())?;
    let (passed, failed) = results(&outcome.output);
    tally.add(name, passed, failed);
    if failed > 0 {
        eprint!("{}", failing(&outcome.output));
    } else if !outcome.success() {
        tally.check(name, Err(format!("{}\n{}", outcome.ending(), outcome.tail(60))));
    }
    Ok(())
}

fn run(context: &Context, arguments: &[&str]) -> Done<Outcome> {
    let mut command = cargo::command(&context.checkout);
    context.configure(command.args(arguments));
    process::collect(&mut command, LIMIT).map_err(|error| Failure::io("run", Path::new("cargo"), &error))
}

/// Sums cargo's `test result: ok. 3 passed; 0 failed; ...` lines.
fn results(output: &str) -> (usize, usize) {
    let number = |line: &str, word: &str| {
        let before = line.split(word).next()?;
        before.split_whitespace().last()?.parse::<usize>().ok()
    };
    let lines = output.lines().filter(|line| line.starts_with("test result:"));
    lines.fold((0, 0), |(passed, failed), line| {
        (
            passed + number(line, " passed").unwrap_or(0),
            failed + number(line, " failed").unwrap_or(0),
        )
    })
}

/// The names and messages of failed tests: what stands between `failures:` and the next result line.
fn failing(output: &str) -> String {
    let mut inside = false;
    let mut text = String::new();
    for line in output.lines() {
        inside = (inside || line == "failures:") && !line.starts_with("test result:");
        if inside {
            text += &format!("      | {line}\n");
        }
    }
    text
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn results_are_summed() {
        let output = "running 2 tests\ntest a ... ok\ntest result: ok. 2 passed; 0 failed; 1 ignored; 0 measured\n\
            failures:\n\n---- b ----\nboom\ntest result: FAILED. 10 passed; 3 failed; 0 ignored\n";
        assert_eq!(results(output), (12, 3));
        assert!(failing(output).contains("boom") && !failing(output).contains("test a"));
    }
}
