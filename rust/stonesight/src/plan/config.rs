//! What a user may choose about a world, apart from its seed.

use serde::{Deserialize, Serialize};

/// The smallest and the largest edge of a region in metres.
const SIZE_RANGE: std::ops::RangeInclusive<f64> = 160.0..=2560.0;

/// The choices that shape a world. Part of what a world is a function of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Edge of the region in metres, 160 to 2,560.
    pub size: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self { size: 640.0 }
    }
}

/// A value that no world can be made from, and what to write instead.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConfigError {
    /// `size` is out of range or no number.
    #[error("size is {0} m: write a size from {min} to {max} m", min = SIZE_RANGE.start(), max = SIZE_RANGE.end())]
    Size(f64),
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
            let error = Config { size }.check().unwrap_err().to_string();
            assert!(error.contains("write a size from 160 to 2560 m"), "{error}");
        }
    }
}
