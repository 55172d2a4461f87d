//! Claims: the volumes that rooms keep for themselves, and which of them tolerate one another.
//!
//! In: two claims. Out: whether they leave each other the stone that they need, and how far one may have to look for those
//! that do not.

use glam::DVec2;

use crate::room::{Polygon, Tag};

/// Clear ground that must lie between the masonry of two spaces, in metres.
const CLEARANCE: f64 = 0.4;
/// Rock that must lie between two spaces over one another, in metres, beyond their own floors and crowns.
const BETWEEN: f64 = 1.0;
/// The highest wall that holds the ground of one surface room above another, in metres.
const RETAINING_WALL: f64 = 8.0;
/// Rock over a room in the rock: the audited 2.5 m, and a margin for the terrain's lattice.
pub(super) const ROCK_COVER: f64 = 3.2;
/// How the ground may rise from where it is held down for a surface room: metres per metre.
pub(super) const CUT_SLOPE: f64 = 1.0;
/// Around a surface room the ground is held this far below its floor, out to this distance from its footprint.
pub(super) const CUT: [f64; 2] = [0.3, 0.6];

/// The volume that a part keeps for itself.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub room: usize,
    pub outline: Polygon,
    pub bounds: (DVec2, DVec2),
    pub low: f64,
    pub high: f64,
    pub reach: f64,
    pub tag: Tag,
    /// Lowest floor and highest ceiling.
    pub floor: f64,
    pub ceiling: f64,
    /// Whether it stands in masonry of its own where the rock is thin.
    pub housed: bool,
}

/// Extremes of all claims: how far one may have to look for those that do not tolerate another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    reach: f64,
    /// Of surface rooms, lowest and highest.
    floors: [f64; 2],
    /// Highest crown in the rock.
    crown: f64,
}

impl Default for Range {
    fn default() -> Self {
        Self {
            reach: 0.0,
            floors: [f64::INFINITY, f64::NEG_INFINITY],
            crown: f64::NEG_INFINITY,
        }
    }
}

impl Range {
    pub fn add(&mut self, claim: &Claim) {
        self.reach = self.reach.max(claim.reach);
        if claim.tag == Tag::Surface {
            self.floors = [self.floors[0].min(claim.floor), self.floors[1].max(claim.floor)];
        } else {
            self.crown = self.crown.max(claim.crown());
        }
    }

    /// The greatest distance at which some claim may not tolerate this one.
    pub fn of(&self, claim: &Claim) -> f64 {
        let near = claim.reach + self.reach + CLEARANCE;
        let [low, high] = self.floors;
        let far = match claim.tag {
            Tag::Surface => {
                let step = (claim.floor - low).max(high - claim.floor);
                terrace(step).max(cover(self.crown, claim.floor))
            }
            Tag::Underground => cover(claim.crown(), low),
        };
        near.max(far)
    }
}

impl Claim {
    /// Whether two claims leave each other the stone that they need.
    pub fn tolerates(&self, other: &Claim) -> bool {
        let near = self.reach + other.reach + CLEARANCE;
        let apart_in_height = self.low - other.high >= BETWEEN || other.low - self.high >= BETWEEN;
        // How far the box of the one is from that of the other: a bound of the gap that costs nothing.
        let ((a, b), (c, d)) = (self.bounds, other.bounds);
        let between = (c - b).max(a - d).max(DVec2::ZERO).length();
        let cover = self.cover(other).max(self.terrace(other));
        if (apart_in_height || between >= near) && between >= cover {
            return true;
        }
        let gap = self.outline.gap(&other.outline);
        (apart_in_height || gap >= near) && gap >= cover
    }

    /// The height that rock must cover.
    fn crown(&self) -> f64 {
        if self.housed { self.floor + 3.6 } else { self.ceiling }
    }

    /// How far two surface rooms must stay apart for the ground between them to climb from the one to the other, but for
    /// the highest retaining wall.
    fn terrace(&self, other: &Claim) -> f64 {
        if self.tag != Tag::Surface || other.tag != Tag::Surface {
            return 0.0;
        }
        terrace((self.floor - other.floor).abs())
    }

    /// How far a room in the rock must stay from a surface room for the cut ground around that to leave rock over it.
    fn cover(&self, other: &Claim) -> f64 {
        let (rock, surface) = match (self.tag, other.tag) {
            (Tag::Underground, Tag::Surface) => (self, other),
            (Tag::Surface, Tag::Underground) => (other, self),
            _ => return 0.0,
        };
        cover(rock.crown(), surface.floor)
    }
}

/// The distance between two surface rooms with a step between their floors.
fn terrace(step: f64) -> f64 {
    (step - RETAINING_WALL) / CUT_SLOPE
}

/// The distance between a crown in the rock and a surface room.
fn cover(crown: f64, floor: f64) -> f64 {
    let missing = crown + ROCK_COVER - (floor - CUT[0]);
    if missing <= 0.0 {
        0.0
    } else {
        missing / CUT_SLOPE + CUT[1] + 1.0
    }
}
