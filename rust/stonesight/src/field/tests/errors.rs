//! Every bad operation is named.

use std::sync::Arc;

use glam::{DVec3, Vec2, Vec3};

use super::{KINDS, Random, program, shape};
use crate::field::{Field, FieldError, Problem};
use crate::lattice::RecordId;
use crate::plan::Config;
use crate::program::{HeightField, Material, Mode, Operation, Program, Shape, SlopedPlane, Span, Yaw, ground_floor};

fn ball() -> Shape {
    Shape::Capsule {
        to: Vec3::X,
        radius: 1.0,
    }
}

/// The error of a program whose second operation is this one.
fn error(mode: Mode, shape: Shape, anchor: DVec3) -> FieldError {
    let good = Operation::new(Mode::Union, ball(), DVec3::ZERO, Material::Rock, RecordId(3));
    let bad = Operation {
        shape,
        mode,
        material: Material::Rock,
        record: RecordId(7),
        anchor,
    };
    let error = Field::new(Program {
        operations: vec![good, bad],
    })
    .unwrap_err();
    assert_eq!((error.index, error.record), (1, RecordId(7)));
    assert!(error.to_string().starts_with("operation 1 (record 7): "), "{error}");
    error
}

fn problem(shape: Shape) -> Problem {
    error(Mode::Union, shape, DVec3::ZERO).problem
}

fn prism(corners: &[[f32; 2]], ceiling: f32) -> Shape {
    Shape::Prism {
        outline: corners.iter().copied().map(Vec2::from_array).collect(),
        floor: SlopedPlane::level(0.0),
        ceiling: SlopedPlane::level(ceiling),
    }
}

fn ramp(inner: f32, outer: f32, pitch: f32, turns: f32, height: f32) -> Shape {
    Shape::HelixRamp {
        inner,
        outer,
        pitch,
        start: 0.0,
        turns,
        height,
    }
}

fn ground(spacing: f32, columns: usize, rows: usize, heights: Vec<f32>) -> Shape {
    Shape::Terrain {
        heights: Arc::new(HeightField {
            corner: Vec2::ZERO,
            spacing,
            columns,
            rows,
            heights,
        }),
    }
}

#[test]
fn sizes_that_are_none_are_named() {
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY, 1.0e9, 1.0e-9] {
        let shapes = [
            (
                "half the box along z",
                Shape::Box {
                    half: Vec3::new(1.0, 1.0, bad),
                    yaw: Yaw::NONE,
                },
            ),
            (
                "the radius",
                Shape::Capsule {
                    to: Vec3::X,
                    radius: bad,
                },
            ),
            (
                "half the height",
                Shape::Cylinder {
                    radius: 1.0,
                    half_height: bad,
                },
            ),
            (
                "the rise",
                Shape::ArchVault {
                    half_width: 1.0,
                    half_length: 1.0,
                    spring: 0.0,
                    rise: bad,
                    yaw: Yaw::NONE,
                },
            ),
            ("the height", ramp(1.0, 2.0, 3.0, 1.0, bad)),
        ];
        for (expected, shape) in shapes {
            assert!(matches!(problem(shape), Problem::Size { name, .. } if name == expected));
        }
        let smooth = error(Mode::SmoothUnion { radius: bad }, ball(), DVec3::ZERO);
        assert!(smooth.to_string().contains("write a size from"), "{smooth}");
    }
}

