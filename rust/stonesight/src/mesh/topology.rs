//! Second step: which crossing edges of a cell belong together.
//!
//! In: the signs of the samples. Out: the *sheets* of a cell, by the pattern of its signs. Surface nets give a cell one vertex,
//! which pinches two walls together where they share a cell. Here every sheet gets its own vertex, as in Nielson, "Dual marching
//! cubes", IEEE Visualization 2004, with the amendment of Wenger, *Isosurfaces* (2013), §3.5, so that the surface is
//! manifold.
//!
//! Corner `i` of a cell lies at `(i & 1, i >> 1 & 1, i >> 2)`. Edge `4 * axis + b + 2 * c` runs along `axis` from the corner with
//! offsets `b` and `c` on the next two axes in cyclic order.

use super::grid::STRIDES;
use super::solid::Solid;

/// Edges of a cell.
pub(super) const EDGES: usize = 12;
/// No edge crosses here.
const NONE: u8 = 15;

/// The corners at the lower and the upper end of an edge.
pub(super) const fn edge_corners(edge: usize) -> (usize, usize) {
    let axis = edge / 4;
    let lower = ((edge & 1) << ((axis + 1) % 3)) | ((edge >> 1 & 1) << ((axis + 2) % 3));
    (lower, lower | 1 << axis)
}

/// Where the edges of a cell start, as distances in the array from its first corner.
pub(super) static EDGE_STARTS: [usize; EDGES] = {
    let mut starts = [0; EDGES];
    let mut edge = 0;
    while edge < EDGES {
        let (corner, _) = edge_corners(edge);
        starts[edge] = (corner & 1) * STRIDES[0] + (corner >> 1 & 1) * STRIDES[1] + (corner >> 2) * STRIDES[2];
        edge += 1;
    }
    starts
};

const fn edge_between(a: usize, b: usize) -> usize {
    let (lower, axis) = (a & b, (a ^ b).trailing_zeros() as usize);
    axis * 4 + (lower >> ((axis + 1) % 3) & 1) + 2 * (lower >> ((axis + 2) % 3) & 1)
}

/// The sheets of a cell, by sign pattern: for every edge the number of its sheet, 15 where it does not cross.
static SHEETS: [[u8; EDGES]; 256] = table(true);
/// The sheets where the solid corners of doubtful faces are kept apart.
static APART: [[u8; EDGES]; 256] = table(false);
/// By sign pattern the face that is a [`bridge`], or 6.
static BRIDGES: [u8; 256] = {
    let mut bridges = [6; 256];
    let mut pattern = 0;
    while pattern < 256 {
        bridges[pattern] = bridge(pattern);
        pattern += 1;
    }
    bridges
};

const fn table(connected: bool) -> [[u8; EDGES]; 256] {
    let mut table = [[NONE; EDGES]; 256];
    let mut pattern = 0;
    while pattern < 256 {
        table[pattern] = sheets(pattern, connected);
        pattern += 1;
    }
    table
}

/// The sheets of a cell, which looks at the cells around it.
pub(super) fn cell_sheets(solid: &Solid, cell: usize) -> &'static [u8; EDGES] {
    let own = solid.pattern(cell);
    if bridge_kept_apart(solid, cell) == 6 {
        &SHEETS[own]
    } else {
        &APART[own]
    }
}

/// The doubtful face of a cell on which it and the cell beyond keep solids apart; 6 for none. Where both sides of a face are a
/// bridge, two solids would touch in a single line that four quads share.
#[inline]
pub(super) fn bridge_kept_apart(solid: &Solid, cell: usize) -> u8 {
    let face = usize::from(BRIDGES[solid.pattern(cell)]);
    if face == 6 {
        return 6;
    }
    let stride = STRIDES[face / 2];
    let beyond = if face % 2 == 1 { cell + stride } else { cell - stride };
    if usize::from(BRIDGES[solid.pattern(beyond)]) == face ^ 1 {
        face as u8
    } else {
        6
    }
}

/// The four corners of a face in cyclic order. Face `2 * axis + side`.
const fn face_corners(face: usize) -> [usize; 4] {
    let (axis, side) = (face / 2, face % 2);
    let (b, c) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
    let origin = side << axis;
    [origin, origin | b, origin | b | c, origin | c]
}

/// The face whose four edges all cross and belong to one sheet of the cell; 6 for none.
const fn bridge(pattern: usize) -> u8 {
    let sheets = SHEETS[pattern];
    let mut face = 0;
    while face < 6 {
        let around = face_corners(face);
        let first = sheets[edge_between(around[0], around[1])];
        let mut same = first != NONE;
        let mut i = 1;
        while i < 4 {
            same = same && sheets[edge_between(around[i], around[(i + 1) % 4])] == first;
            i += 1;
        }
        if same {
            return face as u8;
        }
        face += 1;
    }
    6
}

