//! The sample grid of a chunk: 36³ samples in 9³ bricks of 4³, from two voxels below the chunk's corner to one beyond its far
//! faces.
//!
//! Grid coordinates count from the first sample, so sample `[2, 2, 2]` is the chunk's corner, and cell `c` is the cube between
//! samples `c` and `c + 1`. A chunk places the vertices of the cells that touch its own edges, which reach one voxel out;
//! how many vertices a cell has may depend on the cells around it, which reach another voxel out.

use std::ops::Range;

use glam::Vec3;

use crate::lattice::CHUNK_VOXELS;

/// Samples along an axis.
pub(super) const SIDE: usize = 36;
/// Samples in the array.
pub(super) const VOLUME: usize = SIDE * SIDE * SIDE;
/// Grid coordinate of the chunk's corner.
pub(super) const CORNER: usize = 2;
/// The samples, along each axis, at which edges start that belong to the chunk.
pub(super) const OWNED: Range<usize> = CORNER..CORNER + CHUNK_VOXELS as usize;
/// The cells, along each axis, whose vertices are placed.
pub(super) const PLACED: Range<usize> = OWNED.start - 1..OWNED.end;
/// Samples along the edge of a brick: 4³ fill one batch of the field.
pub(super) const BRICK: usize = 4;
/// Samples along the edge of a block of bricks, the step between chunk and brick in which operations are pruned.
pub(super) const BLOCK: usize = 12;

/// Array distance of neighbours along each axis.
pub(super) const STRIDES: [usize; 3] = [1, SIDE, SIDE * SIDE];

/// Whether a cell with this coordinate lies in the outermost layer of its chunk, this one or a neighbour: it may touch a chunk
/// of another level.
pub(super) fn is_outer(cell: usize) -> bool {
    cell <= OWNED.start || cell >= OWNED.end - 1
}

/// A grid point or cell as an index into the array.
pub(super) fn index(point: [usize; 3]) -> usize {
    point[0] * STRIDES[0] + point[1] * STRIDES[1] + point[2] * STRIDES[2]
}

/// Coordinate of a sample in metres relative to the chunk's corner. Exact.
pub(super) fn metres(sample: usize, voxel: f32) -> f32 {
    (sample as f32 - CORNER as f32) * voxel
}

/// The box around the `edge`³ samples from `corner`, grown by one sample so that no edge that leaves it is lost, and cut to
/// the grid. Metres relative to the chunk's corner.
pub(super) fn grown_box(corner: [usize; 3], edge: usize, voxel: f32) -> (Vec3, Vec3) {
    let low = |c: usize| metres(c.saturating_sub(1), voxel);
    let high = |c: usize| metres((c + edge).min(SIDE - 1), voxel);
    let [x, y, z] = corner;
    (Vec3::new(low(x), low(y), low(z)), Vec3::new(high(x), high(y), high(z)))
}