#[test]
fn numbers_that_are_none_are_named() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let end = Shape::Capsule {
            to: Vec3::new(0.0, bad, 0.0),
            radius: 1.0,
        };
        assert!(matches!(
            problem(end),
            Problem::Number {
                name: "the end's y",
                ..
            }
        ));
        let corner = prism(&[[0.0, 0.0], [1.0, 0.0], [0.0, bad]], 1.0);
        assert!(matches!(
            problem(corner),
            Problem::Number {
                name: "a corner's z",
                ..
            }
        ));
        assert!(matches!(
            problem(prism(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], bad)),
            Problem::Number {
                name: "a plane's height",
                ..
            }
        ));
        assert!(matches!(problem(ramp(1.0, 2.0, bad, 1.0, 1.0)), Problem::Number { .. }));
        assert!(matches!(problem(ramp(bad, 2.0, 1.0, 1.0, 1.0)), Problem::Radii { .. }));
        assert!(matches!(problem(ramp(1.0, 2.0, 1.0, bad, 1.0)), Problem::Turns(_)));
        let mut heights = vec![0.0; 16];
        heights[5] = bad;
        assert!(matches!(
            problem(ground(1.0, 4, 4, heights)),
            Problem::Number { name: "a height", .. }
        ));
        let yaw = Shape::Box {
            half: Vec3::ONE,
            yaw: Yaw { sin: bad, cos: 1.0 },
        };
        assert!(matches!(problem(yaw), Problem::Yaw(_)));
    }
    let yaw = Shape::Box {
        half: Vec3::ONE,
        yaw: Yaw { sin: 0.5, cos: 0.5 },
    };
    assert!(matches!(problem(yaw), Problem::Yaw(_)));
}

#[test]
fn outlines_that_are_no_polygons_are_named() {
    assert_eq!(problem(prism(&[[0.0, 0.0], [1.0, 0.0]], 1.0)), Problem::Corners(2));
    assert_eq!(problem(prism(&[], 1.0)), Problem::Corners(0));
    assert_eq!(
        problem(prism(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], 1.0)),
        Problem::DoubleCorner(1)
    );
    assert_eq!(
        problem(prism(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]], 1.0)),
        Problem::Crossing(0, 2)
    );
    assert_eq!(
        problem(prism(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]], 1.0)),
        Problem::Flat
    );
    assert!(matches!(
        problem(prism(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], -1.0)),
        Problem::Ceiling { .. }
    ));
    assert!(matches!(
        problem(prism(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], 0.0)),
        Problem::Ceiling { .. }
    ));
}

#[test]
fn ramps_that_cannot_be_are_named() {
    for (inner, outer) in [(2.0, 2.0), (3.0, 2.0), (-1.0, 2.0)] {
        assert!(matches!(
            problem(ramp(inner, outer, 3.0, 1.0, 1.0)),
            Problem::Radii { .. }
        ));
    }
    for turns in [0.0, -1.0, 1.0e6] {
        assert!(matches!(problem(ramp(1.0, 2.0, 3.0, turns, 1.0)), Problem::Turns(_)));
    }
    assert!(matches!(
        problem(ramp(1.0, 2.0, 3.0, 1.5, 4.0)),
        Problem::Overlap { .. }
    ));
    assert!(matches!(
        problem(ramp(1.0, 2.0, 0.0, 1.5, 1.0)),
        Problem::Overlap { .. }
    ));
}

#[test]
fn arches_and_grounds_that_cannot_be_are_named() {
    let vault = |half_width, rise| Shape::ArchVault {
        half_width,
        half_length: 1.0,
        spring: 0.0,
        rise,
        yaw: Yaw::NONE,
    };
    assert!(matches!(problem(vault(1.0, 9.0)), Problem::Arch { .. }));
    assert!(matches!(problem(vault(9.0, 1.0)), Problem::Arch { .. }));
    assert_eq!(problem(ground(3.0, 4, 4, vec![0.0; 16])), Problem::Spacing(3.0));
    assert_eq!(problem(ground(0.0, 4, 4, vec![0.0; 16])), Problem::Spacing(0.0));
    for (columns, rows, heights) in [(3, 4, 12), (4, 3, 12), (4, 4, 15), (0, 0, 0), (usize::MAX, 4, 16)] {
        let found = problem(ground(1.0, columns, rows, vec![0.0; heights]));
        assert_eq!(found, Problem::Heights { columns, rows, heights });
    }
}

