//! The field: value and operation at any point of a world, pruned exactly per region.
//!
//! In: a [`Program`]. Out: a [`Field`], which answers for single points ([`Field::sample`]) and, through a [`Frame`], for
//! batches of [`LANES`] points relative to a chunk's corner.
//!
//! # What the value is
//!
//! Before the first operation the world is air: the value is [`FAR`] and the operation [`OperationId::NONE`]. Each
//! operation with distance d then changes the value v in its turn, and owns the point when it decides the value:
//!
//! | mode | value | owns the point when |
//! |---|---|---|
//! | union | min(v, d) | d < v |
//! | subtract | max(v, −d) | −d > v |
//! | intersect | max(v, d) | d > v |
//! | smooth union over k | min(v, d) − h² / 4k, with h = max(k − \|v − d\|, 0) | d < v |
//!
//! The last is the quadratic smooth minimum (Quilez, "Smooth minimum", 2013): where v and d are k apart or more it is the
//! hard minimum, bit for bit. Values are metres, negative inside solid; at a surface they change by one a metre. Further off
//! they are a bound: the distance to the surface is at least value / L, with L = 1 for all shapes but helix ramps and
//! terrain (see `distance`). It may be more, where a later operation took the nearest surface away.
//!
//! # The same bits from everywhere
//!
//! Each distance is computed in `f32` from "point minus anchor". For points on the anchor grid (see
//! [`crate::lattice::snap`]) that difference is exact or correctly rounded whichever frame asks, so value, operation and gradient are
//! the same bits from any chunk. Pruning leaves out only what cannot change a bit.

mod check;
mod cluster;
mod combine;
mod crowd;
mod distance;
mod frame;
mod number;
mod prune;
mod simd;
mod site;
#[cfg(test)]
mod tests;
mod tree;

pub use check::{FieldError, Problem};
pub use frame::Frame;
pub use prune::Active;

use glam::DVec3;

use crate::lattice::OperationId;
use crate::program::{Mode, Operation, Program};

use cluster::Clusters;
use combine::Totals;
use distance::{Distance, Distances, Local};
use site::Site;
use tree::Tree;

/// Points in a batch.
pub const LANES: usize = 64;

/// The value of untouched air in metres: far from everything.
pub const FAR: f32 = 1.0e4;

/// A batch of points, in metres relative to a frame's origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Points<const W: usize = LANES> {
    /// Towards +X.
    pub x: [f32; W],
    /// Upwards.
    pub y: [f32; W],
    /// Towards +Z.
    pub z: [f32; W],
}

impl<const W: usize> Default for Points<W> {
    fn default() -> Self {
        Self {
            x: [0.0; W],
            y: [0.0; W],
            z: [0.0; W],
        }
    }
}

/// What the field is at a batch of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples<const W: usize = LANES> {
    /// Signed distance bound in metres, negative inside solid. Always finite.
    pub value: [f32; W],
    /// The operation that decides the value; [`OperationId::NONE`] in untouched air.
    pub operation: [OperationId; W],
}

impl<const W: usize> Default for Samples<W> {
    fn default() -> Self {
        Self {
            value: [FAR; W],
            operation: [OperationId::NONE; W],
        }
    }
}

/// How the value changes at a batch of points, per metre along each axis. Points out of the solid, of unit length at a
/// surface (shorter in a smooth join); zero where it is not defined: centres, axes, untouched air.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradients<const W: usize = LANES> {
    /// Along X.
    pub x: [f32; W],
    /// Along Y.
    pub y: [f32; W],
    /// Along Z.
    pub z: [f32; W],
}

