//! The first world: a court on a hill, a stair down, and a vaulted room under it. Ten operations.
//!
//! In: a seed and a config. Out: the program. It stands in for the plan until there is one.

use std::sync::Arc;

use glam::{DVec3, Vec2, Vec3};
use noise::{NoiseFn, Perlin};

use super::{HeightField, Material, Mode, Operation, Program, Shape, SlopedPlane, Yaw};
use crate::lattice::{RecordId, hash};
use crate::plan::Config;

/// Record of the ground.
const GROUND: RecordId = RecordId(0);
/// Record of the court and what stands in it.
const COURT: RecordId = RecordId(1);
/// Record of the stair that leads down from the court.
const STAIR: RecordId = RecordId(2);
/// Record of the vaulted room.
const VAULT: RecordId = RecordId(3);

/// Height of the court's paving in metres.
const COURT_HEIGHT: f64 = 6.0;
/// Drop from the court to the floor of the vault in metres.
const DROP: f32 = 6.0;
/// Length of the stair in metres: a slope of one in two.
const STAIR_LENGTH: f32 = 12.0;

/// The first program of `seed`.
pub fn ground_floor(seed: u64, config: &Config) -> Program {
    let court = DVec3::new(0.0, COURT_HEIGHT, 0.0);
    let outline = |half: f32, cut: f32| -> Arc<[Vec2]> {
        // A square court with one corner turned in: concave, so that nothing may rely on convex rooms.
        Arc::from([
            Vec2::new(-half, -half),
            Vec2::new(half, -half),
            Vec2::new(half, half - cut),
            Vec2::new(half - cut, half - cut),
            Vec2::new(half - cut, half),
            Vec2::new(-half, half),
        ])
    };
    let prism = |half, cut, floor, ceiling| Shape::Prism {
        outline: outline(half, cut),
        floor: SlopedPlane::level(floor),
        ceiling: SlopedPlane::level(ceiling),
    };
    let stair = DVec3::new(0.0, COURT_HEIGHT, -7.0);
    let landing = stair - DVec3::new(0.0, f64::from(DROP), f64::from(STAIR_LENGTH));
    let slope = Vec2::new(0.0, DROP / STAIR_LENGTH);
    let passage: Arc<[Vec2]> = Arc::from([
        Vec2::new(-1.5, 1.0),
        Vec2::new(1.5, 1.0),
        Vec2::new(1.5, -STAIR_LENGTH - 1.0),
        Vec2::new(-1.5, -STAIR_LENGTH - 1.0),
    ]);
    let vault = landing - DVec3::new(0.0, 0.0, 8.0);

    let union = |shape, anchor, material, record| Operation::new(Mode::Union, shape, anchor, material, record);
    let subtract = |shape, anchor, material, record| Operation::new(Mode::Subtract, shape, anchor, material, record);
    Program {
        operations: vec![
            union(
                Shape::Terrain {
                    heights: Arc::new(hill(seed, config)),
                },
                DVec3::ZERO,
                Material::Earth,
                GROUND,
            ),
            // The court: a walled terrace, hollowed out to its paving.
            Operation::new(
                Mode::SmoothUnion { radius: 0.25 },
                prism(15.0, 8.0, -9.0, 3.0),
                court,
                Material::Ashlar,
                COURT,
            ),
            subtract(prism(13.5, 8.0, 0.0, 30.0), court, Material::Paving, COURT),
            union(
                Shape::Cylinder {
                    radius: 1.6,
                    half_height: 0.6,
                },
                court + DVec3::new(7.0, 0.3, 2.0),
                Material::Ashlar,
                COURT,
            ),
            // A gate through the wall, and a ramp that winds down around its own tower.
            subtract(
                Shape::Box {
                    half: Vec3::new(4.0, 1.6, 1.6),
                    yaw: Yaw::NONE,
                },
                court + DVec3::new(-14.0, 1.6, 3.0),
                Material::Ashlar,
                COURT,
            ),
            union(
                Shape::HelixRamp {
                    inner: 1.0,
                    outer: 4.0,
                    pitch: 6.0,
                    start: 3.0,
                    turns: 0.75,
                    height: 0.9,
                },
                court + DVec3::new(-17.5, -0.9, 6.0),
                Material::Ashlar,
                COURT,
            ),
            // The vaulted room is established in the rock before the stair cuts into it.
            subtract(
                Shape::ArchVault {
                    half_width: 4.5,
                    half_length: 7.5,
                    spring: 2.2,
                    rise: 2.6,
                    yaw: Yaw::NONE,
                },
                vault,
                Material::Brick,
                VAULT,
            ),
            subtract(
                Shape::Prism {
                    outline: passage,
                    floor: SlopedPlane { height: 0.0, slope },
                    ceiling: SlopedPlane { height: 3.2, slope },
                },
                stair,
                Material::Ashlar,
                STAIR,
            ),
            // A light well into the vault, and a fallen column on its floor.
            subtract(
                Shape::Cylinder {
                    radius: 0.9,
                    half_height: 10.0,
                },
                vault + DVec3::new(0.0, 12.0, -3.0),
                Material::Brick,
                VAULT,
            ),
            union(
                Shape::Capsule {
                    to: Vec3::new(3.0, 0.1, 1.2),
                    radius: 0.5,
                },
                vault + DVec3::new(-3.4, 0.3, -4.0),
                Material::Ashlar,
                VAULT,
            ),
        ],
    }
}

/// Rolling ground with a flat-topped hill in the middle that carries the court.
fn hill(seed: u64, config: &Config) -> HeightField {
    let spacing = 4.0;
    let samples = (config.size / spacing) as usize + 1;
    let corner = -config.size * 0.5;
    // The seed of `Perlin` has 32 bits, so every octave gets its own from the hash of all 63.
    let octaves = [1, 2, 3].map(|octave| Perlin::new(hash(seed, &[octave]) as u32));
    let rolling = |x: f64, z: f64| {
        5.0 * octaves[0].get([x / 97.0, z / 97.0])
            + 2.0 * octaves[1].get([x / 41.0, z / 41.0])
            + 0.5 * octaves[2].get([x / 17.0, z / 17.0])
    };
    let mut heights = Vec::with_capacity(samples * samples);
    for row in 0..samples {
        for column in 0..samples {
            let (x, z) = (corner + column as f64 * spacing, corner + row as f64 * spacing);
            let ground = rolling(x, z);
            // The hill falls away from the terrace, and keeps rock over the vault behind it.
            let beyond = (x.abs() - 17.0).max((z + 9.0).abs() - 27.0).max(0.0);
            let supported = COURT_HEIGHT - 0.4 + 0.25 * ground;
            let share = (1.0 - beyond / 42.0).max(0.0);
            let share = share * share * (3.0 - 2.0 * share);
            heights.push((ground + (supported - ground) * share) as f32);
        }
    }
    HeightField {
        corner: Vec2::splat(corner as f32),
        spacing: spacing as f32,
        columns: samples,
        rows: samples,
        heights,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_operations_and_every_one_has_a_record() {
        let program = ground_floor(29, &Config::default());
        assert_eq!(program.operations.len(), 10);
        assert!(program.operations.iter().all(|operation| operation.record <= VAULT));
    }

    #[test]
    fn a_seed_is_a_world_and_another_seed_is_another() {
        let config = Config::default();
        assert_eq!(ground_floor(29, &config), ground_floor(29, &config));
        assert_ne!(ground_floor(29, &config), ground_floor(30, &config));
        assert_ne!(ground_floor(1, &config), ground_floor(1 + (1 << 32), &config));
    }
}
