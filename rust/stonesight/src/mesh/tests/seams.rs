//! Borders: neighbours agree on every cell they share, and their union is closed.

use std::collections::BTreeMap;

use glam::DVec3;

use super::*;
use crate::lattice::CHUNK_VOXELS;
use crate::mesh::STEPS_PER_VOXEL;
use crate::mesh::grid::CORNER;
use crate::mesh::placement::Piece;
use crate::mesh::topology::EDGES;

type Cells = BTreeMap<[i64; 3], Vec<(Piece, [i64; 3])>>;

/// All placed cells of a chunk by their global place: the piece that each of their edges crosses, in global steps.
fn cells(field: &Field, key: ChunkKey, buffers: &mut Buffers) -> Cells {
    make(field, key, buffers, &CancelToken::new()).unwrap();
    let mut cells = Cells::new();
    // Of chunks that end after sampling the buffers tell nothing.
    if buffers.stage.grid.bricks.is_empty() {
        return cells;
    }
    let first = key.first_voxel().map(|voxel| voxel - CORNER as i64);
    for (point, cell) in buffers.stage.cells.places.iter().zip(&buffers.stage.placement.cells) {
        let at = [0, 1, 2].map(|axis| first[axis] + point[axis] as i64);
        let pieces = (0..EDGES).map(|edge| {
            let piece = buffers.stage.placement.pieces[cell.piece(edge)];
            let steps = i64::from(STEPS_PER_VOXEL);
            let global = [0, 1, 2].map(|axis| (first[axis] + 1) * steps + i64::from(piece.position[axis]));
            (
                Piece {
                    position: [0; 3],
                    ..piece
                },
                global,
            )
        });
        cells.insert(at, pieces.collect());
    }
    cells
}

/// How many cells two chunks share, all of which must be equal.
fn compare(a: &Cells, a_key: ChunkKey, b: &Cells, b_key: ChunkKey) -> usize {
    let both = |at: &[i64; 3]| {
        [a_key, b_key].iter().all(|key| {
            let first = key.first_voxel();
            (0..3).all(|axis| (first[axis] - 1..first[axis] + i64::from(CHUNK_VOXELS)).contains(&at[axis]))
        })
    };
    let [in_a, in_b] = [a, b].map(|cells| cells.iter().filter(|(at, _)| both(at)).collect::<Vec<_>>());
    assert_eq!(in_a, in_b, "{a_key:?} and {b_key:?}");
    in_a.len()
}

#[test]
fn neighbours_place_the_cells_they_share_alike_on_faces_edges_and_corners() {
    let mut shared = [0; 4];
    for (seed, level, around) in [
        (29, 0, DVec3::new(12.0, 6.0, 8.0)),
        (29, 0, DVec3::new(0.0, 2.0, -20.0)),
        (7, 1, DVec3::new(0.0, 6.0, 0.0)),
        (8, 2, DVec3::new(0.0, 6.0, 0.0)),
    ] {
        let field = world(seed);
        let mut buffers = Buffers::default();
        let keys = block(level, around, [1, 1, 1]);
        let all: Vec<_> = keys
            .iter()
            .map(|&key| (key, cells(&field, key, &mut buffers)))
            .collect();
        for (i, (a_key, a)) in all.iter().enumerate() {
            for (b_key, b) in &all[i + 1..] {
                let apart = [a_key.x - b_key.x, a_key.y - b_key.y, a_key.z - b_key.z];
                if apart.iter().all(|d| d.abs() <= 1) && !a.is_empty() && !b.is_empty() {
                    let differing = apart.iter().filter(|&&d| d != 0).count();
                    shared[differing] += compare(a, *a_key, b, *b_key);
                }
            }
        }
    }
    assert!(shared[1] > 1_000, "cells shared across faces: {}", shared[1]);
    assert!(shared[2] > 20, "across edges: {}", shared[2]);
}

