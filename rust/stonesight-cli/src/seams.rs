//! Whether the union of many chunks is a closed surface.
//!
//! In: meshes of neighbouring chunks. Out: how many sides of triangles find no partner. Vertices are the same when their global
//! integers are; a side is closed when exactly one triangle has it and exactly one has it the other way round. Sides on
//! the rim of the region, whose partners lie outside, are not counted.

use stonesight::lattice::{CHUNK_VOXELS, ChunkKey};
use stonesight::mesh::{Mesh, STEPS_PER_VOXEL};

/// What does not fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seams {
    /// Sides at the border of a chunk's own mesh that no other chunk continues.
    pub border_mismatches: usize,
    /// Sides that are not shared by exactly two triangles.
    pub open_edges: usize,
    /// Sides that more than two triangles share, wherever they lie.
    pub nonmanifold_edges: usize,
}

type Position = [i64; 3];

/// The region within which every side must be closed, in global steps.
struct Rim {
    low: Position,
    high: Position,
}

impl Rim {
    fn new(keys: &[ChunkKey]) -> Self {
        let (mut low, mut high) = ([i64::MAX; 3], [i64::MIN; 3]);
        for key in keys {
            for (axis, first) in key.first_voxel().into_iter().enumerate() {
                let steps = i64::from(STEPS_PER_VOXEL);
                low[axis] = low[axis].min(first * steps);
                // The cells of the last layer touch edges that belong to the chunks beyond.
                high[axis] = high[axis].max((first + i64::from(CHUNK_VOXELS) - 1) * steps);
            }
        }
        Self { low, high }
    }

    fn holds(&self, a: Position, b: Position) -> bool {
        (0..3).any(|axis| {
            (a[axis] < self.low[axis] && b[axis] < self.low[axis])
                || (a[axis] > self.high[axis] && b[axis] > self.high[axis])
        })
    }
}

/// Checks the meshes of the chunks `keys`, which fill a box; keys without a mesh are air or solid.
pub(crate) fn check(keys: &[ChunkKey], meshes: &[(ChunkKey, &Mesh)]) -> Seams {
    let mut positions: Vec<Position> = meshes
        .iter()
        .flat_map(|(key, mesh)| mesh.global_positions(*key))
        .collect();
    positions.sort_unstable();
    positions.dedup();
    let rim = Rim::new(keys);
    let inside = |side: u64| {
        let [from, to] = ends(side).map(|end| positions[end as usize]);
        !rim.holds(from, to)
    };

    let (mut all, mut borders) = (Vec::new(), Vec::new());
    for (key, mesh) in meshes {
        let ids: Vec<u32> = mesh
            .global_positions(*key)
            .map(|position| positions.partition_point(|p| *p < position) as u32)
            .collect();
        let mut own = Vec::with_capacity(mesh.indices.len());
        for &[a, b, c] in mesh.indices.as_chunks::<3>().0 {
            own.extend([(a, b), (b, c), (c, a)].map(|(from, to)| side(ids[from as usize], ids[to as usize])));
        }
        own.sort_unstable();
        borders.extend(own.iter().copied().filter(|&s| own.binary_search(&turned(s)).is_err()));
        all.extend(own);
    }
    all.sort_unstable();
    borders.sort_unstable();
    let count = |list: &[u64], side| {
        let first = list.partition_point(|&s| s < side);
        list[first..].iter().take_while(|&&s| s == side).count()
    };
    let border_mismatches = borders
        .iter()
        .filter(|&&s| count(&borders, turned(s)) != 1 && inside(s))
        .count();
    let open = |s: u64| (count(&all, s), count(&all, turned(s))) != (1, 1);
    let mut edges: Vec<u64> = all.iter().map(|&s| s.min(turned(s))).collect();
    edges.dedup();
    edges.sort_unstable();
    edges.dedup();
    let nonmanifold = |s: u64| count(&all, s) + count(&all, turned(s)) > 2;
    let nonmanifold_edges = edges.iter().filter(|&&s| nonmanifold(s)).count();
    let open_edges = edges.into_iter().filter(|&s| open(s) && inside(s)).count();
    Seams {
        border_mismatches,
        open_edges,
        nonmanifold_edges,
    }
}

fn side(from: u32, to: u32) -> u64 {
    u64::from(from) << 32 | u64::from(to)
}

fn turned(side: u64) -> u64 {
    side.rotate_left(32)
}

fn ends(side: u64) -> [u32; 2] {
    [(side >> 32) as u32, side as u32]
}

#[cfg(test)]
mod tests {
    use stonesight::plan::Config;

    use super::*;
    use crate::region;

    fn figures(change: impl Fn(usize, &mut Mesh)) -> Seams {
        let world = region::world(29, &Config::village()).unwrap();
        let keys = region::keys(&world, 3, 200.0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let mut chunks = region::make(&world.field, &keys, &pool);
        let mut meshes = Vec::new();
        for (index, chunk) in chunks.iter_mut().enumerate() {
            if let stonesight::chunk::Content::Surface(mesh) = &mut chunk.content {
                change(index, mesh);
                meshes.push((chunk.key, &*mesh));
            }
        }
        check(&keys, &meshes)
    }

    #[test]
    fn a_world_is_closed_and_damage_is_seen() {
        assert_eq!(figures(|_, _| ()), Seams::default());
        let missing = figures(|_, mesh| {
            let middle = mesh.indices.len() / 6 * 3;
            mesh.indices.drain(middle..middle + 3);
        });
        assert!(missing.open_edges > 0, "{missing:?}");
        let moved = figures(|index, mesh| {
            // Away from its own voxel border by one step.
            let at_border = |p: &&mut [u16; 3]| p[0] < 1024;
            if index % 2 == 0 {
                mesh.positions.iter_mut().filter(at_border).for_each(|p| p[1] ^= 1);
            }
        });
        assert!(moved.border_mismatches > 0 && moved.open_edges > 0, "{moved:?}");
    }
}
