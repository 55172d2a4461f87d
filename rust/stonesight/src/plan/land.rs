//! Untouched land: rolling ground, a hill for the city to climb, and valleys that water has cut.
//!
//! In: a seed and the edge of a region. Out: a [`Land`], whose heights are the same whatever is built. It is solved on
//! one lattice over the region, as erosion has to be: water that falls anywhere leaves at the edge. A height field has
//! no overhangs and no strata, so nothing has to be calmed near buildings; the plan shapes it later ([`super::Ground`]).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec2;
use noise::{NoiseFn, Perlin};

use crate::lattice::{hash, unit};

/// Largest region, in metres, whose land is solved every 5 m; larger ones every 10 m.
const FINE_SIZE: f64 = 1280.0;
/// Octaves of the ground: wavelength and amplitude in metres. The last is added after erosion, which would not see it.
const OCTAVES: [[f64; 2]; 4] = [[270.0, 13.0], [101.0, 5.5], [43.0, 2.2], [17.0, 0.5]];
/// Wavelength of how rough flanks are, in metres.
const ROUGH: f64 = 27.0;
/// The hill that the city climbs: how far its top is from the first court, in metres and at most in shares of the
/// region; how high it is over it, for every metre of that; how far around the first court it has not begun; how round
/// its top is, in metres.
const SUMMIT: [f64; 2] = [175.0, 0.28];
const CLIMB: f64 = 0.29;
const SHELF: f64 = 10.0;
const CROWN: f64 = 20.0;
/// How far the hill's contours wander, in metres, and over what length.
const WANDER: [f64; 2] = [26.0, 118.0];
/// Rounds of erosion, and how far a cell comes down towards the next one downstream, for every metre of the root of
/// the area that drains through it and in every round. Six rounds cut the valleys of 1 ha some 4 m deep.
const ROUNDS: usize = 6;
const INCISION: f64 = 0.014;
/// Share of the difference to its neighbours' mean that creep takes from a cell in every round.
const CREEP: f64 = 0.12;

/// Land before anything is built.
#[derive(Clone, Debug)]
pub(super) struct Land {
    fine: Perlin,
    rough: Perlin,
    /// The top of the hill.
    pub summit: DVec2,
    /// Heights on a square lattice around the origin, row after row.
    heights: Vec<f64>,
    count: usize,
    spacing: f64,
    /// The lowest that it comes, in metres.
    pub lowest: f64,
}

impl Land {
    /// The land of a seed, in a region of an edge in metres. Some 20 ms for 640 m.
    pub fn new(seed: u64, size: f64) -> Self {
        // The seed of `Perlin` has 32 bits, so every octave gets its own from the hash of all 63.
        let noise = |octave: i64| Perlin::new(hash(seed, &[octave]) as u32);
        let octaves = [noise(1), noise(2), noise(3)];
        let wander = noise(6);
        let angle = unit(hash(seed, &[7])) * std::f64::consts::TAU;
        let away = if SUMMIT[0] < SUMMIT[1] * size {
            SUMMIT[0]
        } else {
            SUMMIT[1] * size
        };
        let summit = DVec2::new(libm::cos(angle), libm::sin(angle)) * away;
        let spacing = if size <= FINE_SIZE { 5.0 } else { 10.0 };
        let count = (size / spacing).ceil() as usize + 1;
        let rolling = |p: DVec2| {
            octaves
                .iter()
                .zip(OCTAVES)
                .fold(0.0, |sum, (octave, [length, height])| {
                    sum + height * octave.get([p.x / length, p.y / length])
                })
        };
        // As steep as it takes to make up for what rolls under it.
        let missing = CLIMB * away - (rolling(summit) - rolling(DVec2::ZERO));
        let grade = missing / (away - SHELF - CROWN);
        let hilly = |p: DVec2| {
            let off = p.distance(summit);
            // The top itself stays where it is.
            let share = if off < WANDER[1] { off / WANDER[1] } else { 1.0 };
            let off = off + share * WANDER[0] * wander.get([p.x / WANDER[1], p.y / WANDER[1]]);
            let round = (off * off + CROWN * CROWN).sqrt();
            let climb = away - SHELF - round;
            rolling(p) + if climb > 0.0 { grade * climb } else { 0.0 }
        };
        let half = 0.5 * spacing * (count - 1) as f64;
        let place = |index: usize| DVec2::new((index % count) as f64, (index / count) as f64) * spacing - half;
        let mut heights: Vec<f64> = (0..count * count).map(|index| hilly(place(index))).collect();
        for _ in 0..ROUNDS {
            erode(&mut heights, count, spacing);
            creep(&mut heights, count);
        }
        let lowest = heights.iter().copied().fold(f64::INFINITY, f64::min) - OCTAVES[3][1];
        Self {
            fine: noise(5),
            rough: noise(4),
            summit,
            heights,
            count,
            spacing,
            lowest,
        }
    }

    /// Height over a plan point: a biquadratic B-spline over the lattice, and the finest octave. The edge's height
    /// outside.
    pub fn at(&self, p: DVec2) -> f64 {
        let half = 0.5 * (self.count - 1) as f64;
        let at = (p / self.spacing + half).clamp(DVec2::ZERO, DVec2::splat(2.0 * half));
        let middle = at.round();
        let weights = |t: f64| [0.5 * (0.5 - t) * (0.5 - t), 0.75 - t * t, 0.5 * (0.5 + t) * (0.5 + t)];
        let (across, down) = (weights(at.x - middle.x), weights(at.y - middle.y));
        let cell = |at: f64, step: usize| (at as usize + step).saturating_sub(1).min(self.count - 1);
        let mut sum = 0.0;
        for (row, down) in down.into_iter().enumerate() {
            let start = cell(middle.y, row) * self.count;
            for (column, across) in across.into_iter().enumerate() {
                sum += down * across * self.heights[start + cell(middle.x, column)];
            }
        }
        let [length, height] = OCTAVES[3];
        sum + height * self.fine.get([p.x / length, p.y / length])
    }

