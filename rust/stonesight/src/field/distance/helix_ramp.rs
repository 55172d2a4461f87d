//! The helix ramp: a band that winds up around the vertical axis.
//!
//! With u the angle from the start, counted on over several turns, the band is 0 ≤ u ≤ span between two radii and within
//! `height` above c·u. Over a plan point there is one u a turn, and the nearest valid one decides the vertical distance V.
//! The distance to the helicoid is V times the cosine of its slope at the radius, κ(r) = r / √(r² + c²). The gradient of κV along the
//! angle and the height has length 1, and along the radius V·κ′(r), with κ′(r) = c² / (r² + c²)^{3/2}; limiting V to half a pitch
//! outside bounds that, while the slab that the whole ramp lies in and the radii give the distance further away.
//! Near the axis (where κ is steep) the inner radius decides. The ends are closed by the faces at u = 0 and u = span.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::{Vec2, Vec3};

use super::angle::{angle, nearest};
use super::{Bounds, Distances, Extent, Local, larger};
use crate::field::number::Number;

/// More than any distance: where the ramp has no turn over a plan point.
const NOWHERE: f32 = 1.0e8;

/// A vertical face at one end of the ramp.
#[derive(Clone, Copy, Debug)]
struct Face {
    sin: f32,
    cos: f32,
    /// Height of the band's middle line there.
    middle: f32,
}

/// A ramp around the anchor's axis.
#[derive(Clone, Debug)]
pub(in crate::field) struct HelixRamp {
    inner: f32,
    outer: f32,
    start: f32,
    /// Angle from start to end.
    span: f32,
    /// Climb per radian.
    climb: f32,
    inverse_pitch: f32,
    half_height: f32,
    /// What V is limited to.
    cap: f32,
    /// The slab that holds the ramp: its middle, and half its thickness.
    slab: [f32; 2],
    faces: [Face; 2],
    lipschitz: f32,
}

impl HelixRamp {
    pub(super) fn new([inner, outer]: [f32; 2], pitch: f32, start: f32, turns: f32, height: f32) -> Self {
        let span = f64::from(turns) * std::f64::consts::TAU;
        let climb = f64::from(pitch) / std::f64::consts::TAU;
        let half_height = height * 0.5;
        // Into −π to π, where `angle` answers.
        let turn = std::f64::consts::TAU;
        let start = f64::from(start) - (f64::from(start) / turn).round() * turn;
        let face = |u: f64| Face {
            sin: libm::sin(start + u) as f32,
            cos: libm::cos(start + u) as f32,
            middle: (climb * u) as f32 + half_height,
        };
        let faces = [face(0.0), face(span)];
        let rise = (climb * span) as f32;
        let climb = climb as f32;
        let cap = pitch.abs() * 0.5;
        Self {
            inner,
            outer,
            start: start as f32,
            span: span as f32,
            climb,
            inverse_pitch: if pitch == 0.0 { 0.0 } else { 1.0 / pitch },
            half_height,
            cap,
            slab: [rise * 0.5 + half_height, rise.abs() * 0.5 + half_height],
            faces,
            lipschitz: lipschitz(inner, climb, cap, half_height),
        }
    }

