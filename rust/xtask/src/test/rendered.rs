//! Rendered tests: `res://render.gd` draws its poses with the software driver, and every picture is compared with the
//! one in `tests/golden/`. What differs is left in `tests/out/`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::engine::{judge, play};
use super::{Context, Tally, walk};
use crate::display::Software;
use crate::failure::{Done, Failure};
use crate::golden::{self, Picture};
use crate::process::Outcome;
use crate::progress::note;

const LIMIT: Duration = Duration::from_secs(600);

/// Of the window, and so of the pictures: enough to see a wrong joint, and a second or two a frame on two cores.
const SIZE: &str = "480x270";

/// Draws and compares; with `--bless` the pictures become the golden ones.
pub fn run(context: &Context, tally: &mut Tally) -> Done {
    let godot = context.ready_godot()?;
    let out = context.checkout.path("tests/out");
    empty(&out)?;
    let software = Software::start(godot, &context.cache)?;
    let mut command = software.command();
    command
        .args(["--resolution", SIZE, "--path"])
        .arg(context.checkout.tests())
        .args(["-s", "res://render.gd", "--"])
        .arg(&out);
    context.configure(&mut command);
    let outcome = play(software.godot(), &mut command, LIMIT)?;
    tally.check("render.gd", judge(&outcome, "RENDER: ok"));
    let versions = versions(&software, &outcome);
    let golden = context.checkout.path("tests/golden");
    if !context.bless && context.wants(walk::NAME) {
        walk::run(context, &software, tally)?;
    }
    if context.bless {
        return bless(&out, &golden, &versions, tally);
    }
    let blessed = fs::read_to_string(golden.join("VERSIONS.txt")).unwrap_or_default();
    if blessed != versions {
        note(&format!(
            "the golden pictures were drawn with other versions: {}",
            one_line(&blessed)
        ));
        note(&format!("this run: {}", one_line(&versions)));
    }
    let names: BTreeSet<String> = pictures(&golden)?.into_iter().chain(pictures(&out)?).collect();
    for name in names.iter().filter(|name| context.wants(name)) {
        tally.check(name, compare(&golden.join(name), &out.join(name), &out));
    }
    if names.is_empty() {
        tally.check("rendered", Err("there are no pictures at all".to_owned()));
    }
    Ok(())
}

fn compare(golden: &Path, actual: &Path, out: &Path) -> Result<(), String> {
    if !golden.is_file() {
        return Err("has no golden picture: look at it in tests/out, then write cargo xtask test --bless".to_owned());
    }
    let want = golden::read(golden)?;
    let have = golden::read(actual).map_err(|error| format!("was not rendered: {error}"))?;
    let found = golden::compare(&want, &have)?;
    if found.agrees() {
        // Only what differs stays to be looked at.
        return fs::remove_file(actual).map_err(|error| error.to_string());
    }
    let stem = actual.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    golden::write(&out.join(format!("{stem}_difference.png")), &found.picture)?;
    Err(format!(
        "{:.2} % of the pixels differ, by up to {} of 255: see tests/out/{stem}.png and {stem}_difference.png",
        found.share * 100.0,
        found.largest
    ))
}

fn bless(out: &Path, golden: &Path, versions: &str, tally: &mut Tally) -> Done {
    fs::create_dir_all(golden).map_err(|error| Failure::io("create", golden, &error))?;
    for name in pictures(out)? {
        let picture = golden::read(&out.join(&name));
        tally.check(&name, picture.and_then(|picture| adopt(&picture, &golden.join(&name))));
    }
    for (name, text) in [("VERSIONS.txt", versions), (".gdignore", "")] {
        let path = golden.join(name);
        fs::write(&path, text).map_err(|error| Failure::io("write", &path, &error))?;
    }
    Ok(())
}

fn adopt(picture: &Picture, path: &Path) -> Result<(), String> {
    if golden::is_flat(picture) {
        return Err("shows one colour: a picture of nothing would pin nothing".to_owned());
    }
    golden::write(path, picture)
}

/// Engine and driver, as the engine names them in its first lines.
fn versions(software: &Software, outcome: &Outcome) -> String {
    let driver = outcome
        .output
        .lines()
        .find(|line| line.contains("Using Device"))
        .unwrap_or("unknown driver")
        .trim();
    format!("Godot {}\n{driver}\n", software.godot().version())
}

fn one_line(text: &str) -> String {
    if text.is_empty() {
        "none are noted".to_owned()
    } else {
        text.trim().replace('\n', ", ")
    }
}

fn empty(folder: &Path) -> Done {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| Failure::io("remove", folder, &error))?;
    }
    // The tests project must not import what lies there.
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(folder.join(".gdignore"), ""))
        .map_err(|error| Failure::io("create", folder, &error))
}

fn pictures(folder: &Path) -> Done<Vec<String>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(|error| Failure::io("read", folder, &error))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let png = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "png");
    Ok(paths
        .filter(png)
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect())
}