impl<const W: usize> Default for Gradients<W> {
    fn default() -> Self {
        Self {
            x: [0.0; W],
            y: [0.0; W],
            z: [0.0; W],
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

/// An operation made ready.
#[derive(Clone, Debug)]
struct Prepared {
    distance: Distance,
    mode: Mode,
    anchor: DVec3,
}

/// The field of a program.
#[derive(Clone, Debug)]
pub struct Field {
    program: Program,
    operations: Vec<Prepared>,
    sites: Vec<Site>,
    clusters: Clusters,
    tree: Tree,
}

impl Field {
    /// Prepares a program for evaluation.
    ///
    /// # Errors
    ///
    /// The first operation that has no field: a number that is none, a size out of range, an outline that is no polygon,
    /// a height field without heights, an anchor off the grid.
    pub fn new(program: Program) -> Result<Self, FieldError> {
        Self::extend(
            Self {
                program: Program::default(),
                operations: Vec::new(),
                sites: Vec::new(),
                clusters: Clusters::new(&[]),
                tree: Tree::new(&[]),
            },
            program.operations,
        )
    }

    /// The field of the program with more operations after its own: the same bits as of a longer program. What there is is not
    /// prepared again; some two milliseconds in a city.
    ///
    /// # Errors
    ///
    /// The first of the new operations that has no field.
    pub fn with_operations(&self, more: impl IntoIterator<Item = Operation>) -> Result<Self, FieldError> {
        Self::extend(self.clone(), more.into_iter().collect())
    }

    fn extend(mut field: Self, more: Vec<Operation>) -> Result<Self, FieldError> {
        let first = field.operations.len();
        field.program.operations.extend(more);
        check::check(&field.program, first)?;
        for operation in &field.program.operations[first..] {
            let prepared = Prepared {
                distance: Distance::new(&operation.shape),
                mode: operation.mode,
                anchor: operation.anchor,
            };
            field
                .sites
                .push(Site::new(prepared.anchor, prepared.mode, &prepared.distance));
            field.operations.push(prepared);
        }
        field.clusters = Clusters::new(&field.sites);
        field.tree = Tree::new(&field.sites);
        Ok(field)
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Value and operation at a point in world metres, which is not moved to any grid. Asks the operations that can matter
    /// there, some microseconds in a city.
    pub fn sample(&self, point: DVec3) -> Sample {
        let mut totals = Totals::<1>::new(FAR);
        let mut index = 0;
        loop {
            let value = (totals.value[0], totals.value[0]);
            let Some(next) = self.clusters.next(index, value, point, DVec3::ZERO) else {
                break;
            };
            if !self.sites[next].out_of_reach(value, point, DVec3::ZERO) {
                self.apply_at(next, point, &mut totals);
            }
            index = next + 1;
        }
        Sample {
            value: totals.value[0],
            operation: totals.operation[0],
        }
    }

    /// As [`Field::sample`], the same bits, by asking every operation: the reference for everything faster.
    pub fn sample_unpruned(&self, point: DVec3) -> Sample {
        let mut totals = Totals::<1>::new(FAR);
        for index in 0..self.operations.len() {
            self.apply_at(index, point, &mut totals);
        }
        Sample {
            value: totals.value[0],
            operation: totals.operation[0],
        }
    }

    fn apply_at(&self, index: usize, point: DVec3, totals: &mut Totals<1>) {
        let operation = &self.operations[index];
        let local = (point - operation.anchor)
            .clamp(DVec3::splat(-REACH), DVec3::splat(REACH))
            .as_vec3();
        let local = Local {
            x: &[local.x],
            y: &[local.y],
            z: &[local.z],
        };
        let mut distances = Distances::default();
        operation.distance.fill::<f32, 1, 1>(local, &mut distances);
        totals.apply::<f32, true>(operation.mode, OperationId(index as u32), &distances);
    }

    /// A view of the field relative to `origin`, the corner of a chunk of `level`.
    pub fn frame(&self, origin: DVec3, level: u8) -> Frame<'_> {
        Frame::new(self, origin, level)
    }

    /// The box, as its low and high corner in world metres, outside of which an operation moves no surface. It reaches to
    /// infinity for an intersection and, along x and z and down, for terrain. `None` for ids of another program.
    pub fn extent(&self, id: OperationId) -> Option<(DVec3, DVec3)> {
        self.sites.get(id.0 as usize).map(Site::reach)
    }
}

/// Distances along an axis beyond which a point is taken to be this far, in metres: squares stay finite.
const REACH: f64 = 1.0e6;
