//! The ground: rolling land, shaped to the plan. Hills rise under raised rooms, courts stay open, rock covers what lies
//! below.

use glam::DVec2;
use noise::{NoiseFn, Perlin};
use serde::{Deserialize, Serialize};

use super::draft::{CUT, CUT_SLOPE, ROCK_COVER};
use super::space::{Form, Space};
use crate::lattice::hash;
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
/// How far from a footprint the ground is held down, in metres; beyond, a slope of one in one has left every hill.
const CUT_REACH: f64 = 30.0;
/// The lowest that untouched ground comes, in metres: all octaves at their least.
const LOWEST: f64 = -7.5;

/// Untouched land.
#[derive(Clone, Debug)]
pub(super) struct Rolling {
    octaves: [Perlin; 4],
}

impl Rolling {
    /// The land of a seed.
    pub fn new(seed: u64) -> Self {
        // The seed of `Perlin` has 32 bits, so every octave gets its own from the hash of all 63.
        Self {
            octaves: [1, 2, 3, 4].map(|octave| Perlin::new(hash(seed, &[octave]) as u32)),
        }
    }

    /// Height over a plan point.
    pub fn at(&self, p: DVec2) -> f64 {
        5.0 * self.octaves[0].get([p.x / 97.0, p.y / 97.0])
            + 2.0 * self.octaves[1].get([p.x / 41.0, p.y / 41.0])
            + 0.5 * self.octaves[2].get([p.x / 17.0, p.y / 17.0])
    }

    /// How rough a flank is at a plan point, −1 to 1.
    fn roughness(&self, p: DVec2) -> f64 {
        self.octaves[3].get([p.x / 27.0, p.y / 27.0])
    }
}

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
    pub(super) fn shape(rolling: &Rolling, size: f64, rooms: &[Room], spaces: &[Space]) -> Self {
        let spacing = if size <= FINE_SIZE { 2.0 } else { 4.0 };
        let count = (size / spacing).ceil() as usize + 1;
        let corner = DVec2::splat(-0.5 * spacing * (count - 1) as f64);
        let point = |index: usize| corner + DVec2::new((index % count) as f64, (index / count) as f64) * spacing;
        let mut shaper = Shaper {
            corner,
            spacing,
            count,
            rough: vec![f64::NAN; count * count],
            heights: (0..count * count).map(|index| rolling.at(point(index))).collect(),
            rolling,
        };
        for (room, space) in rooms.iter().zip(spaces) {
            shaper.support(room, space);
        }
        for part in rooms
            .iter()
            .filter(|room| room.tag == Tag::Surface)
            .flat_map(|room| &room.parts)
        {
            shaper.hold_down(part);
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

struct Shaper<'a> {
    corner: DVec2,
    spacing: f64,
    count: usize,
    /// Roughness where it was asked for.
    rough: Vec<f64>,
    heights: Vec<f64>,
    rolling: &'a Rolling,
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
        for part in &room.parts {
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
        let far = brim + round + (highest + ROUGH - LOWEST) / gentlest;
        self.around(part, if far < reach { far } else { reach }, |shaper, near| {
            // What the hill could reach at most: mostly less than what is there already.
            let fall = (near.box_distance - brim - round) * gentlest;
            let most = highest + ROUGH - if fall > 0.0 { fall } else { 0.0 };
            if most <= shaper.heights[near.index] {
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
        self.around(part, CUT_REACH, |shaper, near| {
            if held(floor.lowest, near.box_distance) >= shaper.heights[near.index] {
                return;
            }
            let height = held(floor.at(near.point), part.outline.signed_distance(near.point));
            if height < shaper.heights[near.index] {
                shaper.heights[near.index] = height;
            }
        });
    }

    /// Visits every sample within `reach` metres of a part's box.
    fn around(&mut self, part: &Part, reach: f64, mut visit: impl FnMut(&mut Self, Near)) {
        if reach <= 0.0 {
            return;
        }
        let (low, high) = part.outline.bounds();
        let most = DVec2::splat((self.count - 1) as f64);
        let first = ((low - reach - self.corner) / self.spacing)
            .ceil()
            .clamp(DVec2::ZERO, most);
        let last = ((high + reach - self.corner) / self.spacing)
            .floor()
            .clamp(DVec2::ZERO, most);
        for row in first.y as usize..=last.y as usize {
            for column in first.x as usize..=last.x as usize {
                let point = self.corner + DVec2::new(column as f64, row as f64) * self.spacing;
                let box_distance = (low - point).max(point - high).max(DVec2::ZERO).length();
                if box_distance <= reach {
                    let index = row * self.count + column;
                    visit(
                        self,
                        Near {
                            index,
                            point,
                            box_distance,
                        },
                    );
                }
            }
        }
    }

    fn rough_at(&mut self, near: Near) -> f64 {
        let known = &mut self.rough[near.index];
        if known.is_nan() {
            *known = self.rolling.roughness(near.point);
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
