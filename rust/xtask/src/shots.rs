//! `cargo xtask shots --out DIR [--kinds] [--software]`: the demo renders its curated places to PNG files.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::cache::Cache;
use crate::cargo::{self, Docs};
use crate::checkout::Checkout;
use crate::display::{self, Software};
use crate::failure::{Done, Failure};
use crate::process::{self, Watch};
use crate::progress::{Progress, note};
use crate::{godot, import, links};

const USAGE: &str = "write cargo xtask shots --out DIR [--kinds] [--software]";

/// The software driver needs about ten seconds a picture on two cores.
const LIMIT: Duration = Duration::from_secs(1800);

/// Builds, imports, renders on the display or without one, and lists the files written.
///
/// # Errors
/// One message; also when the demo ends without having written a picture.
pub fn run(arguments: &[OsString]) -> Done {
    let Orders {
        folder,
        kinds,
        software: forced,
    } = parse(arguments)?;
    let checkout = Checkout::find()?;
    let cache = Cache::locate()?;
    let mut progress = Progress::new(5);
    progress.step("Preparing the folder");
    fs::create_dir_all(&folder).map_err(|error| Failure::io("create", &folder, &error))?;
    let folder = fs::canonicalize(&folder).map_err(|error| Failure::io("read", &folder, &error))?;
    let before = pictures(&folder);
    progress.step("Looking for Godot");
    let godot = godot::find(&cache)?;
    note(&format!("Godot {} in {}", godot.version(), godot.program().display()));
    progress.step("Building the library");
    links::repair(&checkout)?;
    cargo::build_release(&checkout, Docs::With)?;
    progress.step("Importing the project");
    import::import(&godot, &checkout.demo())?;
    progress.step("Rendering");
    let software = if forced || !display::present() {
        Some(Software::start(&godot, &cache)?)
    } else {
        None
    };
    let mut command = match &software {
        Some(software) => software.command(),
        None => {
            let mut command = godot.command();
            display::aim_at_screen(&godot, &mut command);
            command
        }
    };
    command
        .arg("--path")
        .arg(checkout.demo())
        .args(["--", "--shots"])
        .arg(&folder);
    if kinds {
        command.arg("--kinds");
    }
    let outcome = process::capture(&mut command, LIMIT, &|line| {
        note(line);
        Watch::Continue
    });
    let outcome = outcome.map_err(|error| Failure::io("run", godot.program(), &error))?;
    let written: Vec<PathBuf> = pictures(&folder)
        .into_iter()
        .filter(|(path, time)| before.get(path) != Some(time))
        .map(|(path, _)| path)
        .collect();
    for path in &written {
        println!("{}", path.display());
    }
    if !outcome.success() {
        return Err(Failure::step(format!(
            "the demo failed after {} pictures: {}",
            written.len(),
            outcome.ending()
        )));
    }
    if written.is_empty() {
        return Err(Failure::step(
            "the demo ended without a picture: what it printed is above",
        ));
    }
    eprintln!("{} pictures in {}", written.len(), folder.display());
    Ok(())
}

/// What was asked for.
struct Orders {
    folder: PathBuf,
    /// One of every kind of space, in place of the curated ones.
    kinds: bool,
    /// The software driver, also where there is a display.
    software: bool,
}

fn parse(arguments: &[OsString]) -> Done<Orders> {
    let (mut folder, mut kinds, mut software) = (None, false, false);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.to_str() {
            Some("--software") => software = true,
            Some("--kinds") => kinds = true,
            Some("--out") => match rest.next() {
                Some(value) => folder = Some(PathBuf::from(value)),
                None => return Err(Failure::usage(format!("--out needs a folder: {USAGE}"))),
            },
            _ => {
                return Err(Failure::usage(format!(
                    "unknown argument {}: {USAGE}",
                    argument.display()
                )));
            }
        }
    }
    match folder {
        Some(folder) => Ok(Orders {
            folder,
            kinds,
            software,
        }),
        None => Err(Failure::usage(format!("--out is missing: {USAGE}"))),
    }
}

/// The PNG files of a folder and when each was written.
fn pictures(folder: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let entries = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let png = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "png");
    entries
        .filter(png)
        .filter_map(|path| Some((path.clone(), path.metadata().ok()?.modified().ok()?)))
        .collect()
}
