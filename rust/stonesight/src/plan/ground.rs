//! The ground: rolling land, shaped to the plan. Hills rise under raised rooms, courts stay open, rock covers what lies
//! below.

use glam::DVec2;
use noise::{NoiseFn, Perlin};

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
        self.octaves[3].get([p.x / 13.0, p.y / 13.0])
    }
}

/// Heights of the ground on a square lattice.
#[derive(Clone, Debug, PartialEq)]
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
        let mut shaper = Shaper {
            corner: DVec2::splat(-0.5 * spacing * (count - 1) as f64),
            spacing,
            count,
            rough: vec![f64::NAN; count * count],
            support: vec![f64::NEG_INFINITY; count * count],
            cut: vec![f64::INFINITY; count * count],
            rolling,
        };
        for (room, space) in rooms.iter().zip(spaces) {
            shaper.shape_to(room, space);
        }
        let heights = (0..count * count).map(|index| {
            let base = rolling.at(shaper.point(index % count, index / count));
            let (support, cut) = (shaper.support[index], shaper.cut[index]);
            let carried = if support > base { support } else { base };
            (if cut < carried { cut } else { carried }) as f32
        });
        Self {
            heights: heights.collect(),
            corner: shaper.corner,
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
    /// The ground is at least this high where a cut does not forbid it.
    support: Vec<f64>,
    /// The ground is at most this high.
    cut: Vec<f64>,
    rolling: &'a Rolling,
}

impl Shaper<'_> {
    fn point(&self, column: usize, row: usize) -> DVec2 {
        self.corner + DVec2::new(column as f64, row as f64) * self.spacing
    }

    fn shape_to(&mut self, room: &Room, space: &Space) {
        let reach = HILL[usize::from(room.kind.is_link())];
        for part in &room.parts {
            match (room.tag, space.form) {
                (Tag::Surface, Form::Link { bridge: true, .. }) => {}
                (Tag::Surface, _) => self.raise(part, reach, 0.0, |floor| floor - BELOW_FLOOR),
                (Tag::Underground, Form::Link { housed: true, .. }) => {
                    // The ground stays at the height of the upper door until the way has sunk below it.
                    let top = room.parts[0].floor.height - BELOW_FLOOR;
                    self.raise(part, HILL[0], 2.5, |_| top);
                }
                (Tag::Underground, _) => {
                    let top = part.highest() + ROCK_COVER;
                    self.raise(part, HILL[0], 2.5, |_| top);
                }
            }
            if room.tag == Tag::Surface {
                self.hold_down(part);
            }
        }
    }

    /// A hill: its top follows the floor out to `brim` metres from the outline and falls away from there.
    fn raise(&mut self, part: &Part, reach: f64, brim: f64, top: impl Fn(f64) -> f64) {
        let floor = Floor::of(part);
        let height = top(floor.highest);
        let far = brim + (height - LOWEST) / (FLANK[0] - FLANK[1]);
        self.around(
            part,
            if far < reach { far } else { reach },
            |shaper, index, point, distance| {
                let rough = shaper.rough_at(index, point);
                let away = if distance > brim { distance - brim } else { 0.0 };
                let near = if away < 4.0 { away / 4.0 } else { 1.0 };
                let slope = FLANK[0] + FLANK[1] * rough;
                let height = top(floor.at(point)) - away * slope + 1.5 * rough * near;
                if height > shaper.support[index] {
                    shaper.support[index] = height;
                }
            },
        );
    }

    /// A cutting: the ground stays below the floor, and rises away from it.
    fn hold_down(&mut self, part: &Part) {
        let floor = Floor::of(part);
        self.around(part, CUT_REACH, |shaper, index, point, distance| {
            let away = if distance > CUT[1] { distance - CUT[1] } else { 0.0 };
            let height = floor.at(point) - CUT[0] + away * CUT_SLOPE;
            if height < shaper.cut[index] {
                shaper.cut[index] = height;
            }
        });
    }

    /// Visits every sample within `reach` metres of a part's box, with its distance from the outline (0 inside).
    fn around(&mut self, part: &Part, reach: f64, mut visit: impl FnMut(&mut Self, usize, DVec2, f64)) {
        if reach <= 0.0 {
            return;
        }
        let (low, high) = part.outline.bounds();
        let last = (self.count - 1) as f64;
        let first = ((low - reach - self.corner) / self.spacing)
            .ceil()
            .clamp(DVec2::ZERO, DVec2::splat(last));
        let final_ = ((high + reach - self.corner) / self.spacing)
            .floor()
            .clamp(DVec2::ZERO, DVec2::splat(last));
        for row in first.y as usize..=final_.y as usize {
            for column in first.x as usize..=final_.x as usize {
                let point = self.point(column, row);
                // Cheap first: outside the disc around the box nothing changes.
                let outside = (low - point).max(point - high).max(DVec2::ZERO);
                if outside.length_squared() > reach * reach {
                    continue;
                }
                let distance = part.outline.signed_distance(point);
                visit(
                    self,
                    row * self.count + column,
                    point,
                    if distance > 0.0 { distance } else { 0.0 },
                );
            }
        }
    }

    fn rough_at(&mut self, index: usize, point: DVec2) -> f64 {
        if self.rough[index].is_nan() {
            self.rough[index] = self.rolling.roughness(point);
        }
        self.rough[index]
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
