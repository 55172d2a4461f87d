//! Fourth step: where the vertices of each cell lie, and their normals.
//!
//! In: cells and crossings. Out: for every sheet of a cell a position, and for every smooth piece of the sheet a normal.
//!
//! A smooth sheet is placed by its mean normal, an edge or corner by the quadratic error function, and both are kept in the cell
//! and rounded to 1/1024 voxel. They stay one step clear of the cell's faces, so a position names its cell, and vertices of
//! different cells never fall together. All of it is reckoned relative to the cell and in the cell's own order of edges, so the two
//! to eight chunks that share a cell get the same bits.

use super::STEPS_PER_VOXEL;
use super::crease::{dot, pieces};
use super::crossing::{Crossing, Crossings};
use super::grid::{PLACED, is_outer};
use super::morph::Morph;
use super::normal::encode_normal;
use super::qef::{Planes, clamp};
use super::solid::{Cells, Solid};
use super::topology::{EDGE_STARTS, EDGES, cell_sheets, edge_corners};

/// Share of its crossings that the mean normal of a smooth sheet must keep in length. Below, it bends too much for its mean to
/// say anything, and is solved as an edge.
const MIN_MEAN: f32 = 0.7;
/// Steps are rounded at 9/16 instead of a half. Walls lie on multiples of 1/4096 m, which are multiples of 1/10 step at levels 0
/// to 3 and of 1/20 and 1/40 above; none of them is within an `f32` error of 9/16, so a wall is rounded to one side everywhere.
const ROUNDING: f32 = 0.4375;

/// Where the edges of a cell start, relative to it, in voxels.
static EDGE_POINTS: [[f32; 3]; EDGES] = {
    let mut points = [[0.0; 3]; EDGES];
    let mut edge = 0;
    while edge < EDGES {
        let (corner, _) = edge_corners(edge);
        points[edge] = [(corner & 1) as f32, (corner >> 1 & 1) as f32, (corner >> 2) as f32];
        edge += 1;
    }
    points
};

/// The smooth piece of a sheet: what becomes one vertex for each of its materials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// As in [`Mesh::positions`](super::Mesh::positions).
    pub position: [u16; 3],
    /// Octahedral.
    pub normal: [i16; 2],
    /// Set by [`Parents`](super::morph::Parents).
    pub morph: Morph,
}

/// The pieces of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    first: u32,
    by_edge: [u8; EDGES],
}

impl Cell {
    /// The piece that an edge of the cell crosses.
    pub fn piece(&self, edge: usize) -> usize {
        self.first as usize + usize::from(self.by_edge[edge])
    }
}

/// The placed cells of a chunk.
#[derive(Default)]
pub(super) struct Placement {
    /// In the order of the cells that were given.
    pub cells: Vec<Cell>,
    /// Their pieces.
    pub pieces: Vec<Piece>,
}

impl Placement {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.pieces.clear();
    }

    /// The pieces of a cell by its number.
    pub fn pieces_at(&self, number: usize) -> &[Piece] {
        &self.pieces[self.range(number)]
    }

    /// As [`Placement::pieces_at`], to change them.
    pub fn pieces_of(&mut self, number: usize) -> &mut [Piece] {
        let range = self.range(number);
        &mut self.pieces[range]
    }

    fn range(&self, number: usize) -> std::ops::Range<usize> {
        let end = self
            .cells
            .get(number + 1)
            .map_or(self.pieces.len(), |next| next.first as usize);
        self.cells[number].first as usize..end
    }

    /// Places the vertices of all `cells`; in the outer layers of chunks, where a coarser neighbour may need them, on `even`
    /// steps.
    pub fn place(&mut self, solid: &Solid, crossings: &Crossings, cells: &Cells, even: bool) {
        self.clear();
        for (&cell, &at) in cells.places.iter().zip(&cells.indices) {
            let even = even && (is_outer(cell[0]) || is_outer(cell[1]) || is_outer(cell[2]));
            self.place_cell(solid, crossings, cell, at, even);
        }
    }

    fn place_cell(&mut self, solid: &Solid, crossings: &Crossings, cell: [usize; 3], at: usize, even: bool) {
        let sheets = cell_sheets(solid, at);
        let first = self.pieces.len();
        let mut by_edge = [0; EDGES];
        let mut sheet = 0;
        loop {
            let mut edges = [0; EDGES];
            let mut count = 0;
            for (edge, &of) in sheets.iter().enumerate() {
                if of == sheet {
                    edges[count] = edge;
                    count += 1;
                }
            }
            if count == 0 {
                break;
            }
            let edges = &edges[..count];
            let base = (self.pieces.len() - first) as u8;
            let mut found = [crossings.get(at + EDGE_STARTS[edges[0]], edges[0] / 4); EDGES];
            let mut points = [[0.0; 3]; EDGES];
            for (i, &edge) in edges.iter().enumerate() {
                found[i] = crossings.get(at + EDGE_STARTS[edge], edge / 4);
                points[i] = EDGE_POINTS[edge];
                points[i][edge / 4] = found[i].along;
            }
            let place = |axis: usize| (cell[axis] - PLACED.start) as i32;
            let first = [place(0), place(1), place(2)];
            let numbers: [u8; EDGES] = add_sheet(&mut self.pieces, &found[..count], &points[..count], first, even);
            for (i, &edge) in edges.iter().enumerate() {
                by_edge[edge] = base + numbers[i];
            }
            sheet += 1;
        }
        self.cells.push(Cell {
            first: first as u32,
            by_edge,
        });
    }
}

