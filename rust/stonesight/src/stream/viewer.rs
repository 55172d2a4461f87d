//! Who is followed.

use glam::DVec3;

use super::Settings;
use crate::lattice::ChunkKey;

/// The largest radius in metres that is fine or solid around a viewer; larger ones are cut to it. A ball of it holds some 40,000
/// chunks of level 0, about the most that a plan within a frame can handle.
pub const MAX_RADIUS: f64 = 200.0;

/// The largest radius in metres that is drawn around a viewer; larger ones are cut to it. Beyond some 500 m it is all of the
/// coarsest level: 2,000 of its chunks.
pub const MAX_DRAWN: f64 = 2_000.0;

/// How far beyond the radius of its detail a level fades into the next coarser one, as a share of that radius.
pub const FADE: f64 = 0.15;

/// Metres that a viewer may have gone since the plan was made that is shown: until then what has not faded is not exchanged.
const LATE: f64 = 3.0;

/// The largest coordinate in metres at which a viewer is followed: well inside the range of chunk keys.
pub const MAX_POSITION: f64 = 1.0e9;

/// Someone for whose sake chunks are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewer {
    /// Where he is, in world metres.
    pub position: DVec3,
    /// Where he is going, in metres per second.
    pub velocity: DVec3,
    /// Radius in metres that is drawn in the finest detail around him, 0 to [`MAX_RADIUS`]. Beyond it detail goes down with the
    /// distance.
    pub fine: f64,
    /// Radius in metres that is drawn around him, 0 to [`MAX_DRAWN`].
    pub drawn: f64,
    /// Radius in metres that is solid around him, 0 to [`MAX_RADIUS`]. What is solid is drawn too, in the finest detail.
    pub collision: f64,
}

/// A viewer that cannot be followed as he is.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ViewerError {
    /// The position is not finite or beyond [`MAX_POSITION`]. Such a viewer is left out.
    #[error("position {0} is no place that can be followed: keep every coordinate within ±{MAX_POSITION:e} m")]
    Position(DVec3),
    /// A radius is not a number. Such a viewer is left out.
    #[error("radius {0} m is no radius: write one from 0 to {MAX_RADIUS} m")]
    Radius(f64),
    /// A radius is out of range. It is cut to the range.
    #[error("radius {0} m is out of range and is cut: write one from 0 to {1} m")]
    RadiusRange(f64, f64),
}

impl Viewer {
    /// Checks every value.
    ///
    /// # Errors
    ///
    /// The first value that makes the stream leave this viewer out, or else the first that it cuts to its range.
    pub fn check(&self) -> Result<(), ViewerError> {
        if !is_place(self.position) {
            return Err(ViewerError::Position(self.position));
        }
        let radii = [
            (self.fine, MAX_RADIUS),
            (self.drawn, MAX_DRAWN),
            (self.collision, MAX_RADIUS),
        ];
        if let Some(&(radius, _)) = radii.iter().find(|(radius, _)| radius.is_nan()) {
            return Err(ViewerError::Radius(radius));
        }
        match radii.iter().find(|(radius, most)| !(0.0..=*most).contains(radius)) {
            Some(&(radius, most)) => Err(ViewerError::RadiusRange(radius, most)),
            None => Ok(()),
        }
    }

    /// The viewer as the stream follows him; `None` when he is left out.
    pub(super) fn checked(self, settings: &Settings) -> Option<Followed> {
        if matches!(self.check(), Err(ViewerError::Position(_) | ViewerError::Radius(_))) {
            return None;
        }
        let ahead = self.velocity * settings.ahead;
        let ahead = if ahead.is_finite() {
            ahead.clamp_length_max(settings.ahead_limit)
        } else {
            DVec3::ZERO
        };
        let solid = self.collision.clamp(0.0, MAX_RADIUS);
        let (fine, drawn) = (self.fine.clamp(0.0, MAX_RADIUS), self.drawn.clamp(0.0, MAX_DRAWN));
        let larger = |a: f64, b: f64| if a < b { b } else { a };
        Some(Followed {
            here: self.position,
            there: self.position + ahead,
            fine: larger(fine, solid),
            drawn: larger(drawn, solid),
            solid,
        })
    }
}

/// Whether chunks can be asked for at a position.
pub(super) fn is_place(position: DVec3) -> bool {
    // NaN fails every comparison.
    position.abs().cmple(DVec3::splat(MAX_POSITION)).all()
}

/// A viewer whose values are known to be sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Followed {
    /// Where he is.
    pub here: DVec3,
    /// Where he will be.
    pub there: DVec3,
    /// Radius drawn in the finest detail; at least `solid`.
    pub fine: f64,
    /// Radius drawn; at least `solid`.
    pub drawn: f64,
    /// Radius solid.
    pub solid: f64,
}

impl Followed {
    /// Radius within which there must be nothing but the finest level, in metres.
    pub fn finest(&self) -> f64 {
        self.fine * (1.0 + FADE) + LATE
    }

    /// Distance in metres of a chunk from where he is or will be, whichever is less.
    pub fn distance(&self, key: ChunkKey) -> f64 {
        let (here, there) = (key.distance(self.here), key.distance(self.there));
        if here < there { here } else { there }
    }

    /// Whether a plan that was made for `self` still serves `other`.
    pub fn is_near(&self, other: &Self, step: f64) -> bool {
        self.here.distance(other.here) <= step
            && self.there.distance(other.there) <= step
            && (self.fine, self.drawn) == (other.fine, other.drawn)
            && self.solid == other.solid
    }
}
