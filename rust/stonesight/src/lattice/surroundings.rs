//! How the places of a chunk's size around a chunk are divided: what a chunk must know of its neighbours to meet them
//! without a hole.

use serde::{Deserialize, Serialize};

/// Which of the 26 places of its own size around a chunk are divided into finer chunks, and which are a part of a coarser one.
///
/// A place is named by its steps (−1, 0 or 1) along x, y and z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Surroundings {
    finer: u32,
    coarser: u32,
}

impl Surroundings {
    /// All of the chunk's own level.
    pub const EVEN: Self = Self { finer: 0, coarser: 0 };

    /// Whether all are of the chunk's own level.
    pub fn is_even(self) -> bool {
        self == Self::EVEN
    }

    /// Whether the place at some steps is divided into finer chunks.
    pub fn finer(self, steps: [i32; 3]) -> bool {
        self.finer >> bit(steps) & 1 != 0
    }

    /// Whether the place at some steps is a part of a coarser chunk.
    pub fn coarser(self, steps: [i32; 3]) -> bool {
        self.coarser >> bit(steps) & 1 != 0
    }

    /// Notes that the place at some steps is divided into finer chunks.
    pub fn set_finer(&mut self, steps: [i32; 3]) {
        self.finer |= 1 << bit(steps);
    }

    /// Notes that the place at some steps is a part of a coarser chunk.
    pub fn set_coarser(&mut self, steps: [i32; 3]) {
        self.coarser |= 1 << bit(steps);
    }

    /// From a mask for each: bit `x + 1 + 3 (y + 1) + 9 (z + 1)` for the place at steps x, y and z. The chunk itself counts for neither.
    pub fn from_masks(finer: u32, coarser: u32) -> Self {
        let around = !(1 << bit([0; 3])) & ((1 << 27) - 1);
        Self {
            finer: finer & around,
            coarser: coarser & around,
        }
    }

    /// The steps to all places around a chunk.
    pub fn around() -> impl Iterator<Item = [i32; 3]> {
        let steps = |place: i32| [place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1];
        (0..27).map(steps).filter(|steps| *steps != [0; 3])
    }
}

fn bit([x, y, z]: [i32; 3]) -> u32 {
    (x + 1 + 3 * (y + 1) + 9 * (z + 1)) as u32
}
