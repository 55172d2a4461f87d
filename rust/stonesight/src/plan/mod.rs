//! The plan: which spaces exist, where and how high. In: a seed and a [`Config`]. Out: records, no geometry.

mod config;

pub use config::{Config, ConfigError};
