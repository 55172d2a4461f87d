//! Where operations lie: the first, cheap look at whether one can matter in a box.
//!
//! In: an operation's anchor, mode and extent. Out: whether it is out of reach of a box, from a box around it alone.

use glam::DVec3;

use super::REACH;
use super::distance::{Distance, Extent, Interval, ROUNDING, larger};
use crate::program::Mode;

/// Where an operation lies in the world: all that a first, cheap look needs, packed closely.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) low: DVec3,
    pub(super) high: DVec3,
    /// How the value grows with the distance above and below.
    pub(super) lift: f64,
    pub(super) slack: f32,
    pub(super) reach: Reach,
}

/// What makes an operation, or one of several, out of reach: how far off the box must be for the values there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reach {
    /// Beyond the value, by the radius of a smooth union: something is added. Negative infinity where nothing is.
    pub(super) adds: f32,
    /// Whether something is taken away.
    pub(super) removes: bool,
    /// Whether something is intersected: that reaches everywhere.
    pub(super) intersects: bool,
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
            adds: larger(self.adds, other.adds),
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
        let distance = self.distance(middle, half);
        // Only outside does the box promise anything.
        distance > -self.slack
            && !self.reach.intersects
            && distance - value.1 >= self.reach.adds
            && (!self.reach.removes || distance >= -value.0)
    }

    /// Whether the operation is so far off that it changes no value within ±`limit` in a box (see
    /// [`effect`](super::combine::effect)).
    #[inline]
    pub(super) fn beyond(&self, limit: f32, middle: DVec3, half: DVec3) -> bool {
        let distance = self.distance(middle, half);
        distance > -self.slack && !self.reach.intersects && distance >= limit + larger(self.reach.adds, 0.0) * 1.25
    }

    /// What the operation's distance is at least in a box. Says nothing where it is −slack or less: there the boxes meet.
    #[inline]
    fn distance(&self, middle: DVec3, half: DVec3) -> f32 {
        let gap = (self.low - middle).max(middle - self.high) - half;
        let gap = gap.x.max(gap.z).max(gap.y * self.lift).min(REACH * 0.5) as f32;
        Self::certain(gap, self.slack)
    }

    /// What is left of the distance to the box when rounding is taken off.
    #[inline(always)]
    pub(super) fn certain(gap: f32, slack: f32) -> f32 {
        gap - gap * ROUNDING - slack
    }

    /// The middle of the box; not finite where the box is not.
    pub(super) fn middle(&self) -> DVec3 {
        (self.low + self.high) * 0.5
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
