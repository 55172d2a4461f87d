//! What a user may choose about a world, apart from its seed.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The smallest and the largest edge of a region in metres.
const SIZE_RANGE: RangeInclusive<f64> = 160.0..=2560.0;
/// The fewest and the most spaces above ground, and below it. Twelve is the least that has every kind.
const SPACES_RANGE: RangeInclusive<u32> = 12..=400;

/// What kind of place is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// A city grown from the seed, and the underground below it.
    #[default]
    City,
    /// The smallest world, of ten operations: a court on a hill, a stair down and a vaulted room. For first steps and tests;
    /// it has no plan and so no rooms.
    GroundFloor,
}

/// The choices that shape a world. Part of what a world is a function of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// What kind of place is made.
    pub layout: Layout,
    /// Edge of the region in metres, 160 to 2,560.
    pub size: f64,
    /// Spaces above ground, links not counted, 12 to 400. About 1,500 m² of the region each is comfortable.
    pub surface_spaces: u32,
    /// Spaces under ground, links not counted, 12 to 400.
    pub underground_spaces: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            layout: Layout::City,
            size: 640.0,
            surface_spaces: 18,
            underground_spaces: 18,
        }
    }
}

/// A value that no world can be made from, and what to write instead.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConfigError {
    /// `size` is out of range or no number.
    #[error("size is {0} m: write a size from {min} to {max} m", min = SIZE_RANGE.start(), max = SIZE_RANGE.end())]
    Size(f64),
    /// `surface_spaces` or `underground_spaces` is out of range.
    #[error("{name} is {value}: write a number from {min} to {max}", min = SPACES_RANGE.start(), max = SPACES_RANGE.end())]
    Spaces {
        /// The name of the value.
        name: &'static str,
        /// What was written.
        value: u32,
    },
}

impl Config {
    /// Checks every value.
    ///
    /// # Errors
    ///
    /// The first value that no world can be made from.
    pub fn check(&self) -> Result<(), ConfigError> {
        if !SIZE_RANGE.contains(&self.size) {
            return Err(ConfigError::Size(self.size));
        }
        for (name, value) in [
            ("surface_spaces", self.surface_spaces),
            ("underground_spaces", self.underground_spaces),
        ] {
            if !SPACES_RANGE.contains(&value) {
                return Err(ConfigError::Spaces { name, value });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_valid() {
        assert_eq!(Config::default().check(), Ok(()));
    }

    #[test]
    fn sizes_that_make_no_world_are_named() {
        for size in [-640.0, 0.0, 159.9, 2560.1, f64::INFINITY, f64::NAN] {
            let config = Config {
                size,
                ..Config::default()
            };
            let error = config.check().unwrap_err().to_string();
            assert!(error.contains("write a size from 160 to 2560 m"), "{error}");
        }
    }

    #[test]
    fn counts_that_make_no_world_are_named() {
        for count in [0, 11, 401, u32::MAX] {
            let config = Config {
                underground_spaces: count,
                ..Config::default()
            };
            let error = config.check().unwrap_err().to_string();
            assert!(
                error.contains("underground_spaces is") && error.contains("from 12 to 400"),
                "{error}"
            );
        }
    }
}
