//! What is wrong with a program: operations that no field can be made from.
//!
//! In: a [`Program`]. Out: nothing, or the first bad operation and what to write instead.

use glam::{DVec3, Vec2, Vec3};

use super::distance::{MAX_ARCH_RATIO, area};
use crate::lattice::{RecordId, snap};
use crate::program::{HeightField, Mode, Operation, Program, Shape, SlopedPlane, Span, Yaw};

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
/// The most copies in a row, and the most spans in a ribbon.
const MAX_COPIES: u16 = 64;
const MAX_SPANS: usize = 16;
/// How far a row's sides may be from parallel to its step, as the sine of the angle: the rounding of both directions.
const ASKEW: f32 = 1.0e-6;
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
    /// A row of what cannot stand in one.
    #[error(
        "a row of {0}: write a box, a cylinder or an arch vault with its sides along and across the step, or a convex prism that is the same to both sides"
    )]
    RowOf(&'static str),
    /// A number of copies that is none.
    #[error("the row has {0} copies: write a number from 2 to {MAX_COPIES}")]
    Copies(u16),
    /// Copies that stand in one another.
    #[error("the row's step is {0} m long: write one from {MIN_SIZE} to {MAX_SIZE} m")]
    Step(f32),
    /// A number of spans that is none.
    #[error("the ribbon has {0} spans: write a number from 1 to {MAX_SPANS}")]
    Spans(usize),
    /// A span that is too short, too steep, or not above its floor.
    #[error(
        "span {0} of the ribbon: write ends at least {MIN_SIZE} m apart, slopes up to {MAX_SLOPE} and a ceiling above the floor"
    )]
    Span(usize),
    /// A roof over an outline that is turned in somewhere.
    #[error("corner {0} of the roof's outline is turned in: write a convex outline")]
    TurnedIn(usize),
    /// A roof whose point does not lie over its outline, or not above its edge.
    #[error("the roof's apex {0} is not above its edge and inside its outline: move it")]
    Apex(Vec3),
    /// More operations than ids.
    #[error("an id has 32 bits: write fewer operations")]
    Count,
}

/// Checks every operation from a place in the program on.
pub(super) fn check(program: &Program, first: usize) -> Result<(), FieldError> {
    for (index, operation) in program.operations.iter().enumerate().skip(first) {
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
    shape(&operation.shape)
}

fn shape(shape: &Shape) -> Result<(), Problem> {
    match shape {
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
        Shape::Row { of, step, count } => row(of, *step, *count),
        Shape::Ribbon { spans, half_width } => {
            size("half the width", *half_width)?;
            ribbon(spans)
        }
        Shape::Hip { outline, edge, apex } => hip(outline, *edge, *apex),
    }
}

fn row(of: &Shape, step: Vec2, count: u16) -> Result<(), Problem> {
    let yaw = match of {
        Shape::Box { yaw, .. } | Shape::ArchVault { yaw, .. } => Some(*yaw),
        Shape::Cylinder { .. } => None,
        Shape::Prism {
            outline,
            floor,
            ceiling,
        } if is_even(outline, [*floor, *ceiling], step) => None,
        _ => return Err(Problem::RowOf("another shape")),
    };
    shape(of)?;
    if !(2..=MAX_COPIES).contains(&count) {
        return Err(Problem::Copies(count));
    }
    number("the step's x", step.x, MAX_SIZE)?;
    number("the step's z", step.y, MAX_SIZE)?;
    let length = step.length();
    if !(MIN_SIZE..=MAX_SIZE).contains(&length) {
        return Err(Problem::Step(length));
    }
    let askew = |yaw: Yaw| {
        let own = yaw.turn_back(step / length);
        own.x.abs().min(own.y.abs()) > ASKEW
    };
    if yaw.is_some_and(askew) {
        return Err(Problem::RowOf("a shape that stands askew"));
    }
    Ok(())
}

/// Whether a prism is convex and the same to both sides of the plane across the step.
fn is_even(outline: &[Vec2], planes: [SlopedPlane; 2], step: Vec2) -> bool {
    let along = step.normalize_or_zero();
    let mirror = |v: Vec2| v - along * (2.0 * v.dot(along));
    let level = |plane: SlopedPlane| plane.slope.dot(along).abs() <= ASKEW;
    let reach = outline
        .iter()
        .map(|corner| corner.abs().max_element())
        .fold(1.0, f32::max);
    let twin = |&corner: &Vec2| {
        outline
            .iter()
            .any(|other| other.distance(mirror(corner)) <= 4.0 * ASKEW * reach)
    };
    planes.into_iter().all(level) && outline.iter().all(twin) && turned_in(outline).is_none()
}

/// The first corner of an outline that is turned in.
fn turned_in(outline: &[Vec2]) -> Option<usize> {
    let winds = area(outline).signum();
    let count = outline.len();
    let corner = |index: usize| outline[index % count].as_dvec2();
    let turn = |index: usize| (corner(index + 1) - corner(index)).perp_dot(corner(index + 2) - corner(index + 1));
    let found = (0..count).find(|&index| turn(index) * winds < 0.0)?;
    Some((found + 1) % count)
}

fn ribbon(spans: &[Span]) -> Result<(), Problem> {
    if !(1..=MAX_SPANS).contains(&spans.len()) {
        return Err(Problem::Spans(spans.len()));
    }
    for (index, span) in spans.iter().enumerate() {
        for end in [span.from, span.to] {
            number("a span's x", end.x, MAX_SIZE)?;
            number("a span's z", end.y, MAX_SIZE)?;
        }
        for height in span.floor.into_iter().chain(span.ceiling) {
            number("a span's height", height, MAX_SIZE)?;
        }
        let length = span.from.distance(span.to);
        let steep = |line: [f32; 2]| (line[1] - line[0]).abs() > MAX_SLOPE * length;
        let flat = (0..2).any(|end| span.ceiling[end] - span.floor[end] < MIN_SIZE);
        if length < MIN_SIZE || steep(span.floor) || steep(span.ceiling) || flat {
            return Err(Problem::Span(index));
        }
    }
    Ok(())
}

fn hip(outline: &[Vec2], edge: f32, apex: Vec3) -> Result<(), Problem> {
    if edge != 0.0 {
        size("the roof's edge", edge)?;
    }
    number("the apex's x", apex.x, MAX_SIZE)?;
    number("the apex's height", apex.y, MAX_SIZE)?;
    number("the apex's z", apex.z, MAX_SIZE)?;
    if apex.y - edge < MIN_SIZE {
        return Err(Problem::Apex(apex));
    }
    prism(outline, SlopedPlane::level(0.0), SlopedPlane::level(apex.y))?;
    if let Some(corner) = turned_in(outline) {
        return Err(Problem::TurnedIn(corner));
    }
    let winds = area(outline).signum();
    let count = outline.len();
    let corner = |index: usize| outline[index % count].as_dvec2();
    let point = Vec2::new(apex.x, apex.z).as_dvec2();
    let inside = |index: usize| {
        let (a, b) = (corner(index), corner(index + 1));
        (b - a).perp_dot(point - a) * winds >= f64::from(MIN_SIZE) * a.distance(b)
    };
    if !(0..count).all(inside) {
        return Err(Problem::Apex(apex));
    }
    Ok(())
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
