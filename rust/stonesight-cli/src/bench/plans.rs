//! `stonesight bench plans`: the figures of many plans, and how long they take, on one thread.

use std::collections::BTreeMap;
use std::time::Instant;

use serde::Serialize;
use serde_json::Value;
use stonesight::plan::Plan;
use stonesight::program::{Summary, from_plan};

use super::Spread;
use crate::arguments::{Known, Options, SEEDS};
use crate::{Failure, print};

const OPTIONS: [Known; 3] = [Known::value("--seed"), Known::value("--count"), Known::flag("--json")];

#[derive(Serialize)]
struct Figures {
    /// The first seed.
    seed: u64,
    /// Plans that were grown.
    count: usize,
    /// Seeds that gave no plan, and why.
    failed: BTreeMap<u64, String>,
    seconds: Spread,
    /// The least and the most of every figure that is a number.
    range: BTreeMap<String, [f64; 2]>,
    /// The seeds of the least and the most.
    seeds: BTreeMap<String, [u64; 2]>,
}

pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let options = Options::parse("bench plans", &OPTIONS, words)?;
    let seed = options.number("--seed", SEEDS, None)?;
    let count = options.number("--count", 1..=100_000, Some(20))?;
    let config = options.city()?;
    let mut figures = Figures {
        seed,
        count: 0,
        failed: BTreeMap::new(),
        seconds: Spread::of(Vec::new()),
        range: BTreeMap::new(),
        seeds: BTreeMap::new(),
    };
    let mut times = Vec::new();
    for seed in (seed..=*SEEDS.end()).take(count as usize) {
        let start = Instant::now();
        let plan = match Plan::new(seed, &config) {
            Ok(plan) => plan,
            Err(error) => {
                figures.failed.insert(seed, error.to_string());
                continue;
            }
        };
        let program = from_plan(&plan);
        times.push(start.elapsed().as_secs_f64());
        figures.count += 1;
        let summary = Summary::of(&plan, &program, start.elapsed().as_secs_f64());
        let value = serde_json::to_value(&summary).map_err(|error| Failure::World(error.to_string()))?;
        figures.add("", &value, seed);
    }
    figures.seconds = Spread::of(times);
    print(&figures, options.flag("--json"))
}

impl Figures {
    /// Takes in the numbers of a value, with the names of the objects that they lie in.
    fn add(&mut self, name: &str, value: &Value, seed: u64) {
        match value {
            Value::Number(number) => {
                let number = number.as_f64().unwrap_or(0.0);
                let range = self.range.entry(name.to_owned()).or_insert([number; 2]);
                let seeds = self.seeds.entry(name.to_owned()).or_insert([seed; 2]);
                if number < range[0] {
                    (range[0], seeds[0]) = (number, seed);
                }
                if number > range[1] {
                    (range[1], seeds[1]) = (number, seed);
                }
            }
            Value::Object(fields) => {
                for (field, value) in fields {
                    let name = if name.is_empty() {
                        field.clone()
                    } else {
                        format!("{name}.{field}")
                    };
                    self.add(&name, value, seed);
                }
            }
            _ => {}
        }
    }
}
