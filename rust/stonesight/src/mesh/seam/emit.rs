//! The polygons of a seam.

use std::collections::HashMap;

use super::super::crossing::Crossing;
use super::super::grid::{CORNER, OWNED, PLACED, index};
use super::super::morph::Parents;
use super::super::placement::Piece;
use super::super::quads::{Corners, Polygons};
use super::super::sampling::{Signs, Window};
use super::super::stage::{Regular, Stage};
use super::divided::{Divided, place};
use super::interface::{Interface, REACH};
use super::{AROUND, Border, cells_around, slot};
use crate::field::Field;
use crate::jobs::CancelToken;
use crate::lattice::{CHUNK_VOXELS, ChunkKey, Surroundings};

/// An edge of the seam that crosses.
struct Edge {
    /// In half voxels from the chunk's corner.
    start: [i32; 3],
    axis: usize,
    is_fine: bool,
    crossing: Crossing,
    /// Whether its lower end is solid.
    solid: bool,
}

/// Makes seams; its memory is used again.
#[derive(Default)]
pub(in super::super) struct Seam {
    key: ChunkKey,
    border: Border,
    interface: Interface,
    spare: Stage,
    parents: Parents,
    divided: HashMap<[i32; 3], Divided>,
    pieces: Vec<Piece>,
    edges: Vec<Edge>,
}

impl Seam {
    /// Begins with a chunk: looks at the finer chunks around it. `None` when cancelled; otherwise whether there is anything to close.
    pub fn look(&mut self, field: &Field, key: ChunkKey, border: Border, cancel: &CancelToken) -> Option<bool> {
        (self.key, self.border) = (key, border);
        self.interface.clear();
        for steps in Surroundings::around().filter(|steps| border.is_finer(*steps)) {
            let place = key.neighbour(steps[0], steps[1], steps[2]);
            for fine in place.children().filter(|fine| fine.touches(key)) {
                self.spare.run_in(field, fine, window_of(key, fine), cancel)?;
                if self.spare.signs == Signs::Mixed {
                    self.parents.aim(field, fine, &mut self.spare, cancel)?;
                    self.interface.add(key, fine, &self.spare);
                }
            }
        }
        Some(!self.interface.list.is_empty())
    }

    /// Adds the triangles of the seam: those of `coarse`, edges of the chunk that divided cells touch, by start in voxels and axis;
    /// and those of the finer edges that are the chunk's to close. `None` when cancelled.
    pub fn close(
        &mut self,
        field: &Field,
        stage: &Stage,
        coarse: &[([i32; 3], usize)],
        polygons: &mut Polygons<'_>,
        cancel: &CancelToken,
    ) -> Option<()> {
        self.edges.clear();
        for &(start, axis) in coarse {
            let at = grid_index(start);
            self.edges.push(Edge {
                start: start.map(|c| 2 * c),
                axis,
                is_fine: false,
                crossing: *stage.crossings.get(at, axis),
                solid: stage.grid.solid.at(at),
            });
        }
        let mut list = std::mem::take(&mut self.interface.list);
        list.sort_unstable();
        for &(start, axis) in &list {
            if self.owner(start, axis) == Some(self.key) {
                let edge = self.interface.edges[&(start, axis)];
                self.edges.push(Edge {
                    start,
                    axis,
                    is_fine: true,
                    crossing: edge.crossing,
                    solid: edge.solid,
                });
            }
        }
        self.interface.list = list;
        self.find_cells(field, stage, cancel)?;
        let edges = std::mem::take(&mut self.edges);
        for edge in &edges {
            self.polygon(edge, stage, polygons);
        }
        self.edges = edges;
        Some(())
    }

    /// Finds the vertices of all divided cells around the edges.
    fn find_cells(&mut self, field: &Field, stage: &Stage, cancel: &CancelToken) -> Option<()> {
        self.divided.clear();
        self.pieces.clear();
        let mut wanted: Vec<[i32; 3]> = Vec::new();
        for edge in &self.edges {
            for cell in coarse_cells_around(edge) {
                if self.border.is_even(slot(cell)) && self.border.is_divided(cell) {
                    wanted.push(cell);
                }
            }
        }
        // By chunk: a cell beyond what the chunk itself has placed is its neighbour's.
        let home = |cell: &[i32; 3]| {
            let far = cell.iter().any(|c| *c >= CHUNK_VOXELS);
            if far { slot(*cell) } else { [0; 3] }
        };
        wanted.sort_unstable_by_key(|cell| (home(cell), *cell));
        wanted.dedup();
        for cells in wanted.chunk_by(|a, b| home(a) == home(b)) {
            let at = home(&cells[0]);
            let local = |cell: &[i32; 3]| [0, 1, 2].map(|axis| cell[axis] - at[axis] * CHUNK_VOXELS);
            let regular: Vec<Regular> = if at == [0; 3] {
                cells.iter().map(|cell| stage.regular(grid_index(*cell))).collect()
            } else {
                self.spare.run(field, self.key.neighbour(at[0], at[1], at[2]), cancel)?;
                cells
                    .iter()
                    .map(|cell| self.spare.regular(grid_index(local(cell))))
                    .collect()
            };
            let chunk = self.key.neighbour(at[0], at[1], at[2]);
            self.parents.look(field, chunk, Window::ALL, cancel)?;
            let corner = at.map(|c| c * CHUNK_VOXELS);
            for (cell, regular) in cells.iter().zip(&regular) {
                let divided = Divided::new(&self.border, *cell, regular, &self.interface, &mut self.pieces);
                let pieces = &mut self.pieces[divided.first..];
                self.parents.aim_cell(chunk, local(cell), corner, pieces);
                self.divided.insert(*cell, divided);
            }
        }
        Some(())
    }

