//! Ids that make everything traceable: a triangle names its operation, an operation names its plan record.

use serde::{Deserialize, Serialize};

/// Names the plan record that a piece of the world came from. Stable for a seed and config.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RecordId(pub u32);

/// Names an operation by its place in the program. [`OperationId::NONE`] where nothing was built: air, or the void.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OperationId(pub u32);

impl OperationId {
    /// No operation: the untouched air that every program starts from.
    pub const NONE: OperationId = OperationId(u32::MAX);
}
