//! Randomness as a function of place: an integer hash of a seed and lattice coordinates.
//!
//! The mixing step is the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
//! OOPSLA 2014).

/// A hash of `seed` and any number of lattice coordinates, tags or indices. Every bit of the result is usable.
pub fn hash(seed: u64, coordinates: &[i64]) -> u64 {
    coordinates.iter().fold(mix(seed), |state, &c| {
        mix(state ^ (c as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    })
}

/// A hash as a number in [0, 1), in steps of 2^-53.
pub fn unit(hash: u64) -> f64 {
    (hash >> 11) as f64 / (1u64 << 53) as f64
}

fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_coordinates_differ_in_half_their_bits() {
        let mut flipped = 0;
        for x in 0..1_000 {
            flipped += (hash(29, &[x, 0, 0]) ^ hash(29, &[x + 1, 0, 0])).count_ones();
        }
        assert!((30_000..34_000).contains(&flipped), "{flipped} of 64,000 bits flipped");
    }

    #[test]
    fn units_fill_the_interval_evenly() {
        let mean: f64 = (0..10_000).map(|x| unit(hash(1, &[x]))).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "mean {mean}");
        assert!((0..10_000).all(|x| (0.0..1.0).contains(&unit(hash(1, &[x])))));
    }

    #[test]
    fn the_hash_never_changes() {
        // A change here is a change of every world: bump the generator version with it.
        assert_eq!(hash(0, &[]), 0xe220_a839_7b1d_cdaf);
    }
}
