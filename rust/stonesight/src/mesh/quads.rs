//! Fifth step: the triangles.
//!
//! In: cells with their pieces. Out: the [`Mesh`]. Each crossing edge is one quad between the four cells around it, with the
//! edge's operation, and in each cell with the vertex of the piece that the edge crosses. A chunk owns the edges that start in its own
//! 32³ voxels, so every edge of the world belongs to exactly one chunk.

use super::crossing::Crossing;
use super::grid::{CORNER, OWNED, STRIDES};
use super::placement::Piece;
use super::seam::{AROUND, Border, Verdict};
use super::stage::Stage;
use super::{Mesh, STEPS_PER_VOXEL};
use crate::lattice::OperationId;
use crate::program::{Material, Program};

/// The end of a chain of vertices.
const NONE: u32 = u32::MAX;

/// Finds the vertex of a piece and a material: chains, one for each piece.
#[derive(Default)]
pub(super) struct Vertices {
    head: Vec<u32>,
    next: Vec<u32>,
}

/// The corners of a polygon around an edge, counter-clockwise seen from its upper end: up to four.
#[derive(Default)]
pub(super) struct Corners {
    vertices: [u32; 4],
    count: usize,
}

impl Corners {
    #[inline]
    pub fn push(&mut self, vertex: u32) {
        self.vertices[self.count] = vertex;
        self.count += 1;
    }

    pub fn pop(&mut self) {
        self.count -= 1;
    }

    pub fn len(&self) -> usize {
        self.count
    }
}

/// A mesh while it is put together.
pub(super) struct Polygons<'a> {
    mesh: Mesh,
    vertices: &'a mut Vertices,
    program: &'a Program,
}

impl<'a> Polygons<'a> {
    /// Nothing yet, with room for some edges.
    pub fn new(program: &'a Program, edges: usize, vertices: &'a mut Vertices) -> Self {
        let mut mesh = Mesh::default();
        vertices.head.clear();
        vertices.next.clear();
        mesh.indices.reserve(edges * 6);
        mesh.operations.reserve(edges * 2);
        Self {
            mesh,
            vertices,
            program,
        }
    }

    /// The material of an operation.
    pub fn material(&self, operation: OperationId) -> Material {
        let operation = self.program.operation(operation);
        operation.map_or(Material::default(), |operation| operation.material)
    }

    /// The vertex of a piece, which has a number of its own in this mesh, and a material.
    #[inline]
    pub fn vertex(&mut self, number: usize, piece: &Piece, material: Material) -> u32 {
        let Vertices { head, next } = &mut *self.vertices;
        if head.len() <= number {
            head.resize(number + 1, NONE);
        }
        let mut vertex = head[number];
        while vertex != NONE {
            if self.mesh.materials[vertex as usize] == material {
                return vertex;
            }
            vertex = next[vertex as usize];
        }
        let vertex = self.mesh.positions.len() as u32;
        self.mesh.positions.push(piece.position);
        self.mesh.normals.push(piece.normal);
        self.mesh.morphs.push(piece.morph);
        self.mesh.materials.push(material);
        next.push(head[number]);
        head[number] = vertex;
        vertex
    }

    /// Adds the polygon of an edge whose lower end is `solid` or air.
    #[inline]
    pub fn add(&mut self, corners: Corners, solid: bool, crossing: &Crossing) {
        let mut quad = corners.vertices;
        let at = |mesh: &Mesh, vertex: u32| mesh.positions[vertex as usize];
        if corners.count == 4 {
            if !solid {
                quad.swap(1, 3);
            }
            // Arrays are not mapped here: that is a call to code of the standard library that is not inlined.
            let at = |i: usize| at(&self.mesh, quad[i]);
            for [i, j, k] in split([at(0), at(1), at(2), at(3)], crossing.normal) {
                self.mesh.indices.extend_from_slice(&[quad[i], quad[j], quad[k]]);
                self.mesh.operations.push(crossing.operation);
            }
        } else if corners.count == 3 {
            if !solid {
                quad.swap(1, 2);
            }
            let [a, b, c] = [0, 1, 2].map(|i| at(&self.mesh, quad[i]));
            if a != b && b != c && c != a {
                self.mesh.indices.extend_from_slice(&quad[..3]);
                self.mesh.operations.push(crossing.operation);
            }
        }
    }

    /// What was put together.
    pub fn finish(self) -> Mesh {
        self.mesh
    }
}

/// Adds the polygons of the edges that a chunk owns. Those that belong to its seam are left out and noted, by their start in voxels
/// from the chunk's corner and their axis; those that are left to other chunks are left out.
pub(super) fn add_regular(
    stage: &Stage,
    border: Option<&Border>,
    seam: &mut Vec<([i32; 3], usize)>,
    polygons: &mut Polygons<'_>,
) {
    let Stage {
        grid,
        cells,
        crossings,
        placement,
        ..
    } = stage;
    polygons.vertices.head.resize(placement.pieces.len(), NONE);
    for (place, &at) in cells.places.iter().zip(&cells.indices) {
        if !(OWNED.contains(&place[0]) && OWNED.contains(&place[1]) && OWNED.contains(&place[2])) {
            continue;
        }
        let edges = grid.solid.crossing(at);
        let is_solid = grid.solid.at(at);
        for axis in 0..3 {
            if edges >> axis & 1 == 0 {
                continue;
            }
            if let Some(border) = border {
                let local = |axis: usize| place[axis] as i32 - CORNER as i32;
                let start = [local(0), local(1), local(2)];
                match border.verdict(start, axis) {
                    Verdict::Regular => {}
                    Verdict::Left => continue,
                    Verdict::Seam => {
                        seam.push((start, axis));
                        continue;
                    }
                }
            }
            let crossing = crossings.get(at, axis);
            let material = polygons.material(crossing.operation);
            let (b, c) = (STRIDES[(axis + 1) % 3], STRIDES[(axis + 2) % 3]);
            let mut corners = Corners::default();
            for [ob, oc] in AROUND {
                let (ob, oc) = (ob as usize, oc as usize);
                let cell = cells.number(at - ob * b - oc * c);
                let piece = placement.cells[cell].piece(axis * 4 + ob + 2 * oc);
                corners.push(polygons.vertex(piece, &placement.pieces[piece], material));
            }
            polygons.add(corners, is_solid, crossing);
        }
    }
}

/// The triangles of a quad: split so that fewest face away from the normal, and else along the shorter diagonal. Triangles
/// with two corners in one place are left out: the two sides that remain of them lie on each other, so nothing opens.
fn split(corners: [[u16; 3]; 4], normal: [f32; 3]) -> impl Iterator<Item = [usize; 3]> {
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
