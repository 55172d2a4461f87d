//! Which operations can matter in a box: the scan that makes the field fast.
//!
//! In: a list of operations in order, and a box. Out: the shortest prefix-free list that gives the same bits everywhere in the
//! box, and certain bounds of the value there. The scan keeps an interval of the value so far. An operation that cannot change it
//! is left out; one that decides the whole box drops all before it (order is history, so most of the past goes).
//! This is the region pruning of Keeter, "Massively parallel rendering of complex closed-form implicit surfaces" (SIGGRAPH
//! 2020), on a flat list, with Lipschitz bounds instead of interval arithmetic as in Barbier et al., "Lipschitz pruning" (Eurographics 2025).

use glam::{DVec3, Vec3};

use super::combine::{Effect, effect};
use super::distance::Interval;
use super::{FAR, Field, Prepared};
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

    /// Scans operations in order of age.
    pub(super) fn scan(&mut self, field: &Field, origin: DVec3, indices: impl Iterator<Item = u32>) {
        let middle = (self.low + self.high) * 0.5;
        // Twice the rounding of the middle and of the half size, and never less than the box.
        let half = (self.high - self.low) * 0.5 + (self.low.abs() + self.high.abs()) * f32::EPSILON;
        for index in indices {
            let operation = &field.operations[index as usize];
            let centre = origin + middle.as_dvec3() - operation.anchor;
            if out_of_reach(operation, self.bounds, centre, half) {
                continue;
            }
            // The box may lie half a millimetre off after this rounding at 8 km; the slack of the bounds covers it.
            let distance = operation.distance.bounds(centre.as_vec3(), half);
            match effect(operation.mode, self.bounds, distance) {
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
}

/// A first, cheap look: whether an operation is so far off that it changes nothing in the box.
fn out_of_reach(operation: &Prepared, value: Interval, centre: DVec3, half: Vec3) -> bool {
    let extent = operation.extent;
    let (low, high) = (extent.low.as_dvec3(), extent.high.as_dvec3());
    let gap = (low - centre).max(centre - high) - half.as_dvec3();
    let gap = gap.x.max(gap.z).max(gap.y * f64::from(extent.lift)) as f32;
    // Only outside does the extent promise anything.
    if gap <= 0.0 {
        return false;
    }
    let slack = (gap + operation.distance.size()) * (1.0 / (1 << 19) as f32);
    let distance = gap - slack;
    match operation.mode {
        Mode::Union => distance >= value.1,
        Mode::Subtract => distance >= -value.0,
        Mode::SmoothUnion { radius } => distance - value.1 >= radius,
        Mode::Intersect => false,
    }
}
