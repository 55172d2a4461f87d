//! Tests of the field against references, and the random shapes and programs that they share.

mod errors;
mod frames;
mod inside;
mod pruning;
mod shapes;

use std::sync::Arc;

use glam::{DVec3, Vec2, Vec3};

use crate::lattice::{RecordId, hash, unit};
use crate::program::{HeightField, Material, Mode, Operation, Program, Shape, SlopedPlane, Span, Yaw};

/// How many times as many cases to try: 1, or 10 for the full set.
fn effort() -> usize {
    if std::env::var_os("STONESIGHT_FULL").is_some() {
        10
    } else {
        1
    }
}

/// A stream of numbers from an integer hash.
struct Random {
    seed: u64,
    drawn: i64,
}

impl Random {
    fn new(seed: u64) -> Self {
        Self { seed, drawn: 0 }
    }

    /// In [0, 1).
    fn unit(&mut self) -> f64 {
        self.drawn += 1;
        unit(hash(self.seed, &[self.drawn]))
    }

    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A size, evenly spread over magnitudes.
    fn size(&mut self, low: f64, high: f64) -> f32 {
        (low * libm::pow(high / low, self.unit())) as f32
    }

    fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    fn chance(&mut self, share: f64) -> bool {
        self.unit() < share
    }

    fn point(&mut self, low: Vec3, high: Vec3) -> Vec3 {
        Vec3::new(
            self.within(low.x.into(), high.x.into()) as f32,
            self.within(low.y.into(), high.y.into()) as f32,
            self.within(low.z.into(), high.z.into()) as f32,
        )
    }

    fn yaw(&mut self) -> Yaw {
        if self.chance(0.3) {
            Yaw::NONE
        } else {
            Yaw::new(self.within(-4.0, 4.0))
        }
    }
}

/// A polygon that sees all its corners from the middle; convex or not, wound either way.
fn outline(random: &mut Random, radius: f64) -> Arc<[Vec2]> {
    let count = 3 + random.below(8);
    let middle = Vec2::new(random.within(-2.0, 2.0) as f32, random.within(-2.0, 2.0) as f32);
    let stretch = random.within(0.2, 1.0);
    let mut corners: Vec<Vec2> = (0..count)
        .map(|index| {
            let angle = (index as f64 + random.within(0.1, 0.9)) / count as f64 * std::f64::consts::TAU;
            let radius = radius * random.within(0.3, 1.0);
            middle
                + Vec2::new(
                    (radius * libm::cos(angle)) as f32,
                    (radius * stretch * libm::sin(angle)) as f32,
                )
        })
        .collect();
    // Walls on the lattice are the common case, and the one with points exactly on them.
    if random.chance(0.3) {
        corners.iter_mut().for_each(|c| *c = (*c * 16.0).round() / 16.0);
        corners.dedup();
    }
    if random.chance(0.5) {
        corners.reverse();
    }
    corners.into()
}

/// How many kinds of shapes there are.
const KINDS: usize = 10;

/// A shape of one kind with a reach of about `reach` metres.
fn shape(random: &mut Random, kind: usize, reach: f64) -> Shape {
    let (small, large) = (reach * 0.02, reach);
    match kind {
        0 => Shape::Box {
            half: Vec3::new(
                random.size(small, large),
                random.size(small, large),
                random.size(small, large),
            ),
            yaw: random.yaw(),
        },
        1 => {
            let outline = outline(random, reach);
            let level = random.chance(0.4);
            let mut slope = || {
                if level {
                    Vec2::ZERO
                } else {
                    Vec2::new(random.within(-1.0, 1.0) as f32, random.within(-1.0, 1.0) as f32)
                }
            };
            let floor = SlopedPlane {
                height: -0.5,
                slope: slope(),
            };
            let mut ceiling = SlopedPlane {
                height: 0.0,
                slope: slope(),
            };
            let gap = outline
                .iter()
                .map(|&corner| floor.at(corner) - ceiling.at(corner))
                .fold(f32::MIN, f32::max);
            ceiling.height = gap + random.size(small, large);
            Shape::Prism {
                outline,
                floor,
                ceiling,
            }
        }
        2 => Shape::Capsule {
            to: if random.chance(0.1) {
                Vec3::ZERO
            } else {
                random.point(Vec3::splat(-reach as f32), Vec3::splat(reach as f32))
            },
            radius: random.size(small, large * 0.5),
        },
        3 => Shape::Cylinder {
            radius: random.size(small, large),
            half_height: random.size(small, large),
        },
        4 => {
            let half_width = random.size(small, large);
            Shape::ArchVault {
                half_width,
                half_length: random.size(small, large),
                spring: if random.chance(0.2) {
                    0.0
                } else {
                    random.size(small, large * 0.5)
                },
                rise: half_width * random.size(0.126, 7.9),
                yaw: random.yaw(),
            }
        }
        5 => {
            let outer = random.size(reach * 0.2, large);
            let pitch = random.within(-0.6, 0.6) * reach;
            let turns = random.within(0.05, 4.0) as f32;
            let (turns, height) = if random.chance(0.5) {
                (turns.max(1.01), random.within(0.05, 0.95) * pitch.abs())
            } else {
                (turns.min(1.0), random.within(0.05, 0.5) * reach)
            };
            Shape::HelixRamp {
                inner: if random.chance(0.2) {
                    0.0
                } else {
                    outer * random.within(0.05, 0.9) as f32
                },
                outer,
                pitch: if turns <= 1.0 && random.chance(0.1) {
                    0.0
                } else {
                    pitch as f32
                },
                start: random.within(-7.0, 7.0) as f32,
                turns,
                height: (height as f32).max(1.0 / 1024.0),
            }
        }
        6 => Shape::Terrain {
            heights: Arc::new(height_field(random, reach)),
        },
        7 => row(random, reach),
        8 => ribbon(random, reach),
        _ => hip(random, reach),
    }
}

