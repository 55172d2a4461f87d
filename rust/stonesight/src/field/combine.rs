//! How the distance of one operation changes the value so far: in lanes for points, in intervals for boxes.
//!
//! In: the value so far and a distance. Out: the value after it. See the table in [`super`].

use super::distance::{Distances, Interval};
use crate::lattice::OperationId;
use crate::program::Mode;

/// The value so far at a batch of points.
#[derive(Clone, Debug)]
pub(super) struct Totals<const W: usize> {
    pub(super) value: [f32; W],
    pub(super) operation: [OperationId; W],
    pub(super) x: [f32; W],
    pub(super) y: [f32; W],
    pub(super) z: [f32; W],
}

impl<const W: usize> Totals<W> {
    /// The world before any operation.
    pub(super) fn new(start: f32) -> Self {
        Self {
            value: [start; W],
            operation: [OperationId::NONE; W],
            x: [0.0; W],
            y: [0.0; W],
            z: [0.0; W],
        }
    }

    /// Applies one operation. `GRADIENT` says whether the gradients are wanted too.
    #[inline(always)]
    pub(super) fn apply<const GRADIENT: bool>(&mut self, mode: Mode, id: OperationId, distances: &Distances<W>) {
        match mode {
            Mode::Union => self.take::<GRADIENT>(id, distances, 1.0, |v, d| d < v),
            Mode::Subtract => self.take::<GRADIENT>(id, distances, -1.0, |v, d| d > v),
            Mode::Intersect => self.take::<GRADIENT>(id, distances, 1.0, |v, d| d > v),
            Mode::SmoothUnion { radius } => self.blend::<GRADIENT>(id, distances, radius),
        }
    }

    /// Takes the distance, times `sign`, wherever it decides.
    #[inline(always)]
    fn take<const GRADIENT: bool>(
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
            self.operation[lane] = if wins { id } else { self.operation[lane] };
            if GRADIENT {
                self.x[lane] = if wins { distances.x[lane] * sign } else { self.x[lane] };
                self.y[lane] = if wins { distances.y[lane] * sign } else { self.y[lane] };
                self.z[lane] = if wins { distances.z[lane] * sign } else { self.z[lane] };
            }
        }
    }

    /// Adds the distance with a rounded join.
    #[inline(always)]
    fn blend<const GRADIENT: bool>(&mut self, id: OperationId, distances: &Distances<W>, radius: f32) {
        let quarter = 0.25 / radius;
        for lane in 0..W {
            let (v, d) = (self.value[lane], distances.value[lane]);
            let wins = d < v;
            let overlap = radius - (v - d).abs();
            let overlap = if overlap > 0.0 { overlap } else { 0.0 };
            let least = if wins { d } else { v };
            self.value[lane] = least - overlap * overlap * quarter;
            self.operation[lane] = if wins { id } else { self.operation[lane] };
            if GRADIENT {
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
pub(super) enum Effect {
    /// It changes no bit.
    Nothing,
    /// It may change something; the value after it lies in the interval.
    Some(Interval),
    /// It decides every point: nothing before it matters. The value after it lies in the interval. Where all before is dropped,
    /// the value starts from `start`, which loses against any distance. The world's own start may not.
    All { start: f32, after: Interval },
}

/// What an operation with distances in `d` does to a box with values in `v`.
pub(super) fn effect(mode: Mode, v: Interval, d: Interval) -> Effect {
    match mode {
        Mode::Union => minimum(v, d),
        Mode::Subtract => maximum(v, (-d.1, -d.0)),
        Mode::Intersect => maximum(v, d),
        Mode::SmoothUnion { radius } => {
            if d.0 - v.1 >= radius {
                Effect::Nothing
            } else if v.0 - d.1 > radius {
                Effect::All {
                    start: f32::MAX,
                    after: d,
                }
            } else {
                // It grows with both values, so its bounds are those of the bounds, but for rounding.
                let slack = |v: f32, d: f32| (v.abs().min(d.abs()) + radius) * (1.0 / (1 << 20) as f32);
                let low = smooth_minimum(v.0, d.0, radius) - slack(v.0, d.0);
                let high = smooth_minimum(v.1, d.1, radius) + slack(v.1, d.1);
                Effect::Some((low, high))
            }
        }
    }
}

fn minimum(v: Interval, d: Interval) -> Effect {
    if d.0 >= v.1 {
        Effect::Nothing
    } else if d.1 < v.0 {
        Effect::All {
            start: f32::MAX,
            after: d,
        }
    } else {
        Effect::Some((v.0.min(d.0), v.1.min(d.1)))
    }
}

fn maximum(v: Interval, d: Interval) -> Effect {
    if d.1 <= v.0 {
        Effect::Nothing
    } else if d.0 > v.1 {
        Effect::All {
            start: f32::MIN,
            after: d,
        }
    } else {
        Effect::Some((v.0.max(d.0), v.1.max(d.1)))
    }
}

fn smooth_minimum(a: f32, b: f32, radius: f32) -> f32 {
    let overlap = (radius - (a - b).abs()).max(0.0);
    a.min(b) - overlap * overlap * (0.25 / radius)
}
