//! Puts operations down: shapes in world coordinates become shapes relative to an anchor.

use std::sync::Arc;

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::lattice::{RecordId, snap};
use crate::plan::Spiral;
use crate::program::{Material, Mode, Operation, Shape, SlopedPlane, Span, Yaw};
use crate::room::{Plane, Polygon};

/// The operations so far, and the record that the next ones belong to.
#[derive(Default)]
pub(super) struct Mason {
    pub operations: Vec<Operation>,
    pub record: RecordId,
}

impl Mason {
    fn put(&mut self, mode: Mode, shape: Shape, anchor: DVec3, material: Material) {
        self.operations
            .push(Operation::new(mode, shape, anchor, material, self.record));
    }

    /// A polygon between two planes.
    pub fn prism(&mut self, mode: Mode, outline: &Polygon, floor: Plane, ceiling: Plane, material: Material) {
        let (low, high) = outline.bounds();
        let middle = (low + high) * 0.5;
        let anchor = snap(DVec3::new(middle.x, floor.at(middle), middle.y));
        let plan = DVec2::new(anchor.x, anchor.z);
        let local = |plane: Plane| SlopedPlane {
            height: (plane.at(plan) - anchor.y) as f32,
            slope: plane.slope.as_vec2(),
        };
        let corners: Arc<[Vec2]> = outline
            .corners
            .iter()
            .map(|&corner| (corner - plan).as_vec2())
            .collect();
        let shape = Shape::Prism {
            outline: corners,
            floor: local(floor),
            ceiling: local(ceiling),
        };
        self.put(mode, shape, anchor, material);
    }

    /// An upright cylinder between two heights.
    pub fn cylinder(&mut self, mode: Mode, centre: DVec2, radius: f64, heights: [f64; 2], material: Material) {
        let shape = Shape::Cylinder {
            radius: radius as f32,
            half_height: ((heights[1] - heights[0]) * 0.5) as f32,
        };
        let middle = DVec3::new(centre.x, (heights[0] + heights[1]) * 0.5, centre.y);
        self.put(mode, shape, middle, material);
    }

    /// A box: half its size along a plan direction, upwards, and across.
    pub fn block(&mut self, mode: Mode, centre: DVec3, half: DVec3, along: DVec2, material: Material) {
        let yaw = Yaw {
            sin: along.y as f32,
            cos: along.x as f32,
        };
        let half = Vec3::new(half.x as f32, half.y as f32, half.z as f32);
        self.put(mode, Shape::Box { half, yaw }, centre, material);
    }

    /// An arched opening or vault; `base` is the middle of its floor.
    pub fn arch(&mut self, mode: Mode, base: DVec3, along: DVec2, arch: Arch, material: Material) {
        // The shape's length runs along local z.
        let yaw = Yaw {
            sin: -along.x as f32,
            cos: along.y as f32,
        };
        let shape = Shape::ArchVault {
            half_width: arch.half_width as f32,
            half_length: arch.half_length as f32,
            spring: arch.spring as f32,
            rise: arch.rise as f32,
            yaw,
        };
        self.put(mode, shape, base, material);
    }

    /// A round bore, or a pipe, along a line of at least two points.
    pub fn bore(&mut self, mode: Mode, line: &[DVec3], radius: f64, material: Material) {
        for pair in line.windows(2) {
            let anchor = snap(pair[0]);
            let shape = Shape::Capsule {
                to: (pair[1] - anchor).as_vec3(),
                radius: radius as f32,
            };
            self.put(mode, shape, anchor, material);
        }
    }

    /// What `item` puts down, so many times, each `step` further: still one operation for each of its own.
    pub fn row(&mut self, count: usize, step: DVec2, item: impl FnOnce(&mut Self)) {
        let start = self.operations.len();
        item(self);
        if count < 2 {
            return;
        }
        for operation in &mut self.operations[start..] {
            let mut of = operation.shape.clone();
            if let Shape::Prism { outline, .. } = &mut of {
                *outline = centred(outline, step.normalize_or_zero().as_vec2());
            }
            operation.shape = Shape::Row {
                of: Arc::new(of),
                step: step.as_vec2(),
                count: u16::try_from(count).unwrap_or(u16::MAX),
            };
        }
    }

