//! The field in columns: samples of level 0 around wherever somebody asks, and the floors in them.

use std::collections::BTreeMap;

use glam::{DVec3, Vec3};

use crate::field::{Active, Field, LANES, Points, Samples};
use crate::lattice::{CHUNK_VOXELS, VOXEL};

/// Samples along an edge of a chunk, of a block that is pruned from it, and of a brick that is pruned from that: a brick is
/// one batch.
const EDGE: usize = CHUNK_VOXELS as usize;
const BLOCK: usize = 8;
const BRICK: usize = 4;
const SHARE: usize = EDGE / BLOCK;
const _: () = assert!(BRICK * BRICK * BRICK == LANES);

/// A place in the lattice of samples: column x, z and sample y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Column {
    pub x: i32,
    pub z: i32,
}

impl Column {
    /// The column nearest to a point.
    pub fn near(point: DVec3) -> Self {
        Self {
            x: (point.x / VOXEL).round() as i32,
            z: (point.z / VOXEL).round() as i32,
        }
    }

    /// The column so many steps away.
    pub fn stepped(self, dx: i32, dz: i32) -> Self {
        Self {
            x: self.x + dx,
            z: self.z + dz,
        }
    }

    /// A point in it.
    pub fn at(self, y: f64) -> DVec3 {
        DVec3::new(f64::from(self.x) * VOXEL, y, f64::from(self.z) * VOXEL)
    }
}

/// Samples of the field, made when they are first asked for.
pub(super) struct Samplings<'a> {
    field: &'a Field,
    /// Where a chunk's samples are.
    places: BTreeMap<[i32; 3], usize>,
    chunks: Vec<Box<[f32]>>,
    /// The chunk that was asked last is asked next, nearly always.
    last: ([i32; 3], usize),
}

impl<'a> Samplings<'a> {
    pub fn new(field: &'a Field) -> Self {
        Self {
            field,
            places: BTreeMap::new(),
            chunks: Vec::new(),
            last: ([i32::MIN; 3], 0),
        }
    }

    /// Chunks that were sampled.
    pub fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// The value of the field at a sample: negative in stone.
    pub fn value(&mut self, column: Column, y: i32) -> f32 {
        let at = [column.x, y, column.z];
        let key = at.map(|c| c.div_euclid(CHUNK_VOXELS));
        let [x, y, z] = at.map(|c| c.rem_euclid(CHUNK_VOXELS) as usize);
        if self.last.0 != key {
            let next = self.chunks.len();
            let place = *self.places.entry(key).or_insert(next);
            if place == next {
                self.chunks.push(sample(self.field, key));
            }
            self.last = (key, place);
        }
        self.chunks[self.last.1][(z * EDGE + y) * EDGE + x]
    }

    /// Whether a sample is in stone.
    pub fn is_solid(&mut self, column: Column, y: i32) -> bool {
        self.value(column, y) < 0.0
    }

    /// The height of the surface between a sample and the next one above it, one of which is in stone.
    pub fn surface(&mut self, column: Column, y: i32) -> f64 {
        let (below, above) = (f64::from(self.value(column, y)), f64::from(self.value(column, y + 1)));
        (f64::from(y) + below / (below - above)) * VOXEL
    }

    /// The highest floor in a column from `high` down to `low`, if the column is open at `high`.
    pub fn floor(&mut self, column: Column, high: f64, low: f64) -> Floor {
        let top = (high / VOXEL).floor() as i32;
        let bottom = (low / VOXEL).floor() as i32;
        // The surface may lie between the sample under `high` and the one over it.
        if self.is_solid(column, top + 1) {
            return Floor::Blocked;
        }
        for y in (bottom..=top).rev() {
            if self.is_solid(column, y) {
                let height = self.surface(column, y);
                return match height {
                    height if height > high => Floor::Blocked,
                    height if height < low => Floor::None,
                    height => Floor::At(height),
                };
            }
        }
        Floor::None
    }

    /// Clear height over a floor, up to `enough`.
    pub fn head_room(&mut self, column: Column, floor: f64, enough: f64) -> f64 {
        let first = (floor / VOXEL).floor() as i32 + 1;
        let last = ((floor + enough) / VOXEL).ceil() as i32;
        for y in first..last {
            if self.is_solid(column, y + 1) {
                return self.surface(column, y) - floor;
            }
        }
        enough
    }
}

/// What one finds looking down a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Floor {
    /// A wall, or a step that is too high.
    Blocked,
    /// A floor at a height.
    At(f64),
    /// Nothing.
    None,
}

/// All samples of a chunk of level 0: index `(z * 32 + y) * 32 + x`.
fn sample(field: &Field, key: [i32; 3]) -> Box<[f32]> {
    let [x, y, z] = key.map(|c| f64::from(c * CHUNK_VOXELS) * VOXEL);
    let frame = field.frame(DVec3::new(x, y, z), 0);
    let corners = |from: [usize; 3], edge: usize| {
        let at = |c: [usize; 3]| Vec3::from(c.map(|i| i as f32 * VOXEL as f32));
        [at(from), at(from.map(|c| c + edge - 1))]
    };
    let whole = frame.everything(Vec3::ZERO, corners([0; 3], EDGE)[1]);
    let mut blocks = vec![Active::default(); SHARE * SHARE * SHARE];
    let mut bricks = blocks[..8].to_vec();
    let (mut points, mut samples) = (Points::default(), Samples::default());
    let mut values = vec![0.0; EDGE * EDGE * EDGE].into_boxed_slice();
    let starts: Vec<[usize; 3]> = cells(SHARE).map(|c| c.map(|i| i * BLOCK)).collect();
    let boxes: Vec<[Vec3; 2]> = starts.iter().map(|&start| corners(start, BLOCK)).collect();
    // 32 boxes at a time is what the pruning likes best.
    for (boxes, blocks) in boxes.chunks(32).zip(blocks.chunks_mut(32)) {
        frame.narrow_each(&whole, boxes, blocks);
    }
    for (start, block) in starts.into_iter().zip(&blocks) {
        let starts: Vec<[usize; 3]> = cells(2).map(|c| [0, 1, 2].map(|i| start[i] + c[i] * BRICK)).collect();
        let boxes: Vec<[Vec3; 2]> = starts.iter().map(|&start| corners(start, BRICK)).collect();
        frame.narrow_each(block, &boxes, &mut bricks);
        for (start, brick) in starts.into_iter().zip(&bricks) {
            let place = |cell: [usize; 3]| [0, 1, 2].map(|i| start[i] + cell[i]);
            for (lane, cell) in cells(BRICK).enumerate() {
                let [x, y, z] = place(cell).map(|i| i as f32 * VOXEL as f32);
                points.x[lane] = x;
                points.y[lane] = y;
                points.z[lane] = z;
            }
            frame.evaluate(brick, &points, &mut samples);
            for (lane, cell) in cells(BRICK).enumerate() {
                let [x, y, z] = place(cell);
                values[(z * EDGE + y) * EDGE + x] = samples.value[lane];
            }
        }
    }
    values
}

/// The cells of a cube with so many along its edge, x first.
fn cells(edge: usize) -> impl Iterator<Item = [usize; 3]> {
    (0..edge * edge * edge).map(move |i| [i % edge, i / edge % edge, i / (edge * edge)])
}
