//! Fifth step: the triangles.
//!
//! In: cells with their pieces. Out: the [`Mesh`]. Each crossing edge is one quad between the four cells around it, with the
//! edge's operation, and in each cell with the vertex of the piece that the edge crosses. A chunk owns the edges that start in its own
//! 32³ voxels, so every edge of the world belongs to exactly one chunk.

use super::crossing::Crossings;
use super::grid::{OWNED, STRIDES};
use super::placement::{Piece, Placement};
use super::solid::{Cells, Solid};
use super::{Mesh, STEPS_PER_VOXEL};
use crate::program::{Material, Program};

/// The end of a chain of vertices.
const NONE: u32 = u32::MAX;

/// The cells around an edge, as steps back on the two axes across it.
static AROUND: [[usize; 2]; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];

/// Finds the vertex of a piece and a material: chains, one for each piece.
#[derive(Default)]
pub(super) struct Vertices {
    head: Vec<u32>,
    next: Vec<u32>,
}

impl Vertices {
    fn get(&mut self, mesh: &mut Mesh, index: usize, piece: &Piece, material: Material) -> u32 {
        let mut vertex = self.head[index];
        while vertex != NONE {
            if mesh.materials[vertex as usize] == material {
                return vertex;
            }
            vertex = self.next[vertex as usize];
        }
        let vertex = mesh.positions.len() as u32;
        mesh.positions.push(piece.position);
        mesh.normals.push(piece.normal);
        mesh.materials.push(material);
        self.next.push(self.head[index]);
        self.head[index] = vertex;
        vertex
    }
}

/// Makes the mesh of the edges that a chunk owns.
pub(super) fn make(
    program: &Program,
    solid: &Solid,
    crossings: &Crossings,
    cells: &Cells,
    placement: &Placement,
    vertices: &mut Vertices,
) -> Mesh {
    let mut mesh = Mesh::default();
    vertices.head.clear();
    vertices.head.resize(placement.pieces.len(), NONE);
    vertices.next.clear();
    // A little too much: some belongs to the neighbours.
    mesh.indices.reserve(crossings.len() * 6);
    mesh.operations.reserve(crossings.len() * 2);
    for (place, &at) in cells.places.iter().zip(&cells.indices) {
        if !(OWNED.contains(&place[0]) && OWNED.contains(&place[1]) && OWNED.contains(&place[2])) {
            continue;
        }
        let edges = solid.crossing(at);
        let is_solid = solid.at(at);
        for axis in 0..3 {
            if edges >> axis & 1 == 0 {
                continue;
            }
            let crossing = crossings.get(at, axis);
            let material = program
                .operation(crossing.operation)
                .map_or(Material::default(), |operation| operation.material);
            let (b, c) = (STRIDES[(axis + 1) % 3], STRIDES[(axis + 2) % 3]);
            // Around the edge, counter-clockwise seen from its upper end.
            let mut quad = [0; 4];
            for (i, &[ob, oc]) in AROUND.iter().enumerate() {
                let cell = cells.number(at - ob * b - oc * c);
                let piece = placement.cells[cell].piece(axis * 4 + ob + 2 * oc);
                quad[i] = vertices.get(&mut mesh, piece, &placement.pieces[piece], material);
            }
            if !is_solid {
                quad.swap(1, 3);
            }
            let at = |i: usize| mesh.positions[quad[i] as usize];
            let corners = [at(0), at(1), at(2), at(3)];
            for [i, j, k] in split(corners, crossing.normal) {
                mesh.indices.extend_from_slice(&[quad[i], quad[j], quad[k]]);
                mesh.operations.push(crossing.operation);
            }
        }
    }
    mesh
}

