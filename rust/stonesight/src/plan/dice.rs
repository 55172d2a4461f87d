//! The dice of the plan: numbers that depend on the seed, the attempt and what is being decided, and on nothing else.

use crate::lattice::{hash, unit};

/// The stream of hashes that belongs to the plan; the terrain's octaves use small coordinates of their own.
const PLAN: i64 = 0x706c_616e;

/// A place in the tree of decisions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    /// The dice of one attempt to plan a seed.
    pub fn new(seed: u64, attempt: u32) -> Self {
        Self(hash(seed, &[PLAN, i64::from(attempt)]))
    }

    /// The dice of a decision below this one.
    pub fn at(self, index: usize) -> Self {
        Self(hash(self.0, &[-1, index as i64]))
    }

    /// A number in [0, 1).
    pub fn unit(self, salt: i64) -> f64 {
        unit(hash(self.0, &[salt]))
    }

    /// A number in [low, high), in steps of a quarter metre.
    pub fn metres(self, salt: i64, low: f64, high: f64) -> f64 {
        ((low + (high - low) * self.unit(salt)) * 4.0).round() / 4.0
    }

    /// A number in [low, high).
    pub fn range(self, salt: i64, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit(salt)
    }

    /// A number from 0 to `count` − 1; 0 where `count` is 0.
    pub fn pick(self, salt: i64, count: usize) -> usize {
        ((self.unit(salt) * count as f64) as usize).min(count.saturating_sub(1))
    }

    /// True with a probability.
    pub fn chance(self, salt: i64, probability: f64) -> bool {
        self.unit(salt) < probability
    }

    /// Puts a list in random order (Fisher and Yates).
    pub fn shuffle<T>(self, salt: i64, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.pick(salt + i as i64, i + 1));
        }
    }
}
