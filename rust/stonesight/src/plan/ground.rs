//! The ground: the land, shaped to the plan. Hills rise under raised rooms, courts stay open, rock covers what lies
//! below.

use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::draft::{CUT, CUT_SLOPE, ROCK_COVER};
use super::land::Land;
use super::space::{Form, Space};
use crate::room::{Part, Room, Tag};

/// Largest region, in metres, whose ground is sampled every 2 m; larger ones every 4 m.
const FINE_SIZE: f64 = 1280.0;
/// How far below a room's floor its hill ends, in metres: masonry shows above it.
const BELOW_FLOOR: f64 = 0.5;
/// Slope of the flanks of hills: this, give or take the other, from place to place.
const FLANK: [f64; 2] = [0.62, 0.15];
/// How much higher or lower the irregularity of a flank makes it, in metres.
const ROUGH: f64 = 1.5;
/// Over a room in the rock the ground keeps its height this far beyond the footprint, in metres, and goes over into its
/// flank within about so many more.
const BRIM: f64 = 2.5;
const ROUNDING: f64 = 10.0;
/// How far a hill may reach from a room, in metres, and from a link, whose rooms have hills of their own.
const HILL: [f64; 2] = [64.0, 20.0];
/// Rooms after whose hills the bounds of blocks are brought up to date.
const REBOUND: usize = 40;
/// Samples along the edge of a block that is skipped as a whole.
const BLOCK: usize = 8;
/// How far from a footprint the ground is held down, in metres; beyond, a slope of one in one has left every hill.
const CUT_REACH: f64 = 30.0;

/// Heights of the ground on a square lattice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ground {
    /// Plan corner (x, z) of sample (0, 0) in world metres; a multiple of half the spacing.
    pub corner: DVec2,
    /// Distance between samples in metres: a power of two.
    pub spacing: f64,
    /// Samples along x.
    pub columns: usize,
    /// Samples along z.
    pub rows: usize,
    /// Heights in world metres, row after row (index `row * columns + column`).
    pub heights: Vec<f32>,
}

impl Ground {
    /// Height over a plan point, linear between samples; the edge's height outside.
    pub fn at(&self, point: DVec2) -> f64 {
        let most = DVec2::new((self.columns - 1) as f64, (self.rows - 1) as f64);
        let at = ((point - self.corner) / self.spacing).clamp(DVec2::ZERO, most);
        let (column, row) = (
            (at.x as usize).min(self.columns - 2),
            (at.y as usize).min(self.rows - 2),
        );
        let (s, t) = (at.x - column as f64, at.y - row as f64);
        let get = |c: usize, r: usize| f64::from(self.heights[r * self.columns + c]);
        (get(column, row) * (1.0 - s) + get(column + 1, row) * s) * (1.0 - t)
            + (get(column, row + 1) * (1.0 - s) + get(column + 1, row + 1) * s) * t
    }

    /// The ground of a region, shaped to its rooms.
    pub(super) fn shape(land: &Land, size: f64, rooms: &[Room], spaces: &[Space]) -> Self {
        let spacing = if size <= FINE_SIZE { 2.0 } else { 4.0 };
        let count = (size / spacing).ceil() as usize + 1;
        let corner = DVec2::splat(-0.5 * spacing * (count - 1) as f64);
        let point = |index: usize| corner + DVec2::new((index % count) as f64, (index / count) as f64) * spacing;
        let mut shaper = Shaper {
            corner,
            spacing,
            count,
            rough: vec![f64::NAN; count * count],
            heights: (0..count * count).map(|index| land.at(point(index))).collect(),
            bounds: Vec::new(),
            land,
        };
        shaper.bound(
            f64::INFINITY,
            |least, height| if height < least { height } else { least },
        );
        // The highest first: where they stand, the lower ones have nothing to do.
        let mut hills: Vec<(&Room, &Space)> = rooms.iter().zip(spaces).collect();
        hills.sort_by(|(a, _), (b, _)| b.highest_floor().total_cmp(&a.highest_floor()));
        for (index, (room, space)) in hills.into_iter().enumerate() {
            if index % REBOUND == REBOUND - 1 {
                shaper.bound(
                    f64::INFINITY,
                    |least, height| if height < least { height } else { least },
                );
            }
            shaper.support(room, space);
        }
        shaper.bound(
            f64::NEG_INFINITY,
            |most, height| if height > most { height } else { most },
        );
        for (room, space) in rooms.iter().zip(spaces).filter(|(room, _)| room.tag == Tag::Surface) {
            for part in standing(room, space) {
                shaper.hold_down(part);
            }
        }
        Self {
            heights: shaper.heights.iter().map(|&height| height as f32).collect(),
            corner,
            spacing,
            columns: count,
            rows: count,
        }
    }
}