    /// Adds the polygon of an edge.
    fn polygon(&self, edge: &Edge, stage: &Stage, polygons: &mut Polygons<'_>) {
        let material = polygons.material(edge.crossing.operation);
        let own = stage.placement.pieces.len();
        let mut corners = Corners::default();
        let mut last = None;
        let mut first = None;
        for ([b, c], cell) in AROUND.into_iter().zip(cells_around_edge(edge)) {
            let number = edge.axis * 4 + (b + 2 * c) as usize;
            let coarse = if edge.is_fine {
                cell.map(|c| c.div_euclid(2))
            } else {
                cell
            };
            let (name, piece, index) = if edge.is_fine && self.border.is_finer(slot(coarse)) {
                let fine = &self.interface.cells[&cell];
                let piece = fine.by_edge[number] as usize;
                (
                    (cell, true),
                    &self.interface.pieces[piece],
                    own + self.pieces.len() + piece,
                )
            } else if let Some(divided) = self.divided.get(&coarse) {
                let from = [0, 1, 2].map(|axis| edge.start[axis] - 2 * coarse[axis]);
                let piece = divided.first + usize::from(divided.by_place[place(from, edge.axis)]);
                ((coarse, false), &self.pieces[piece], own + piece)
            } else {
                let cell = stage.cells.number(grid_index(coarse));
                let piece = stage.placement.cells[cell].piece(number);
                ((coarse, false), &stage.placement.pieces[piece], piece)
            };
            if last == Some(name) {
                continue;
            }
            first = first.or(Some(name));
            last = Some(name);
            corners.push(polygons.vertex(index, piece, material));
        }
        // A cell that has two places around the edge may be both the first and the last.
        if first == last && corners.len() > 1 {
            corners.pop();
        }
        polygons.add(corners, edge.solid, &edge.crossing);
    }

    /// The chunk that closes a fine edge: of those of the coarse cells around it, the one with the lowest key. `None` where all
    /// cells are fine.
    fn owner(&self, start: [i32; 3], axis: usize) -> Option<ChunkKey> {
        let slots = cells_around(start, axis).map(|cell| slot(cell.map(|c| c.div_euclid(2))));
        let coarse = slots.into_iter().filter(|&at| at == [0; 3] || self.border.is_even(at));
        coarse.map(|[x, y, z]| self.key.neighbour(x, y, z)).min()
    }
}

/// The cells of a finer chunk that matter to a coarse one that it touches.
fn window_of(coarse: ChunkKey, fine: ChunkKey) -> Window {
    let cells = |fine: i32, coarse: i32| {
        if fine >= 2 * coarse + 2 {
            [PLACED.start, OWNED.start + REACH as usize]
        } else if fine < 2 * coarse {
            [OWNED.end - REACH as usize, PLACED.end]
        } else {
            [PLACED.start, PLACED.end]
        }
    };
    Window::of([
        cells(fine.x, coarse.x),
        cells(fine.y, coarse.y),
        cells(fine.z, coarse.z),
    ])
}

/// The cells around an edge: fine ones, in half voxels, around a fine edge, and coarse ones, in voxels, around a coarse one.
fn cells_around_edge(edge: &Edge) -> [[i32; 3]; 4] {
    let start = if edge.is_fine {
        edge.start
    } else {
        edge.start.map(|c| c / 2)
    };
    cells_around(start, edge.axis)
}

/// The coarse cells around an edge, or the places of such that finer ones fill.
fn coarse_cells_around(edge: &Edge) -> [[i32; 3]; 4] {
    let cells = cells_around_edge(edge);
    if edge.is_fine {
        cells.map(|cell| cell.map(|c| c.div_euclid(2)))
    } else {
        cells
    }
}

/// A sample or cell by its place in voxels from the chunk's corner.
fn grid_index(place: [i32; 3]) -> usize {
    index(place.map(|c| (c + CORNER as i32) as usize))
}
