//! Which operations can matter in a box: the scan that makes the field fast.
//!
//! In: a list of operations in order, and a box. Out: the shortest prefix-free list that gives the same bits everywhere in the
//! box, and certain bounds of the value there. The scan keeps an interval of the value so far. An operation that cannot change it
//! is left out; one that decides the whole box drops all before it (order is history, so most of the past goes).
//! This is the region pruning of Keeter, "Massively parallel rendering of complex closed-form implicit surfaces" (SIGGRAPH
//! 2020), on a flat list, with Lipschitz bounds instead of interval arithmetic as in Barbier et al., "Lipschitz pruning" (Eurographics 2025).

use glam::{DVec3, Vec3};

use super::combine::{Effect, effect};
use super::distance::{Bounds, Distance, Extent, Interval, Local, ROUNDING};
use super::{FAR, Field, REACH};
use crate::program::Mode;

/// The operations that can matter in a box. Its buffer is reused by [`Frame::narrow`](super::Frame::narrow).
#[derive(Clone, Debug)]
pub struct Active {
    pub(super) operations: Vec<u32>,
    /// The value before the first of them.
    pub(super) start: f32,
    bounds: Interval,
    pub(super) low: Vec3,
    pub(super) high: Vec3,
}

impl Default for Active {
    /// No operations, in an empty box: something to narrow into.
    fn default() -> Self {
        Self {
            operations: Vec::new(),
            start: FAR,
            bounds: (FAR, FAR),
            low: Vec3::ZERO,
            high: Vec3::ZERO,
        }
    }
}

impl Active {
    /// Certain bounds of the field's value in the box, in metres: (low, high). Both above 0: nothing but air.
    /// Both below: nothing but solid.
    pub fn bounds(&self) -> (f32, f32) {
        self.bounds
    }

    /// How many operations can matter.
    pub fn len(&self) -> usize {
        self.operations.len()
    }

    /// Whether no operation matters: the box is untouched air.
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// All operations, in a box.
    #[cfg(test)]
    pub(super) fn unpruned(field: &Field, low: Vec3, high: Vec3) -> Self {
        let mut active = Self::default();
        active.reset(FAR, low, high);
        active.operations.extend(0..field.operations.len() as u32);
        active
    }

    /// Starts over, for a box relative to a frame's origin.
    pub(super) fn reset(&mut self, start: f32, low: Vec3, high: Vec3) {
        self.operations.clear();
        self.start = start;
        self.bounds = (start, start);
        self.low = low;
        self.high = high;
    }

    /// The middle of the box, and half its size: never less than the box, also after rounding.
    fn middle(&self) -> (Vec3, Vec3) {
        let half = (self.high - self.low) * 0.5 + (self.low.abs() + self.high.abs()) * f32::EPSILON;
        ((self.low + self.high) * 0.5, half)
    }

    /// Takes in the next operation in order of age, whose distances over the box lie in an interval.
    fn take(&mut self, index: u32, mode: Mode, distance: Interval) {
        match effect(mode, self.bounds, distance) {
            Effect::Nothing => {}
            Effect::Some(after) => {
                self.operations.push(index);
                self.bounds = after;
            }
            Effect::All { start, after } => {
                self.operations.clear();
                self.operations.push(index);
                self.start = start;
                self.bounds = after;
            }
        }
    }
}

/// Scans all operations in order of age for one box, which was reset.
pub(super) fn scan_all(field: &Field, origin: DVec3, active: &mut Active) {
    let mut look = Look::new(field, origin, active);
    let mut index = 0;
    while let Some(next) = field
        .clusters
        .next(index, active.bounds, look.middle, look.half.as_dvec3())
    {
        look.take(active, next as u32);
        index = next + 1;
    }
}

/// Scans the operations of a list for one box, which was reset.
pub(super) fn scan(field: &Field, origin: DVec3, indices: &[u32], active: &mut Active) {
    let mut look = Look::new(field, origin, active);
    for &index in indices {
        look.take(active, index);
    }
}

/// A look at one box, operation by operation.
struct Look<'a> {
    field: &'a Field,
    /// The middle of the box in world metres.
    middle: DVec3,
    half: Vec3,
    bounds: Bounds<1>,
}

impl<'a> Look<'a> {
    fn new(field: &'a Field, origin: DVec3, active: &Active) -> Self {
        let (middle, half) = active.middle();
        Self {
            field,
            middle: origin + middle.as_dvec3(),
            half,
            bounds: Bounds::default(),
        }
    }

    #[inline]
    fn take(&mut self, active: &mut Active, index: u32) {
        let site = &self.field.sites[index as usize];
        if site.out_of_reach(active.bounds, self.middle, self.half.as_dvec3()) {
            return;
        }
        let operation = &self.field.operations[index as usize];
        let centre = held(self.middle - operation.anchor);
        let centre = Local {
            x: &[centre.x],
            y: &[centre.y],
            z: &[centre.z],
        };
        operation.distance.bounds(centre, self.half, &mut self.bounds);
        active.take(index, operation.mode, (self.bounds.low[0], self.bounds.high[0]));
    }
}

