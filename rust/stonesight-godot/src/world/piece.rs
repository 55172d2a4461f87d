//! A chunk as the engine takes it, made ready by the worker that made the chunk.
//!
//! In: a [`Chunk`]. Out: a [`Piece`], of plain vectors in the layout of the engine's packed arrays, so that the main thread
//! pays for one copy of each.

use godot::builtin::Vector3;
use stonesight::chunk::{Chunk, Content, Digest};
use stonesight::lattice::ChunkKey;
use stonesight::mesh::{Mesh, STEPS_PER_VOXEL};

/// A chunk, ready to be shown and walked on.
pub struct Piece {
    /// What is drawn and solid; `None` for nothing but air or rock.
    pub surface: Option<Surface>,
    /// Hash of all that the chunk holds.
    pub digest: Digest,
}

/// A surface in metres relative to the chunk's corner, wound as the engine wants it: clockwise seen from the air.
pub struct Surface {
    /// Position of every vertex.
    pub points: Vec<Vector3>,
    /// Unit normal of every vertex.
    pub normals: Vec<Vector3>,
    /// Four bytes a vertex: material number, x and y of the coarser level's normal (octahedral), level.
    pub custom: Vec<u8>,
    /// Three numbers a vertex: from it to its place in the coarser level, in metres.
    pub ways: Vec<f32>,
    /// The most metres that a vertex goes along an axis.
    pub margin: f32,
    /// Three per triangle.
    pub indices: Vec<i32>,
    /// Three positions per triangle, for the collider.
    pub faces: Vec<Vector3>,
}

impl Piece {
    /// Converts a chunk.
    pub fn new(chunk: &Chunk) -> Self {
        Self {
            surface: match &chunk.content {
                Content::Air | Content::Solid => None,
                Content::Surface(mesh) => (mesh.triangles() > 0).then(|| Surface::new(mesh, chunk.key)),
            },
            digest: chunk.digest(),
        }
    }
}

impl Surface {
    fn new(mesh: &Mesh, key: ChunkKey) -> Self {
        let vector = |[x, y, z]: [f32; 3]| Vector3::new(x, y, z);
        let points: Vec<_> = mesh.points(key.voxel_size() as f32).map(vector).collect();
        let clockwise = |corner: usize| corner - corner % 3 + [0, 2, 1][corner % 3];
        let indices: Vec<_> = (0..mesh.indices.len())
            .map(|corner| mesh.indices[clockwise(corner)] as i32)
            .collect();
        let voxel = key.voxel_size() as f32;
        let step = voxel / STEPS_PER_VOXEL as f32;
        let byte = |c: i16| ((f32::from(c) / 32_767.0 * 0.5 + 0.5) * 255.0 + 0.5) as u8;
        Self {
            ways: mesh
                .morphs
                .iter()
                .flat_map(|morph| morph.steps.map(|c| f32::from(c) * step))
                .collect(),
            margin: 2.0 * voxel,
            normals: mesh.normals_f32().map(vector).collect(),
            custom: mesh
                .materials
                .iter()
                .zip(&mesh.morphs)
                .flat_map(|(&material, morph)| {
                    let level = key.level - u8::from(morph.finer);
                    [material as u8, byte(morph.normal[0]), byte(morph.normal[1]), level]
                })
                .collect(),
            faces: indices.iter().map(|&index| points[index as usize]).collect(),
            points,
            indices,
        }
    }

    /// Number of triangles.
    pub fn triangles(&self) -> usize {
        self.indices.len() / 3
    }
}
