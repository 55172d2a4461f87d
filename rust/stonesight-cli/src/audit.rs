//! `stonesight audit`: floods what one can walk on in the finished world of a seed.

use std::time::Instant;

use serde::Serialize;
use stonesight::audit::{Report, audit};
use stonesight::field::Field;
use stonesight::plan::Plan;
use stonesight::program::from_plan;

use crate::arguments::{Known, Options, SEEDS};
use crate::{Failure, print};

const OPTIONS: [Known; 2] = [Known::value("--seed"), Known::flag("--json")];

#[derive(Serialize)]
struct Figures {
    #[serde(flatten)]
    report: Report,
    seconds: f64,
}

pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let options = Options::parse("audit", &OPTIONS, words)?;
    let seed = options.number("--seed", SEEDS, None)?;
    let start = Instant::now();
    let plan = Plan::new(seed, &options.city()?).map_err(|error| Failure::World(error.to_string()))?;
    let field = Field::new(from_plan(&plan)).map_err(|error| Failure::World(error.to_string()))?;
    eprintln!("walking through {} spaces", plan.rooms.all().len());
    let report = audit(&plan, &field);
    let seconds = start.elapsed().as_secs_f64();
    print(&Figures { report, seconds }, options.flag("--json"))
}
