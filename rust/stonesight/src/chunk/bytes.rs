//! The byte format of a chunk.
//!
//! All numbers are little-endian. `v` is the number of vertices, `t` the number of triangles; both are 0 unless the content is a
//! surface.
//!
//! | offset | size | what |
//! |---|---|---|
//! | 0 | 4 | magic, `SSCK` |
//! | 4 | 2 | format version, [`FORMAT_VERSION`] |
//! | 6 | 32 | blake3 of everything from offset 38 on: the chunk's [`Digest`] |
//! | 38 | 1 | level |
//! | 39 | 12 | x, y, z of the key, `i32` |
//! | 51 | 1 | content: 0 air, 1 solid, 2 surface |
//! | 52 | 4 | `v` |
//! | 56 | 4 | `t` |
//! | 60 | 6 `v` | positions, three `u16` |
//! | … | 4 `v` | normals, two `i16` |
//! | … | 11 `v` | morphs: three `i16` steps, two `i16` of a normal, 1 for a vertex of the finer level |
//! | … | `v` | materials |
//! | … | 12 `t` | indices, three `u32` |
//! | … | 4 `t` | operations, `u32` |
//!
//! Bytes from disk may be anything: [`Chunk::from_bytes`] checks the length before it allocates and the hash before it believes.

use super::{Chunk, Digest};
use crate::lattice::{ChunkKey, MAX_LEVEL, OperationId};
use crate::mesh::{Content, Mesh, Morph};
use crate::program::Material;

/// The version of the format that is written and read. A change of the format is a new number.
pub const FORMAT_VERSION: u16 = 2;

const MAGIC: [u8; 4] = *b"SSCK";
/// Magic, version and hash: what stands before the hashed bytes.
pub(super) const PREFIX: usize = 38;
const HEADER: usize = 60;
const VERTEX: u64 = 6 + 4 + MORPH as u64 + 1;
const MORPH: usize = 6 + 4 + 1;
const TRIANGLE: u64 = 12 + 4;

const AIR: u8 = 0;
const SOLID: u8 = 1;
const SURFACE: u8 = 2;

/// Bytes that are no chunk of this version. The chunk is to be made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BytesError {
    /// The beginning is not that of a chunk.
    #[error("these bytes are not a chunk")]
    NotAChunk,
    /// Another version of the format.
    #[error("the chunk has format version {found}, and this is version {FORMAT_VERSION}: make it again")]
    Version {
        /// The version that was found.
        found: u16,
    },
    /// The end is missing.
    #[error("the chunk ends too early")]
    Truncated,
    /// Something in it has changed since it was written.
    #[error("the chunk is damaged: its hash is not that of its content")]
    Damaged,
}

impl Chunk {
    /// The chunk as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = content_bytes(self);
        let digest = Digest::of(&bytes[PREFIX..]);
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..6].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
        bytes[6..PREFIX].copy_from_slice(&digest.0);
        bytes
    }

    /// A chunk from its bytes.
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes. There are none for which this panics, or allocates more than a few times their length.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BytesError> {
        let beginning = bytes.len().min(MAGIC.len());
        if bytes[..beginning] != MAGIC[..beginning] {
            return Err(BytesError::NotAChunk);
        }
        let mut header = Reader(bytes.get(MAGIC.len()..).unwrap_or_default());
        let found = u16::from_le_bytes(header.array()?);
        if found != FORMAT_VERSION {
            return Err(BytesError::Version { found });
        }
        let digest = Digest(header.array()?);
        let [level] = header.array()?;
        let [x, y, z] = [header.array()?, header.array()?, header.array()?].map(i32::from_le_bytes);
        let [kind] = header.array()?;
        let vertices = u64::from(u32::from_le_bytes(header.array()?));
        let triangles = u64::from(u32::from_le_bytes(header.array()?));
        // Below 2^32 of each: no overflow.
        let length = HEADER as u64 + vertices * VERTEX + triangles * TRIANGLE;
        if (bytes.len() as u64) < length {
            return Err(BytesError::Truncated);
        }
        if bytes.len() as u64 > length || Digest::of(&bytes[PREFIX..]) != digest {
            return Err(BytesError::Damaged);
        }
        // From here on the bytes are what some program wrote. It may have been a wrong one.
        let key = ChunkKey::new(level, x, y, z);
        let content = match kind {
            AIR if length == HEADER as u64 => Content::Air,
            SOLID if length == HEADER as u64 => Content::Solid,
            SURFACE => Content::Surface(read_mesh(header, vertices as usize, triangles as usize)?),
            _ => return Err(BytesError::Damaged),
        };
        if level > MAX_LEVEL {
            return Err(BytesError::Damaged);
        }
        Ok(Self { key, content })
    }
}

