//! What a user may choose about a world, apart from its seed.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The smallest and the largest edge of a region in metres.
const SIZE_RANGE: RangeInclusive<f64> = 160.0..=2560.0;
/// The fewest and the most spaces above ground, and below it. Twelve is the least that has every kind.
const SPACES_RANGE: RangeInclusive<u32> = 12..=6000;
/// Spaces above ground and below it in a region of 640 m, where the config leaves the number open: above ground that is
/// a built-up city with room for its hills.
const SPACES: [f64; 2] = [180.0, 345.0];
const SPACES_SIZE: f64 = 640.0;
/// The least ground that a space takes with its links and hills, in m²: above ground, and below it, where they lie over one
/// another; and the border of the region in metres where none lies above ground. So many grow from some seeds, with luck (22 spaces in
/// 160 m, 122 in 320 m); 30 and 160 never did.
const LEAST_AREA: [f64; 2] = [640.0, 450.0];
const BORDER: [f64; 2] = [20.0, 0.0];

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
    /// Spaces above ground, links not counted: 12 to 6,000, or 0 for as many as suit the size (180 in 640 m).
    pub surface_spaces: u32,
    /// Rooms and ways under ground: 12 to 6,000, or 0 for as many as suit the size (345 in 640 m).
    pub underground_spaces: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            layout: Layout::City,
            size: 640.0,
            surface_spaces: 0,
            underground_spaces: 0,
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
    #[error("{name} is {value}: write a number from {min} to {max}, or 0 for as many as suit the size", min = SPACES_RANGE.start(), max = SPACES_RANGE.end())]
    Spaces {
        /// The name of the value.
        name: &'static str,
        /// What was written.
        value: u32,
    },
    /// More spaces than the region has ground for.
    #[error("{name} is {value}, too many for a region of {size} m: write at most {most}, or a larger size")]
    Crowded {
        /// The name of the value.
        name: &'static str,
        /// What was written.
        value: u32,
        /// Edge of the region in metres.
        size: f64,
        /// How many it has ground for.
        most: u32,
    },
}

impl Config {
    /// A village: 18 spaces above ground and 44 rooms and ways below it, in a region of 640 m. Grows in a moment; for first steps and tests.
    pub fn village() -> Self {
        Self {
            surface_spaces: 18,
            underground_spaces: 44,
            ..Self::default()
        }
    }

    /// Checks every value.
    ///
    /// # Errors
    ///
    /// The first value that no world can be made from.
    pub fn check(&self) -> Result<(), ConfigError> {
        if !SIZE_RANGE.contains(&self.size) {
            return Err(ConfigError::Size(self.size));
        }
        for (name, value, area, border) in [
            ("surface_spaces", self.surface_spaces, LEAST_AREA[0], BORDER[0]),
            ("underground_spaces", self.underground_spaces, LEAST_AREA[1], BORDER[1]),
        ] {
            if value == 0 {
                continue;
            }
            if !SPACES_RANGE.contains(&value) {
                return Err(ConfigError::Spaces { name, value });
            }
            let (size, edge) = (self.size, self.size - 2.0 * border);
            let most = (edge * edge / area) as u32;
            if value > most {
                return Err(ConfigError::Crowded {
                    name,
                    value,
                    size,
                    most,
                });
            }
        }
        Ok(())
    }

    /// Spaces above ground: as written, or as many as suit the size.
    pub fn surface(&self) -> usize {
        self.spaces(self.surface_spaces, SPACES[0])
    }

    /// Spaces under ground: as written, or as many as suit the size.
    pub fn underground(&self) -> usize {
        self.spaces(self.underground_spaces, SPACES[1])
    }

    fn spaces(&self, written: u32, suits: f64) -> usize {
        let scale = self.size / SPACES_SIZE;
        match written {
            0 => ((suits * scale * scale).round() as usize).max(*SPACES_RANGE.start() as usize),
            written => written as usize,
        }
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
        for count in [1, 11, 6001, u32::MAX] {
            let config = Config {
                underground_spaces: count,
                ..Config::default()
            };
            let error = config.check().unwrap_err().to_string();
            assert!(
                error.contains("underground_spaces is") && error.contains("from 12 to 6000"),
                "{error}"
            );
        }
    }

    #[test]
    fn open_numbers_follow_the_size_and_impossible_ones_are_refused() {
        let of = |size, surface_spaces| Config {
            size,
            surface_spaces,
            ..Config::default()
        };
        assert_eq!((of(640.0, 0).surface(), of(640.0, 0).underground()), (180, 345));
        assert_eq!((of(160.0, 0).surface(), of(160.0, 0).underground()), (12, 22));
        assert_eq!((of(2560.0, 0).surface(), of(2560.0, 30).surface()), (2880, 30));
        let error = of(160.0, 100).check().unwrap_err().to_string();
        assert!(error.contains("write at most 22, or a larger size"), "{error}");
    }
}
