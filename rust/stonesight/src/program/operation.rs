//! One step in the building of a place.

use glam::DVec3;

use super::{Material, Shape};
use crate::lattice::{RecordId, snap};

/// How an operation changes what stood before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// Adds the shape.
    Union,
    /// Carves the shape away.
    Subtract,
    /// Keeps only what lies in the shape.
    Intersect,
    /// Adds the shape, with the join rounded over `radius` metres (> 0).
    SmoothUnion {
        /// Width of the blend in metres.
        radius: f32,
    },
}

/// A shape, what is done with it, and why it is there.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// The shape, relative to `anchor`.
    pub shape: Shape,
    /// What is done with it.
    pub mode: Mode,
    /// The material of the surfaces it makes.
    pub material: Material,
    /// The plan record that it realises.
    pub record: RecordId,
    /// Where it stands, in world metres on the anchor grid (see [`crate::lattice::snap`]).
    pub anchor: DVec3,
}

impl Operation {
    /// An operation; `anchor` is moved to the anchor grid.
    pub fn new(mode: Mode, shape: Shape, anchor: DVec3, material: Material, record: RecordId) -> Self {
        Self {
            shape,
            mode,
            material,
            record,
            anchor: snap(anchor),
        }
    }
}