#[test]
fn anchors_off_the_grid_are_named() {
    for x in [0.1, f64::NAN, f64::INFINITY, 1.0e12] {
        let anchor = DVec3::new(x, 0.0, 0.0);
        let found = error(Mode::Union, ball(), anchor);
        assert!(matches!(found.problem, Problem::Anchor(_)), "{found}");
        assert!(found.to_string().contains("use Operation::new"), "{found}");
    }
}

#[test]
fn rows_that_cannot_be_are_named() {
    let row = |of: Shape, step: Vec2, count| Shape::Row {
        of: Arc::new(of),
        step,
        count,
    };
    let block = |yaw| Shape::Box { half: Vec3::ONE, yaw };
    assert!(matches!(problem(row(ball(), Vec2::X, 3)), Problem::RowOf(_)));
    assert!(matches!(
        problem(row(block(Yaw::new(0.3)), Vec2::X, 3)),
        Problem::RowOf(_)
    ));
    assert_eq!(problem(row(block(Yaw::NONE), Vec2::X, 1)), Problem::Copies(1));
    assert_eq!(problem(row(block(Yaw::NONE), Vec2::X, 65)), Problem::Copies(65));
    assert_eq!(problem(row(block(Yaw::NONE), Vec2::ZERO, 3)), Problem::Step(0.0));
    assert!(matches!(
        problem(row(block(Yaw::NONE), Vec2::new(f32::NAN, 0.0), 3)),
        Problem::Number { .. }
    ));
    let nested = row(row(block(Yaw::NONE), Vec2::X, 2), Vec2::Y, 2);
    assert!(matches!(problem(nested), Problem::RowOf(_)));
    let flat = Shape::Box {
        half: Vec3::new(1.0, 0.0, 1.0),
        yaw: Yaw::NONE,
    };
    assert!(matches!(problem(row(flat, Vec2::X, 3)), Problem::Size { .. }));
}

#[test]
fn ways_and_roofs_that_cannot_be_are_named() {
    let span = Span {
        from: Vec2::ZERO,
        to: Vec2::X,
        floor: [0.0, 1.0],
        ceiling: [2.0, 3.0],
    };
    let ribbon = |spans: &[Span]| Shape::Ribbon {
        spans: spans.into(),
        half_width: 1.0,
    };
    assert_eq!(problem(ribbon(&[])), Problem::Spans(0));
    assert_eq!(problem(ribbon(&[span; 17])), Problem::Spans(17));
    for bad in [
        Span { to: Vec2::ZERO, ..span },
        Span {
            ceiling: [2.0, 1.0],
            ..span
        },
        Span {
            ceiling: [2.0, 30.0],
            ..span
        },
    ] {
        assert_eq!(problem(ribbon(&[span, bad])), Problem::Span(1));
    }
    let hip = |corners: &[[f32; 2]], apex| Shape::Hip {
        outline: corners.iter().copied().map(Vec2::from_array).collect(),
        edge: 0.5,
        apex,
    };
    let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    for apex in [Vec3::new(0.0, 0.5, 0.0), Vec3::new(2.0, 3.0, 0.0)] {
        assert_eq!(problem(hip(&square, apex)), Problem::Apex(apex));
    }
    let turned = [[-1.0, -1.0], [1.0, -1.0], [0.2, 0.0], [1.0, 1.0], [-1.0, 1.0]];
    let apex = Vec3::new(-0.5, 3.0, 0.0);
    assert_eq!(problem(hip(&turned, apex)), Problem::TurnedIn(2));
}

#[test]
fn good_programs_are_taken() {
    for seed in 0..20 {
        Field::new(ground_floor(seed, &Config::default())).unwrap();
        let mut random = Random::new(seed);
        Field::new(program(&mut random, DVec3::splat(1.0e5), 100, 50.0)).unwrap();
        for kind in 0..KINDS {
            let shape = shape(&mut random, kind, 20.0);
            let operation = Operation::new(Mode::Union, shape, DVec3::ZERO, Material::Rock, RecordId(0));
            Field::new(Program {
                operations: vec![operation],
            })
            .unwrap();
        }
    }
}
