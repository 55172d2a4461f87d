//! The field relative to a chunk's corner, in batches.
//!
//! In: batches of points in `f32` relative to the corner. Out: their samples and gradients, by the operations that matter.

use glam::{DVec3, Vec3};

use super::combine::Totals;
use super::distance::{Distances, Local};
use super::number::{Dual, Number};
use super::prune::{Active, scan, scan_all, scan_each};
use super::{FAR, Field, Gradients, LANES, Points, REACH, Samples};
use crate::lattice::OperationId;

/// Differences of numbers on the anchor grid are exact in `f32` below this magnitude, in metres.
const EXACT: f64 = 4096.0;

/// The field relative to an origin.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    field: &'a Field,
    origin: DVec3,
    level: u8,
}

impl<'a> Frame<'a> {
    pub(super) fn new(field: &'a Field, origin: DVec3, level: u8) -> Self {
        Self { field, origin, level }
    }

    /// The field that is looked at.
    pub fn field(&self) -> &'a Field {
        self.field
    }

    /// The origin in world metres.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// The level of detail that is asked for.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// The operations that can matter between two corners of a box, in metres relative to the origin.
    pub fn everything(&self, low: Vec3, high: Vec3) -> Active {
        let mut active = Active::default();
        self.everything_into(low, high, &mut active);
        active
    }

    /// As [`Frame::everything`], reusing a buffer.
    pub fn everything_into(&self, low: Vec3, high: Vec3, into: &mut Active) {
        into.reset(FAR, low, high);
        scan_all(self.field, self.origin, into);
    }

    /// The operations of `from` that can matter in a smaller box, which must lie within the box of `from`.
    pub fn narrow(&self, from: &Active, low: Vec3, high: Vec3, into: &mut Active) {
        debug_assert!(
            low.cmpge(from.low).all() && high.cmple(from.high).all(),
            "not a smaller box"
        );
        into.reset(from.start, low, high);
        scan(self.field, self.origin, &from.operations, into);
    }

    /// As [`Frame::narrow`] for several boxes of about one size (low and high corners), each into the list at its place: several
    /// times faster than one after the other. Best with up to 32 boxes, as the 27 that a box divided in three makes.
    pub fn narrow_each(&self, from: &Active, boxes: &[[Vec3; 2]], into: &mut [Active]) {
        assert_eq!(boxes.len(), into.len(), "one list per box");
        for (&[low, high], active) in boxes.iter().zip(into.iter_mut()) {
            debug_assert!(
                low.cmpge(from.low).all() && high.cmple(from.high).all(),
                "not a smaller box"
            );
            active.reset(from.start, low, high);
        }
        scan_each(self.field, self.origin, &from.operations, into);
    }

    /// Values and operations at points within the box of `active`.
    pub fn evaluate(&self, active: &Active, points: &Points, samples: &mut Samples) {
        let totals = self.totals::<f32, false>(active, points);
        samples.value = totals.value;
        samples.operation = totals.operation;
    }

    /// Values, operations and gradients at points within the box of `active`. The values are those of [`Frame::evaluate`],
    /// bit for bit.
    pub fn evaluate_with_gradients(
        &self,
        active: &Active,
        points: &Points,
        samples: &mut Samples,
        gradients: &mut Gradients,
    ) {
        let totals = self.totals::<Dual, true>(active, points);
        samples.value = totals.value;
        samples.operation = totals.operation;
        gradients.x = totals.x;
        gradients.y = totals.y;
        gradients.z = totals.z;
    }

    #[inline(always)]
    fn totals<N: Number, const GRADIENT: bool>(&self, active: &Active, points: &Points) -> Totals<LANES> {
        let mut totals = Totals::new(active.start);
        let mut distances = Distances::default();
        let mut local = Points::default();
        for &index in &active.operations {
            let operation = &self.field.operations[index as usize];
            let anchor = operation.anchor - self.origin;
            let furthest = (active.low.as_dvec3() - anchor)
                .abs()
                .max((active.high.as_dvec3() - anchor).abs())
                .max(anchor.abs())
                .max_element();
            if furthest < EXACT {
                let anchor = anchor.as_vec3();
                for lane in 0..LANES {
                    local.x[lane] = points.x[lane] - anchor.x;
                    local.y[lane] = points.y[lane] - anchor.y;
                    local.z[lane] = points.z[lane] - anchor.z;
                }
            } else {
                // Rounded once, from the exact difference: again the same from every frame.
                let difference = |point: f32, anchor: f64| (f64::from(point) - anchor).clamp(-REACH, REACH) as f32;
                for lane in 0..LANES {
                    local.x[lane] = difference(points.x[lane], anchor.x);
                    local.y[lane] = difference(points.y[lane], anchor.y);
                    local.z[lane] = difference(points.z[lane], anchor.z);
                }
            }
            let batch = Local {
                x: &local.x,
                y: &local.y,
                z: &local.z,
            };
            operation.distance.fill::<N, LANES>(batch, &mut distances);
            totals.apply::<GRADIENT>(operation.mode, OperationId(index), &distances);
        }
        totals
    }
}
