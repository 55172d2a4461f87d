//! Air and solid, cancelling, buffers, levels.

use std::time::Instant;

use glam::{DVec3, Vec3};
use rayon::prelude::*;

use super::*;
use crate::chunk::{self, world_digest};
use crate::program::Yaw;

#[test]
fn chunks_without_a_surface_are_air_or_solid() {
    let field = world(29);
    let sky = ChunkKey::containing(0, DVec3::new(0.0, 300.0, 0.0));
    let rock = ChunkKey::containing(0, DVec3::new(0.0, -300.0, 0.0));
    assert_eq!(content(&field, sky), Content::Air);
    assert_eq!(content(&field, rock), Content::Solid);
}

#[test]
fn the_void_is_air() {
    let field = field_of([]);
    assert_eq!(content(&field, ChunkKey::new(0, 5, 5, 5)), Content::Air);
}

#[test]
fn a_surface_that_belongs_to_the_neighbour_leaves_air_or_solid() {
    // The upper side lies between the last sample of the lower chunk that starts an edge and the first of the upper one.
    let slab = |top: f64| {
        let shape = Shape::Box {
            half: Vec3::new(50.0, 25.0, 50.0),
            yaw: Yaw::NONE,
        };
        field_of([(Mode::Union, shape, DVec3::new(0.0, top - 25.0, 0.0))])
    };
    let field = slab(-0.1);
    assert!(matches!(
        content(&field, ChunkKey::new(0, 0, -1, 0)),
        Content::Surface(_)
    ));
    assert_eq!(content(&field, ChunkKey::new(0, 0, 0, 0)), Content::Air);
    // Exactly on the border: the sample on it is air, so the edge below it crosses.
    let field = slab(0.0);
    assert!(matches!(
        content(&field, ChunkKey::new(0, 0, -1, 0)),
        Content::Surface(_)
    ));
    assert_eq!(content(&field, ChunkKey::new(0, 0, 0, 0)), Content::Air);
    let field = slab(0.1);
    assert!(content(&field, ChunkKey::new(0, 3, -1, 3)) == Content::Solid);
}

#[test]
fn a_cancelled_chunk_is_none() {
    let cancel = CancelToken::new();
    cancel.cancel();
    let key = ChunkKey::containing(0, DVec3::new(0.0, 6.0, 0.0));
    assert_eq!(make(&world(29), key, &mut Buffers::default(), &cancel), None);
}

#[test]
fn every_level_has_a_surface() {
    let field = world(29);
    for level in 0..=crate::lattice::MAX_LEVEL {
        let keys = block(level, DVec3::new(0.0, 6.0, 0.0), [0, 1, 0]);
        let triangles: usize = keys
            .iter()
            .map(|&key| match content(&field, key) {
                Content::Surface(mesh) => mesh.triangles(),
                _ => 0,
            })
            .sum();
        assert!(triangles > 1_000, "level {level}: {triangles} triangles");
    }
}

#[test]
fn threads_order_and_buffers_change_nothing() {
    let field = world(12);
    let keys: Vec<_> = [0, 2]
        .into_iter()
        .flat_map(|level| block(level, DVec3::new(0.0, 3.0, -10.0), [1, 1, 1]))
        .collect();
    let make = |&key: &ChunkKey, buffers: &mut Buffers| {
        let chunk = chunk::make(&field, key, buffers, &CancelToken::new()).unwrap();
        (key, chunk.digest())
    };
    let mut reused = Buffers::default();
    let one = world_digest(keys.iter().map(|key| make(key, &mut reused)));
    let backwards = world_digest(keys.iter().rev().map(|key| make(key, &mut reused)));
    assert_eq!(one, backwards, "another order, used buffers");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let two: Vec<_> = pool.install(|| keys.par_iter().map(|key| make(key, &mut Buffers::default())).collect());
    assert_eq!(one, world_digest(two), "two threads, fresh buffers");
}

#[test]
fn empty_chunks_take_no_time() {
    let field = world(29);
    let mut buffers = Buffers::default();
    let sky = ChunkKey::containing(0, DVec3::new(0.0, 300.0, 0.0));
    let start = Instant::now();
    for x in 0..100 {
        assert!(make(&field, sky.neighbour(x, 0, 0), &mut buffers, &CancelToken::new()).is_some());
    }
    // The aim is 20 µs each in a release build; a busy machine and a debug build get ten times as much.
    let each = start.elapsed() / 100;
    assert!(each.as_micros() < 200, "{each:?} for an empty chunk");
}
