//! The sewers: brick-vaulted cisterns under the lowest courts, and the trunk far below that collects from them.
//!
//! In: a city. Out: cisterns with ways down from courts, tunnels between them ([`dig`]); then, once what lies deeper has
//! claimed its place, the freight trunk and round shafts down to it ([`trunk`]).

mod descent;
mod drain;
mod main_collector;
mod tree;
mod vault;

use super::dice::Dice;
use super::growth::Growth;
use super::route::{Rock, TRUNK, TUNNEL, scaled};
use super::{Config, PlanError};
use crate::room::Kind;

/// Ways down from courts, cisterns without one, loops of tunnels, and shafts to the trunk, in a city of 180 spaces.
const DESCENTS: f64 = 8.0;
const SPARE: f64 = 2.0;
const DRAINS: f64 = 3.0;

/// Layouts of the sewers that are tried under one city: much cheaper than another city.
const LAYOUTS: usize = 6;

/// Digs cisterns with their ways down, and the tunnels between them.
pub(super) fn dig(growth: &mut Growth, config: &Config, dice: Dice) -> Result<(), PlanError> {
    let city = growth.draft.clone();
    let mut last = Ok(());
    for layout in 0..LAYOUTS {
        last = dig_once(growth, config, dice.at(layout));
        if last.is_ok() {
            break;
        }
        growth.draft = city.clone();
    }
    last
}

fn dig_once(growth: &mut Growth, config: &Config, dice: Dice) -> Result<(), PlanError> {
    let courts = vault::lowest_courts(growth);
    let wanted = scaled(config, DESCENTS);
    let mut left = Vec::new();
    let mut dug = 0;
    for (i, &court) in courts.iter().enumerate() {
        if dug < wanted && descent::dig(growth, court, dice.at(1).at(i)) {
            dug += 1;
        } else {
            left.push(court);
        }
    }
    if dug < wanted {
        return Err(PlanError::NoWay("a way from a court down into the sewers"));
    }
    let spare = scaled(config, SPARE);
    let mut placed = 0;
    for (i, court) in left.into_iter().enumerate() {
        if placed < spare && vault::under(growth, court, dice.at(2).at(i)) {
            placed += 1;
        }
    }
    let mut rock = Rock::new(growth, config.size, &TUNNEL, seed(dice));
    tree::join(growth, &mut rock, dice.at(3))
}

/// Lays the trunk, and sinks the shafts that lead down to it.
pub(super) fn trunk(growth: &mut Growth, config: &Config, dice: Dice) -> Result<(), PlanError> {
    let mut rock = Rock::new(growth, config.size, &TRUNK, seed(dice));
    let order = drain::order(growth);
    let wanted = scaled(config, DRAINS);
    main_collector::lay(growth, &mut rock, &order[..wanted.min(order.len())], dice.at(1))?;
    let mut sunk = 0;
    for (i, cistern) in order.into_iter().enumerate() {
        if sunk < wanted && drain::sink(growth, &mut rock, cistern, dice.at(2).at(i)) {
            sunk += 1;
        }
    }
    if sunk < wanted {
        return Err(PlanError::NoWay("a shaft from the sewers down to the trunk"));
    }
    Ok(())
}

/// The cisterns.
fn cisterns(growth: &Growth) -> Vec<usize> {
    let rooms = growth.draft.rooms.iter().enumerate();
    rooms
        .filter(|(_, room)| room.kind == Kind::Sewer)
        .map(|(i, _)| i)
        .collect()
}

fn seed(dice: Dice) -> u64 {
    (dice.unit(0) * 9_007_199_254_740_992.0) as u64
}

#[cfg(test)]
mod tests;
