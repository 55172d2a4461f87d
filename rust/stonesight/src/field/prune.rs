//! Which operations can matter in a box: the scan that makes the field fast.
//!
//! In: a list of operations in order, and a box. Out: the shortest prefix-free list that gives the same bits everywhere in the
//! box, and certain bounds of the value there. The scan keeps an interval of the value so far. An operation that cannot change it
//! is left out; one that decides the whole box drops all before it (order is history, so most of the past goes).
//! This is the region pruning of Keeter, "Massively parallel rendering of complex closed-form implicit surfaces" (SIGGRAPH
//! 2020), on a flat list, with Lipschitz bounds instead of interval arithmetic as in Barbier et al., "Lipschitz pruning" (Eurographics 2025).

use glam::{DVec3, Vec3};

use super::combine::{effect, start};
use super::distance::{Bounds, Interval, Local};
use super::{FAR, Field, REACH};
use crate::program::Mode;

/// The operations that can matter in a box. Its buffer is reused by [`Frame::narrow`](super::Frame::narrow).
#[derive(Clone, Debug)]
pub struct Active {
    pub(super) operations: Vec<u32>,
    /// The value before the first of them.
    pub(super) start: f32,
    pub(super) bounds: Interval,
    /// Operations were left out that only change values beyond ±`limit`.
    pub(super) limit: f32,
    /// So values and operations are right where the value is within ±`exact`; elsewhere it is beyond that, of the right sign.
    pub(super) exact: f32,
    pub(super) low: Vec3,
    pub(super) high: Vec3,
    /// Candidates from the tree: a buffer.
    found: Vec<u32>,
}

impl Default for Active {
    /// No operations, in an empty box: something to narrow into.
    fn default() -> Self {
        Self {
            operations: Vec::new(),
            start: FAR,
            bounds: (FAR, FAR),
            limit: f32::INFINITY,
            exact: f32::INFINITY,
            low: Vec3::ZERO,
            high: Vec3::ZERO,
            found: Vec::new(),
        }
    }
}

impl Active {
    /// Certain bounds of the field's value in the box, in metres: (low, high). Both above 0: nothing but air.
    /// Both below: nothing but solid.
    pub fn bounds(&self) -> (f32, f32) {
        self.bounds
    }

    /// Whether a value that was evaluated with this list is the field's, bit for bit, and with it operation and gradient.
    /// Always so for lists that come from [`Frame::everything`](super::Frame::everything). For those from
    /// [`Frame::near`](super::Frame::near) it may not be where the value is further from 0 than was asked for; its sign is.
    pub fn is_exact(&self, value: f32) -> bool {
        value.abs() < self.exact
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
        self.limit = f32::INFINITY;
        self.exact = f32::INFINITY;
        self.low = low;
        self.high = high;
    }

    /// Starts over, for a smaller box that the operations of `from` are narrowed to.
    pub(super) fn restart(&mut self, from: &Self, low: Vec3, high: Vec3) {
        self.reset(from.start, low, high);
        self.limit = from.limit;
        self.exact = from.exact;
    }

    /// The middle of the box, and half its size: never less than the box, also after rounding.
    pub(super) fn middle(&self) -> (Vec3, Vec3) {
        let half = (self.high - self.low) * 0.5 + (self.low.abs() + self.high.abs()) * f32::EPSILON;
        ((self.low + self.high) * 0.5, half)
    }

    /// Takes in the next operation in order of age, whose distances over the box lie in an interval.
    pub(super) fn take(&mut self, index: u32, mode: Mode, distance: Interval) {
        let effect = effect(mode, self.bounds, distance, self.limit);
        if effect.nothing {
            return;
        }
        if effect.all {
            self.operations.clear();
            self.start = start(mode);
        } else if let Mode::SmoothUnion { radius } = mode {
            // Where two values beyond `exact` may be rounded off, what comes out is wrong from a little less on.
            let rounded = self.exact - radius;
            if self.bounds.1 >= rounded && distance.1 >= rounded {
                self.exact -= radius * 1.25;
            }
        }
        self.operations.push(index);
        self.bounds = effect.after;
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

/// Scans the operations that can matter to values within ±`limit` for one box, which was reset; in order of age, found
/// through the tree.
pub(super) fn scan_near(field: &Field, origin: DVec3, limit: f32, active: &mut Active) {
    let mut look = Look::new(field, origin, active);
    let half = look.half.as_dvec3();
    let mut found = std::mem::take(&mut active.found);
    field
        .tree
        .find(&mut found, |site| site.beyond(limit, look.middle, half));
    found.sort_unstable();
    (active.limit, active.exact) = (limit, limit);
    for &index in &found {
        look.take(active, index);
    }
    active.found = found;
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

/// A point relative to an anchor as the distance functions see it. Rounding may move it by half a millimetre at 8 km; the
/// slack of the bounds is more.
#[inline(always)]
pub(super) fn held(point: DVec3) -> Vec3 {
    point.clamp(DVec3::splat(-REACH), DVec3::splat(REACH)).as_vec3()
}
