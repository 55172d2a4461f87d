//! Levels of detail side by side: their surfaces are one closed surface.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::lattice::{Surroundings, hash, unit};
use crate::mesh::make_among;
use crate::plan::Plan;
use crate::program::from_plan;

/// A part of an octree whose neighbours differ by at most one level.
struct Octree {
    roots: Vec<ChunkKey>,
    divided: BTreeSet<ChunkKey>,
    leaves: BTreeSet<ChunkKey>,
}

impl Octree {
    /// Divides nodes down to a level, as a hash decides, and then whatever is too large beside them.
    fn random(seed: u64, top: u8, finest: u8, around: DVec3, share: f64) -> Self {
        let roots: Vec<_> = ChunkKey::containing(top, around).children_of_size(top).collect();
        let mut divided = BTreeSet::new();
        let mut open = roots.clone();
        while let Some(key) = open.pop() {
            let place = [i64::from(key.level), key.x.into(), key.y.into(), key.z.into()];
            if key.level > finest && unit(hash(seed, &place)) < share {
                divided.insert(key);
                open.extend(key.children());
            }
        }
        loop {
            let mut more = BTreeSet::new();
            for key in &divided {
                for steps in Surroundings::around() {
                    // A leaf beside the children must be of the divided node's size at most.
                    let beside = key.neighbour(steps[0], steps[1], steps[2]);
                    let parents = std::iter::successors(beside.parent(), |key| key.parent());
                    more.extend(parents.filter(|parent| parent.level <= top && roots_hold(&roots, *parent)));
                }
            }
            let before = divided.len();
            divided.extend(more);
            if divided.len() == before {
                break;
            }
        }
        let mut leaves: BTreeSet<ChunkKey> = roots.iter().copied().collect();
        leaves.extend(divided.iter().flat_map(|key| key.children()));
        leaves.retain(|key| !divided.contains(key));
        Self { roots, divided, leaves }
    }

    fn surroundings(&self, leaf: ChunkKey) -> Surroundings {
        let mut around = Surroundings::EVEN;
        for steps in Surroundings::around() {
            let place = leaf.neighbour(steps[0], steps[1], steps[2]);
            if self.divided.contains(&place) {
                around.set_finer(steps);
            } else if place.parent().is_some_and(|parent| self.leaves.contains(&parent)) {
                around.set_coarser(steps);
            }
        }
        around
    }

    /// Whether a place, in steps of 1/1024 of the finest voxel, is well inside.
    fn is_inside(&self, place: [i64; 3]) -> bool {
        let (first, last) = (self.roots[0], self.roots[self.roots.len() - 1]);
        let scale = i64::from(crate::mesh::STEPS_PER_VOXEL) << first.level;
        let (low, high) = (first.first_voxel(), last.neighbour(1, 1, 1).first_voxel());
        (0..3).all(|axis| ((low[axis] + 2) * scale..(high[axis] - 2) * scale).contains(&place[axis]))
    }
}

impl ChunkKey {
    /// Two chunks to each side, the lowest first.
    fn children_of_size(self, level: u8) -> impl Iterator<Item = ChunkKey> {
        assert_eq!(self.level, level);
        (0..8).map(move |i| self.neighbour(i & 1, i >> 1 & 1, i >> 2))
    }
}

fn roots_hold(roots: &[ChunkKey], key: ChunkKey) -> bool {
    let mut nodes = std::iter::successors(Some(key), |key| key.parent());
    nodes.any(|node| roots.contains(&node))
}

/// What was found in a part of a world.
#[derive(Default)]
struct Found {
    edges: usize,
    seam_chunks: usize,
    moved: usize,
    several_quads: usize,
}

/// Meshes all leaves and checks that every edge inside has as many triangles in one direction as in the other.
fn check(field: &Field, octree: &Octree, buffers: &mut Buffers, found: &mut Found) {
    let mut edges: BTreeMap<[[i64; 3]; 2], [u32; 2]> = BTreeMap::new();
    let mut ways: BTreeMap<[i64; 3], (u8, [i64; 3])> = BTreeMap::new();
    for &key in &octree.leaves {
        let around = octree.surroundings(key);
        let content = make_among(field, key, around, buffers, &CancelToken::new()).unwrap();
        let Content::Surface(mesh) = content else { continue };
        found.seam_chunks += usize::from(!around.is_even());
        let places: Vec<[i64; 3]> = mesh.global_positions(key).map(|p| p.map(|c| c << key.level)).collect();
        for (place, morph) in places.iter().zip(&mesh.morphs) {
            let way = morph.steps.map(|step| i64::from(step) << key.level);
            let level = key.level - u8::from(morph.finer);
            let old = ways.insert(*place, (level, way));
            assert!(old.is_none_or(|old| old == (level, way)), "{place:?} goes two ways");
            found.moved += usize::from(way != [0; 3]);
        }
        for triangle in mesh.indices.as_chunks::<3>().0 {
            for i in 0..3 {
                let (a, b) = (places[triangle[i] as usize], places[triangle[(i + 1) % 3] as usize]);
                assert_ne!(a, b);
                edges.entry([a.min(b), a.max(b)]).or_default()[usize::from(a < b)] += 1;
            }
        }
    }
    for (edge, [there, back]) in edges {
        if edge.into_iter().all(|end| octree.is_inside(end)) {
            found.edges += 1;
            assert_eq!(there, back, "an open edge at {edge:?} of {:?}", octree.roots[0]);
            found.several_quads += usize::from(there > 1);
        }
    }
}

