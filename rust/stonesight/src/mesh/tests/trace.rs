//! Every triangle names the operation that made it.

use glam::DVec3;

use super::*;

#[test]
fn triangles_name_the_operation_that_a_plain_sample_finds_there() {
    let (mut plain, mut wrong) = (0, 0);
    for (seed, at) in [
        (29, [0.0, 6.0, 0.0]),
        (29, [0.0, 1.0, -28.0]),
        (5, [-17.0, 6.0, 6.0]),
        (6, [2.0, 4.0, -14.0]),
    ] {
        let field = world(seed);
        let key = ChunkKey::containing(0, DVec3::from_array(at));
        let Content::Surface(mesh) = content(&field, key) else {
            continue;
        };
        let all: Vec<_> = vertices(&mesh, key).map(|(point, _)| point).collect();
        for (corners, &operation) in mesh.indices.as_chunks::<3>().0.iter().zip(&mesh.operations) {
            let [a, b, c] = corners.map(|index| all[index as usize]);
            let centre = (a + b + c) / 3.0;
            let ways = [DVec3::X, DVec3::Y, DVec3::Z].map(|way| way * 0.35);
            let around = ways.iter().flat_map(|&way| [centre + way, centre - way]);
            let found = field.sample(centre).operation;
            if around.into_iter().all(|point| field.sample(point).operation == found) {
                plain += 1;
                wrong += usize::from(found != operation);
            }
            let material = field.program().operation(operation).unwrap().material;
            assert!(corners.iter().all(|&index| mesh.materials[index as usize] == material));
        }
    }
    assert!(plain > 2_000, "{plain} triangles lie where one operation decides alone");
    assert_eq!(wrong, 0, "of {plain}");
}
