//! Third step: where the surface crosses the edges of the grid, and how it leans there.
//!
//! In: the samples and their pruned operations. Out: one [`Crossing`] for every edge whose ends differ in sign.
//!
//! Roots are found by Newton's method inside a bracket (Press et al., *Numerical Recipes*, §9.4), which is all that helps where
//! a distance has a kink: an edge that runs just under a floor towards a wall sees the floor's value until shortly before
//! the wall. A point is accepted when value and slope there agree that the root is near, so the gradient is that of the face
//! which the edge really crosses.
//!
//! Every point lies on a grid of 1/4096 m, so it is exact in `f32` whichever chunk asks; and no edge looks at another, so
//! two chunks that share an edge find the same bits.

use super::grid::{BRICK, VOLUME, grown_box, index};
use super::sampling::{Brick, Grid, position};
use crate::field::{Frame, Gradients, Points, Samples};
use crate::lattice::{ANCHOR_STEPS, OperationId};

/// Edges looked at together. A brick with a surface has a dozen crossings: more lanes would stay empty.
const LANES: usize = 16;
/// A point is accepted when it predicts its root nearer than this share of a voxel. What is left is corrected by the plane
/// through the point, so smooth surfaces pass at once; at level 0 it is 5 mm.
const NEAR: f32 = 1.0 / 64.0;
/// The flattest slope along an edge that Newton's step is trusted with.
const MIN_SLOPE: f32 = 1.0 / 16.0;
/// From this round on every other step is a bisection: Newton may creep.
const CAREFUL: u8 = 4;
/// More rounds than a bracket of the coarsest level needs (40,960 steps, halved every other round).
const MAX_ROUNDS: u8 = 40;

/// Where the surface crosses an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// Distance from the edge's lower sample, in voxels.
    pub along: f32,
    /// Unit normal into the air.
    pub normal: [f32; 3],
    /// Distance from the point at `along` to the surface along the normal, in voxels. Small.
    pub offset: f32,
    /// The operation that made the surface here.
    pub operation: OperationId,
}

/// The crossings of a chunk.
pub(super) struct Crossings {
    list: Vec<Crossing>,
    /// By sample: where the crossings of the up to three edges begin that start there, times 8, and a bit for each axis along
    /// which there is one. Stale where there is none.
    first: Vec<u32>,
    pending: Vec<Search>,
}

impl Default for Crossings {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            first: vec![0; VOLUME],
            pending: Vec::new(),
        }
    }
}

/// The search on one edge. Places on it count from its solid end, in steps of 1/4096 m.
#[derive(Clone, Copy)]
struct Search {
    /// Its crossing in the list.
    crossing: u32,
    axis: u8,
    round: u8,
    /// Position of the solid end.
    origin: [f32; 3],
    /// Metres a step towards the air: ±1/4096.
    step: f32,
    /// The last place known solid, and the first known to be air.
    solid: i32,
    air: i32,
    /// The place to look at next.
    look: i32,
}

impl Crossings {
    /// Finds all crossings of a chunk whose voxels measure `steps` steps of 1/4096 m.
    pub fn find(&mut self, grid: &Grid, frame: &Frame<'_>, voxel: f32, steps: i32) {
        self.list.clear();
        for brick in &grid.bricks {
            self.find_in_brick(grid, frame, brick, voxel, steps);
        }
    }

