//! The field relative to a chunk's corner, in batches.
//!
//! In: batches of points in `f32` relative to the corner. Out: their samples and gradients, by the operations that matter.

use glam::{DVec3, Vec3};

use super::combine::Totals;
use super::crowd::scan_each;
use super::distance::{Distances, Local};
use super::number::{Dual, Number};
use super::prune::{Active, scan, scan_all, scan_near};
use super::simd::{Kernel, Simd};
use super::{FAR, Field, Gradients, LANES, Points, Prepared, REACH, Samples};
use crate::lattice::OperationId;
use crate::program::Mode;

/// Differences of numbers on the anchor grid are exact in `f32` below this magnitude, in metres.
const EXACT: f64 = 4096.0;

/// How much further than asked [`Frame::near`] looks.
const SPARE: f32 = 1.25;

/// The field relative to an origin.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    field: &'a Field,
    origin: DVec3,
    level: u8,
    /// What its loops over lanes are compiled for.
    pub(super) simd: Simd,
}

impl<'a> Frame<'a> {
    pub(super) fn new(field: &'a Field, origin: DVec3, level: u8) -> Self {
        Self {
            field,
            origin,
            level,
            simd: Simd::best(),
        }
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

    /// As [`Frame::everything_into`], but only what matters near the surface: where the value is within ±`depth` metres, the list
    /// gives the field's own bits, and further off the right sign and some value beyond (see [`Active::is_exact`]). Far
    /// fewer operations are looked at, and far fewer matter: what happened in the next room is not among them.
    pub fn near(&self, depth: f32, low: Vec3, high: Vec3, into: &mut Active) {
        into.reset(FAR, low, high);
        scan_near(self.field, self.origin, depth * SPARE, into);
        // Many joins in one place wear `exact` off. Then the list must have everything.
        if into.exact < depth {
            self.everything_into(low, high, into);
        }
    }

    /// The operations of `from` that can matter in a smaller box, which must lie within the box of `from`.
    pub fn narrow(&self, from: &Active, low: Vec3, high: Vec3, into: &mut Active) {
        debug_assert!(
            low.cmpge(from.low).all() && high.cmple(from.high).all(),
            "not a smaller box"
        );
        into.restart(from, low, high);
        scan(self.field, self.origin, &from.operations, into);
        into.exact = from.exact;
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
            active.restart(from, low, high);
        }
        scan_each(self.field, self.origin, self.simd, &from.operations, into);
        into.iter_mut().for_each(|active| active.exact = from.exact);
    }

    /// Values and operations at points within the box of `active`.
    pub fn evaluate(&self, active: &Active, points: &Points, samples: &mut Samples) {
        let totals = self.totals::<LANES, LANES, true>(active, points);
        samples.value = totals.value;
        samples.operation = totals.operation;
    }

    /// The values of [`Frame::evaluate`] alone, bit for bit, at points that stand in `C` columns: those of point i lie over
    /// point i − C, with the same bits for x and z. A grid of samples is such, and what depends on the plan alone is asked once
    /// a column.
    pub fn values_in_columns<const C: usize>(&self, active: &Active, points: &Points, values: &mut [f32; LANES]) {
        *values = self.totals::<LANES, C, false>(active, points).value;
    }

    /// Values, operations and gradients at points within the box of `active`. The values are those of [`Frame::evaluate`],
    /// bit for bit.
    ///
    /// Where no join rounds it, the gradient is that of the operation which decides the value. So the values are found
    /// first, and then only the few operations that decide one are asked for their slope, which costs several times as much.
    pub fn evaluate_with_gradients<const W: usize>(
        &self,
        active: &Active,
        points: &Points<W>,
        samples: &mut Samples<W>,
        gradients: &mut Gradients<W>,
    ) {
        let totals = self.totals::<W, W, true>(active, points);
        if totals.blended.iter().any(|&blended| blended) {
            self.evaluate_by_slopes_alone(active, points, samples, gradients);
            return;
        }
        samples.value = totals.value;
        samples.operation = totals.operation;
        self.simd.run(Slopes {
            frame: self,
            active,
            points,
            operations: &totals.operation,
            gradients,
        });
    }

    /// As [`Frame::evaluate_with_gradients`], the same bits, by carrying the slopes through all operations.
    pub(super) fn evaluate_by_slopes_alone<const W: usize>(
        &self,
        active: &Active,
        points: &Points<W>,
        samples: &mut Samples<W>,
        gradients: &mut Gradients<W>,
    ) {
        let totals = self.totals_of::<Dual, W, W, true>(active, points);
        (samples.value, samples.operation) = (totals.value, totals.operation);
        (gradients.x, gradients.y, gradients.z) = (totals.x, totals.y, totals.z);
    }

