//! What is wrong with a program: operations that no field can be made from.
//!
//! In: a [`Program`]. Out: nothing, or the first bad operation and what to write instead.

use glam::{DVec3, Vec2};

use super::distance::{MAX_ARCH_RATIO, area};
use crate::lattice::{RecordId, snap};
use crate::program::{HeightField, Mode, Operation, Program, Shape, SlopedPlane, Yaw};

/// The smallest size of anything: a step of the anchor grid.
const MIN_SIZE: f32 = 1.0 / 4096.0;
/// The largest size, and the largest coordinate relative to an anchor.
const MAX_SIZE: f32 = 4096.0;
/// The largest coordinate of a height field's corners relative to its anchor.
const MAX_GROUND: f32 = 16384.0;
/// The steepest plane, in metres per metre.
const MAX_SLOPE: f32 = 16.0;
/// The most turns of a ramp: beyond that its angle is no longer exact enough.
const MAX_TURNS: f32 = 256.0;
/// The largest coordinate of an anchor: chunk keys end at twenty times this.
const MAX_ANCHOR: f64 = 1.0e9;

/// An operation that no field can be made from.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("operation {index} (record {}): {problem}", record.0)]
pub struct FieldError {
    /// Its place in the program.
    pub index: usize,
    /// The plan record that it realises.
    pub record: RecordId,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with an operation, and what to write instead.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Problem {
    /// A size that is no number, not positive, or out of range.
    #[error("{name} is {value} m: write a size from {MIN_SIZE} to {MAX_SIZE} m")]
    Size {
        /// Which one.
        name: &'static str,
        /// What it is.
        value: f32,
    },
    /// A coordinate, height or angle that is no number or out of range.
    #[error("{name} is {value}: write a number from -{limit} to {limit}")]
    Number {
        /// Which one.
        name: &'static str,
        /// What it is.
        value: f32,
        /// The largest magnitude.
        limit: f32,
    },
    /// A yaw that is no rotation.
    #[error("the yaw's sine {} and cosine {} are no rotation: use Yaw::new", .0.sin, .0.cos)]
    Yaw(Yaw),
    /// An anchor that is no number, too far away or off the anchor grid.
    #[error("the anchor {0} is off the grid of 1/4096 m within 1e9 m: use Operation::new")]
    Anchor(DVec3),
    /// An outline with too few corners.
    #[error("the outline has {0} corners: write at least 3")]
    Corners(usize),
    /// Two neighbouring corners that are one.
    #[error("corners {0} and the next are less than {MIN_SIZE} m apart: leave one out")]
    DoubleCorner(usize),
    /// An outline that crosses itself or has no area.
    #[error("sides {0} and {1} of the outline cross: write a simple polygon")]
    Crossing(usize, usize),
    /// An outline without area.
    #[error("the outline has no area: write corners around a polygon")]
    Flat,
    /// A ceiling that is not above the floor.
    #[error(
        "the ceiling is {gap} m above the floor at corner {corner}: write a ceiling above the floor inside the outline"
    )]
    Ceiling {
        /// At which corner.
        corner: usize,
        /// By how much.
        gap: f32,
    },
    /// An arch that is too flat or too steep.
    #[error(
        "the arch rises {rise} m over half a width of {half_width} m: write a rise from 1/{MAX_ARCH_RATIO} to {MAX_ARCH_RATIO} times that"
    )]
    Arch {
        /// Its rise.
        rise: f32,
        /// Half its width.
        half_width: f32,
    },
    /// A ramp whose inner radius is not within its outer radius.
    #[error("the inner radius is {inner} m and the outer {outer} m: write 0 ≤ inner < outer")]
    Radii {
        /// Inner radius.
        inner: f32,
        /// Outer radius.
        outer: f32,
    },
    /// A number of turns that is none.
    #[error("the ramp has {0} turns: write a number above 0, at most {MAX_TURNS}")]
    Turns(f32),
    /// A ramp whose turns overlap.
    #[error(
        "the ramp is {height} m high and climbs {pitch} m a turn: its turns overlap, write a height up to the pitch"
    )]
    Overlap {
        /// Its height.
        height: f32,
        /// Its climb a turn.
        pitch: f32,
    },
    /// A lattice spacing that is no power of two.
    #[error("the heights are {0} m apart: write a power of two from 1/16 to 256 m")]
    Spacing(f32),
    /// Too few heights, or not as many as rows and columns say.
    #[error(
        "{columns} columns and {rows} rows with {heights} heights: write at least 4 of each, and one height per sample"
    )]
    Heights {
        /// Columns.
        columns: usize,
        /// Rows.
        rows: usize,
        /// Heights.
        heights: usize,
    },
    /// More operations than ids.
    #[error("an id has 32 bits: write fewer operations")]
    Count,
}

