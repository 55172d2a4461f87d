//! The surface of one chunk.
//!
//! In: a [`Field`] and a [`ChunkKey`]. Out: [`Content`]: air, solid, or a [`Mesh`]. Borders match bit for bit: two chunks that
//! share a cell compute the same vertices for it, each from the field alone.
//!
//! The steps, each a file: `sampling` evaluates the field on the chunk's grid; `solid` finds the cells with a surface and `topology`
//! the sheets in them; `crossing` finds where and how the surface crosses edges; `placement` sets vertices and normals, with `qef` at edges and
//! corners and `crease` to tell where a surface is smooth; `stage` takes these steps in a row; `quads` puts the triangles together, `seam` those
//! between two levels of detail, and `morph` knows where vertices go when one level fades into the next.

mod crease;
mod crossing;
mod grid;
mod morph;
mod normal;
mod placement;
mod qef;
mod quads;
mod sampling;
mod seam;
mod solid;
mod stage;
#[cfg(test)]
mod tests;
mod topology;

pub use morph::Morph;
pub use normal::{decode_normal, encode_normal};

use crate::field::Field;
use crate::jobs::CancelToken;
use crate::lattice::{ChunkKey, OperationId, Surroundings};
use crate::program::Material;
use morph::Parents;
use quads::Polygons;
use sampling::Signs;
use seam::{Border, Seam};
use stage::Stage;

/// Steps of a vertex coordinate per voxel.
pub const STEPS_PER_VOXEL: i32 = 1024;

/// What a chunk is filled with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing but air.
    Air,
    /// Nothing but solid.
    Solid,
    /// A surface runs through it.
    Surface(Mesh),
}

/// A triangle mesh of one chunk, as it is stored. Triangles wind counter-clockwise seen from the air.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mesh {
    /// Positions in steps of 1/1024 voxel, counted from one voxel below the chunk's corner on each axis (cells of the lower
    /// border reach out that far). Two chunks that share a vertex have the same global integers for it. No coordinate is
    /// a multiple of 1024: a position divided by 1024 is the cell that the vertex belongs to.
    pub positions: Vec<[u16; 3]>,
    /// Unit normals into the air, octahedral, ±32767 (see [`decode_normal`]).
    pub normals: Vec<[i16; 2]>,
    /// Where each vertex goes as the level fades into the next coarser one.
    pub morphs: Vec<Morph>,
    /// Material per vertex.
    pub materials: Vec<Material>,
    /// Three per triangle.
    pub indices: Vec<u32>,
    /// The operation that made each triangle.
    pub operations: Vec<OperationId>,
}

impl Mesh {
    /// Number of triangles.
    pub fn triangles(&self) -> usize {
        self.operations.len()
    }

    /// Positions in metres relative to the chunk's corner, for a chunk with voxels of `voxel_size` metres.
    pub fn points(&self, voxel_size: f32) -> impl ExactSizeIterator<Item = [f32; 3]> {
        let scale = voxel_size / STEPS_PER_VOXEL as f32;
        self.positions
            .iter()
            .map(move |p| p.map(|c| (i32::from(c) - STEPS_PER_VOXEL) as f32 * scale))
    }

    /// Unit normals, one for each vertex.
    pub fn normals_f32(&self) -> impl ExactSizeIterator<Item = [f32; 3]> {
        self.normals.iter().map(|&normal| decode_normal(normal))
    }

    /// Positions as global integers: steps of 1/1024 voxel of the chunk's level from the world's origin. What neighbours share
    /// is equal here.
    pub fn global_positions(&self, key: ChunkKey) -> impl ExactSizeIterator<Item = [i64; 3]> {
        let steps = i64::from(STEPS_PER_VOXEL);
        let first = key.first_voxel().map(|voxel| (voxel - 1) * steps);
        self.positions
            .iter()
            .map(move |p| [0, 1, 2].map(|axis| first[axis] + i64::from(p[axis])))
    }
}

/// Memory that is used again from chunk to chunk: about 2 MB, twice as much once a chunk had finer neighbours. One for each
/// worker; what was in it before does not matter.
#[derive(Default)]
pub struct Buffers {
    stage: Stage,
    vertices: quads::Vertices,
    parents: Parents,
    seam: Option<Box<Seam>>,
    seam_edges: Vec<([i32; 3], usize)>,
}

/// Makes the surface of a chunk among chunks of its own level; `None` when `cancel` was raised meanwhile.
pub fn make(field: &Field, key: ChunkKey, buffers: &mut Buffers, cancel: &CancelToken) -> Option<Content> {
    make_among(field, key, Surroundings::EVEN, buffers, cancel)
}

/// Makes the surface of a chunk; `None` when `cancel` was raised meanwhile. Chunks of a balanced octree, each made with what lies
/// around it, meet without a hole: their triangles share all edges, bit for bit.
pub fn make_among(
    field: &Field,
    key: ChunkKey,
    around: Surroundings,
    buffers: &mut Buffers,
    cancel: &CancelToken,
) -> Option<Content> {
    let stage = &mut buffers.stage;
    let signs = stage.run(field, key, cancel)?;
    if signs == Signs::Mixed {
        buffers.parents.aim(field, key, stage, cancel)?;
    }
    let border = (!around.is_even()).then(|| Border::new(around));
    let mut seam = None;
    if let Some(border) = border.filter(Border::has_finer) {
        let found = buffers.seam.get_or_insert_default();
        // Also where no finer edge crosses, cells are divided whose own edges do.
        let crosses = found.look(field, key, border, cancel)?;
        seam = (crosses || signs == Signs::Mixed).then_some(found);
    }
    match (signs, &seam) {
        (Signs::Air, None) => return Some(Content::Air),
        (Signs::Solid, None) => return Some(Content::Solid),
        _ => {}
    }
    let edges = &mut buffers.seam_edges;
    edges.clear();
    // A little too much: some belongs to the neighbours.
    let room = if signs == Signs::Mixed {
        stage.crossings.len()
    } else {
        0
    };
    let mut polygons = Polygons::new(field.program(), room, &mut buffers.vertices);
    quads::add_regular(stage, border.as_ref(), edges, &mut polygons);
    if let Some(seam) = seam {
        seam.close(field, stage, edges, &mut polygons, cancel)?;
    }
    let mesh = polygons.finish();
    if !mesh.indices.is_empty() {
        return Some(Content::Surface(mesh));
    }
    // The surface, if any, belongs to neighbours. What is left has the sign of the chunk's corner.
    let corner = match signs {
        Signs::Air => false,
        Signs::Solid => true,
        Signs::Mixed => stage.grid.solid.at(grid::index([grid::CORNER; 3])),
    };
    Some(if corner { Content::Solid } else { Content::Air })
}
