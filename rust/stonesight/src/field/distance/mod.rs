//! The distances of all shapes: one file a shape.
//!
//! In: a [`Shape`] that was checked, and points relative to its anchor. Out: signed distances, their gradients, certain
//! bounds over boxes, and the box that the shape lies in.
//!
//! | shape | value |
//! |---|---|
//! | box, capsule, cylinder | Euclidean distance |
//! | prism | Euclidean between level planes; with a slope the largest of the distances to its sides, 1-Lipschitz |
//! | arch vault | Euclidean to within 2e-5 of its size and the distance, 1-Lipschitz but for that |
//! | row | that of the nearest copy, which is that of the union of all |
//! | ribbon | the least of its spans', each as the prism's |
//! | hipped roof | the largest of the distances to its planes, 1-Lipschitz |
//! | helix ramp | at most L times the distance, L from its pitch and radii, at most 3.3 for a band as high as its pitch or less |
//! | terrain | exact to first order at the surface; at most L times the distance, L from its steepest slope |
//!
//! The sign is right everywhere, and the gradient at a surface has length 1 (but for rounding) and points into the air.

mod angle;
mod arch_vault;
mod capsule;
mod cuboid;
mod cylinder;
mod height_field;
mod helix_ramp;
mod hip;
mod prism;
mod ribbon;
mod row;

pub(super) use arch_vault::MAX_RATIO as MAX_ARCH_RATIO;
pub(super) use prism::area;

use glam::Vec3;

use super::number::Number;
use crate::program::Shape;

/// Distances of a batch of points, with gradients where they were asked for.
#[derive(Clone, Debug)]
pub(super) struct Distances<const W: usize> {
    pub(super) value: [f32; W],
    pub(super) x: [f32; W],
    pub(super) y: [f32; W],
    pub(super) z: [f32; W],
}

impl<const W: usize> Default for Distances<W> {
    fn default() -> Self {
        Self {
            value: [0.0; W],
            x: [0.0; W],
            y: [0.0; W],
            z: [0.0; W],
        }
    }
}

impl<const W: usize> Distances<W> {
    #[inline(always)]
    fn set<N: Number>(&mut self, lane: usize, distance: N) {
        self.value[lane] = distance.value();
        if N::GRADIENT {
            let [x, y, z] = distance.gradient();
            self.x[lane] = x;
            self.y[lane] = y;
            self.z[lane] = z;
        }
    }

    /// Sets a lane if `wanted`, without a branch.
    #[inline(always)]
    fn set_where<N: Number>(&mut self, lane: usize, wanted: bool, distance: N) {
        let select = |a: f32, b: f32| if wanted { a } else { b };
        self.value[lane] = select(distance.value(), self.value[lane]);
        if N::GRADIENT {
            let [x, y, z] = distance.gradient();
            self.x[lane] = select(x, self.x[lane]);
            self.y[lane] = select(y, self.y[lane]);
            self.z[lane] = select(z, self.z[lane]);
        }
    }
}

/// A batch of points relative to an anchor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local<'a, const W: usize> {
    pub(super) x: &'a [f32; W],
    pub(super) y: &'a [f32; W],
    pub(super) z: &'a [f32; W],
}

impl<const W: usize> Local<'_, W> {
    /// A point as numbers. Loops over all lanes have no branch, so that they become vector code; and what they call is
    /// no closure, for a closure may stay a call.
    #[inline(always)]
    fn point<N: Number>(self, lane: usize) -> [N; 3] {
        N::point(self.x[lane], self.y[lane], self.z[lane])
    }
}

/// The first point of every column.
#[inline(always)]
fn columns<const W: usize, const C: usize>(coordinates: &[f32; W]) -> &[f32; C] {
    const { assert!(C > 0 && W.is_multiple_of(C), "columns of one height") };
    coordinates
        .first_chunk()
        .expect("there are no more columns than points")
}

