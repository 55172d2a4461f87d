//! What a user does with the package: unzip it into an empty project, open it, play, load a scene in a thread, export,
//! and start the exported game. Every step counts.

use std::fs;
use std::process::Command;
use std::time::Duration;

use super::engine::{judge, play};
use super::{Context, Tally};
use crate::cargo::Docs;
use crate::failure::{Done, Failure};
use crate::godot::Godot;
use crate::package::{self, archive};
use crate::progress::{Progress, note};
use crate::{export, import, links};

const LIMIT: Duration = Duration::from_secs(180);
const SENTINEL: &str = "DROP-IN: ok";

/// Packs, and follows the user.
pub fn run(context: &Context, tally: &mut Tally) -> Done {
    let godot = context.godot()?;
    context.ahead.wait();
    let zip = package::addon(&context.checkout, Docs::With, &mut Progress::new(3))?;
    let work = package::empty_work(&context.checkout, "drop_in")?;
    let project = work.join("project");
    let fixture = context.checkout.path("tests/fixtures/drop_in");
    links::copy(&fixture, &project).map_err(|error| Failure::io("copy", &fixture, &error))?;
    archive::unpack(&zip, &project)?;
    let complete = [
        "stonesight.gdextension",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "README.md",
        "shaders",
        "icons",
        "bin",
    ];
    let missing = complete
        .iter()
        .find(|name| !project.join("addons/stonesight").join(name).exists());
    tally.check(
        "drop-in: unpack",
        missing.map_or(Ok(()), |name| Err(format!("the package has no {name}"))),
    );
    let imported = import::import(godot, &project);
    tally.check("drop-in: import", imported.map_err(|failure| failure.to_string()));
    for (step, scene) in [("play", "res://main.tscn"), ("threaded load", "res://threaded.tscn")] {
        let mut command = godot.command();
        command
            .args(["--headless", "--audio-driver", "Dummy", "--path"])
            .arg(&project)
            .arg(scene);
        check(&format!("drop-in: {step}"), godot, &mut command, tally)?;
    }
    let game = match export::linux(godot, &project, &work.join("game"), "drop_in") {
        Ok(game) => game,
        Err(failure) if godot.root().is_none() && failure.to_string().contains("template") => {
            note("the installed Godot has no export templates: the export is not tested");
            return Ok(());
        }
        Err(failure) => return Err(failure),
    };
    tally.check("drop-in: export", Ok(()));
    // The exported game must need nothing of the project.
    fs::rename(&project, work.join("project.away")).map_err(|error| Failure::io("rename", &project, &error))?;
    let mut command = export::command(godot, &game, &context.cache)?;
    command.args(["--headless", "--audio-driver", "Dummy"]);
    check("drop-in: exported game", godot, &mut command, tally)
}

fn check(name: &str, godot: &Godot, command: &mut Command, tally: &mut Tally) -> Done {
    let outcome = play(godot, command, LIMIT)?;
    tally.check(name, judge(&outcome, SENTINEL));
    Ok(())
}