#[test]
fn eight_chunks_agree_on_the_cell_in_their_corner() {
    // A ball's surface through the corner of eight chunks.
    let ball = Shape::Capsule {
        to: glam::Vec3::new(0.0, 0.5, 0.0),
        radius: 2.43,
    };
    let field = field_of([(Mode::Union, ball, DVec3::new(-1.8, -1.7, -1.6))]);
    let mut buffers = Buffers::default();
    let mut found = 0;
    let keys: Vec<_> = (0..8)
        .map(|i| ChunkKey::new(0, -(i & 1), -(i >> 1 & 1), -(i >> 2)))
        .collect();
    let all: Vec<_> = keys.iter().map(|&key| cells(&field, key, &mut buffers)).collect();
    for i in 0..8 {
        for j in i + 1..8 {
            let apart = ((i ^ j) as u32).count_ones();
            let shared = compare(&all[i], keys[i], &all[j], keys[j]);
            found += if apart == 3 { shared } else { 0 };
        }
    }
    assert_eq!(found, 4, "the corner cell, seen by four pairs of opposite chunks");
}

/// Checks that in a block of chunks every side of a triangle lies on exactly one side of another, the other way round, except
/// at the rim of the block. The number of sides.
fn check_closed(field: &Field, keys: &[ChunkKey]) -> usize {
    let mut buffers = Buffers::default();
    let mut sides: BTreeMap<([i64; 3], [i64; 3]), u32> = BTreeMap::new();
    let (mut low, mut high) = ([i64::MAX; 3], [i64::MIN; 3]);
    let chunk = i64::from(CHUNK_VOXELS * STEPS_PER_VOXEL);
    for &key in keys {
        for (axis, c) in [key.x, key.y, key.z].into_iter().enumerate() {
            low[axis] = low[axis].min(i64::from(c) * chunk);
            high[axis] = high[axis].max(i64::from(c + 1) * chunk - i64::from(STEPS_PER_VOXEL));
        }
        let Some(Content::Surface(mesh)) = make(field, key, &mut buffers, &CancelToken::new()) else {
            continue;
        };
        let global: Vec<_> = mesh.global_positions(key).collect();
        for &[a, b, c] in mesh.indices.as_chunks::<3>().0 {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *sides.entry((global[from as usize], global[to as usize])).or_default() += 1;
            }
        }
    }
    let mut inside = 0;
    for (&(from, to), &count) in &sides {
        let rim = (0..3).any(|axis| {
            (from[axis] <= low[axis] && to[axis] <= low[axis]) || (from[axis] >= high[axis] && to[axis] >= high[axis])
        });
        if !rim {
            inside += 1;
            assert_eq!(count, 1, "the side {from:?} {to:?}");
            assert_eq!(sides.get(&(to, from)), Some(&1), "across the side {from:?} {to:?}");
        }
    }
    inside
}

#[test]
fn blocks_of_chunks_are_closed_inside_and_wound_alike() {
    let full = std::env::var_os("STONESIGHT_FULL").is_some();
    let (seeds, radius) = if full { (0..12, 2) } else { (3..5, 1) };
    for seed in seeds {
        let field = world(seed);
        for level in 0..=3 {
            for around in [DVec3::new(0.0, 3.0, -18.0), DVec3::new(-14.0, 6.0, 4.0)] {
                let sides = check_closed(&field, &block(level, around, [radius, 1, radius]));
                assert!(sides > 1_000, "seed {seed}, level {level}: {sides} sides");
            }
        }
    }
}

#[test]
fn thin_and_touching_walls_are_closed() {
    // Two boxes that touch along an edge, and a grille thinner than a voxel: cells in which several sheets meet.
    let cube = |half: f32| Shape::Box {
        half: glam::Vec3::splat(half),
        yaw: crate::program::Yaw::new(0.3),
    };
    for index in 0..20i64 {
        let random = |salt| crate::lattice::unit(crate::lattice::hash(41, &[index, salt])) * 8.0 - 4.0;
        let boxes = (0..14).map(|i| {
            let at = DVec3::new(random(i * 3), random(i * 3 + 1), random(i * 3 + 2));
            let mode = if i % 4 == 3 { Mode::Subtract } else { Mode::Union };
            (mode, cube(0.2 + 0.1 * (i % 5) as f32), at)
        });
        let field = field_of(boxes);
        check_closed(&field, &block(0, DVec3::splat(-1.0), [1, 1, 1]));
    }
}