/// Adds the pieces of a sheet, whose crossings lie at `points` relative to the cell in voxels; their numbers by crossing. `cell` counts from
/// the first placed one, and `even` has the vertex on even steps.
#[inline]
pub(super) fn add_sheet<const N: usize>(
    into: &mut Vec<Piece>,
    found: &[&Crossing],
    points: &[[f32; 3]],
    cell: [i32; 3],
    even: bool,
) -> [u8; N] {
    let (numbers, pieces) = pieces::<N>(found);
    let position = locate(found, points, pieces == 1);
    // Even steps are those of a voxel that is twice as large. At the coarsest level some would meet the rounding's 9/16.
    let unit = if even { 2 } else { 1 };
    let count = STEPS_PER_VOXEL / unit;
    let mut steps = [0; 3];
    for axis in 0..3 {
        let step = (position[axis] * count as f32 + ROUNDING) as i32;
        let step = step.clamp(1, count - 1) * unit;
        steps[axis] = (cell[axis] * STEPS_PER_VOXEL + step) as u16;
    }
    for piece in 0..pieces {
        let mut sum = [0.0; 3];
        let mut any = [0.0; 3];
        for (i, crossing) in found.iter().enumerate() {
            if usize::from(numbers[i]) == piece {
                any = crossing.normal;
                let [x, y, z] = crossing.normal;
                sum = [sum[0] + x, sum[1] + y, sum[2] + z];
            }
        }
        let mean = if dot(sum, sum) > 0.01 { sum } else { any };
        into.push(Piece {
            position: steps,
            normal: encode_normal(mean),
            morph: Morph::default(),
        });
    }
    numbers
}

/// The vertex of a sheet, relative to its cell, in voxels.
#[inline]
fn locate(crossings: &[&Crossing], points: &[[f32; 3]], smooth: bool) -> [f32; 3] {
    let share = 1.0 / points.len() as f32;
    let (mut centre, mut normal, mut offset) = ([0.0; 3], [0.0; 3], 0.0);
    for (i, crossing) in crossings.iter().enumerate() {
        for axis in 0..3 {
            centre[axis] += points[i][axis];
            normal[axis] += crossing.normal[axis];
        }
        offset += crossing.offset;
    }
    // Written out: mapping an array is a call to code of the standard library that is not inlined.
    let [x, y, z] = centre;
    let centre = [x * share, y * share, z * share];
    let relative = |point: &[f32; 3]| [point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]];
    let length = dot(normal, normal).sqrt();
    if smooth && length * share > MIN_MEAN {
        // The crossings' centre lies below a bulge as far as the tangent planes lie above it: on a paraboloid the middle of
        // the two is on the surface, and on a plane both are the same.
        let mut above = 0.0;
        for (i, crossing) in crossings.iter().enumerate() {
            above += dot(crossing.normal, relative(&points[i]));
        }
        let amount = (0.5 * above + offset) * share;
        let placed = |axis: usize| clamp(centre[axis] + normal[axis] / length * amount, 0.0, 1.0);
        return [placed(0), placed(1), placed(2)];
    }
    let mut planes = Planes::default();
    for (i, crossing) in crossings.iter().enumerate() {
        planes.add(
            crossing.normal,
            dot(crossing.normal, relative(&points[i])) + crossing.offset,
        );
    }
    let mut best = planes.solve();
    let [x, y, z] = centre;
    let (low, high) = ([-x, -y, -z], [1.0 - x, 1.0 - y, 1.0 - z]);
    if (0..3).any(|axis| best[axis] < low[axis] || best[axis] > high[axis]) {
        best = planes.descend(best, low, high);
    }
    let placed = |axis: usize| clamp(centre[axis] + best[axis], 0.0, 1.0);
    [placed(0), placed(1), placed(2)]
}