/// The triangles of a quad: split so that fewest face away from the normal, and else along the shorter diagonal. Triangles
/// with two corners in one place are left out: the two sides that remain of them lie on each other, so nothing opens.
fn split(corners: [[u16; 3]; 4], normal: [f32; 3]) -> impl Iterator<Item = [usize; 3]> {
    // Arrays are not mapped here: that is a call to code of the standard library that is not inlined.
    let wide = |corner: [u16; 3]| [i64::from(corner[0]), i64::from(corner[1]), i64::from(corner[2])];
    let corners = [wide(corners[0]), wide(corners[1]), wide(corners[2]), wide(corners[3])];
    let scaled = |c: f32| (c * STEPS_PER_VOXEL as f32) as i64;
    let normal = [scaled(normal[0]), scaled(normal[1]), scaled(normal[2])];
    let [a, b] = &SPLITS;
    let folded = |triangles: &[[usize; 3]; 2]| {
        let faces = |[i, j, k]: [usize; 3]| u8::from(facing(corners[i], corners[j], corners[k], normal) <= 0);
        faces(triangles[0]) + faces(triangles[1])
    };
    let worse = folded(a).cmp(&folded(b));
    let longer = square(corners[0], corners[2]).cmp(&square(corners[1], corners[3]));
    let triangles = if worse.then(longer).is_gt() { b } else { a };
    triangles
        .iter()
        .copied()
        .filter(move |&[i, j, k]| corners[i] != corners[j] && corners[j] != corners[k] && corners[k] != corners[i])
}

/// The two ways to split a quad.
static SPLITS: [[[usize; 3]; 2]; 2] = [[[0, 1, 2], [0, 2, 3]], [[1, 2, 3], [1, 3, 0]]];

fn difference(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
}

fn square(a: [i64; 3], b: [i64; 3]) -> i64 {
    let [x, y, z] = difference(a, b);
    x * x + y * y + z * z
}

/// The triangle's doubled area as seen against `normal`; negative from behind.
fn facing(a: [i64; 3], b: [i64; 3], c: [i64; 3], normal: [i64; 3]) -> i64 {
    let ([ux, uy, uz], [vx, vy, vz]) = (difference(a, b), difference(a, c));
    normal[0] * (uy * vz - uz * vy) + normal[1] * (uz * vx - ux * vz) + normal[2] * (ux * vy - uy * vx)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UP: [f32; 3] = [0.0, 0.0, 1.0];

    #[test]
    fn a_quad_is_split_along_its_shorter_diagonal() {
        let flat = [[0, 0, 0], [9, 0, 0], [10, 10, 0], [0, 9, 0]];
        let triangles: Vec<_> = split(flat, UP).collect();
        assert_eq!(triangles, [[1, 2, 3], [1, 3, 0]]);
    }

    #[test]
    fn a_quad_with_a_hollow_corner_is_split_into_it() {
        // The shorter diagonal lies outside.
        let hollow = [[0, 0, 0], [40, 100, 0], [0, 200, 0], [100, 100, 0]].map(|[x, y, z]| [x, y, z]);
        let turned = [hollow[0], hollow[3], hollow[2], hollow[1]];
        let triangles: Vec<_> = split(turned, UP).collect();
        assert_eq!(triangles, [[1, 2, 3], [1, 3, 0]]);
        for [i, j, k] in triangles {
            let [a, b, c] = [turned[i], turned[j], turned[k]].map(|corner| corner.map(i64::from));
            assert!(facing(a, b, c, [0, 0, 1]) > 0);
        }
    }

    #[test]
    fn triangles_without_area_are_left_out_only_where_corners_coincide() {
        let one_corner_twice = [[0, 0, 0], [9, 0, 0], [9, 0, 0], [0, 9, 0]];
        assert_eq!(split(one_corner_twice, UP).count(), 1);
        let opposite_corners = [[0, 0, 0], [9, 0, 0], [0, 0, 0], [0, 9, 0]];
        assert_eq!(split(opposite_corners, UP).count() % 2, 0);
        let all = [[5, 5, 5]; 4];
        assert_eq!(split(all, UP).count(), 0);
    }
}