/// Checks every operation.
pub(super) fn check(program: &Program) -> Result<(), FieldError> {
    for (index, operation) in program.operations.iter().enumerate() {
        let found = if index < u32::MAX as usize {
            problem(operation)
        } else {
            Err(Problem::Count)
        };
        found.map_err(|problem| FieldError {
            index,
            record: operation.record,
            problem,
        })?;
    }
    Ok(())
}

fn problem(operation: &Operation) -> Result<(), Problem> {
    let anchor = operation.anchor;
    // Written so that NaN is refused too.
    if !(anchor.abs().max_element() <= MAX_ANCHOR && anchor.is_finite() && snap(anchor) == anchor) {
        return Err(Problem::Anchor(anchor));
    }
    if let Mode::SmoothUnion { radius } = operation.mode {
        size("the smooth union's radius", radius)?;
    }
    match &operation.shape {
        Shape::Box { half, yaw } => {
            size("half the box along x", half.x)?;
            size("half the box along y", half.y)?;
            size("half the box along z", half.z)?;
            rotation(*yaw)
        }
        Shape::Prism {
            outline,
            floor,
            ceiling,
        } => prism(outline, *floor, *ceiling),
        Shape::Capsule { to, radius } => {
            size("the radius", *radius)?;
            number("the end's x", to.x, MAX_SIZE)?;
            number("the end's y", to.y, MAX_SIZE)?;
            number("the end's z", to.z, MAX_SIZE)
        }
        Shape::Cylinder { radius, half_height } => {
            size("the radius", *radius)?;
            size("half the height", *half_height)
        }
        Shape::ArchVault {
            half_width,
            half_length,
            spring,
            rise,
            yaw,
        } => {
            size("half the width", *half_width)?;
            size("half the length", *half_length)?;
            size("the rise", *rise)?;
            if *spring != 0.0 {
                size("the springing line", *spring)?;
            }
            if *rise > *half_width * MAX_ARCH_RATIO || *half_width > *rise * MAX_ARCH_RATIO {
                return Err(Problem::Arch {
                    rise: *rise,
                    half_width: *half_width,
                });
            }
            rotation(*yaw)
        }
        Shape::HelixRamp {
            inner,
            outer,
            pitch,
            start,
            turns,
            height,
        } => {
            size("the outer radius", *outer)?;
            size("the height", *height)?;
            number("the pitch", *pitch, MAX_SIZE)?;
            number("the start angle", *start, MAX_SIZE)?;
            if !(*inner >= 0.0 && *inner < *outer) {
                return Err(Problem::Radii {
                    inner: *inner,
                    outer: *outer,
                });
            }
            if !(*turns > 0.0 && *turns <= MAX_TURNS) {
                return Err(Problem::Turns(*turns));
            }
            number("the climb from start to end", *pitch * *turns, MAX_SIZE)?;
            if *turns > 1.0 && *height > pitch.abs() {
                return Err(Problem::Overlap {
                    height: *height,
                    pitch: *pitch,
                });
            }
            Ok(())
        }
        Shape::Terrain { heights } => terrain(heights),
    }
}