/// Boxes that [`scan_each`] looks at together: 27 is what three to the side make.
const BOXES: usize = 32;

/// Scans the operations of a list for several boxes within its own, which were reset. Operation by operation over all boxes, in
/// vector code.
pub(super) fn scan_each(field: &Field, origin: DVec3, indices: &[u32], actives: &mut [Active]) {
    let mut bounds = Bounds::<BOXES>::default();
    for group in actives.chunks_mut(BOXES) {
        let (mut x, mut y, mut z) = ([0.0; BOXES], [0.0; BOXES], [0.0; BOXES]);
        let mut half = Vec3::ZERO;
        for (lane, active) in group.iter().enumerate() {
            let (middle, size) = active.middle();
            (x[lane], y[lane], z[lane]) = (middle.x, middle.y, middle.z);
            half = half.max(size);
        }
        let (mut cx, mut cy, mut cz) = (x, y, z);
        for &index in indices {
            let operation = &field.operations[index as usize];
            let offset = origin - operation.anchor;
            for lane in 0..BOXES {
                let point = DVec3::new(x[lane].into(), y[lane].into(), z[lane].into());
                let centre = held(point + offset);
                (cx[lane], cy[lane], cz[lane]) = (centre.x, centre.y, centre.z);
            }
            let centres = Local { x: &cx, y: &cy, z: &cz };
            operation.distance.bounds(centres, half, &mut bounds);
            for (lane, active) in group.iter_mut().enumerate() {
                active.take(index, operation.mode, (bounds.low[lane], bounds.high[lane]));
            }
        }
    }
}

/// A point relative to an anchor as the distance functions see it. Rounding may move it by half a millimetre at 8 km; the
/// slack of the bounds is more.
#[inline(always)]
fn held(point: DVec3) -> Vec3 {
    point.clamp(DVec3::splat(-REACH), DVec3::splat(REACH)).as_vec3()
}

/// Where an operation lies in the world: all that a first, cheap look needs, packed closely.
#[derive(Clone, Debug)]
pub(super) struct Site {
    low: DVec3,
    high: DVec3,
    /// How the value grows with the distance above and below.
    lift: f64,
    slack: f32,
    reach: Reach,
}

/// What makes an operation, or one of several, out of reach: how far off the box must be for the values there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Reach {
    /// Beyond the value, by the radius of a smooth union: something is added. Negative infinity where nothing is.
    adds: f32,
    /// Whether something is taken away.
    removes: bool,
    /// Whether something is intersected: that reaches everywhere.
    intersects: bool,
}

impl Reach {
    fn of(mode: Mode) -> Self {
        Self {
            adds: match mode {
                Mode::Union => 0.0,
                Mode::SmoothUnion { radius } => radius,
                Mode::Subtract | Mode::Intersect => f32::NEG_INFINITY,
            },
            removes: mode == Mode::Subtract,
            intersects: mode == Mode::Intersect,
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            adds: self.adds.max(other.adds),
            removes: self.removes || other.removes,
            intersects: self.intersects || other.intersects,
        }
    }
}

impl Site {
    pub(super) fn new(anchor: DVec3, mode: Mode, distance: &Distance) -> Self {
        let Extent { low, high, lift } = distance.extent();
        Self {
            low: anchor + low.as_dvec3(),
            high: anchor + high.as_dvec3(),
            lift: lift.into(),
            slack: distance.size() * ROUNDING,
            reach: Reach::of(mode),
        }
    }

    /// The box, as its low and high corner, outside of which the operation moves no surface.
    pub(super) fn reach(&self) -> (DVec3, DVec3) {
        let reach = if self.reach.intersects {
            f64::INFINITY
        } else {
            // A join moves the surface where both values are within k of each other and the smaller is at most k / 4.
            f64::from(self.reach.adds.max(0.0)) * 1.25
        };
        // A millimetre against the rounding of anchors far out.
        let reach = reach + 1.0e-3 + f64::from(self.slack);
        let reach = DVec3::new(reach, reach / self.lift, reach);
        (self.low - reach, self.high + reach)
    }

    /// Whether the operation is so far off that it changes nothing in a box with values in `value`.
    #[inline]
    pub(super) fn out_of_reach(&self, value: Interval, middle: DVec3, half: DVec3) -> bool {
        let gap = (self.low - middle).max(middle - self.high) - half;
        let gap = gap.x.max(gap.z).max(gap.y * self.lift).min(REACH * 0.5) as f32;
        // Only outside does the box promise anything.
        if gap <= 0.0 {
            return false;
        }
        let distance = gap - gap * ROUNDING - self.slack;
        !self.reach.intersects && distance - value.1 >= self.reach.adds && (!self.reach.removes || distance >= -value.0)
    }

    /// One site for several: out of reach where it is, all of them are.
    pub(super) fn around(sites: &[Self]) -> Option<Self> {
        sites.iter().cloned().reduce(|a, b| Self {
            low: a.low.min(b.low),
            high: a.high.max(b.high),
            lift: a.lift.min(b.lift),
            slack: a.slack.max(b.slack),
            reach: a.reach.and(b.reach),
        })
    }
}