    /// Rectangles along a way, each between a lower and an upper plane, as one operation. `ends` are the middles of the near and
    /// the far side of each.
    pub fn ribbon(&mut self, mode: Mode, spans: &[([DVec2; 2], [Plane; 2])], half_width: f64, material: Material) {
        let Some(&([first, _], [under, _])) = spans.first() else {
            return;
        };
        let anchor = snap(DVec3::new(first.x, under.at(first), first.y));
        let plan = DVec2::new(anchor.x, anchor.z);
        let line = |plane: Plane, ends: [DVec2; 2]| ends.map(|end| (plane.at(end) - anchor.y) as f32);
        let spans: Arc<[Span]> = spans
            .iter()
            .map(|&(ends, [floor, ceiling])| Span {
                from: (ends[0] - plan).as_vec2(),
                to: (ends[1] - plan).as_vec2(),
                floor: line(floor, ends),
                ceiling: line(ceiling, ends),
            })
            .collect();
        let half_width = half_width as f32;
        self.put(mode, Shape::Ribbon { spans, half_width }, anchor, material);
    }

    /// A roof over a convex outline: upright for `edge` metres from `base` up, then from every side to a point `height` metres
    /// over that, above the middle.
    pub fn hip(&mut self, outline: &Polygon, base: f64, [edge, height]: [f64; 2], material: Material) {
        let (low, high) = outline.bounds();
        let middle = (low + high) * 0.5;
        let anchor = snap(DVec3::new(middle.x, base, middle.y));
        let plan = DVec2::new(anchor.x, anchor.z);
        let shape = Shape::Hip {
            outline: outline
                .corners
                .iter()
                .map(|&corner| (corner - plan).as_vec2())
                .collect(),
            edge: edge as f32,
            apex: Vec3::new(0.0, (edge + height) as f32, 0.0),
        };
        self.put(Mode::Union, shape, anchor, material);
    }

    /// The parapet at the inner edge of a ramp that winds around a void: from under the ramp to `over` its surface.
    pub fn parapet(&mut self, spiral: &Spiral, bottom: f64, over: f64, material: Material) {
        let shape = Shape::HelixRamp {
            inner: (spiral.core - 0.4) as f32,
            outer: (spiral.core + 0.4) as f32,
            pitch: spiral.pitch as f32,
            start: spiral.start as f32,
            turns: spiral.turns as f32,
            height: (spiral.thickness + over) as f32,
        };
        let anchor = DVec3::new(spiral.centre.x, bottom - spiral.thickness, spiral.centre.y);
        self.put(Mode::Union, shape, anchor, material);
    }

    /// Some turns of a ramp that winds: from `lower` below its surface up to its surface.
    pub fn winding(&mut self, spiral: &Spiral, bottom: f64, lower: f64, turns: f64, material: Material) {
        let shape = Shape::HelixRamp {
            // Into the core and into the wall: a ramp that only touches them would leave a crack.
            inner: (spiral.core - 0.4) as f32,
            outer: (spiral.radius + 0.5) as f32,
            pitch: spiral.pitch as f32,
            start: spiral.start as f32,
            turns: turns as f32,
            height: lower as f32,
        };
        let anchor = DVec3::new(spiral.centre.x, bottom - lower, spiral.centre.y);
        self.put(Mode::Union, shape, anchor, material);
    }
}

/// An outline moved along a unit vector so that its middle lies at the anchor: by what the anchor grid took, 0.2 mm at most.
fn centred(outline: &[Vec2], along: Vec2) -> Arc<[Vec2]> {
    let middle = outline.iter().map(|corner| corner.dot(along)).sum::<f32>() / outline.len() as f32;
    outline.iter().map(|&corner| corner - along * middle).collect()
}

/// Measures of an arch in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arch {
    pub half_width: f64,
    pub half_length: f64,
    pub spring: f64,
    pub rise: f64,
}

/// A polygon with equal sides whose sides touch a circle; its corners wind from +X towards +Z.
pub(super) fn regular(centre: DVec2, sides: u32, radius: f64) -> Polygon {
    let turn = std::f64::consts::TAU / f64::from(sides);
    let around = radius / libm::cos(turn * 0.5);
    let corner = |i: u32| {
        let angle = turn * (f64::from(i) + 0.5);
        centre + DVec2::new(libm::cos(angle), libm::sin(angle)) * around
    };
    Polygon::new((0..sides).map(corner).collect())
}

/// A rectangle around a point: half its length along a direction and half its width across.
pub(super) fn rectangle(centre: DVec2, along: DVec2, half_length: f64, half_width: f64) -> Polygon {
    let (a, b) = (along * half_length, along.perp() * half_width);
    Polygon::new(vec![centre - a - b, centre + a - b, centre + a + b, centre - a + b])
}
