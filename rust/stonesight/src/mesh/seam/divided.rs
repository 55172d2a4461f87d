//! Coarse cells that finer ones touch: their sheets, on a boundary of faces and edges of two sizes.
//!
//! In: the cell as its chunk sees it, and the interface. Out: vertices, and which of them each crossing of the boundary belongs to.

use super::super::crossing::Crossing;
use super::super::placement::{Piece, add_sheet};
use super::super::stage::Regular;
use super::Border;
use super::interface::Interface;

/// Edges of the boundary: by their start in half voxels, three along each axis, and by axis.
pub(super) const PLACES: usize = 81;
/// No crossing here.
const NONE: u8 = u8::MAX;

/// Where an edge of the boundary stands in lists.
pub(super) fn place([x, y, z]: [i32; 3], axis: usize) -> usize {
    (x + 3 * (y + 3 * z)) as usize * 3 + axis
}

/// The vertices of a divided cell.
pub(super) struct Divided {
    /// By [`place`]: the vertex among those that were added for the cell.
    pub by_place: [u8; PLACES],
    /// The first of them.
    pub first: usize,
}

/// The boundary of a cell while its sheets are found.
struct Boundary<'a> {
    border: &'a Border,
    cell: [i32; 3],
    regular: &'a Regular,
    interface: &'a Interface,
    /// By place: the sheet, named by one of its places.
    sheet: [u8; PLACES],
}

/// An edge as one goes around a face: its place, and whether one comes into solid along it.
struct Passed {
    place: usize,
    enters: bool,
}

impl Divided {
    /// Finds the sheets of a cell and adds their vertices.
    pub fn new(
        border: &Border,
        cell: [i32; 3],
        regular: &Regular,
        interface: &Interface,
        into: &mut Vec<Piece>,
    ) -> Self {
        let mut boundary = Boundary {
            border,
            cell,
            regular,
            interface,
            sheet: [NONE; PLACES],
        };
        for face in 0..6 {
            boundary.pair_face(face / 2, (face % 2) as i32);
        }
        boundary.vertices(into)
    }
}

