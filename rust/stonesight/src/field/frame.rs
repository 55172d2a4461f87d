//! The field relative to a chunk's corner, in batches.

use glam::{DVec3, Vec3};

use super::{FAR, Field, Gradients, LANES, Points, Samples, sketch};

/// The field relative to an origin.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    field: &'a Field,
    origin: DVec3,
    level: u8,
}

/// The operations that can matter in a box. Its buffers are reused by [`Frame::narrow`].
#[derive(Clone, Debug)]
pub struct Active {
    low: f32,
    high: f32,
}

impl Default for Active {
    fn default() -> Self {
        Self { low: -FAR, high: FAR }
    }
}

impl Active {
    /// Certain bounds of the field's value in the box, in metres.
    pub fn bounds(&self) -> (f32, f32) {
        (self.low, self.high)
    }
}

impl<'a> Frame<'a> {
    pub(super) fn new(field: &'a Field, origin: DVec3, level: u8) -> Self {
        Self { field, origin, level }
    }

    /// The field that is looked at.
    pub fn field(&self) -> &'a Field {
        self.field
    }

    /// The origin in world metres.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// The level of detail that is asked for.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// The operations that can matter between two corners of a box, in metres relative to the origin.
    pub fn everything(&self, _low: Vec3, _high: Vec3) -> Active {
        Active::default()
    }

    /// The operations of `from` that can matter in a smaller box, which must lie within the box of `from`.
    pub fn narrow(&self, from: &Active, _low: Vec3, _high: Vec3, into: &mut Active) {
        into.clone_from(from);
    }

    /// Values and operations at points within the box of `active`.
    pub fn evaluate(&self, _active: &Active, points: &Points, samples: &mut Samples) {
        for lane in 0..LANES {
            let local = Vec3::new(points.x[lane], points.y[lane], points.z[lane]);
            let sample = self.field.sample(self.origin + local.as_dvec3());
            samples.value[lane] = sample.value;
            samples.operation[lane] = sample.operation;
        }
    }

    /// Values, operations and gradients at points within the box of `active`.
    pub fn evaluate_with_gradients(
        &self,
        active: &Active,
        points: &Points,
        samples: &mut Samples,
        gradients: &mut Gradients,
    ) {
        self.evaluate(active, points, samples);
        for lane in 0..LANES {
            let local = Vec3::new(points.x[lane], points.y[lane], points.z[lane]);
            let gradient = sketch::gradient(&self.field.program, self.origin + local.as_dvec3());
            gradients.x[lane] = gradient.x;
            gradients.y[lane] = gradient.y;
            gradients.z[lane] = gradient.z;
        }
    }
}
