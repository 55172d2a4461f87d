//! How the distance of one operation changes the value so far: in lanes for points, in intervals for boxes.
//!
//! In: the value so far and a distance. Out: the value after it. See the table in [`super`].

use super::distance::{Distances, Interval, larger, smaller};
use super::number::Number;
use crate::lattice::OperationId;
use crate::program::Mode;

/// The value so far at a batch of points.
#[derive(Clone, Debug)]
pub(super) struct Totals<const W: usize> {
    pub(super) value: [f32; W],
    pub(super) operation: [OperationId; W],
    /// Whether the slope is not simply that of the operation: a join rounds it here.
    pub(super) blended: [bool; W],
    pub(super) x: [f32; W],
    pub(super) y: [f32; W],
    pub(super) z: [f32; W],
}

impl<const W: usize> Totals<W> {
    /// The world before any operation.
    #[inline(always)]
    pub(super) fn new(start: f32) -> Self {
        Self {
            value: [start; W],
            operation: [OperationId::NONE; W],
            blended: [false; W],
            x: [0.0; W],
            y: [0.0; W],
            z: [0.0; W],
        }
    }

    /// Applies one operation. `IDS` says whether it is wanted which operation decides; the gradients follow when the
    /// distances carry any.
    #[inline(always)]
    pub(super) fn apply<N: Number, const IDS: bool>(&mut self, mode: Mode, id: OperationId, distances: &Distances<W>) {
        match mode {
            Mode::Union => self.take::<N, IDS>(id, distances, 1.0, |v, d| d < v),
            Mode::Subtract => self.take::<N, IDS>(id, distances, -1.0, |v, d| d > v),
            Mode::Intersect => self.take::<N, IDS>(id, distances, 1.0, |v, d| d > v),
            Mode::SmoothUnion { radius } => self.blend::<N, IDS>(id, distances, radius),
        }
    }

    /// Takes the distance, times `sign`, wherever it decides.
    #[inline(always)]
    fn take<N: Number, const IDS: bool>(
        &mut self,
        id: OperationId,
        distances: &Distances<W>,
        sign: f32,
        decides: impl Fn(f32, f32) -> bool,
    ) {
        for lane in 0..W {
            let d = distances.value[lane] * sign;
            let wins = decides(self.value[lane], d);
            self.value[lane] = if wins { d } else { self.value[lane] };
            if IDS {
                self.operation[lane] = if wins { id } else { self.operation[lane] };
                self.blended[lane] &= !wins;
            }
            if N::GRADIENT {
                self.x[lane] = if wins { distances.x[lane] * sign } else { self.x[lane] };
                self.y[lane] = if wins { distances.y[lane] * sign } else { self.y[lane] };
                self.z[lane] = if wins { distances.z[lane] * sign } else { self.z[lane] };
            }
        }
    }

    /// Adds the distance with a rounded join.
    #[inline(always)]
    fn blend<N: Number, const IDS: bool>(&mut self, id: OperationId, distances: &Distances<W>, radius: f32) {
        let quarter = 0.25 / radius;
        for lane in 0..W {
            let (v, d) = (self.value[lane], distances.value[lane]);
            let wins = d < v;
            let overlap = radius - (v - d).abs();
            let overlap = if overlap > 0.0 { overlap } else { 0.0 };
            let least = if wins { d } else { v };
            self.value[lane] = least - overlap * overlap * quarter;
            if IDS {
                self.operation[lane] = if wins { id } else { self.operation[lane] };
                self.blended[lane] = (overlap > 0.0) | (self.blended[lane] & !wins);
            }
            if N::GRADIENT {
                // The slope of the smooth minimum: 1 − t for the nearer, t for the other. Without overlap no sum at all:
                // adding a zero could turn a −0.
                let t = overlap * 2.0 * quarter;
                let mix = |a: f32, b: f32| {
                    let (near, far) = if wins { (b, a) } else { (a, b) };
                    let mixed = near * (1.0 - t) + far * t;
                    if overlap > 0.0 { mixed } else { near }
                };
                self.x[lane] = mix(self.x[lane], distances.x[lane]);
                self.y[lane] = mix(self.y[lane], distances.y[lane]);
                self.z[lane] = mix(self.z[lane], distances.z[lane]);
            }
        }
    }
}

/// What an operation does to a whole box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effect {
    /// It changes no bit, or none that counts.
    pub(super) nothing: bool,
    /// It decides every point: nothing before it matters.
    pub(super) all: bool,
    /// The value after it lies in this interval.
    pub(super) after: Interval,
}

/// What an operation with distances in `d` does to a box with values in `v`, where only values within ±`limit` count.
///
/// Without a branch, so that it becomes vector code where many boxes are looked at.
///
/// What is `limit` or more from a surface that is added or taken away changes no value within ±`limit`: it would win against
/// values beyond only. A join may lower the values beyond by a quarter of its radius, and does so from a radius away.
#[inline(always)]
pub(super) fn effect(mode: Mode, v: Interval, d: Interval, limit: f32) -> Effect {
    match mode {
        Mode::Union => minimum(v, d, d.0 >= limit),
        Mode::Subtract => maximum(v, (-d.1, -d.0), d.0 >= limit),
        Mode::Intersect => maximum(v, d, d.1 <= -limit),
        Mode::SmoothUnion { radius } => {
            let nothing = (d.0 - v.1 >= radius) | (d.0 >= limit + radius * 1.25);
            let all = v.0 - d.1 > radius;
            // It grows with both values, so its bounds are those of the bounds, but for rounding.
            let slack = |v: f32, d: f32| (v.abs().min(d.abs()) + radius) * (1.0 / (1 << 20) as f32);
            let low = smooth_minimum(v.0, d.0, radius) - slack(v.0, d.0);
            let high = smooth_minimum(v.1, d.1, radius) + slack(v.1, d.1);
            let after = if all { d } else { (low, high) };
            Effect {
                nothing,
                all,
                after: if nothing { v } else { after },
            }
        }
    }
}

/// What the value starts from where an operation decides every point and all before it is dropped: it loses against any
/// distance. The world's own start may not.
pub(super) fn start(mode: Mode) -> f32 {
    match mode {
        Mode::Union | Mode::SmoothUnion { .. } => f32::MAX,
        Mode::Subtract | Mode::Intersect => f32::MIN,
    }
}

#[inline(always)]
fn minimum(v: Interval, d: Interval, far: bool) -> Effect {
    let nothing = (d.0 >= v.1) | far;
    let least = (smaller(v.0, d.0), smaller(v.1, d.1));
    Effect {
        nothing,
        all: d.1 < v.0,
        after: if nothing { v } else { least },
    }
}

#[inline(always)]
fn maximum(v: Interval, d: Interval, far: bool) -> Effect {
    let nothing = (d.1 <= v.0) | far;
    let most = (larger(v.0, d.0), larger(v.1, d.1));
    Effect {
        nothing,
        all: d.0 > v.1,
        after: if nothing { v } else { most },
    }
}

fn smooth_minimum(a: f32, b: f32, radius: f32) -> f32 {
    let overlap = larger(radius - (a - b).abs(), 0.0);
    smaller(a, b) - overlap * overlap * (0.25 / radius)
}