impl Boundary<'_> {
    /// Whether a coarse edge of the cell is divided: some other cell around it is finer. `across` says on which sides of the cell
    /// it lies along the two axes after its own.
    fn is_divided(&self, axis: usize, across: [i32; 2]) -> bool {
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        let side = |on: i32| 2 * on - 1;
        [[true, false], [false, true], [true, true]]
            .into_iter()
            .any(|[in_b, in_c]| {
                let mut steps = [0; 3];
                steps[b] = if in_b { side(across[0]) } else { 0 };
                steps[c] = if in_c { side(across[1]) } else { 0 };
                self.border.is_finer_beside(self.cell, steps)
            })
    }

    /// The crossing of an edge of the boundary, if it crosses: in voxels of the cell, with whether the lower end is solid.
    fn crossing(&self, start: [i32; 3], axis: usize, is_fine: bool) -> Option<(Crossing, bool)> {
        if is_fine {
            let at = [0, 1, 2].map(|axis| 2 * self.cell[axis] + start[axis]);
            let edge = self.interface.edges.get(&(at, axis))?;
            let mut crossing = edge.crossing;
            crossing.offset *= 0.5;
            return Some((crossing, edge.solid));
        }
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        let edge = 4 * axis + (start[b] / 2) as usize + 2 * (start[c] / 2) as usize;
        let crossing = self.regular.crossings[edge]?;
        let corner = (0..3).fold(0, |corner, axis| corner | ((start[axis] / 2) as usize) << axis);
        Some((crossing, self.regular.pattern >> corner & 1 != 0))
    }

    /// Joins the crossings of a face of the cell in pairs.
    fn pair_face(&mut self, axis: usize, side: i32) {
        let mut steps = [0; 3];
        steps[axis] = 2 * side - 1;
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        let corner = |in_b: i32, in_c: i32| {
            let mut at = [0; 3];
            (at[axis], at[b], at[c]) = (2 * side, in_b, in_c);
            at
        };
        if self.border.is_finer_beside(self.cell, steps) {
            for (in_b, in_c) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let start = corner(in_b, in_c);
                let at = [0, 1, 2].map(|axis| 2 * self.cell[axis] + start[axis]);
                let apart = self.interface.apart.contains(&(at, axis));
                let mut passed = Vec::with_capacity(4);
                self.pass(corner(in_b, in_c), b, true, true, &mut passed);
                self.pass(corner(in_b + 1, in_c), c, true, true, &mut passed);
                self.pass(corner(in_b, in_c + 1), b, false, true, &mut passed);
                self.pass(corner(in_b, in_c), c, false, true, &mut passed);
                self.pair(&passed, apart);
            }
            return;
        }
        // Edges along b lie at a place on the face's axis and on c, those along c at one on b and on the axis.
        let mut passed = Vec::with_capacity(8);
        let mut any = false;
        for (along, at, forward) in [
            (b, [0, 0], true),
            (c, [2, 0], true),
            (b, [0, 2], false),
            (c, [0, 0], false),
        ] {
            let across = if along == b {
                // The axes after b are c and the face's axis.
                [at[1] / 2, side]
            } else {
                [side, at[0] / 2]
            };
            let start = corner(at[0], at[1]);
            if !self.is_divided(along, across) {
                self.pass(start, along, forward, false, &mut passed);
                continue;
            }
            any = true;
            let mut middle = start;
            middle[along] += 1;
            let halves = if forward { [start, middle] } else { [middle, start] };
            for half in halves {
                self.pass(half, along, forward, true, &mut passed);
            }
        }
        let apart = !any && usize::from(self.regular.apart) == 2 * axis + side as usize;
        self.pair(&passed, apart);
    }

    /// Goes along an edge of a face, from its lower to its upper end or back.
    fn pass(&mut self, start: [i32; 3], axis: usize, forward: bool, is_fine: bool, passed: &mut Vec<Passed>) {
        if let Some((_, solid)) = self.crossing(start, axis, is_fine) {
            let place = place(start, axis);
            if self.sheet[place] == NONE {
                self.sheet[place] = place as u8;
            }
            passed.push(Passed {
                place,
                enters: solid != forward,
            });
        }
    }

    /// Joins what was passed around a face: the ends of every run of air, so that solid stays connected, or those of every run of
    /// solid. The cell on the other side does the same.
    fn pair(&mut self, passed: &[Passed], apart: bool) {
        debug_assert!(passed.len().is_multiple_of(2), "one comes out as often as in");
        for (i, first) in passed.iter().enumerate() {
            if first.enters == apart {
                self.join(first.place, passed[(i + 1) % passed.len()].place);
            }
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (from, to) = (self.sheet[a].max(self.sheet[b]), self.sheet[a].min(self.sheet[b]));
        self.sheet
            .iter_mut()
            .filter(|sheet| **sheet == from)
            .for_each(|sheet| *sheet = to);
    }

    /// Places a vertex for every sheet, or one for each of its smooth pieces.
    fn vertices(&self, into: &mut Vec<Piece>) -> Divided {
        let mut divided = Divided {
            by_place: [NONE; PLACES],
            first: into.len(),
        };
        for sheet in 0..PLACES as u8 {
            let members: Vec<usize> = (0..PLACES).filter(|&place| self.sheet[place] == sheet).collect();
            let (mut found, mut points) = (Vec::new(), Vec::new());
            for &member in &members {
                let (at, axis) = (member / 3, member % 3);
                let start = [at % 3, at / 3 % 3, at / 9].map(|c| c as i32);
                let is_fine = self.is_fine(start, axis);
                // It was found before.
                let Some((crossing, _)) = self.crossing(start, axis, is_fine) else {
                    continue;
                };
                let mut point = start.map(|c| c as f32 * 0.5);
                point[axis] += if is_fine { crossing.along * 0.5 } else { crossing.along };
                found.push(crossing);
                points.push(point);
            }
            let found: Vec<&Crossing> = found.iter().collect();
            if found.is_empty() {
                continue;
            }
            let base = (into.len() - divided.first) as u8;
            // Cells count from the first placed one.
            let cell = self.cell.map(|c| c + 1);
            let numbers: [u8; PLACES] = add_sheet(into, &found, &points, cell, true);
            for (i, &member) in members.iter().enumerate() {
                divided.by_place[member] = base + numbers[i];
            }
        }
        divided
    }

    /// Whether an edge of the boundary, by its start, is one of the finer ones.
    fn is_fine(&self, start: [i32; 3], axis: usize) -> bool {
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        // In the middle of a face, or the half of an edge that begins in its middle.
        if start.contains(&1) {
            return true;
        }
        self.is_divided(axis, [start[b] / 2, start[c] / 2])
    }
}
