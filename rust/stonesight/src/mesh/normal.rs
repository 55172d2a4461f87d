//! Unit normals in four bytes: the octahedral map of Meyer, Süßmuth, Sußner, Stamminger and Greiner, "On floating-point
//! normal vectors", EGSR 2010.

/// The largest value of a coordinate.
const SCALE: f32 = 32767.0;

/// Folds the lower half of the octahedron over the upper one, or back.
fn fold(x: f32, y: f32) -> [f32; 2] {
    let sign = |v: f32| if v < 0.0 { -1.0 } else { 1.0 };
    [(1.0 - y.abs()) * sign(x), (1.0 - x.abs()) * sign(y)]
}

/// Encodes a vector of any length > 0; only its direction is kept, to within 0.003°.
pub fn encode_normal(normal: [f32; 3]) -> [i16; 2] {
    let [x, y, z] = normal;
    let sum = x.abs() + y.abs() + z.abs();
    let [x, y, z] = [x / sum, y / sum, z / sum];
    let [x, y] = if z < 0.0 { fold(x, y) } else { [x, y] };
    // The cast saturates, and turns the NaN of a zero vector into 0.
    let round = |c: f32| (c * SCALE + if c < 0.0 { -0.5 } else { 0.5 }) as i16;
    [round(x), round(y)]
}

/// Decodes to a unit vector. Any two numbers are some direction.
pub fn decode_normal(encoded: [i16; 2]) -> [f32; 3] {
    let [x, y] = encoded.map(|c| f32::from(c.max(-32767)) / SCALE);
    let z = 1.0 - x.abs() - y.abs();
    let [x, y] = if z < 0.0 { fold(x, y) } else { [x, y] };
    let length = (x * x + y * y + z * z).sqrt();
    [x / length, y / length, z / length]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{hash, unit};

    #[test]
    fn directions_survive() {
        for index in 0..20_000 {
            let n = [0, 1, 2].map(|axis| (unit(hash(5, &[index, axis])) - 0.5) as f32);
            let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
            let n = n.map(|c| c / length);
            let decoded = decode_normal(encode_normal(n));
            let error = (0..3).map(|axis| (decoded[axis] - n[axis]).abs()).fold(0.0, f32::max);
            assert!(error < 6.0e-5, "{n:?} came back as {decoded:?}");
        }
    }

    #[test]
    fn the_axes_are_exact() {
        for axis in 0..3 {
            for sign in [-1.0, 1.0] {
                let mut n = [0.0; 3];
                n[axis] = sign;
                assert_eq!(decode_normal(encode_normal(n)), n);
            }
        }
    }

    #[test]
    fn every_pair_of_numbers_is_a_unit_vector() {
        for index in 0..20_000 {
            let bits = hash(6, &[index]);
            let n = decode_normal([bits as i16, (bits >> 16) as i16]);
            let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
            assert!((length - 1.0).abs() < 1.0e-6);
        }
    }
}