/// Where a shape lies, relative to its anchor. Outside, its value is at least the distance to the box along x or z,
/// and at least `lift` times the distance along y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    pub(super) low: Vec3,
    pub(super) high: Vec3,
    pub(super) lift: f32,
}

/// An interval that certainly holds a value: (low, high).
pub(super) type Interval = (f32, f32);

/// Intervals that certainly hold the distances over a batch of boxes.
#[derive(Clone, Debug)]
pub(super) struct Bounds<const W: usize> {
    pub(super) low: [f32; W],
    pub(super) high: [f32; W],
}

impl<const W: usize> Default for Bounds<W> {
    fn default() -> Self {
        Self {
            low: [0.0; W],
            high: [0.0; W],
        }
    }
}

impl<const W: usize> Bounds<W> {
    /// Sets an interval to the narrower of two on each side: one found from the parts of a distance, and what a value in the
    /// middle allows within `reach`.
    #[inline(always)]
    fn set(&mut self, lane: usize, (low, high): Interval, middle: f32, reach: f32) {
        self.low[lane] = larger(low, middle - reach);
        self.high[lane] = smaller(high, middle + reach);
    }
}

/// What rounding may change about a distance, as a part of the coordinates that went in: two dozen operations that each
/// round to 2^-24.
pub(super) const ROUNDING: f32 = 1.0 / (1 << 19) as f32;

/// The distance function of a shape, with all that can be computed beforehand.
#[derive(Clone, Debug)]
pub(super) enum Distance {
    Box(cuboid::Cuboid),
    Prism(prism::Prism),
    Capsule(capsule::Capsule),
    Cylinder(cylinder::Cylinder),
    ArchVault(arch_vault::ArchVault),
    HelixRamp(helix_ramp::HelixRamp),
    Terrain(height_field::Terrain),
    Row(row::Row),
    Ribbon(ribbon::Ribbon),
    Hip(hip::Hip),
}

/// Calls a method of whichever shape it is.
macro_rules! of_shape {
    ($distance:expr, $shape:ident => $call:expr) => {
        match $distance {
            Distance::Box($shape) => $call,
            Distance::Prism($shape) => $call,
            Distance::Capsule($shape) => $call,
            Distance::Cylinder($shape) => $call,
            Distance::ArchVault($shape) => $call,
            Distance::HelixRamp($shape) => $call,
            Distance::Terrain($shape) => $call,
            Distance::Row($shape) => $call,
            Distance::Ribbon($shape) => $call,
            Distance::Hip($shape) => $call,
        }
    };
}

/// As [`of_shape`], for the shapes that stand in a row: those that `check` lets through.
macro_rules! of_row {
    ($distance:expr, $shape:ident => $call:expr) => {
        match $distance {
            Distance::Box($shape) => $call,
            Distance::Prism($shape) => $call,
            Distance::Cylinder($shape) => $call,
            Distance::ArchVault($shape) => $call,
            _ => unreachable!("a row of what cannot stand in one"),
        }
    };
}

impl Distance {
    /// Prepares a shape that was checked.
    pub(super) fn new(shape: &Shape) -> Self {
        match shape {
            Shape::Box { half, yaw } => Self::Box(cuboid::Cuboid::new(*half, *yaw)),
            Shape::Prism {
                outline,
                floor,
                ceiling,
            } => Self::Prism(prism::Prism::new(outline, *floor, *ceiling)),
            Shape::Capsule { to, radius } => Self::Capsule(capsule::Capsule::new(*to, *radius)),
            Shape::Cylinder { radius, half_height } => Self::Cylinder(cylinder::Cylinder::new(*radius, *half_height)),
            Shape::ArchVault {
                half_width,
                half_length,
                spring,
                rise,
                yaw,
            } => Self::ArchVault(arch_vault::ArchVault::new(
                [*half_width, *rise],
                *half_length,
                *spring,
                *yaw,
            )),
            Shape::HelixRamp {
                inner,
                outer,
                pitch,
                start,
                turns,
                height,
            } => Self::HelixRamp(helix_ramp::HelixRamp::new(
                [*inner, *outer],
                *pitch,
                *start,
                *turns,
                *height,
            )),
            Shape::Terrain { heights } => Self::Terrain(height_field::Terrain::new(heights)),
            Shape::Row { of, step, count } => Self::Row(row::Row::new(Self::new(of), *step, *count)),
            Shape::Ribbon { spans, half_width } => Self::Ribbon(ribbon::Ribbon::new(spans, *half_width)),
            Shape::Hip { outline, edge, apex } => Self::Hip(hip::Hip::new(outline, *edge, *apex)),
        }
    }