    /// The crossing of the edge that starts at a sample and runs along an axis.
    #[inline]
    pub fn get(&self, sample: usize, axis: usize) -> &Crossing {
        let first = self.first[sample];
        let before = (first & ((1 << axis) - 1)).count_ones();
        &self.list[((first >> 3) + before) as usize]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    fn find_in_brick(&mut self, grid: &Grid, frame: &Frame<'_>, brick: &Brick, voxel: f32, steps: i32) {
        // The edges of the placed cells.
        let window = [grid.window.cells(0), grid.window.cells(1), grid.window.cells(2)];
        let first = |axis: usize| brick.corner[axis].max(window[axis].start);
        let after = |axis: usize| (brick.corner[axis] + BRICK).min(window[axis].end + 1);
        let (start, end) = ([first(0), first(1), first(2)], [after(0), after(1), after(2)]);
        if (0..3).any(|axis| start[axis] >= end[axis]) {
            return;
        }
        let last = [window[0].end, window[1].end, window[2].end];
        let columns = (1 << end[0]) - (1 << start[0]);
        self.pending.clear();
        for z in start[2]..end[2] {
            for y in start[1]..end[1] {
                let rows = grid.solid.crossing_row(y, z);
                let mut samples = (rows[0] | rows[1] | rows[2]) & columns;
                while samples != 0 {
                    let x = samples.trailing_zeros() as usize;
                    samples &= samples - 1;
                    let sample = [x, y, z];
                    let bit = |axis: usize| (rows[axis] >> x & 1) as u32;
                    let inside = u32::from(x < last[0]) | u32::from(y < last[1]) << 1 | u32::from(z < last[2]) << 2;
                    let axes = (bit(0) | bit(1) << 1 | bit(2) << 2) & inside;
                    self.first[index(sample)] = (self.list.len() as u32) << 3 | axes;
                    for axis in 0..3 {
                        if axes >> axis & 1 != 0 {
                            let ends = ends(grid, frame, sample, axis, voxel);
                            self.start(ends, sample, axis, voxel, steps);
                        }
                    }
                }
            }
        }
        let active = &grid.actives[brick.active];
        let (mut points, mut samples, mut gradients) = Default::default();
        // New searches lie at the front, those that go on at the back: every batch is as full as it can be.
        while !self.pending.is_empty() {
            let first = self.pending.len().saturating_sub(LANES);
            let count = self.pending.len() - first;
            place(&self.pending[first..], &mut points);
            frame.evaluate_with_gradients(active, &points, &mut samples, &mut gradients);
            if !samples.value[..count].iter().all(|&value| active.is_exact(value)) {
                let (low, high) = grown_box(brick.corner, BRICK, voxel);
                let everything = frame.everything(low, high);
                frame.evaluate_with_gradients(&everything, &points, &mut samples, &mut gradients);
            }
            let mut kept = first;
            for lane in 0..count {
                let mut search = self.pending[first + lane];
                match search.advance(lane, &samples, &gradients, voxel, steps) {
                    Some(crossing) => self.list[search.crossing as usize] = crossing,
                    None => {
                        self.pending[kept] = search;
                        kept += 1;
                    }
                }
            }
            self.pending.truncate(kept);
        }
    }

    fn start(&mut self, [lower, upper]: [f32; 2], sample: [usize; 3], axis: usize, voxel: f32, steps: i32) {
        let mut origin = sample;
        let (solid, air, sign) = if lower < 0.0 {
            (lower, upper, 1.0)
        } else {
            origin[axis] += 1;
            (upper, lower, -1.0)
        };
        let mut search = Search {
            crossing: self.list.len() as u32,
            axis: axis as u8,
            round: 0,
            origin: position(origin, voxel).to_array(),
            step: sign / ANCHOR_STEPS as f32,
            solid: 0,
            air: steps,
            look: 0,
        };
        search.aim(steps as f32 * (solid / (solid - air)));
        self.pending.push(search);
        self.list.push(Crossing {
            along: 0.0,
            normal: [0.0; 3],
            offset: 0.0,
            operation: OperationId::NONE,
        });
    }
}

/// The values at the ends of an edge, right to the last bit.
fn ends(grid: &Grid, frame: &Frame<'_>, sample: [usize; 3], axis: usize, voxel: f32) -> [f32; 2] {
    let end = |sample: [usize; 3]| {
        let value = grid.values[index(sample)];
        if grid.is_exact(value) {
            value
        } else {
            let point = frame.origin() + position(sample, voxel).as_dvec3();
            frame.field().sample(point).value
        }
    };
    let mut other = sample;
    other[axis] += 1;
    [end(sample), end(other)]
}

/// Fills the lanes with the points to look at; lanes left over repeat the first.
fn place(searches: &[Search], points: &mut Points<LANES>) {
    for lane in 0..LANES {
        let search = &searches[if lane < searches.len() { lane } else { 0 }];
        let mut at = search.origin;
        at[usize::from(search.axis)] += search.look as f32 * search.step;
        (points.x[lane], points.y[lane], points.z[lane]) = (at[0], at[1], at[2]);
    }
}

impl Search {
    /// Aims half a step to one and a half before `root`, on its solid side. In the angle between two walls the air has a crease where
    /// it is undecided which of them is nearer, and where walls lie on samples the edges run in that crease; a step
    /// into the solid it is plain.
    fn aim(&mut self, root: f32) {
        let look = (root - 0.5) as i32;
        self.look = look.clamp(self.solid, self.air - 1);
    }

    /// Takes in what was found at `look`. The crossing when it is accepted; otherwise `look` is the next place.
    fn advance(
        &mut self,
        lane: usize,
        samples: &Samples<LANES>,
        gradients: &Gradients<LANES>,
        voxel: f32,
        steps: i32,
    ) -> Option<Crossing> {
        let value = samples.value[lane];
        let gradient = [gradients.x[lane], gradients.y[lane], gradients.z[lane]];
        let along = gradient[usize::from(self.axis)];
        let slope = if self.step > 0.0 { along } else { -along };
        let near = value != 0.0 && value.abs() <= slope * voxel * NEAR;
        if value < 0.0 {
            self.solid = self.look;
        } else {
            self.air = self.look;
        }
        self.round += 1;
        let narrowest = self.look == self.solid && self.air - self.solid <= 1;
        if near || narrowest || self.round == MAX_ROUNDS {
            return Some(self.accept(value, gradient, samples.operation[lane], voxel, steps));
        }
        // In the grid's steps; a slope is metres of value a metre, and there are as many steps to either.
        let newton = self.look as f32 - value / slope * ANCHOR_STEPS as f32;
        let inside = newton > self.solid as f32 && newton < self.air as f32;
        let may = self.round < CAREFUL || self.round.is_multiple_of(2);
        if slope > MIN_SLOPE && inside && may && value != 0.0 {
            self.aim(newton);
        } else {
            self.look = self.solid + (self.air - self.solid) / 2;
        }
        None
    }

    fn accept(&self, value: f32, gradient: [f32; 3], operation: OperationId, voxel: f32, steps: i32) -> Crossing {
        let towards_air = if self.step > 0.0 { 1.0 } else { -1.0 };
        let [x, y, z] = gradient;
        let length = (x * x + y * y + z * z).sqrt();
        let from_solid = self.look as f32 / steps as f32;
        let along = if self.step > 0.0 { from_solid } else { 1.0 - from_solid };
        // At a jump of the field (the end of a ramp) the value says nothing about the way to the surface, which is here.
        let offset = -value / (length * voxel);
        if length > 0.25 && offset.abs() <= 2.0 * NEAR {
            return Crossing {
                along,
                normal: [x / length, y / length, z / length],
                offset,
                operation,
            };
        }
        let mut normal = [0.0; 3];
        if length > 0.25 {
            normal = [x / length, y / length, z / length];
        } else {
            normal[usize::from(self.axis)] = towards_air;
        }
        Crossing {
            along,
            normal,
            offset: 0.0,
            operation,
        }
    }
}
