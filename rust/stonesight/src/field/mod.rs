//! The field: value and operation at any point of a world, pruned exactly per region.
//!
//! In: a [`Program`]. Out: a [`Field`], which answers for single points ([`Field::sample`]) and, through a [`Frame`], for
//! batches of [`LANES`] points relative to a chunk's corner.

mod frame;
mod sketch;

pub use frame::{Active, Frame};

use glam::DVec3;

use crate::lattice::OperationId;
use crate::program::Program;

/// Points in a batch.
pub const LANES: usize = 64;

/// The value of untouched air in metres: far from everything.
pub const FAR: f32 = 1.0e4;

/// A batch of points, in metres relative to a frame's origin.
#[derive(Clone, Debug)]
pub struct Points {
    /// Towards +X.
    pub x: [f32; LANES],
    /// Upwards.
    pub y: [f32; LANES],
    /// Towards +Z.
    pub z: [f32; LANES],
}

impl Default for Points {
    fn default() -> Self {
        Self {
            x: [0.0; LANES],
            y: [0.0; LANES],
            z: [0.0; LANES],
        }
    }
}

/// What the field is at a batch of points.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Signed distance bound in metres, negative inside solid. Always finite.
    pub value: [f32; LANES],
    /// The operation that decides the value; [`OperationId::NONE`] in untouched air.
    pub operation: [OperationId; LANES],
}

impl Default for Samples {
    fn default() -> Self {
        Self {
            value: [FAR; LANES],
            operation: [OperationId::NONE; LANES],
        }
    }
}

/// How the value changes at a batch of points, per metre along each axis. Points out of the solid, about unit length
/// at a surface; zero where it is not defined (centres, axes, untouched air).
#[derive(Clone, Debug)]
pub struct Gradients {
    /// Along X.
    pub x: [f32; LANES],
    /// Along Y.
    pub y: [f32; LANES],
    /// Along Z.
    pub z: [f32; LANES],
}

impl Default for Gradients {
    fn default() -> Self {
        Self {
            x: [0.0; LANES],
            y: [0.0; LANES],
            z: [0.0; LANES],
        }
    }
}

/// What the field is at one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Signed distance bound in metres, negative inside solid. Always finite.
    pub value: f32,
    /// The operation that decides the value; [`OperationId::NONE`] in untouched air.
    pub operation: OperationId,
}

/// An operation that no field can be made from.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("operation {index} (record {record}): {reason}")]
pub struct FieldError {
    /// Its place in the program.
    pub index: usize,
    /// Number of the plan record that it realises.
    pub record: u32,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

/// The field of a program.
#[derive(Clone, Debug)]
pub struct Field {
    program: Program,
}

impl Field {
    /// Prepares a program for evaluation.
    ///
    /// # Errors
    ///
    /// The first operation that has no field.
    pub fn new(program: Program) -> Result<Self, FieldError> {
        Ok(Self { program })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Value and operation at a point in world metres. Every operation is asked: this is the reference for everything faster.
    pub fn sample(&self, point: DVec3) -> Sample {
        sketch::sample(&self.program, point)
    }

    /// A view of the field relative to `origin`, the corner of a chunk of `level`.
    pub fn frame(&self, origin: DVec3, level: u8) -> Frame<'_> {
        Frame::new(self, origin, level)
    }
}
