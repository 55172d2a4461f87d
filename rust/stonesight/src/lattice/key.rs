//! Chunk keys: which 32³ voxels of which level, in global integers.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::{CHUNK_VOXELS, voxel_size};

/// The coarsest level of detail: 10 m voxels, 320 m chunks.
pub const MAX_LEVEL: u8 = 5;

/// Names a cube of 32³ voxels of one level. Integers count chunks of that level from the world's origin, so a key never
/// depends on a region's size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChunkKey {
    /// Level of detail, 0 (0.3125 m voxels) to [`MAX_LEVEL`].
    pub level: u8,
    /// Chunks of this level along X.
    pub x: i32,
    /// Chunks of this level along Y, upwards.
    pub y: i32,
    /// Chunks of this level along Z.
    pub z: i32,
}

impl ChunkKey {
    /// A key from its parts.
    pub fn new(level: u8, x: i32, y: i32, z: i32) -> Self {
        Self { level, x, y, z }
    }

    /// The chunk of `level` that holds a point. Faces belong to the chunk on their positive side.
    pub fn containing(level: u8, point: DVec3) -> Self {
        let cell = (point / Self::size_at(level)).floor();
        Self::new(level, cell.x as i32, cell.y as i32, cell.z as i32)
    }

    /// Edge of a chunk of `level` in metres.
    pub fn size_at(level: u8) -> f64 {
        voxel_size(level) * f64::from(CHUNK_VOXELS)
    }

    /// Edge of this chunk in metres.
    pub fn size(self) -> f64 {
        Self::size_at(self.level)
    }

    /// Edge of this chunk's voxels in metres.
    pub fn voxel_size(self) -> f64 {
        voxel_size(self.level)
    }

    /// The corner with the smallest coordinates, in world metres. Exact.
    pub fn origin(self) -> DVec3 {
        DVec3::new(f64::from(self.x), f64::from(self.y), f64::from(self.z)) * self.size()
    }

    /// The middle of the chunk, in world metres.
    pub fn centre(self) -> DVec3 {
        self.origin() + DVec3::splat(self.size() * 0.5)
    }

    /// The global index of this chunk's first voxel, in voxels of its level.
    pub fn first_voxel(self) -> [i64; 3] {
        [self.x, self.y, self.z].map(|c| i64::from(c) * i64::from(CHUNK_VOXELS))
    }

    /// The chunk of the same level that lies `dx`, `dy`, `dz` chunks away.
    pub fn neighbour(self, dx: i32, dy: i32, dz: i32) -> Self {
        Self::new(self.level, self.x + dx, self.y + dy, self.z + dz)
    }

    /// The chunk of the next coarser level that holds this one; `None` at [`MAX_LEVEL`].
    pub fn parent(self) -> Option<Self> {
        // A shift rounds down, also below zero.
        (self.level < MAX_LEVEL).then(|| Self::new(self.level + 1, self.x >> 1, self.y >> 1, self.z >> 1))
    }

    /// The eight chunks of the next finer level within this one; none at level 0.
    pub fn children(self) -> impl Iterator<Item = Self> {
        let count = if self.level == 0 { 0 } else { 8 };
        (0..count).map(move |i| {
            let at = |c: i32, bit: i32| 2 * c + (i >> bit & 1);
            Self::new(self.level - 1, at(self.x, 0), at(self.y, 1), at(self.z, 2))
        })
    }

    /// Whether two chunks of any levels overlap, or share a face, an edge or a corner.
    pub fn touches(self, other: Self) -> bool {
        let ends = |key: Self, c: i32| [i64::from(c) << key.level, (i64::from(c) + 1) << key.level];
        [(self.x, other.x), (self.y, other.y), (self.z, other.z)]
            .into_iter()
            .all(|(a, b)| {
                let ([a, b], [c, d]) = (ends(self, a), ends(other, b));
                a <= d && c <= b
            })
    }

    /// Distance in metres from a point to the nearest point of the chunk; 0 inside.
    pub fn distance(self, point: DVec3) -> f64 {
        let low = self.origin();
        (point - point.clamp(low, low + DVec3::splat(self.size()))).length()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_contains_its_own_corner_and_not_the_opposite_one() {
        for level in 0..=MAX_LEVEL {
            for key in [
                ChunkKey::new(level, 0, 0, 0),
                ChunkKey::new(level, -3, 7, -1_000),
                ChunkKey::new(level, 9, -1, 4),
            ] {
                assert_eq!(ChunkKey::containing(level, key.origin()), key);
                assert_eq!(ChunkKey::containing(level, key.centre()), key);
                let opposite = key.origin() + DVec3::splat(key.size());
                assert_eq!(ChunkKey::containing(level, opposite), key.neighbour(1, 1, 1));
            }
        }
    }

    #[test]
    fn children_fill_their_parent_and_nothing_else() {
        for key in [ChunkKey::new(3, -2, 0, 5), ChunkKey::new(1, 0, -1, -7)] {
            let children: Vec<_> = key.children().collect();
            assert_eq!(children.len(), 8);
            for child in &children {
                assert_eq!(child.parent(), Some(key));
                assert_eq!(ChunkKey::containing(key.level, child.centre()), key);
                assert!(child.touches(key) && child.touches(key.neighbour(0, 0, 0)));
                let beside = key.neighbour(1, 0, 0);
                assert_eq!(
                    child.touches(beside),
                    child.origin().x + child.size() == beside.origin().x
                );
            }
        }
        assert_eq!(ChunkKey::new(0, 1, 2, 3).children().count(), 0);
        assert_eq!(ChunkKey::new(MAX_LEVEL, 1, 2, 3).parent(), None);
    }

    #[test]
    fn sizes_are_those_of_the_design() {
        assert_eq!(ChunkKey::size_at(0), 10.0);
        assert_eq!(ChunkKey::size_at(2), 40.0);
        assert_eq!(ChunkKey::size_at(3), 80.0);
    }

    #[test]
    fn distance_is_zero_inside_and_euclidean_outside() {
        let key = ChunkKey::new(0, 0, 0, 0);
        assert_eq!(key.distance(DVec3::splat(5.0)), 0.0);
        assert_eq!(key.distance(DVec3::new(13.0, 14.0, 5.0)), 5.0);
    }
}
