//! Values that are right near the surface only make the mesh that values right everywhere make.

use super::*;
use crate::plan::Plan;
use crate::program::from_plan;

/// Meshes of some chunks, with values that are right to a depth in voxels.
fn meshes(field: &Field, keys: &[ChunkKey], depth: f32) -> Vec<Content> {
    let mut buffers = Buffers::default();
    buffers.stage.grid.depth = depth;
    keys.iter()
        .map(|&key| make(field, key, &mut buffers, &CancelToken::new()).unwrap())
        .collect()
}

fn compare(field: &Field, keys: &[ChunkKey]) {
    let whole = meshes(field, keys, f32::INFINITY);
    assert!(whole.iter().any(|content| matches!(content, Content::Surface(_))));
    // The last so low that most edges are asked again.
    for depth in [Buffers::default().stage.grid.depth, 0.25] {
        assert!(meshes(field, keys, depth) == whole, "{depth} voxels");
    }
}

#[test]
fn the_ground_floor_is_the_same_at_any_depth() {
    let field = world(29);
    compare(&field, &block(0, DVec3::new(0.0, 2.0, 0.0), [1, 1, 1]));
    compare(&field, &block(2, DVec3::new(0.0, 2.0, 0.0), [0, 0, 0]));
}

#[test]
fn a_village_is_the_same_at_any_depth() {
    let plan = Plan::new(3, &Config::village()).unwrap();
    let field = Field::new(from_plan(&plan)).unwrap();
    let place = plan.rooms.all()[0].middle();
    for level in 0..=3 {
        compare(&field, &block(level, place, [1, 0, 1]));
    }
}
