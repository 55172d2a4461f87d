//! The demo, walked: its scene is played by input events alone, from the court into the first room under ground, with the
//! software driver. `godot_project/walk/` says what it complains about.

use std::time::Duration;

use super::engine::{judge, play};
use super::{Context, Tally};
use crate::display::Software;
use crate::failure::Done;
use crate::import;

/// What the test is called.
pub const NAME: &str = "walk";

const LIMIT: Duration = Duration::from_secs(600);

/// Small, because only the character's pixels are counted.
const SIZE: &str = "320x180";

/// Walks. Time goes on by 1/20 s a frame, however long the frame takes.
pub fn run(context: &Context, software: &Software, tally: &mut Tally) -> Done {
    import::import(software.godot(), &context.checkout.demo())?;
    let mut command = software.command();
    command
        .args(["--resolution", SIZE, "--fixed-fps", "20", "--path"])
        .arg(context.checkout.demo())
        .args(["--", "--walk"]);
    context.configure(&mut command);
    let outcome = play(software.godot(), &mut command, LIMIT)?;
    // The demo prints no error of its own, so that any is one of the engine or of a script.
    let error = outcome.output.lines().find(|line| line.starts_with("ERROR"));
    let verdict = judge(&outcome, "WALK: ok").and_then(|()| match error {
        Some(line) => Err(format!("printed \"{}\"\n{}", line.trim(), outcome.tail(40))),
        None => Ok(()),
    });
    tally.check(NAME, verdict);
    Ok(())
}