    /// How rough a flank is at a plan point, −1 to 1.
    pub fn roughness(&self, p: DVec2) -> f64 {
        self.rough.get([p.x / ROUGH, p.y / ROUGH])
    }
}

/// A height as a key of a heap: total order, lowest first.
#[derive(Clone, Copy, PartialEq)]
struct Height(f64, u32);

impl Eq for Height {}

impl PartialOrd for Height {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Height {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

/// One round of stream-power incision (exponents ½ and 1), solved implicitly from the outlets upstream: Braun and Willett,
/// "A very efficient O(n), implicit and parallel method to solve the stream power equation", 2013. Water finds its way
/// out of hollows by a priority flood: Barnes, Lehman and Mulla, "Priority-flood", 2014.
fn erode(heights: &mut [f64], count: usize, spacing: f64) {
    let mut receiver: Vec<u32> = vec![u32::MAX; heights.len()];
    let mut order = Vec::with_capacity(heights.len());
    let mut open = BinaryHeap::with_capacity(4 * count);
    for index in 0..heights.len() {
        let (column, row) = (index % count, index / count);
        if column == 0 || row == 0 || column == count - 1 || row == count - 1 {
            receiver[index] = index as u32;
            open.push(Reverse(Height(heights[index], index as u32)));
        }
    }
    // Cells leave the heap from the outlets upstream, so each has its receiver before it.
    while let Some(Reverse(Height(level, index))) = open.pop() {
        order.push(index);
        for (next, _) in around(index as usize, count) {
            if receiver[next] == u32::MAX {
                receiver[next] = index;
                let filled = if heights[next] > level { heights[next] } else { level };
                open.push(Reverse(Height(filled, next as u32)));
            }
        }
    }
    let mut area = vec![spacing * spacing; heights.len()];
    for &index in order.iter().rev() {
        let to = receiver[index as usize];
        if to != index {
            area[to as usize] += area[index as usize];
        }
    }
    for &index in &order {
        let (index, to) = (index as usize, receiver[index as usize] as usize);
        if index != to {
            let straight = index.abs_diff(to) == 1 || index.abs_diff(to) == count;
            let length = if straight {
                spacing
            } else {
                spacing * std::f64::consts::SQRT_2
            };
            let share = INCISION * area[index].sqrt() * spacing / length;
            heights[index] = (heights[index] + share * heights[to]) / (1.0 + share);
        }
    }
}

/// The neighbours of a cell, and whether they lie across a corner.
fn around(index: usize, count: usize) -> impl Iterator<Item = (usize, bool)> {
    let (column, row) = ((index % count) as isize, (index / count) as isize);
    const STEPS: [(isize, isize); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
    let inside = move |at: isize| at >= 0 && at < count as isize;
    STEPS
        .into_iter()
        .filter(move |(dx, dz)| inside(column + dx) && inside(row + dz))
        .map(move |(dx, dz)| ((row + dz) as usize * count + (column + dx) as usize, dx != 0 && dz != 0))
}

/// Slow creep of soil: every inner cell moves towards the mean of its four neighbours.
fn creep(heights: &mut [f64], count: usize) {
    let before = heights.to_vec();
    for row in 1..count - 1 {
        for column in 1..count - 1 {
            let index = row * count + column;
            let sum = before[index - 1] + before[index + 1] + before[index - count] + before[index + count];
            heights[index] += CREEP * (0.25 * sum - before[index]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_land_has_a_hill_to_climb_and_a_shelf_for_the_first_court() {
        for seed in 0..30 {
            let land = Land::new(seed, 640.0);
            let climb = land.at(land.summit) - land.at(DVec2::ZERO);
            assert!((44.0..60.0).contains(&climb), "seed {seed}: {climb} m");
            for i in 0..400 {
                let p = DVec2::new(f64::from(i % 20), f64::from(i / 20)) * 30.0 - 290.0;
                let slope = (land.at(p + DVec2::X) - land.at(p)).abs();
                assert!(slope < 1.0, "seed {seed}: a slope of {slope} at {p}");
                assert!(land.at(p) >= land.lowest - 1e-9);
            }
        }
    }

    #[test]
    fn water_cuts_valleys_and_raises_nothing_but_hollows() {
        let count = 65;
        let slope = |index: usize| (index / count) as f64 * 0.8 + unit(hash(3, &[index as i64])) * 0.5;
        let before: Vec<f64> = (0..count * count).map(slope).collect();
        let mut after = before.clone();
        for _ in 0..ROUNDS {
            erode(&mut after, count, 5.0);
        }
        let cut = |index: usize| before[index] - after[index];
        let inner = (0..count * count).filter(|&i| before[i] > 2.0);
        assert!(inner.clone().all(|i| cut(i) > -1.0));
        let deepest = inner.map(cut).fold(0.0, f64::max);
        assert!((2.0..20.0).contains(&deepest), "{deepest} m");
    }

    #[test]
    fn a_seed_is_a_land_and_another_seed_is_another() {
        let at = |seed: u64| Land::new(seed, 640.0).heights;
        assert_eq!(at(29), at(29));
        assert_ne!(at(29), at(30));
        assert_ne!(at(29), at(29 + (1 << 32)));
    }
}
