//! The signs of a chunk's samples, a bit each: which edges cross a surface, and which cells hold one, for a row at a time.
//!
//! A sample is solid where its value is < 0; exactly 0 is air.

use super::grid::{SIDE, STRIDES, index};
use super::sampling::Window;

/// Where the solid is: a word for each row of samples along x, bit `x` set where sample `x` is solid.
pub(super) struct Solid {
    rows: Vec<u64>,
}

impl Default for Solid {
    fn default() -> Self {
        Self {
            rows: vec![0; SIDE * SIDE],
        }
    }
}

impl Solid {
    /// Makes everything air.
    pub fn clear(&mut self) {
        self.rows.fill(0);
    }

    /// Makes a cube of samples solid.
    pub fn fill(&mut self, corner: [usize; 3], edge: usize) {
        for z in corner[2]..corner[2] + edge {
            for y in corner[1]..corner[1] + edge {
                self.add([corner[0], y, z], (1 << edge) - 1);
            }
        }
    }

    /// Makes samples from `first` on along x solid, where a bit is set.
    pub fn add(&mut self, first: [usize; 3], bits: u64) {
        self.rows[first[1] + first[2] * SIDE] |= bits << first[0];
    }

    /// Whether a sample is solid.
    pub fn at(&self, sample: usize) -> bool {
        self.rows[sample / SIDE] >> (sample % SIDE) & 1 != 0
    }

    /// The edges that cross and start in a row, by axis; bit `x` is the edge that starts at sample `x`. For rows and samples
    /// below the last of the grid.
    pub fn crossing_row(&self, y: usize, z: usize) -> [u64; 3] {
        let row = y + z * SIDE;
        let own = self.rows[row];
        [own ^ own >> 1, own ^ self.rows[row + 1], own ^ self.rows[row + SIDE]]
    }

    /// The edges that cross and start at a sample: bit `axis` is set where it does.
    #[inline]
    pub fn crossing(&self, sample: usize) -> u32 {
        let (row, x) = (sample / SIDE, sample % SIDE);
        let own = self.rows[row];
        let bit = |word: u64| (word >> x & 1) as u32;
        bit(own ^ own >> 1) | bit(own ^ self.rows[row + 1]) << 1 | bit(own ^ self.rows[row + SIDE]) << 2
    }

    /// The sign pattern of a cell: bit `i` is set where corner `i` is solid.
    #[inline]
    pub fn pattern(&self, cell: usize) -> usize {
        let (row, x) = (cell / SIDE, cell % SIDE);
        let pair = |row: usize| (self.rows[row] >> x & 3) as usize;
        pair(row) | pair(row + 1) << 2 | pair(row + SIDE) << 4 | pair(row + SIDE + 1) << 6
    }
}

/// The cells that a surface runs through.
#[derive(Default)]
pub(super) struct Cells {
    /// Their places in the grid, in z, y, x order.
    pub places: Vec<[usize; 3]>,
    /// The same by [`index`].
    pub indices: Vec<usize>,
    /// By index: their number in those lists. Stale where there is no surface.
    numbers: Vec<u32>,
}

impl Cells {
    /// Forgets them.
    pub fn clear(&mut self) {
        self.places.clear();
        self.indices.clear();
    }

    /// Finds them among the cells of a window whose vertices are placed.
    pub fn find(&mut self, solid: &Solid, window: Window) {
        self.clear();
        self.numbers.resize(SIDE * SIDE * SIDE, 0);
        let [columns, rows, layers] = [window.cells(0), window.cells(1), window.cells(2)];
        let columns = (1 << columns.end) - (1 << columns.start);
        for z in layers {
            for y in rows.clone() {
                let row = y + z * SIDE;
                let (a, b) = (solid.rows[row], solid.rows[row + 1]);
                let (c, d) = (solid.rows[row + SIDE], solid.rows[row + SIDE + 1]);
                let (any, all) = (a | b | c | d, a & b & c & d);
                let mut mixed = (any | any >> 1) & !(all & all >> 1) & columns;
                while mixed != 0 {
                    let x = mixed.trailing_zeros() as usize;
                    mixed &= mixed - 1;
                    let at = index([x, y, z]);
                    self.numbers[at] = self.places.len() as u32;
                    self.places.push([x, y, z]);
                    self.indices.push(at);
                }
            }
        }
    }

    /// The number of a cell that holds a surface, by its [`index`].
    pub fn number(&self, cell: usize) -> usize {
        self.numbers[cell] as usize
    }
}

const _: () = assert!(SIDE <= 64 && STRIDES[1] == SIDE, "a row is a word");

#[cfg(test)]
mod tests {
    use fast_surface_nets::ndshape::ConstShape3u32;
    use fast_surface_nets::{SurfaceNetsBuffer, surface_nets};

    use super::*;
    use crate::lattice::hash;
    use crate::mesh::grid::PLACED;

    #[test]
    fn cells_are_those_of_fast_surface_nets() {
        for seed in 0..8 {
            // From single samples to large lumps of solid.
            let (lump, share) = ([1, 1, 2, 5][seed % 4], [4, 128][seed / 4]);
            let (mut solid, mut values) = (Solid::default(), vec![1.0f32; SIDE * SIDE * SIDE]);
            for z in 0..SIDE {
                for y in 0..SIDE {
                    for x in 0..SIDE {
                        let place = [x / lump, y / lump, z / lump].map(|c| c as i64);
                        if hash(seed as u64, &place) & 255 < share {
                            solid.add([x, y, z], 1);
                            values[index([x, y, z])] = -1.0;
                        }
                    }
                }
            }
            let mut nets = SurfaceNetsBuffer::default();
            let [start, end] = [PLACED.start, PLACED.end].map(|c| [c as u32; 3]);
            type Shape = ConstShape3u32<{ SIDE as u32 }, { SIDE as u32 }, { SIDE as u32 }>;
            surface_nets(&values, &Shape {}, start, end, &mut nets);
            let mut cells = Cells::default();
            cells.find(&solid, Window::ALL);
            assert!(!cells.places.is_empty());
            let places: Vec<[usize; 3]> = nets.surface_points.iter().map(|p| p.map(|c| c as usize)).collect();
            assert_eq!(cells.places, places);
            for (number, &at) in cells.indices.iter().enumerate() {
                assert_eq!(at, nets.surface_strides[number] as usize);
                assert_eq!(cells.number(at), number);
                let corners = (0..8).map(|i| at + (i & 1) + (i >> 1 & 1) * STRIDES[1] + (i >> 2) * STRIDES[2]);
                let pattern = corners.enumerate().fold(0, |bits, (i, at)| {
                    assert_eq!(solid.at(at), values[at] < 0.0);
                    bits | usize::from(values[at] < 0.0) << i
                });
                assert_eq!(solid.pattern(at), pattern);
                for axis in 0..3 {
                    let crosses = (values[at] < 0.0) != (values[at + STRIDES[axis]] < 0.0);
                    let [x, y, z] = cells.places[number];
                    assert_eq!(solid.crossing(at) >> axis & 1 != 0, crosses);
                    assert_eq!(solid.crossing_row(y, z)[axis] >> x & 1 != 0, crosses);
                }
            }
        }
    }
}