/// The parts of a room that stand on the ground: a hall's ramps do not, and a hill under them would block them.
fn standing<'a>(room: &'a Room, space: &Space) -> impl Iterator<Item = &'a Part> {
    let inside = space.form.inner_parts();
    let parts = room.parts.iter().enumerate();
    parts
        .filter(move |(index, _)| !inside.contains(index))
        .map(|(_, part)| part)
}

struct Shaper<'a> {
    corner: DVec2,
    spacing: f64,
    count: usize,
    /// Roughness where it was asked for.
    rough: Vec<f64>,
    heights: Vec<f64>,
    /// Bounds of the heights in blocks of samples: while hills are raised the least, then, while they are cut, the most.
    bounds: Vec<f64>,
    land: &'a Land,
}

/// A sample near a part: its index, its place, and how far the part's box is, which its outline is not nearer than.
#[derive(Clone, Copy)]
struct Near {
    index: usize,
    point: DVec2,
    box_distance: f64,
}

impl Shaper<'_> {
    fn support(&mut self, room: &Room, space: &Space) {
        let reach = HILL[usize::from(room.kind.is_link())];
        for part in standing(room, space) {
            match (room.tag, space.form) {
                (Tag::Surface, Form::Link { bridge: true, .. }) => {}
                (Tag::Surface, _) => self.raise(part, reach, 0.0, |floor| floor - BELOW_FLOOR),
                (Tag::Underground, Form::Link { housed: true, .. }) => {
                    // The ground stays at the height of the upper door until the way has sunk below it.
                    let top = room.parts[0].floor.height - BELOW_FLOOR;
                    self.raise(part, HILL[0], BRIM, |_| top);
                }
                (Tag::Underground, _) => {
                    let top = part.highest() + ROCK_COVER;
                    self.raise(part, HILL[0], BRIM, |_| top);
                }
            }
        }
    }

    /// A hill: its top follows the floor out to `brim` metres from the outline and falls away from there, rounded where
    /// there is a brim.
    fn raise(&mut self, part: &Part, reach: f64, brim: f64, top: impl Fn(f64) -> f64) {
        let floor = Floor::of(part);
        let highest = top(floor.highest);
        let gentlest = FLANK[0] - FLANK[1];
        let round = if brim > 0.0 { ROUNDING } else { 0.0 };
        let far = brim + round + (highest + ROUGH - self.land.lowest) / gentlest;
        // What the hill could reach at most: mostly less than what is there already.
        let most = |distance: f64| {
            let fall = (distance - brim - round) * gentlest;
            highest + ROUGH - if fall > 0.0 { fall } else { 0.0 }
        };
        let reach = if far < reach { far } else { reach };
        let idle = |distance: f64, least: f64| most(distance) <= least;
        self.around(part, reach, idle, |shaper, near| {
            if idle(near.box_distance, shaper.heights[near.index]) {
                return;
            }
            let away = part.outline.signed_distance(near.point) - brim;
            let away = if away > 0.0 { away } else { 0.0 };
            let rough = shaper.rough_at(near);
            let slope = FLANK[0] + FLANK[1] * rough;
            let fall = if round > 0.0 {
                away * away / (away + round)
            } else {
                away
            };
            let share = if away < 4.0 { away / 4.0 } else { 1.0 };
            let height = top(floor.at(near.point)) - fall * slope + ROUGH * rough * share;
            if height > shaper.heights[near.index] {
                shaper.heights[near.index] = height;
            }
        });
    }

    /// A cutting: the ground stays below the floor, and rises away from it.
    fn hold_down(&mut self, part: &Part) {
        let floor = Floor::of(part);
        let held = |floor: f64, distance: f64| {
            let away = if distance > CUT[1] { distance - CUT[1] } else { 0.0 };
            floor - CUT[0] + away * CUT_SLOPE
        };
        let idle = |distance: f64, most: f64| held(floor.lowest, distance) >= most;
        self.around(part, CUT_REACH, idle, |shaper, near| {
            if idle(near.box_distance, shaper.heights[near.index]) {
                return;
            }
            let height = held(floor.at(near.point), part.outline.signed_distance(near.point));
            if height < shaper.heights[near.index] {
                shaper.heights[near.index] = height;
            }
        });
    }

    /// Bounds the heights of every block.
    fn bound(&mut self, start: f64, fold: impl Fn(f64, f64) -> f64) {
        let across = self.count.div_ceil(BLOCK);
        self.bounds = vec![start; across * across];
        for (index, &height) in self.heights.iter().enumerate() {
            let block = &mut self.bounds[index / self.count / BLOCK * across + index % self.count / BLOCK];
            *block = fold(*block, height);
        }
    }

    /// Visits the samples within `reach` metres of a part's box, but for blocks of which `idle` says, from their distance
    /// to it and the bound of their heights, that nothing happens there.
    fn around(
        &mut self,
        part: &Part,
        reach: f64,
        idle: impl Fn(f64, f64) -> bool,
        mut visit: impl FnMut(&mut Self, Near),
    ) {
        if reach <= 0.0 {
            return;
        }
        let (low, high) = part.outline.bounds();
        let most = DVec2::splat((self.count - 1) as f64);
        let sample = |point: DVec2| ((point - self.corner) / self.spacing).clamp(DVec2::ZERO, most);
        let (first, last) = (sample(low - reach).ceil(), sample(high + reach).floor());
        let range = |first: f64, last: f64| (first as usize, last as usize);
        let ((left, right), (top, bottom)) = (range(first.x, last.x), range(first.y, last.y));
        let across = self.count.div_ceil(BLOCK);
        let (corner, spacing) = (self.corner, self.spacing);
        let point = |column: usize, row: usize| corner + DVec2::new(column as f64, row as f64) * spacing;
        for down in top / BLOCK..=bottom / BLOCK {
            for along in left / BLOCK..=right / BLOCK {
                let (from, to) = (
                    point(along * BLOCK, down * BLOCK),
                    point(along * BLOCK + BLOCK - 1, down * BLOCK + BLOCK - 1),
                );
                let distance = (low - to).max(from - high).max(DVec2::ZERO).length();
                if distance > reach || idle(distance, self.bounds[down * across + along]) {
                    continue;
                }
                for row in (down * BLOCK).max(top)..=(down * BLOCK + BLOCK - 1).min(bottom) {
                    for column in (along * BLOCK).max(left)..=(along * BLOCK + BLOCK - 1).min(right) {
                        let point = point(column, row);
                        let box_distance = (low - point).max(point - high).max(DVec2::ZERO).length();
                        if box_distance <= reach {
                            let index = row * self.count + column;
                            let near = Near {
                                index,
                                point,
                                box_distance,
                            };
                            visit(self, near);
                        }
                    }
                }
            }
        }
    }

    fn rough_at(&mut self, near: Near) -> f64 {
        let known = &mut self.rough[near.index];
        if known.is_nan() {
            *known = self.land.roughness(near.point);
        }
        *known
    }
}

/// A part's floor, continued level beyond its ends.
struct Floor<'a> {
    part: &'a Part,
    lowest: f64,
    highest: f64,
}

impl<'a> Floor<'a> {
    fn of(part: &'a Part) -> Self {
        let heights = || part.outline.corners.iter().map(|&corner| part.floor.at(corner));
        Self {
            part,
            lowest: part.lowest(),
            highest: heights().fold(f64::NEG_INFINITY, f64::max),
        }
    }

    fn at(&self, point: DVec2) -> f64 {
        self.part.floor.at(point).clamp(self.lowest, self.highest)
    }
}