/// The chunk's bytes with the first [`PREFIX`] left zero.
pub(super) fn content_bytes(chunk: &Chunk) -> Vec<u8> {
    let empty = Mesh::default();
    let (kind, mesh) = match &chunk.content {
        Content::Air => (AIR, &empty),
        Content::Solid => (SOLID, &empty),
        Content::Surface(mesh) => (SURFACE, mesh),
    };
    let (vertices, triangles) = (mesh.positions.len(), mesh.triangles());
    debug_assert_eq!(mesh.normals.len(), vertices);
    debug_assert_eq!(mesh.morphs.len(), vertices);
    debug_assert_eq!(mesh.materials.len(), vertices);
    debug_assert_eq!(mesh.indices.len(), triangles * 3);
    let mut bytes = Vec::with_capacity(HEADER + vertices * VERTEX as usize + triangles * TRIANGLE as usize);
    bytes.resize(PREFIX, 0);
    let key = chunk.key;
    bytes.push(key.level);
    for c in [key.x, key.y, key.z] {
        bytes.extend(c.to_le_bytes());
    }
    bytes.push(kind);
    // A chunk has at most 12 vertices a cell and 6 triangles a voxel: far below 2^32.
    bytes.extend((vertices as u32).to_le_bytes());
    bytes.extend((triangles as u32).to_le_bytes());
    bytes.extend(mesh.positions.as_flattened().iter().flat_map(|c| c.to_le_bytes()));
    bytes.extend(mesh.normals.as_flattened().iter().flat_map(|c| c.to_le_bytes()));
    for morph in &mesh.morphs {
        bytes.extend(morph.steps.iter().chain(&morph.normal).flat_map(|c| c.to_le_bytes()));
        bytes.push(morph.finer.into());
    }
    bytes.extend(mesh.materials.iter().map(|&material| material as u8));
    bytes.extend(mesh.indices.iter().flat_map(|index| index.to_le_bytes()));
    bytes.extend(mesh.operations.iter().flat_map(|operation| operation.0.to_le_bytes()));
    bytes
}

fn read_mesh(mut from: Reader<'_>, vertices: usize, triangles: usize) -> Result<Mesh, BytesError> {
    let positions = from.take(vertices * 6)?.as_chunks::<2>().0;
    let normals = from.take(vertices * 4)?.as_chunks::<2>().0;
    let morphs = from.take(vertices * MORPH)?.as_chunks::<MORPH>().0;
    let materials = from.take(vertices)?;
    let indices = from.take(triangles * 12)?.as_chunks::<4>().0;
    let operations = from.take(triangles * 4)?.as_chunks::<4>().0;
    let mesh = Mesh {
        positions: positions
            .as_chunks::<3>()
            .0
            .iter()
            .map(|p| p.map(u16::from_le_bytes))
            .collect(),
        normals: normals
            .as_chunks::<2>()
            .0
            .iter()
            .map(|n| n.map(i16::from_le_bytes))
            .collect(),
        morphs: morphs.iter().map(read_morph).collect::<Result<_, _>>()?,
        materials: materials
            .iter()
            .map(|&number| Material::from_number(number).ok_or(BytesError::Damaged))
            .collect::<Result<_, _>>()?,
        indices: indices.iter().map(|&index| u32::from_le_bytes(index)).collect(),
        operations: operations
            .iter()
            .map(|&id| OperationId(u32::from_le_bytes(id)))
            .collect(),
    };
    if mesh.indices.iter().any(|&index| index as usize >= vertices) {
        return Err(BytesError::Damaged);
    }
    Ok(mesh)
}

fn read_morph(bytes: &[u8; MORPH]) -> Result<Morph, BytesError> {
    let number = |at: usize| i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
    Ok(Morph {
        steps: [number(0), number(1), number(2)],
        normal: [number(3), number(4)],
        finer: match bytes[MORPH - 1] {
            0 => false,
            1 => true,
            _ => return Err(BytesError::Damaged),
        },
    })
}

/// What is left to read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], BytesError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(BytesError::Truncated)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], BytesError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(BytesError::Truncated)?;
        self.0 = rest;
        Ok(*taken)
    }
}

#[cfg(test)]
mod tests;
