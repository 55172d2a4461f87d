//! What a mesh must be: closed, equal on both sides of a border, near the surface, and traceable.

mod accuracy;
mod content;
mod depth;
mod levels;
mod seams;
mod trace;

use glam::DVec3;

use super::{Buffers, Content, Mesh, make};
use crate::field::Field;
use crate::jobs::CancelToken;
use crate::lattice::{ChunkKey, RecordId};
use crate::plan::Config;
use crate::program::{Material, Mode, Operation, Program, Shape, ground_floor};

fn world(seed: u64) -> Field {
    Field::new(ground_floor(seed, &Config::default())).unwrap()
}

/// A field of a few operations, all of one record.
fn field_of(operations: impl IntoIterator<Item = (Mode, Shape, DVec3)>) -> Field {
    let operations = operations
        .into_iter()
        .map(|(mode, shape, anchor)| Operation::new(mode, shape, anchor, Material::Ashlar, RecordId(0)))
        .collect();
    Field::new(Program { operations }).unwrap()
}

fn content(field: &Field, key: ChunkKey) -> Content {
    make(field, key, &mut Buffers::default(), &CancelToken::new()).unwrap()
}

fn mesh(field: &Field, key: ChunkKey) -> Mesh {
    match content(field, key) {
        Content::Surface(mesh) => mesh,
        other => panic!("{key:?} is {other:?}"),
    }
}

/// The keys of a block of chunks of one level around a point.
fn block(level: u8, around: DVec3, radius: [i32; 3]) -> Vec<ChunkKey> {
    let middle = ChunkKey::containing(level, around);
    let mut keys = Vec::new();
    for x in -radius[0]..=radius[0] {
        for y in -radius[1]..=radius[1] {
            for z in -radius[2]..=radius[2] {
                keys.push(middle.neighbour(x, y, z));
            }
        }
    }
    keys
}

/// Vertices in world metres with their unit normals.
fn vertices(mesh: &Mesh, key: ChunkKey) -> impl Iterator<Item = (DVec3, DVec3)> {
    mesh.points(key.voxel_size() as f32)
        .zip(mesh.normals_f32())
        .map(move |(point, normal)| {
            let local = DVec3::from_array(point.map(f64::from));
            (key.origin() + local, DVec3::from_array(normal.map(f64::from)))
        })
}
