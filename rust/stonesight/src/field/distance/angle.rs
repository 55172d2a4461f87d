//! The angle of a plan point, in plain arithmetic: the same bits on every machine.

use std::f32::consts::{FRAC_PI_2, PI};

/// Coefficients of arctan t / t in t², for |t| ≤ 1: Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964),
/// 4.4.49, error below 2e-8.
const SERIES: [f32; 9] = [
    1.0,
    -0.333_331_45,
    0.199_935_5,
    -0.142_089,
    0.106_562_64,
    -0.075_289_64,
    0.042_909_61,
    -0.016_165_737,
    0.002_866_225_7,
];

/// The angle of (x, z) from +X towards +Z in radians, −π to π, to within 1e-6; 0 at the origin. Never NaN for finite input.
#[inline(always)]
pub(super) fn angle(x: f32, z: f32) -> f32 {
    let (ax, az) = (x.abs(), z.abs());
    let steep = az > ax;
    let (short, long) = if steep { (ax, az) } else { (az, ax) };
    let ratio = if long > 0.0 { short / long } else { 0.0 };
    let square = ratio * ratio;
    let mut sum = SERIES[8];
    for index in (0..8).rev() {
        sum = sum * square + SERIES[index];
    }
    let first = sum * ratio;
    let quadrant = if steep { FRAC_PI_2 - first } else { first };
    let half = if x < 0.0 { PI - quadrant } else { quadrant };
    if z < 0.0 { -half } else { half }
}

/// Rounds to the nearest integer by adding and taking away 1.5 · 2²³, which is vector code on every machine.
/// For magnitudes up to 2²¹.
#[inline(always)]
pub(super) fn nearest(value: f32) -> f32 {
    (value + 12_582_912.0) - 12_582_912.0
}

/// The nearest integer, for magnitudes up to 2²¹: the same addition leaves it in the low bits of the fraction.
#[inline(always)]
pub(super) fn nearest_integer(value: f32) -> i32 {
    (value + 12_582_912.0).to_bits() as i32 - 0x4b40_0000
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{hash, unit};

    #[test]
    fn angles_agree_with_libm() {
        for index in 0..200_000 {
            let random =
                |salt| (unit(hash(3, &[index, salt])) - 0.5) * libm::exp2(unit(hash(4, &[index, salt])) * 40.0 - 20.0);
            let (x, z) = (random(0) as f32, random(1) as f32);
            let expected = libm::atan2(f64::from(z), f64::from(x));
            let error = (f64::from(angle(x, z)) - expected).abs();
            assert!(error < 1.0e-6, "({x}, {z}): {error}");
        }
    }

    #[test]
    fn angles_at_axes_and_origin_are_finite() {
        for x in [-1.0, -0.0, 0.0, 1.0, f32::MIN_POSITIVE, -1.0e30] {
            for z in [-1.0, -0.0, 0.0, 1.0, f32::MIN_POSITIVE, -1.0e30] {
                assert!(angle(x, z).is_finite());
            }
        }
        assert_eq!(angle(0.0, 0.0), 0.0);
        assert_eq!(angle(0.0, 2.0), FRAC_PI_2);
    }

    #[test]
    fn nearest_is_round_half_even() {
        for value in [-2.5f32, -1.6, -0.5, -0.2, 0.0, 0.4, 0.5, 1.5, 1999.7, -1_000_000.4] {
            assert_eq!(nearest(value), value.round_ties_even());
            assert_eq!(nearest_integer(value), value.round_ties_even() as i32);
        }
    }
}
