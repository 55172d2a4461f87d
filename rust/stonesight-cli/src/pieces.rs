//! How many pieces a world falls into.
//!
//! In: meshes of neighbouring chunks. Out: the number of connected surfaces: triangles are connected when they share a corner, and
//! corners are the same when their global integers are. By a disjoint-set forest (Tarjan, "Efficiency of a good but not
//! linear set union algorithm", Journal of the ACM, 1975), with paths halved.

use stonesight::lattice::ChunkKey;
use stonesight::mesh::Mesh;

/// Counts the connected surfaces.
pub(crate) fn count(meshes: &[(ChunkKey, &Mesh)]) -> usize {
    let mut positions: Vec<[i64; 3]> = meshes
        .iter()
        .flat_map(|(key, mesh)| mesh.global_positions(*key))
        .collect();
    positions.sort_unstable();
    positions.dedup();
    let mut parents: Vec<u32> = (0..positions.len() as u32).collect();
    let mut used = vec![false; positions.len()];
    for (key, mesh) in meshes {
        let ids: Vec<u32> = mesh
            .global_positions(*key)
            .map(|position| positions.partition_point(|p| *p < position) as u32)
            .collect();
        for triangle in mesh.indices.as_chunks::<3>().0 {
            let [a, b, c] = triangle.map(|index| ids[index as usize]);
            for id in [a, b, c] {
                used[id as usize] = true;
            }
            for other in [b, c] {
                let (first, second) = (root(&mut parents, a), root(&mut parents, other));
                // The smaller is the parent, whatever the order of the chunks.
                parents[first.max(second) as usize] = first.min(second);
            }
        }
    }
    (0..parents.len())
        .filter(|&id| used[id] && parents[id] == id as u32)
        .count()
}

fn root(parents: &mut [u32], mut id: u32) -> u32 {
    while parents[id as usize] != id {
        parents[id as usize] = parents[parents[id as usize] as usize];
        id = parents[id as usize];
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(indices: &[u32]) -> Mesh {
        Mesh {
            positions: (0..6).map(|i| [1500 + i * 3, 1500, 1500]).collect(),
            indices: indices.to_vec(),
            ..Mesh::default()
        }
    }

    #[test]
    fn triangles_that_share_a_corner_are_one_piece() {
        let key = ChunkKey::new(0, 0, 0, 0);
        assert_eq!(count(&[]), 0);
        assert_eq!(
            count(&[(key, &mesh(&[0, 1, 2]))]),
            1,
            "what no triangle has is no piece"
        );
        assert_eq!(count(&[(key, &mesh(&[0, 1, 2, 3, 4, 5]))]), 2);
        assert_eq!(count(&[(key, &mesh(&[0, 1, 2, 2, 4, 5]))]), 1);
        assert_eq!(
            count(&[(key, &mesh(&[0, 1, 2])), (key, &mesh(&[2, 3, 4]))]),
            1,
            "across chunks"
        );
    }
}