/// Copies of a smaller shape, apart or in one another.
fn row(random: &mut Random, reach: f64) -> Shape {
    let count = 2 + random.below(5) as u16;
    let kind = [0, 1, 3, 4][random.below(4)];
    let mut of = match kind {
        1 => buttress(random, reach * 0.7),
        kind => shape(random, kind, reach * 0.7),
    };
    let mut step = Vec2::X;
    if let Shape::Box { yaw, .. } | Shape::ArchVault { yaw, .. } = &mut of {
        // Along the local x or z, either way.
        step = yaw.turn([Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y][random.below(4)]);
    } else if kind == 3 {
        step = random.yaw().turn(step);
    }
    let length = (reach * random.within(0.3, 1.8) / f64::from(count)) as f32;
    Shape::Row {
        of: Arc::new(of),
        step: step * length,
        count,
    }
}

/// A prism that is the same to both sides of the plane across x.
fn buttress(random: &mut Random, reach: f64) -> Shape {
    let (x, z) = (random.size(reach * 0.05, reach), random.size(reach * 0.1, reach));
    let narrow = x * random.within(0.3, 1.0) as f32;
    Shape::Prism {
        outline: [[-x, -z], [x, -z], [narrow, z], [-narrow, z]]
            .map(Vec2::from_array)
            .into(),
        floor: SlopedPlane::level(-0.3 * reach as f32),
        ceiling: SlopedPlane {
            height: z + 0.2 * reach as f32,
            slope: Vec2::new(0.0, random.within(-0.9, 0.9) as f32),
        },
    }
}

/// A way with a few bends, up and down.
fn ribbon(random: &mut Random, reach: f64) -> Shape {
    let half_width = random.size(reach * 0.15, reach * 0.4);
    let mut from = Vec2::new(random.within(-0.5, 0.5) as f32, random.within(-0.5, 0.5) as f32) * reach as f32;
    let mut floor = random.within(-0.3, 0.0) as f32 * reach as f32;
    let mut direction = Vec2::X;
    let spans: Vec<Span> = (0..1 + random.below(4))
        .map(|_| {
            direction = random.yaw().turn(direction);
            let length = random.size(reach * 0.1, reach * 0.8);
            let level = random.chance(0.4);
            let rise = if level {
                0.0
            } else {
                length * random.within(-0.8, 0.8) as f32
            };
            let clear = [0, 1].map(|_| random.size(reach * 0.2, reach * 0.7));
            let span = Span {
                from,
                to: from + direction * length,
                floor: [floor, floor + rise],
                ceiling: [floor + clear[0], floor + rise + clear[usize::from(!level)]],
            };
            (from, floor) = (span.to, span.floor[1]);
            span
        })
        .collect();
    Shape::Ribbon {
        spans: spans.into(),
        half_width,
    }
}

/// A roof over corners on a circle.
fn hip(random: &mut Random, reach: f64) -> Shape {
    let count = 3 + random.below(6);
    let mut outline: Vec<Vec2> = (0..count)
        .map(|index| {
            let angle = (index as f64 + random.within(0.1, 0.9)) / count as f64 * std::f64::consts::TAU;
            (Vec2::new(libm::cos(angle) as f32, libm::sin(angle) as f32)) * reach as f32
        })
        .collect();
    let share = random.within(0.0, 0.5) as f32;
    let middle = outline.iter().sum::<Vec2>() / count as f32;
    let apex = middle.lerp(outline[0], share);
    if random.chance(0.5) {
        outline.reverse();
    }
    let edge = if random.chance(0.3) {
        0.0
    } else {
        random.size(reach * 0.02, reach * 0.4)
    };
    Shape::Hip {
        outline: outline.into(),
        edge,
        apex: Vec3::new(apex.x, edge + random.size(reach * 0.1, reach), apex.y),
    }
}

fn height_field(random: &mut Random, reach: f64) -> HeightField {
    let (columns, rows) = (4 + random.below(8), 4 + random.below(8));
    let roughness = reach * random.within(0.02, 0.3);
    HeightField {
        corner: Vec2::new(random.within(-reach, 0.0) as f32, random.within(-reach, 0.0) as f32),
        spacing: libm::exp2((random.within(0.5, 3.0)).round()) as f32 * if reach < 2.0 { 0.125 } else { 1.0 },
        columns,
        rows,
        heights: (0..columns * rows)
            .map(|_| random.within(-roughness, roughness) as f32)
            .collect(),
    }
}

/// A program of shapes and modes in any order around `middle`.
fn program(random: &mut Random, middle: DVec3, count: usize, spread: f64) -> Program {
    let operations = (0..count)
        .map(|index| {
            // Terrain reaches everywhere: a few of them are enough.
            let kind = if random.chance(0.05) {
                6
            } else {
                [0, 1, 2, 3, 4, 5, 7, 8, 9][random.below(9)]
            };
            let reach = random.within(1.0, 6.0);
            let shape = shape(random, kind, reach);
            let mode = match random.below(if index < 3 { 2 } else { 16 }) {
                0..=3 => Mode::Union,
                4..=7 => Mode::SmoothUnion {
                    radius: random.size(0.05, 2.0),
                },
                8..=14 => Mode::Subtract,
                _ if random.chance(0.3) => Mode::Intersect,
                _ => Mode::Union,
            };
            let offset = DVec3::new(
                random.within(-spread, spread),
                random.within(-spread, spread),
                random.within(-spread, spread),
            );
            Operation::new(mode, shape, middle + offset, Material::Rock, RecordId(index as u32))
        })
        .collect();
    Program { operations }
}