fn size(name: &'static str, value: f32) -> Result<(), Problem> {
    if (MIN_SIZE..=MAX_SIZE).contains(&value) {
        Ok(())
    } else {
        Err(Problem::Size { name, value })
    }
}

fn number(name: &'static str, value: f32, limit: f32) -> Result<(), Problem> {
    if (-limit..=limit).contains(&value) {
        Ok(())
    } else {
        Err(Problem::Number { name, value, limit })
    }
}

fn rotation(yaw: Yaw) -> Result<(), Problem> {
    let length = yaw.sin * yaw.sin + yaw.cos * yaw.cos;
    if (length - 1.0).abs() < 1.0e-5 {
        Ok(())
    } else {
        Err(Problem::Yaw(yaw))
    }
}

fn plane(plane: SlopedPlane) -> Result<(), Problem> {
    number("a plane's height", plane.height, MAX_SIZE)?;
    number("a plane's slope along x", plane.slope.x, MAX_SLOPE)?;
    number("a plane's slope along z", plane.slope.y, MAX_SLOPE)
}

fn prism(outline: &[Vec2], floor: SlopedPlane, ceiling: SlopedPlane) -> Result<(), Problem> {
    plane(floor)?;
    plane(ceiling)?;
    let count = outline.len();
    if count < 3 {
        return Err(Problem::Corners(count));
    }
    for corner in outline {
        number("a corner's x", corner.x, MAX_SIZE)?;
        number("a corner's z", corner.y, MAX_SIZE)?;
    }
    if let Some(corner) = (0..count).find(|&i| outline[i].distance(outline[(i + 1) % count]) < MIN_SIZE) {
        return Err(Problem::DoubleCorner(corner));
    }
    let side = |i: usize| (outline[i].as_dvec2(), outline[(i + 1) % count].as_dvec2());
    for first in 0..count {
        for second in first + 1..count {
            let ((a, b), (c, d)) = (side(first), side(second));
            let turn = |from: glam::DVec2, to: glam::DVec2, point: glam::DVec2| (to - from).perp_dot(point - from);
            let apart = turn(a, b, c) * turn(a, b, d);
            let across = turn(c, d, a) * turn(c, d, b);
            if apart < 0.0 && across < 0.0 {
                return Err(Problem::Crossing(first, second));
            }
        }
    }
    if area(outline).abs() < f64::from(MIN_SIZE * MIN_SIZE) {
        return Err(Problem::Flat);
    }
    let gap = |corner: &Vec2| ceiling.at(*corner) - floor.at(*corner);
    if let Some(corner) = outline.iter().position(|corner| gap(corner) < 0.0) {
        return Err(Problem::Ceiling {
            corner,
            gap: gap(&outline[corner]),
        });
    }
    if outline.iter().all(|corner| gap(corner) < MIN_SIZE) {
        return Err(Problem::Ceiling {
            corner: 0,
            gap: gap(&outline[0]),
        });
    }
    Ok(())
}

fn terrain(field: &HeightField) -> Result<(), Problem> {
    let spacing = field.spacing;
    // A power of two has no bit set in its fraction.
    if !(0.0625..=256.0).contains(&spacing) || spacing.to_bits() & 0x007f_ffff != 0 {
        return Err(Problem::Spacing(spacing));
    }
    let samples = field.columns.checked_mul(field.rows);
    if field.columns < 4 || field.rows < 4 || samples != Some(field.heights.len()) {
        return Err(Problem::Heights {
            columns: field.columns,
            rows: field.rows,
            heights: field.heights.len(),
        });
    }
    let far = field.corner + Vec2::new(field.columns as f32, field.rows as f32) * spacing;
    number("the height field's corner x", field.corner.x, MAX_GROUND)?;
    number("the height field's corner z", field.corner.y, MAX_GROUND)?;
    number("the height field's far corner x", far.x, MAX_GROUND)?;
    number("the height field's far corner z", far.y, MAX_GROUND)?;
    field
        .heights
        .iter()
        .try_for_each(|&height| number("a height", height, MAX_SIZE))
}