    #[inline(always)]
    pub(super) fn fill<N: Number, const W: usize, const C: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        for lane in 0..W {
            out.set(lane, self.distance(local.point::<N>(lane)));
        }
    }

    #[inline(always)]
    fn distance<N: Number>(&self, [x, y, z]: [N; 3]) -> N {
        let square_climb = self.climb * self.climb;
        let level = square_climb == 0.0;
        let square = x.squared() + z.squared();
        let radius = square.sqrt();
        let hole = if self.inner > 0.0 {
            -radius.plus(-self.inner)
        } else {
            N::constant(-NOWHERE)
        };
        let ring = N::most(radius.plus(-self.outer), hole);
        let slab = y.plus(-self.slab[0]).abs().plus(-self.slab[1]);
        let common = N::most(ring, slab);
        let steep = square.value() + square_climb;
        let cosine = if level | (steep <= 0.0) {
            1.0
        } else {
            (square.value() / steep).sqrt()
        };
        let cosine = N::constant(cosine);
        let vertical = |middle: N| {
            let v = (y - middle).abs().plus(-self.half_height);
            N::least(v, N::constant(self.cap)) * cosine
        };

        // The turn of the ramp that is nearest in height among those that pass over this angle.
        let turned = angle(x.value(), z.value()) - self.start;
        let turned = if turned < 0.0 { turned + TAU } else { turned };
        let passes = (self.span - turned) * (1.0 / TAU);
        let last = nearest(passes);
        let last = if last > passes { last - 1.0 } else { last };
        let turn = (y.value() - self.half_height - self.climb * turned) * self.inverse_pitch;
        let turn = if turn < last { turn } else { last };
        let turn = if turn > 0.0 { turn } else { 0.0 };
        let at = turned + nearest(turn) * TAU;
        let scale = if square.value() > 0.0 {
            1.0 / square.value()
        } else {
            0.0
        };
        let along = N::with_gradient(at, [-z.value() * scale, 0.0, x.value() * scale]);
        let band = vertical(along.times(self.climb).plus(self.half_height));
        // How deep inside the ends it lies; a right angle away from an end's face, the axis is nearer than the face.
        let [first, second] = self.faces;
        let from_start = z.times(first.cos) - x.times(first.sin);
        let from_end = x.times(second.sin) - z.times(second.cos);
        let to_start = N::select(at < FRAC_PI_2, from_start, radius);
        let to_end = N::select(self.span - at < FRAC_PI_2, from_end, radius);
        let body = N::most(band, -N::least(to_start, to_end));
        let body = N::select(last >= 0.0, body, N::constant(NOWHERE));

        // The faces themselves close the ends. On a face the way out is past the end, so 0 counts as outside.
        let face = |face: Face, inwards: N| {
            let ahead = x.value() * face.cos + z.value() * face.sin > 0.0;
            let aside = N::select(inwards.value() > 0.0, inwards, -inwards);
            N::most(vertical(N::constant(face.middle)), N::select(ahead, aside, radius))
        };
        let ends = N::least(face(first, from_start), face(second, from_end));
        N::most(N::least(ends, body), common)
    }

    #[inline(always)]
    pub(super) fn bounds<const W: usize>(&self, centres: Local<'_, W>, half: Vec3, out: &mut Bounds<W>) {
        let mut middle = Distances::default();
        self.fill::<f32, W, W>(centres, &mut middle);
        let plan = Vec2::new(half.x, half.z).length();
        let reach = self.lipschitz * half.length();
        // The angle is good to 1e-6, the sines of the end faces to an ulp.
        let slack = 4.0e-6 * (self.outer + self.climb.abs() * (1.0 + self.span));
        for lane in 0..W {
            let (x, z) = (centres.x[lane], centres.z[lane]);
            let radius = (x * x + z * z).sqrt();
            let hole = if self.inner > 0.0 {
                self.inner - radius
            } else {
                -NOWHERE
            };
            let ring = larger(radius - self.outer, hole) - plan;
            let slab = (centres.y[lane] - self.slab[0]).abs() - half.y - self.slab[1];
            out.set(
                lane,
                (larger(ring, slab) - slack, NOWHERE),
                middle.value[lane],
                reach + slack,
            );
        }
    }

    pub(super) fn extent(&self) -> Extent {
        let [middle, half] = self.slab;
        Extent {
            low: Vec3::new(-self.outer, middle - half, -self.outer),
            high: Vec3::new(self.outer, middle + half, self.outer),
            lift: 1.0,
        }
    }

    pub(super) fn size(&self) -> f32 {
        self.outer + self.slab[0].abs() + self.slab[1]
    }

    #[cfg(test)]
    pub(super) fn lipschitz(&self) -> f32 {
        self.lipschitz
    }
}

/// The Lipschitz constant: see the module's text.
fn lipschitz(inner: f32, climb: f32, cap: f32, half_height: f32) -> f32 {
    if climb == 0.0 {
        return 1.0;
    }
    let steepness = |radius: f32| {
        let square = radius * radius + climb * climb;
        climb * climb / (square * square.sqrt())
    };
    // κV ≤ π·r outside, and the inner radius gives inner − r: below inner / (1 + π) the latter decides.
    let outside = cap * steepness(inner / (1.0 + PI));
    let inside = half_height * steepness(inner);
    let radial = larger(outside, inside);
    // One percent for the slope of the angle's polynomial.
    1.01 * (1.0 + radial * radial).sqrt()
}
