//! Meshes as one binary glTF file, for other programs to look at.
//!
//! In: meshes of chunks, all of one level. Out: the bytes of a `.glb` (glTF 2.0, Khronos Group, §4). A chunk is a node that stands
//! at its corner in the world, with a mesh that has a primitive for each material. Vertices carry position (metres), normal and
//! colour. Y is up and a unit is a metre, as in glTF.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};
use stonesight::lattice::ChunkKey;
use stonesight::mesh::Mesh;
use stonesight::program::Material;

/// Bytes of a vertex: position, normal, colour.
const STRIDE: usize = 12 + 12 + 4;
const FLOAT: u32 = 5126;
const UNSIGNED_BYTE: u32 = 5121;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// Writes a file of meshes.
///
/// # Errors
/// When `out` cannot be written, or when the file would be 4 GiB or more, which the format cannot say.
pub(crate) fn write(meshes: &[(ChunkKey, &Mesh)], out: &mut impl Write) -> io::Result<()> {
    let vertices: usize = meshes.iter().map(|(_, mesh)| mesh.positions.len()).sum();
    let indices: usize = meshes.iter().map(|(_, mesh)| mesh.indices.len()).sum();
    let buffer = vertices * STRIDE + indices * 4;
    let mut text = serde_json::to_vec(&document(meshes, vertices, buffer))?;
    text.resize(text.len().next_multiple_of(4), b' ');
    let tail = if buffer > 0 { 8 + buffer } else { 0 };
    let total = 12 + 8 + text.len() + tail;
    let too_large = || {
        io::Error::new(
            io::ErrorKind::FileTooLarge,
            "the file would have 4 GiB or more: take a higher --level or a smaller --radius",
        )
    };
    let total = u32::try_from(total).map_err(|_| too_large())?;
    out.write_all(b"glTF")?;
    out.write_all(&2_u32.to_le_bytes())?;
    out.write_all(&total.to_le_bytes())?;
    chunk_header(out, text.len(), b"JSON")?;
    out.write_all(&text)?;
    if buffer == 0 {
        return out.flush();
    }
    chunk_header(out, buffer, b"BIN\0")?;
    for (key, mesh) in meshes {
        write_vertices(*key, mesh, out)?;
    }
    for (_, mesh) in meshes {
        for (_, triangles) in by_material(mesh) {
            for index in triangles.as_flattened() {
                out.write_all(&index.to_le_bytes())?;
            }
        }
    }
    out.flush()
}

fn chunk_header(out: &mut impl Write, length: usize, kind: &[u8; 4]) -> io::Result<()> {
    out.write_all(&(length as u32).to_le_bytes())?;
    out.write_all(kind)
}

fn write_vertices(key: ChunkKey, mesh: &Mesh, out: &mut impl Write) -> io::Result<()> {
    let points = mesh.points(key.voxel_size() as f32);
    for ((point, normal), material) in points.zip(mesh.normals_f32()).zip(&mesh.materials) {
        for number in point.into_iter().chain(normal) {
            out.write_all(&number.to_le_bytes())?;
        }
        let [r, g, b] = colour(*material).map(|share| (share * 255.0).round() as u8);
        out.write_all(&[r, g, b, 255])?;
    }
    Ok(())
}

/// What the file says before its numbers.
fn document(meshes: &[(ChunkKey, &Mesh)], vertices: usize, buffer: usize) -> Value {
    let (mut nodes, mut bodies, mut accessors) = (Vec::new(), Vec::new(), Vec::new());
    let (mut vertex_at, mut index_at) = (0, 0);
    for (key, mesh) in meshes {
        let count = mesh.positions.len();
        let (low, high) = bounds(mesh.points(key.voxel_size() as f32));
        let first = accessors.len();
        let accessor = |offset: usize, kind: u32, shape: &str| json!({"bufferView": 0, "byteOffset": vertex_at + offset, "componentType": kind, "count": count, "type": shape});
        let mut position = accessor(0, FLOAT, "VEC3");
        position["min"] = json!(low);
        position["max"] = json!(high);
        let mut tint = accessor(24, UNSIGNED_BYTE, "VEC4");
        tint["normalized"] = json!(true);
        accessors.extend([position, accessor(12, FLOAT, "VEC3"), tint]);
        vertex_at += count * STRIDE;
        let mut primitives = Vec::new();
        for (material, triangles) in by_material(mesh) {
            primitives.push(json!({
                "attributes": {"POSITION": first, "NORMAL": first + 1, "COLOR_0": first + 2},
                "indices": accessors.len(),
                "material": material as u8,
            }));
            let count = triangles.len() * 3;
            accessors.push(json!({"bufferView": 1, "byteOffset": index_at, "componentType": UNSIGNED_INT, "count": count, "type": "SCALAR"}));
            index_at += count * 4;
        }
        let origin = key.origin();
        let name = format!("chunk {} {} {} {}", key.level, key.x, key.y, key.z);
        nodes.push(json!({"name": name, "mesh": bodies.len(), "translation": [origin.x, origin.y, origin.z]}));
        bodies.push(json!({"name": name, "primitives": primitives}));
    }
    let materials: Vec<Value> = Material::ALL
        .iter()
        .map(|material| {
            json!({
                "name": format!("{material:?}"),
                "pbrMetallicRoughness": {"metallicFactor": 0.0, "roughnessFactor": 0.9},
            })
        })
        .collect();
    let mut document = json!({
        "asset": {"version": "2.0", "generator": concat!("stonesight ", env!("CARGO_PKG_VERSION"))},
    });
    // The format forbids empty lists.
    if !meshes.is_empty() {
        let split = vertices * STRIDE;
        document["scene"] = json!(0);
        document["scenes"] = json!([{"nodes": (0..nodes.len()).collect::<Vec<_>>()}]);
        document["nodes"] = nodes.into();
        document["meshes"] = bodies.into();
        document["accessors"] = accessors.into();
        document["materials"] = materials.into();
        document["buffers"] = json!([{"byteLength": buffer}]);
        document["bufferViews"] = json!([
            {"buffer": 0, "byteLength": split, "byteStride": STRIDE, "target": ARRAY_BUFFER},
            {"buffer": 0, "byteOffset": split, "byteLength": buffer - split, "target": ELEMENT_ARRAY_BUFFER},
        ]);
    }
    document
}

