//! Ids that make everything traceable: a triangle names its operation, an operation names its plan record.

use serde::{Deserialize, Serialize};

/// Names the plan record that a piece of the world came from. Stable for a seed and config.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RecordId(pub u32);

/// Marks the records of strokes: no plan has so many.
const STROKE: u32 = 1 << 31;

impl RecordId {
    /// The record of a player's stroke, by its number among all strokes.
    pub fn of_stroke(number: u32) -> Self {
        Self(number | STROKE)
    }

    /// The number of the stroke, where this is the record of one.
    pub fn stroke(self) -> Option<u32> {
        (self.0 & STROKE != 0).then_some(self.0 & !STROKE)
    }
}

/// Names an operation by its place in the program. [`OperationId::NONE`] where nothing was built: air, or the void.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OperationId(pub u32);

impl OperationId {
    /// No operation: the untouched air that every program starts from.
    pub const NONE: OperationId = OperationId(u32::MAX);
}
