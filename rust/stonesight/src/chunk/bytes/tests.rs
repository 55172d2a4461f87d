//! Bytes that were written come back, and bytes that were changed do not.

use super::*;
use crate::chunk::{Buffers, make};
use crate::field::Field;
use crate::jobs::CancelToken;
use crate::lattice::hash;
use crate::plan::Config;
use crate::program::ground_floor;

fn real_chunk() -> Chunk {
    let field = Field::new(ground_floor(29, &Config::default())).unwrap();
    // Around the foot of the stair, coarse so that every byte can be tried.
    let key = ChunkKey::new(3, 0, 0, -1);
    make(&field, key, &mut Buffers::default(), &CancelToken::new()).unwrap()
}

/// A chunk with two triangles, and unusual numbers everywhere.
fn small_chunk() -> Chunk {
    Chunk {
        key: ChunkKey::new(5, i32::MIN, -1, i32::MAX),
        content: Content::Surface(Mesh {
            positions: vec![[0, 1, u16::MAX], [33_792, 7, 8], [9, 10, 11], [12, 13, 14]],
            normals: vec![[i16::MIN, 0], [i16::MAX, -1], [0, 0], [5, 6]],
            morphs: [false, true, true, false]
                .map(|finer| Morph {
                    steps: [-2_048, i16::MAX, i16::MIN],
                    normal: [1, -1],
                    finer,
                })
                .to_vec(),
            materials: vec![Material::Rock, Material::Timber, Material::Brick, Material::Earth],
            indices: vec![0, 1, 2, 2, 1, 3],
            operations: vec![OperationId::NONE, OperationId(77)],
        }),
    }
}

#[test]
fn chunks_come_back() {
    let real = real_chunk();
    assert!(matches!(&real.content, Content::Surface(mesh) if mesh.triangles() > 100));
    let plain = |content| Chunk {
        key: ChunkKey::new(0, 1, -2, 3),
        content,
    };
    for chunk in [real, small_chunk(), plain(Content::Air), plain(Content::Solid)] {
        let bytes = chunk.to_bytes();
        assert_eq!(Chunk::from_bytes(&bytes).as_ref(), Ok(&chunk));
        assert_eq!(bytes[6..38], chunk.digest().0);
    }
}

#[test]
fn every_changed_byte_is_noticed() {
    let small = small_chunk().to_bytes();
    for at in 0..small.len() {
        for flip in 1..=255 {
            let mut bytes = small.clone();
            bytes[at] ^= flip;
            let error = Chunk::from_bytes(&bytes).unwrap_err();
            match at {
                0..4 => assert_eq!(error, BytesError::NotAChunk),
                4..6 => assert!(matches!(error, BytesError::Version { .. })),
                _ => assert!(matches!(error, BytesError::Damaged | BytesError::Truncated)),
            }
        }
    }
    let real = real_chunk().to_bytes();
    for at in 0..real.len() {
        let mut bytes = real.clone();
        bytes[at] ^= 1 << (at % 8);
        assert!(Chunk::from_bytes(&bytes).is_err(), "byte {at} of {}", real.len());
    }
}

#[test]
fn every_missing_and_every_added_end_is_noticed() {
    for chunk in [small_chunk(), real_chunk()] {
        let bytes = chunk.to_bytes();
        for length in 0..bytes.len() {
            assert_eq!(
                Chunk::from_bytes(&bytes[..length]),
                Err(BytesError::Truncated),
                "{length}"
            );
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert_eq!(Chunk::from_bytes(&longer), Err(BytesError::Damaged));
    }
    assert_eq!(Chunk::from_bytes(b"RIFF"), Err(BytesError::NotAChunk));
}

#[test]
fn counts_that_no_memory_could_hold_are_refused_at_once() {
    let mut bytes = small_chunk().to_bytes();
    bytes[52..60].fill(0xff);
    assert_eq!(Chunk::from_bytes(&bytes), Err(BytesError::Truncated));
}

#[test]
fn a_right_hash_over_a_wrong_chunk_is_refused() {
    let sealed = |change: &dyn Fn(&mut [u8])| {
        let mut bytes = small_chunk().to_bytes();
        change(&mut bytes);
        let digest = Digest::of(&bytes[PREFIX..]);
        bytes[6..PREFIX].copy_from_slice(&digest.0);
        Chunk::from_bytes(&bytes)
    };
    assert!(sealed(&|_| ()).is_ok());
    assert_eq!(sealed(&|bytes| bytes[38] = 6), Err(BytesError::Damaged), "level");
    assert_eq!(sealed(&|bytes| bytes[51] = 3), Err(BytesError::Damaged), "kind");
    assert_eq!(
        sealed(&|bytes| bytes[51] = 0),
        Err(BytesError::Damaged),
        "air with a mesh"
    );
    assert_eq!(
        sealed(&|bytes| bytes[60 + 4 * (10 + MORPH)] = 8),
        Err(BytesError::Damaged),
        "material"
    );
    assert_eq!(
        sealed(&|bytes| bytes[60 + 4 * (11 + MORPH)] = 4),
        Err(BytesError::Damaged),
        "index"
    );
}

#[test]
fn noise_is_refused() {
    for index in 0..20_000 {
        let length = (hash(8, &[index]) % 200) as usize;
        let mut bytes: Vec<u8> = (0..length).map(|at| hash(9, &[index, at as i64]) as u8).collect();
        if index % 2 == 0 && length > 6 {
            bytes[..4].copy_from_slice(&MAGIC);
            bytes[4..6].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
        }
        assert!(Chunk::from_bytes(&bytes).is_err());
    }
}