/// Edges that cross on one face of the cell are joined in pairs. Where all four cross, the pairs cut off the air corners, so
/// solid stays `connected`, or the solid ones. The rule looks at the face only: the cell on its other side pairs them the
/// same way.
const fn sheets(pattern: usize, connected: bool) -> [u8; EDGES] {
    let mut sheet = [NONE; EDGES];
    let mut edge = 0;
    while edge < EDGES {
        let (a, b) = edge_corners(edge);
        if pattern >> a & 1 != pattern >> b & 1 {
            sheet[edge] = edge as u8;
        }
        edge += 1;
    }
    let mut face = 0;
    while face < 6 {
        let around = face_corners(face);
        let mut crossing = [0; 4];
        let mut count = 0;
        let mut i = 0;
        while i < 4 {
            let (p, q) = (around[i], around[(i + 1) % 4]);
            if pattern >> p & 1 != pattern >> q & 1 {
                crossing[count] = edge_between(p, q);
                count += 1;
            }
            i += 1;
        }
        if count == 2 {
            sheet = join(sheet, crossing[0], crossing[1]);
        } else if count == 4 {
            // Edge i runs from corner i to corner i + 1: corner 1 lies between edges 0 and 1, corner 0 between 3 and 0.
            let first = if (pattern >> around[1] & 1 == 0) == connected {
                0
            } else {
                3
            };
            sheet = join(sheet, crossing[first], crossing[(first + 1) % 4]);
            sheet = join(sheet, crossing[(first + 2) % 4], crossing[(first + 3) % 4]);
        }
        face += 1;
    }
    number(sheet)
}

const fn join(mut sheet: [u8; EDGES], a: usize, b: usize) -> [u8; EDGES] {
    let (from, to) = (sheet[a], sheet[b]);
    let mut edge = 0;
    while edge < EDGES {
        if sheet[edge] == from {
            sheet[edge] = to;
        }
        edge += 1;
    }
    sheet
}

/// Renumbers sheets 0, 1, 2, … in the order of their first edges.
const fn number(sheet: [u8; EDGES]) -> [u8; EDGES] {
    let mut numbered = [NONE; EDGES];
    let mut next = 0;
    let mut edge = 0;
    while edge < EDGES {
        if sheet[edge] != NONE && numbered[edge] == NONE {
            let mut other = edge;
            while other < EDGES {
                if sheet[other] == sheet[edge] {
                    numbered[other] = next;
                }
                other += 1;
            }
            next += 1;
        }
        edge += 1;
    }
    numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crossing_edge_has_a_sheet_and_every_sheet_at_least_three_edges() {
        for (pattern, sheets) in SHEETS.iter().enumerate() {
            for (edge, &sheet) in sheets.iter().enumerate() {
                let (a, b) = edge_corners(edge);
                assert_eq!(edge_between(a, b), edge);
                assert_eq!(sheet != NONE, pattern >> a & 1 != pattern >> b & 1);
            }
            for sheet in 0..4 {
                let edges = sheets.iter().filter(|&&s| s == sheet).count();
                assert!(
                    edges == 0 || edges >= 3,
                    "pattern {pattern:08b}: {edges} edges in a sheet"
                );
            }
        }
    }

    #[test]
    fn a_bridge_is_the_only_doubtful_face_of_its_cell() {
        // Else keeping its solids apart would change faces that the cells beyond them know nothing of.
        let mut bridges = 0;
        for pattern in 0..256 {
            let doubtful = |face: &usize| {
                let [a, b, c, d] = face_corners(*face).map(|corner| pattern >> corner & 1);
                a == c && b == d && a != b
            };
            if BRIDGES[pattern] != 6 {
                bridges += 1;
                assert_eq!((0..6).filter(doubtful).count(), 1, "pattern {pattern:08b}");
                let count = |table: &[[u8; EDGES]; 256]| table[pattern].iter().filter(|&&s| s == 1).count();
                assert_eq!(count(&SHEETS), 0);
                assert!(count(&APART) >= 3);
            }
        }
        assert!(bridges > 12, "{bridges} patterns have a bridge");
    }

    #[test]
    fn known_patterns() {
        let count = |pattern: usize| {
            SHEETS[pattern]
                .iter()
                .filter(|&&s| s != NONE)
                .max()
                .map_or(0, |&m| m + 1)
        };
        assert_eq!(count(0), 0);
        assert_eq!(count(255), 0);
        assert_eq!(count(1), 1);
        // Two solid corners of a face's diagonal stay connected, two air corners are cut apart.
        assert_eq!(count(0b0000_1001), 1);
        assert_eq!(count(!0b0000_1001 & 255), 2);
        // The ends of the space diagonal share no face.
        assert_eq!(count(0b1000_0001), 2);
        assert_eq!(count(0b0110_1001), 4);
        assert_eq!(count(0b1001_0110), 4);
    }
}