    /// Distances of a batch of points. They stand over each other in `C` columns: the plan coordinates of point i are those of
    /// point i − C, bit for bit. With no such order C is W.
    #[inline(always)]
    pub(super) fn fill<N: Number, const W: usize, const C: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        of_shape!(self, shape => shape.fill::<N, W, C>(local, out));
    }

    /// The same for the shapes that stand in a row. A function of its own, because one that calls itself is not inlined.
    #[inline(always)]
    fn fill_in_row<N: Number, const W: usize, const C: usize>(&self, local: Local<'_, W>, out: &mut Distances<W>) {
        of_row!(self, shape => shape.fill::<N, W, C>(local, out));
    }

    /// Certain bounds for the shapes that stand in a row, but for rounding.
    #[inline(always)]
    fn bounds_in_row<const W: usize>(&self, centres: Local<'_, W>, half: Vec3, out: &mut Bounds<W>) {
        of_row!(self, shape => shape.bounds(centres, half, out));
    }

    /// Certain bounds of the distance over boxes of half size `half` around the points.
    #[inline(always)]
    pub(super) fn bounds<const W: usize>(&self, centres: Local<'_, W>, half: Vec3, out: &mut Bounds<W>) {
        of_shape!(self, shape => shape.bounds(centres, half, out));
        let reach = half.x + half.y + half.z + self.size();
        for lane in 0..W {
            let coordinates = centres.x[lane].abs() + centres.y[lane].abs() + centres.z[lane].abs() + reach;
            let slack = coordinates * ROUNDING;
            out.low[lane] -= slack;
            out.high[lane] += slack;
        }
    }

    /// Where the shape lies.
    pub(super) fn extent(&self) -> Extent {
        of_shape!(self, shape => shape.extent())
    }

    /// A measure of the shape's dimensions, for the rounding of its values.
    pub(super) fn size(&self) -> f32 {
        of_shape!(self, shape => shape.size())
    }

    /// The value is at most this many times the distance to the surface.
    #[cfg(test)]
    pub(super) fn lipschitz(&self) -> f32 {
        of_shape!(self, shape => shape.lipschitz())
    }

    /// The distance at one point, by the same code as for a batch.
    #[cfg(test)]
    pub(super) fn at(&self, point: Vec3) -> f32 {
        let mut out = Distances::<1>::default();
        let local = Local {
            x: &[point.x],
            y: &[point.y],
            z: &[point.z],
        };
        self.fill::<f32, 1, 1>(local, &mut out);
        out.value[0]
    }
}

/// Sum of the components.
fn spread(v: Vec3) -> f32 {
    v.x + v.y + v.z
}

/// The larger of two bounds, neither of which is NaN.
#[inline(always)]
pub(super) fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The smaller of two bounds, neither of which is NaN.
#[inline(always)]
pub(super) fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The exact distance to an intersection of two bodies at right angles, from the distances to each. Grows with both.
#[inline(always)]
fn right_angle<N: Number>(a: N, b: N) -> N {
    let most = N::most(a, b);
    let corner = (a.positive().squared() + b.positive().squared()).sqrt();
    N::select(most.value() > 0.0, corner, most)
}
