//! `stonesight plan`: grows the plan of a seed, or reads one from a file, builds its program, and draws or writes it where
//! that is asked for.

use std::time::Instant;

use serde::Serialize;
use stonesight::plan::{Plan, file, svg};
use stonesight::program::{Scarce, Summary, from_plan, scarce};

use crate::arguments::{Known, Options, SEEDS};
use crate::{Failure, print};

const OPTIONS: [Known; 6] = [
    Known::value("--seed"),
    Known::value("--svg"),
    Known::value("--out"),
    Known::value("--in"),
    Known::flag("--records"),
    Known::flag("--json"),
];

/// What is printed.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    summary: Summary,
    /// Records that few operations realise, and why that is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<Vec<Scarce>>,
}

pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let options = Options::parse("plan", &OPTIONS, words)?;
    let start = Instant::now();
    let plan = match options.text("--in") {
        Some(path) => read(path)?,
        None => {
            let seed = options.number("--seed", SEEDS, None)?;
            let config = options.city()?;
            Plan::new(seed, &config).map_err(|error| Failure::World(error.to_string()))?
        }
    };
    let program = from_plan(&plan);
    let seconds = start.elapsed().as_secs_f64();
    if let Some(path) = options.text("--svg") {
        write(path, svg(&plan).as_bytes())?;
    }
    if let Some(path) = options.text("--out") {
        write(path, &file::write(&plan))?;
    }
    let report = Report {
        summary: Summary::of(&plan, &program, seconds),
        records: options.flag("--records").then(|| scarce(&plan, &program)),
    };
    print(&report, options.flag("--json"))
}

fn read(path: &str) -> Result<Plan, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::World(format!("{path} cannot be read: {error}")))?;
    file::read(&bytes).map_err(|error| Failure::World(format!("{path} is not used: {error}")))
}

fn write(path: &str, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::World(format!("{path} cannot be written: {error}")))?;
    eprintln!("wrote {path}");
    Ok(())
}
