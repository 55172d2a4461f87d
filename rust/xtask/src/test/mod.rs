//! `cargo xtask test [--full] [--bless] [NAME]`: Rust, engine, rendered and drop-in tests. The last line on standard
//! output is `N passed, N failed`, summed over everything.
//!
//! NAME picks the steps whose name contains it. A NAME that no step has is handed to the Rust tests, the engine tests,
//! the process tests and the golden pictures as a filter.

mod ahead;
mod digest;
mod drop_in;
mod engine;
mod rendered;
mod rust;
mod tally;
mod walk;

use std::cell::OnceCell;
use std::ffi::OsString;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use ahead::Ahead;
use tally::Tally;

use crate::cache::Cache;
use crate::cargo::{self, Docs};
use crate::checkout::Checkout;
use crate::failure::{Done, Failure};
use crate::godot::{self, Godot};
use crate::import;
use crate::links;
use crate::progress::{Progress, note};

type Step = fn(&Context, &mut Tally) -> Done;

/// Every step, in the order in which a mistake is found soonest.
const STEPS: [(&str, &str, Step); 9] = [
    ("format", "Formatting", rust::format),
    ("lints", "Lints", rust::lints),
    ("rust", "Tests of the core and the command line", rust::tests),
    ("xtask", "Tests of xtask: wrong input, missing things", rust::xtask),
    (
        "digest",
        "The same world from debug and release builds, one thread and two",
        digest::run,
    ),
    ("engine", "Tests in the engine", engine::run),
    ("process", "Tests that need a process of their own", engine::processes),
    ("rendered", "Rendered pictures", rendered::run),
    ("drop_in", "The package in an empty project", drop_in::run),
];

/// What the steps share. Engine and library are made by the first step that needs them.
pub struct Context {
    checkout: Checkout,
    cache: Cache,
    full: bool,
    bless: bool,
    filter: Option<String>,
    ahead: Ahead,
    godot: OnceCell<Result<Godot, String>>,
    project: OnceCell<Result<(), String>>,
}

impl Context {
    /// Environment of every test process: whether to run the full sets, and the seed of the sampled part.
    fn configure(&self, command: &mut Command) {
        if self.full {
            command.env("STONESIGHT_FULL", "1");
        }
        command.env("STONESIGHT_SAMPLE", sample_seed().to_string());
    }

    fn godot(&self) -> Done<&Godot> {
        let found = self.godot.get_or_init(|| {
            let found = godot::find(&self.cache).map_err(|failure| failure.to_string())?;
            note(&format!("Godot {} in {}", found.version(), found.program().display()));
            Ok(found)
        });
        found.as_ref().map_err(Failure::step)
    }

    /// The engine with library and tests project ready.
    fn ready_godot(&self) -> Done<&Godot> {
        let godot = self.godot()?;
        let ready = self.project.get_or_init(|| {
            let prepare = || {
                links::repair(&self.checkout)?;
                self.ahead.wait();
                cargo::build_release(&self.checkout, Docs::With)?;
                import::import(godot, &self.checkout.tests())
            };
            prepare().map_err(|failure| failure.to_string())
        });
        ready.clone().map_err(Failure::step)?;
        Ok(godot)
    }

    /// Whether a name passes the filter.
    fn wants(&self, name: &str) -> bool {
        self.filter.as_ref().is_none_or(|filter| name.contains(filter.as_str()))
    }
}

/// The date as a number: samples move from day to day, and a run can be repeated by setting STONESIGHT_SAMPLE.
fn sample_seed() -> u64 {
    let given = std::env::var("STONESIGHT_SAMPLE")
        .ok()
        .and_then(|text| text.parse().ok());
    let days = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs() / 86_400)
    };
    given.unwrap_or_else(days)
}

/// Runs the tests.
///
/// # Errors
/// A wrong argument, or a failed test.
pub fn run(arguments: &[OsString]) -> Done {
    let usage = || {
        let names: Vec<&str> = STEPS.iter().map(|(name, ..)| *name).collect();
        format!(
            "write cargo xtask test [--full] [--bless] [NAME]; steps are {}",
            names.join(", ")
        )
    };
    let (mut full, mut bless, mut name) = (false, false, None);
    for argument in arguments {
        match argument.to_str() {
            Some("--full") => full = true,
            Some("--bless") => bless = true,
            Some(text) if !text.starts_with('-') && name.is_none() => name = Some(text.to_owned()),
            _ => {
                return Err(Failure::usage(format!(
                    "unknown argument {}: {}",
                    argument.display(),
                    usage()
                )));
            }
        }
    }
    if bless && name.is_none() {
        name = Some("rendered".to_owned());
    }
    let filterable = ["rust", "engine", "process", "rendered"];
    let named: Vec<&(&str, &str, Step)> = STEPS
        .iter()
        .filter(|(step, ..)| name.as_ref().is_none_or(|name| step.contains(name.as_str())))
        .collect();
    let (steps, filter) = if named.is_empty() {
        (
            STEPS.iter().filter(|(step, ..)| filterable.contains(step)).collect(),
            name,
        )
    } else {
        (named, None)
    };
    let checkout = Checkout::find()?;
    let ahead = if steps.len() == STEPS.len() {
        Ahead::start(&checkout)
    } else {
        Ahead::idle()
    };
    let (godot, project) = (OnceCell::new(), OnceCell::new());
    let context = Context {
        checkout,
        cache: Cache::locate()?,
        full,
        bless,
        filter,
        ahead,
        godot,
        project,
    };
    let mut progress = Progress::new(steps.len());
    let mut tally = Tally::default();
    note(&format!("sampled sets: STONESIGHT_SAMPLE={}", sample_seed()));
    for (name, title, step) in steps {
        progress.step(&format!("{title} ({name})"));
        tally.step(name, |tally| {
            if let Err(failure) = step(&context, tally) {
                tally.check(name, Err(failure.to_string()));
            }
        });
    }
    context.ahead.wait();
    if tally.finish() { Ok(()) } else { Err(Failure::Quiet) }
}