#[test]
fn the_smallest_world_is_closed_at_all_levels_together() {
    let (mut buffers, mut found) = (Buffers::default(), Found::default());
    for seed in 0..4 {
        let field = world(29 + seed);
        let octree = Octree::random(seed, 2, 0, DVec3::new(-20.0, -20.0, -30.0), 0.55);
        check(&field, &octree, &mut buffers, &mut found);
    }
    assert!(
        found.edges > 50_000 && found.seam_chunks > 60,
        "{} {}",
        found.edges,
        found.seam_chunks
    );
}

#[test]
fn a_city_and_what_lies_under_it_are_closed_at_all_levels_together() {
    let (mut buffers, mut found) = (Buffers::default(), Found::default());
    let plan = Plan::new(29, &Config::village()).unwrap();
    let field = Field::new(from_plan(&plan)).unwrap();
    for (seed, room) in plan.rooms.all().iter().step_by(17).take(4).enumerate() {
        let seed = seed as u64;
        let octree = Octree::random(seed, 2, 0, room.middle() - 30.0, 0.5);
        check(&field, &octree, &mut buffers, &mut found);
        let coarse = Octree::random(seed, 4, 2, room.middle() - 100.0, 0.6);
        check(&field, &coarse, &mut buffers, &mut found);
    }
    assert!(
        found.edges > 100_000 && found.seam_chunks > 100,
        "{} {}",
        found.edges,
        found.seam_chunks
    );
}

/// Balls, thin plates and small boxes, a few voxels large: whatever a cell can see.
fn rubble(seed: u64, voxel: f64) -> Field {
    let random = |index: i64, salt: i64| unit(hash(seed, &[index, salt]));
    let operations = (0..900).map(|index| {
        let at = DVec3::from_array([0, 1, 2].map(|axis| random(index, axis) * 60.0 * voxel));
        let size = (1.0 + 5.0 * random(index, 4)) * voxel;
        let shape = match index % 3 {
            0 => Shape::Capsule {
                to: glam::Vec3::ZERO,
                radius: (size * 0.5) as f32,
            },
            1 => Shape::Box {
                half: glam::Vec3::new(size as f32, (0.3 * voxel) as f32, size as f32),
                yaw: crate::program::Yaw::new(random(index, 5) * 6.0),
            },
            _ => Shape::Box {
                half: glam::Vec3::splat((size * 0.4) as f32),
                yaw: crate::program::Yaw::new(random(index, 5) * 6.0),
            },
        };
        let mode = if random(index, 6) < 0.5 {
            Mode::Union
        } else {
            Mode::Subtract
        };
        (mode, shape, crate::lattice::snap(at))
    });
    field_of(operations)
}

#[test]
fn rubble_is_closed_at_all_levels_together() {
    let (mut buffers, mut found) = (Buffers::default(), Found::default());
    for seed in 0..12 {
        let level = (seed % 2) as u8;
        let field = rubble(seed, 0.625 * f64::from(1 << level));
        let octree = Octree::random(seed, level + 2, level, DVec3::ZERO, 0.5);
        check(&field, &octree, &mut buffers, &mut found);
    }
    assert!(
        found.edges > 100_000 && found.seam_chunks > 100,
        "{} {}",
        found.edges,
        found.seam_chunks
    );
    assert!(
        found.several_quads * 1_000 < found.edges,
        "{} of {}",
        found.several_quads,
        found.edges
    );
}

#[test]
fn where_vertices_go_is_where_those_of_the_coarser_level_are() {
    let plan = Plan::new(3, &Config::village()).unwrap();
    let field = Field::new(from_plan(&plan)).unwrap();
    let (mut there, mut all) = (0, 0);
    for room in plan.rooms.all().iter().step_by(9) {
        for level in [0, 1, 2] {
            let key = ChunkKey::containing(level, room.middle());
            let Some(parent) = key.parent() else { continue };
            let (Content::Surface(fine), Content::Surface(coarse)) = (content(&field, key), content(&field, parent))
            else {
                continue;
            };
            let coarse: BTreeSet<[i64; 3]> = coarse.global_positions(parent).map(|p| p.map(|c| 2 * c)).collect();
            for (place, morph) in fine.global_positions(key).zip(&fine.morphs) {
                let end = [0, 1, 2].map(|axis| place[axis] + i64::from(morph.steps[axis]));
                let voxels = morph.steps.map(|step| i32::from(step).abs());
                assert!(voxels.iter().all(|steps| *steps <= 2 * crate::mesh::STEPS_PER_VOXEL));
                all += 1;
                there += usize::from(coarse.contains(&end));
            }
        }
    }
    // Where the coarser level has nothing, what is thin, they stay.
    assert!(all > 50_000 && there * 100 > all * 90, "{there} of {all}");
}
