//! `stonesight plan`: grows the plan of a seed, builds its program, and draws or writes it where that is asked for.

use std::time::Instant;

use serde::Serialize;
use stonesight::plan::{Config, Place, Plan, Space, svg};
use stonesight::program::{Summary, from_plan};
use stonesight::room::{Door, Room};

use crate::arguments::{Known, Options, SEEDS};
use crate::{Failure, print};

const OPTIONS: [Known; 4] = [
    Known {
        name: "--seed",
        takes_value: true,
    },
    Known {
        name: "--svg",
        takes_value: true,
    },
    Known {
        name: "--out",
        takes_value: true,
    },
    Known {
        name: "--json",
        takes_value: false,
    },
];

/// The records of a plan, as they are written to a file.
#[derive(Serialize)]
struct Records<'a> {
    seed: u64,
    rooms: &'a [Room],
    doors: &'a [Door],
    spaces: &'a [Space],
    places: &'a [Place],
}

pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let options = Options::parse("plan", &OPTIONS, words)?;
    let seed = options.number("--seed", SEEDS, None)?;
    let start = Instant::now();
    let plan = Plan::new(seed, &Config::default()).map_err(|error| Failure::World(error.to_string()))?;
    let program = from_plan(&plan);
    let seconds = start.elapsed().as_secs_f64();
    if let Some(path) = options.text("--svg") {
        write(path, svg(&plan).as_bytes())?;
    }
    if let Some(path) = options.text("--out") {
        let records = Records {
            seed,
            rooms: plan.rooms.all(),
            doors: plan.rooms.doors(),
            spaces: &plan.spaces,
            places: &plan.places,
        };
        let text = serde_json::to_vec_pretty(&records).map_err(|error| Failure::World(error.to_string()))?;
        write(path, &text)?;
    }
    print(&Summary::of(&plan, &program, seconds), options.flag("--json"))
}

fn write(path: &str, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::World(format!("{path} cannot be written: {error}")))?;
    eprintln!("wrote {path}");
    Ok(())
}