/// The triangles of a mesh by the material of their first corner: materials meet at creases, where vertices are double.
fn by_material(mesh: &Mesh) -> BTreeMap<Material, Vec<[u32; 3]>> {
    let mut found: BTreeMap<Material, Vec<[u32; 3]>> = BTreeMap::new();
    for &triangle in mesh.indices.as_chunks::<3>().0 {
        let material = mesh.materials[triangle[0] as usize];
        found.entry(material).or_default().push(triangle);
    }
    found
}

fn bounds(points: impl Iterator<Item = [f32; 3]>) -> ([f32; 3], [f32; 3]) {
    points.fold(([f32::MAX; 3], [f32::MIN; 3]), |(low, high), point| {
        (
            [0, 1, 2].map(|axis| low[axis].min(point[axis])),
            [0, 1, 2].map(|axis| high[axis].max(point[axis])),
        )
    })
}

/// What a material looks like from afar: the mean of what `materials.gdshaderinc` makes of it, linear.
fn colour(material: Material) -> [f32; 3] {
    match material {
        Material::Rock => [0.28, 0.26, 0.23],
        Material::Earth => [0.15, 0.16, 0.06],
        Material::Paving => [0.4, 0.36, 0.29],
        Material::Ashlar => [0.5, 0.44, 0.34],
        Material::Brick => [0.33, 0.16, 0.11],
        Material::Plaster => [0.65, 0.58, 0.46],
        Material::Tile => [0.35, 0.15, 0.09],
        Material::Timber => [0.19, 0.12, 0.07],
    }
}

#[cfg(test)]
mod tests {
    use stonesight::chunk::Content;
    use stonesight::plan::Config;

    use super::*;
    use crate::region;

    /// A strict reader of another make takes the file, and finds every vertex and triangle where the chunks have them.
    #[test]
    fn another_reader_finds_the_same_world() {
        let world = region::world(29, &Config::village()).unwrap();
        let keys = region::keys(&world, 3, 200.0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let chunks = region::make(&world.field, &keys, &pool);
        let meshes: Vec<_> = chunks
            .iter()
            .filter_map(|chunk| match &chunk.content {
                Content::Surface(mesh) => Some((chunk.key, mesh)),
                _ => None,
            })
            .collect();
        let mut bytes = Vec::new();
        write(&meshes, &mut bytes).unwrap();

        let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(&bytes).expect("a valid file");
        let blob = blob.expect("numbers in the file itself");
        assert_eq!(document.nodes().len(), meshes.len());
        for (node, (key, mesh)) in document.nodes().zip(&meshes) {
            let (at, ..) = node.transform().decomposed();
            assert_eq!(at.map(f64::from), key.origin().to_array());
            let (mut triangles, mut materials) = (Vec::new(), Vec::new());
            for primitive in node.mesh().unwrap().primitives() {
                let reader = primitive.reader(|_| Some(&blob));
                let points: Vec<[f32; 3]> = reader.read_positions().unwrap().collect();
                assert!(points.iter().copied().eq(mesh.points(key.voxel_size() as f32)));
                let unit = |n: [f32; 3]| ((n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt() - 1.0).abs() < 1e-4;
                assert!(reader.read_normals().unwrap().all(unit));
                assert_eq!(reader.read_colors(0).unwrap().into_rgba_u8().count(), points.len());
                let bounds = primitive.bounding_box();
                assert!(points.iter().flatten().all(|c| c.is_finite()) && bounds.min[1] <= bounds.max[1]);
                let own: Vec<u32> = reader.read_indices().unwrap().into_u32().collect();
                triangles.extend(own.as_chunks::<3>().0.to_vec());
                materials.push(primitive.material().index().unwrap());
            }
            let mut want = mesh.indices.as_chunks::<3>().0.to_vec();
            want.sort_unstable();
            triangles.sort_unstable();
            assert_eq!(triangles, want);
            materials.dedup();
            assert!(materials.is_sorted() && materials.iter().all(|&number| number < Material::ALL.len()));
        }
    }

    #[test]
    fn an_empty_world_is_a_valid_file() {
        let mut bytes = Vec::new();
        write(&[], &mut bytes).unwrap();
        let read = gltf::Gltf::from_slice(&bytes).expect("a valid file");
        assert_eq!(read.nodes().len(), 0);
    }
}
