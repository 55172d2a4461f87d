//! Wrong input to the command line: exit code 2, one line on standard error, nothing on standard output.

use std::process::Command;
use std::time::Duration;

use super::{Context, Tally};
use crate::cargo::{self, Docs};
use crate::failure::{Done, Failure};
use crate::process;

const WRONG: [&[&str]; 8] = [
    &["mesh", "--seed", "twelve", "--level", "0"],
    &["mesh", "--seed", "-1", "--level", "0"],
    &["mesh", "--seed", "9223372036854775808", "--level", "0"],
    &["mesh", "--level", "0"],
    &["mesh", "--seed", "29", "--level", "99"],
    &["bench", "chunks", "--seed", "29", "--count", "-5"],
    &["bench", "nothing"],
    &["fly"],
];

/// Runs every wrong command line.
pub fn run(context: &Context, tally: &mut Tally) -> Done {
    cargo::build_release(&context.checkout, Docs::Without)?;
    let program = cargo::cli(&context.checkout, "release");
    for arguments in WRONG {
        let mut command = Command::new(&program);
        command.args(arguments);
        let outcome = process::capture(&mut command, Duration::from_secs(20), &|_| {});
        let outcome = outcome.map_err(|error| Failure::io("run", &program, &error))?;
        let code = outcome.status.and_then(|status| status.code());
        let right = code == Some(2) && outcome.stdout.is_empty() && outcome.output.lines().count() == 1;
        let why = || {
            format!(
                "should exit 2 with one line that says what to write: {}\n{}",
                outcome.ending(),
                outcome.tail(5)
            )
        };
        tally.check(
            &format!("stonesight {}", arguments.join(" ")),
            right.then_some(()).ok_or_else(why),
        );
    }
    Ok(())
}