    fn totals<const W: usize, const C: usize, const IDS: bool>(
        &self,
        active: &Active,
        points: &Points<W>,
    ) -> Totals<W> {
        self.simd.run(Values::<W, C, IDS> {
            frame: self,
            active,
            points,
        })
    }

    /// `IDS` says whether it is wanted which operations decide.
    #[inline(always)]
    fn totals_of<N: Number, const W: usize, const C: usize, const IDS: bool>(
        &self,
        active: &Active,
        points: &Points<W>,
    ) -> Totals<W> {
        let mut totals = Totals::new(active.start);
        let mut distances = Distances::default();
        let mut local = Points::default();
        for &index in &active.operations {
            let operation = &self.field.operations[index as usize];
            self.localise(active, operation, points, &mut local);
            operation.distance.fill::<N, W, C>(local.batch(), &mut distances);
            totals.apply::<N, IDS>(operation.mode, OperationId(index), &distances);
        }
        totals
    }

    /// Points relative to an operation's anchor.
    #[inline(always)]
    fn localise<const W: usize>(
        &self,
        active: &Active,
        operation: &Prepared,
        points: &Points<W>,
        local: &mut Points<W>,
    ) {
        let anchor = operation.anchor - self.origin;
        let furthest = anchor.abs() + active.low.abs().max(active.high.abs()).as_dvec3();
        if furthest.max_element() < EXACT {
            let anchor = anchor.as_vec3();
            for lane in 0..W {
                local.x[lane] = points.x[lane] - anchor.x;
                local.y[lane] = points.y[lane] - anchor.y;
                local.z[lane] = points.z[lane] - anchor.z;
            }
        } else {
            // Rounded once, from the exact difference: again the same from every frame.
            let difference = |point: f32, anchor: f64| (f64::from(point) - anchor).clamp(-REACH, REACH) as f32;
            for lane in 0..W {
                local.x[lane] = difference(points.x[lane], anchor.x);
                local.y[lane] = difference(points.y[lane], anchor.y);
                local.z[lane] = difference(points.z[lane], anchor.z);
            }
        }
    }
}

impl<const W: usize> Points<W> {
    /// The points as the distance functions take them.
    #[inline(always)]
    fn batch(&self) -> Local<'_, W> {
        Local {
            x: &self.x,
            y: &self.y,
            z: &self.z,
        }
    }
}

/// Values at a batch of points.
struct Values<'a, const W: usize, const C: usize, const IDS: bool> {
    frame: &'a Frame<'a>,
    active: &'a Active,
    points: &'a Points<W>,
}

impl<const W: usize, const C: usize, const IDS: bool> Kernel for Values<'_, W, C, IDS> {
    type Output = Totals<W>;

    #[inline(always)]
    fn run(self) -> Totals<W> {
        self.frame.totals_of::<f32, W, C, IDS>(self.active, self.points)
    }
}

/// Gradients at a batch of points whose values the operations decide.
struct Slopes<'a, const W: usize> {
    frame: &'a Frame<'a>,
    active: &'a Active,
    points: &'a Points<W>,
    operations: &'a [OperationId; W],
    gradients: &'a mut Gradients<W>,
}

impl<const W: usize> Kernel for Slopes<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (frame, gradients) = (self.frame, self.gradients);
        *gradients = Gradients::default();
        let mut distances = Distances::default();
        let mut local = Points::default();
        let mut left = [true; W];
        for first in 0..W {
            let id = self.operations[first];
            if !left[first] || id == OperationId::NONE {
                continue;
            }
            let operation = &frame.field.operations[id.0 as usize];
            frame.localise(self.active, operation, self.points, &mut local);
            operation.distance.fill::<Dual, W, W>(local.batch(), &mut distances);
            let sign = if operation.mode == Mode::Subtract { -1.0 } else { 1.0 };
            for (lane, left) in left.iter_mut().enumerate() {
                let decides = self.operations[lane] == id;
                *left &= !decides;
                let select = |own: f32, old: f32| if decides { own * sign } else { old };
                gradients.x[lane] = select(distances.x[lane], gradients.x[lane]);
                gradients.y[lane] = select(distances.y[lane], gradients.y[lane]);
                gradients.z[lane] = select(distances.z[lane], gradients.z[lane]);
            }
        }
    }
}
