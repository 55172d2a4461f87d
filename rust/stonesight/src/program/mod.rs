//! The program: the ordered list of solid operations that builds a world.
//!
//! In: a plan. Out: a [`Program`], whose order is history: later operations cut through earlier ones, and a surface belongs
//! to the operation that made it.

mod digest;
mod from_plan;
mod ground_floor;
mod material;
mod operation;
mod scarce;
mod shape;
mod summary;

pub use digest::digest;
pub use from_plan::from_plan;
pub use ground_floor::ground_floor;
pub use material::Material;
pub use operation::{Mode, Operation};
pub use scarce::{Scarce, scarce};
pub use shape::{HeightField, Shape, SlopedPlane, Span, Yaw};
pub use summary::{Routes, Summary};

use crate::lattice::OperationId;

/// What a world is built by, in the order in which it was built. The world before the first operation is air.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The operations; an [`OperationId`] is an index into them.
    pub operations: Vec<Operation>,
}

impl Program {
    /// The operation with an id; `None` for [`OperationId::NONE`] and for ids of another program.
    pub fn operation(&self, id: OperationId) -> Option<&Operation> {
        self.operations.get(id.0 as usize)
    }
}
