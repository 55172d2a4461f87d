use std::collections::BTreeSet;

use glam::{DVec3, Vec3};

use super::*;
use crate::chunk::{Buffers, make};
use crate::field::Field;
use crate::jobs::CancelToken;
use crate::lattice::{ChunkKey, RecordId, hash, unit};
use crate::plan::{Config, Plan};
use crate::program::{Material, from_plan, ground_floor};

fn random(index: i64, salt: i64) -> f64 {
    unit(hash(0x65, &[index, salt]))
}

fn stroke(index: i64, around: DVec3, reach: f64) -> Stroke {
    let place = DVec3::from_array([0, 1, 2].map(|axis| random(index, axis) * 2.0 - 1.0)) * reach;
    let size = |salt: i64| (0.3 + 2.5 * random(index, salt)) as f32;
    Stroke {
        brush: match index % 3 {
            0 => Brush::Ball { radius: size(3) },
            1 => Brush::Box {
                half: Vec3::new(size(3), size(4), size(5)),
                turn: random(index, 6) * 6.0 - 3.0,
            },
            _ => Brush::Capsule {
                to: Vec3::new(size(3), size(4), -size(5)),
                radius: size(6) * 0.5,
            },
        },
        change: if random(index, 7) < 0.5 {
            Change::Add
        } else {
            Change::Remove
        },
        at: around + place,
        material: Material::Brick,
        weight: (0.4 + 0.6 * random(index, 8)) as f32,
    }
}

fn ball(at: DVec3, radius: f32, change: Change) -> Stroke {
    Stroke {
        brush: Brush::Ball { radius },
        change,
        at,
        material: Material::Earth,
        weight: 1.0,
    }
}

#[test]
fn a_field_with_strokes_is_that_of_the_longer_program() {
    let plan = Plan::new(29, &Config::village()).unwrap();
    let start = plan.start().position;
    for program in [ground_floor(29, &Config::default()), from_plan(&plan)] {
        let field = Field::new(program.clone()).unwrap();
        let mut strokes = Strokes::default();
        for index in 0..50 {
            strokes.push(stroke(index, start, 20.0)).unwrap();
        }
        let edited = field.with_operations(strokes.operations()).unwrap();
        let mut longer = program.clone();
        longer.operations.extend(strokes.operations());
        assert_eq!(*edited.program(), longer);
        let anew = Field::new(longer).unwrap();
        let mut changed = 0;
        for index in 0..4_000 {
            let offset = DVec3::from_array([20, 21, 22].map(|salt| random(index, salt) * 2.0 - 1.0)) * 25.0;
            let point = start + offset;
            let sample = edited.sample(point);
            assert_eq!(sample, anew.sample(point));
            assert_eq!(sample, edited.sample_unpruned(point));
            changed += usize::from(sample != field.sample(point));
        }
        assert!(changed > 300, "{changed}");
    }
}

#[test]
fn later_strokes_cut_through_earlier_ones_and_can_be_taken_back() {
    let field = Field::new(ground_floor(29, &Config::default())).unwrap();
    let at = DVec3::new(4.0, 60.0, 4.0);
    let mut strokes = Strokes::default();
    let value = |strokes: &Strokes| {
        let edited = field.with_operations(strokes.operations()).unwrap();
        let sample = edited.sample(at);
        let operation = edited.program().operation(sample.operation);
        (
            sample.value < 0.0,
            operation.and_then(|operation| operation.record.stroke()),
        )
    };
    assert!(!value(&strokes).0);
    strokes.push(ball(at, 3.0, Change::Add)).unwrap();
    assert_eq!(value(&strokes), (true, Some(0)));
    strokes.push(ball(at, 1.0, Change::Remove)).unwrap();
    assert_eq!(value(&strokes), (false, Some(1)));
    strokes.push(ball(at, 0.5, Change::Add)).unwrap();
    assert_eq!(value(&strokes), (true, Some(2)));
    assert!(strokes.undo().is_some() && strokes.undo().is_some());
    assert_eq!(value(&strokes), (true, Some(0)));
    assert_eq!(strokes.redo(), Some(ball(at, 1.0, Change::Remove)));
    assert_eq!(value(&strokes), (false, Some(1)));
    strokes.push(ball(at, 2.0, Change::Add)).unwrap();
    assert_eq!(strokes.redo(), None, "a new stroke ends what could be redone");
    assert_eq!(RecordId(7).stroke(), None);
}

#[test]
fn a_stroke_changes_no_chunk_that_it_does_not_touch() {
    let plan = Plan::new(3, &Config::village()).unwrap();
    let start = plan.start().position;
    let field = Field::new(from_plan(&plan)).unwrap();
    let mut buffers = Buffers::default();
    let never = CancelToken::new();
    let (mut changed, mut listed) = (0, 0);
    for index in 0..12 {
        let stroke = stroke(index, start, 12.0);
        let edited = field.with_operations([stroke.operation(0)]).unwrap();
        for level in [0, 1, 3] {
            let touched: BTreeSet<ChunkKey> = touched(&stroke, level).collect();
            let middle = ChunkKey::containing(level, stroke.at);
            // A stroke reaches seven metres: one chunk of the finest level, and less of the others.
            for place in 0..27 {
                let key = middle.neighbour(place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1);
                let differs = make(&field, key, &mut buffers, &never) != make(&edited, key, &mut buffers, &never);
                assert!(!differs || touched.contains(&key), "{stroke:?} changes {key:?}");
                changed += usize::from(differs);
            }
            listed += touched.len();
        }
    }
    assert!(changed > 15 && listed < 10 * changed, "{changed} of {listed}");
}

#[test]
fn files_come_back_and_damage_is_named() {
    let mut strokes = Strokes::default();
    for index in 0..12 {
        strokes.push(stroke(index, DVec3::ZERO, 50.0)).unwrap();
    }
    let file = strokes.to_file();
    assert!(file.len() < 12 * 220 + 130, "{} bytes", file.len());
    assert_eq!(Strokes::from_file(&file), Ok(strokes));
    for at in 0..file.len() {
        // Without the last line break it is whole still.
        let whole = at + 1 == file.len();
        assert_eq!(Strokes::from_file(&file[..at]).is_ok(), whole, "{at} bytes");
        let mut flipped = file.clone();
        flipped[at] ^= 1 << (at % 8);
        match Strokes::from_file(&flipped) {
            Err(error) => assert!(error.to_string().contains("edits"), "{error}"),
            Ok(_) => assert_eq!(at + 1, file.len(), "byte {at}"),
        }
    }
    let newer = String::from_utf8(file)
        .unwrap()
        .replacen("\"version\":1", "\"version\":2", 1);
    assert_eq!(
        Strokes::from_file(newer.as_bytes()),
        Err(FileError::Newer { version: 2 })
    );
    assert_eq!(Strokes::from_file(b""), Err(FileError::NoEdits));
}

#[test]
fn strokes_that_cannot_be_made_say_what_to_write() {
    let sound = ball(DVec3::ZERO, 1.0, Change::Remove);
    let nan = f32::NAN;
    let bad = [
        (Stroke { weight: 0.0, ..sound }, "a share above 0"),
        (Stroke { weight: nan, ..sound }, "a share above 0"),
        (ball(DVec3::ZERO, 0.0, Change::Add), "from 0.16 to 64 m"),
        (ball(DVec3::ZERO, nan, Change::Add), "from 0.16 to 64 m"),
        (ball(DVec3::ZERO, 1.0e9, Change::Add), "from 0.16 to 64 m"),
        (ball(DVec3::splat(f64::NAN), 1.0, Change::Add), "within"),
        (ball(DVec3::splat(1.0e300), 1.0, Change::Add), "within"),
        (
            Stroke {
                brush: Brush::Box {
                    half: Vec3::ONE,
                    turn: f64::INFINITY,
                },
                ..sound
            },
            "radians",
        ),
        (
            Stroke {
                brush: Brush::Capsule {
                    to: Vec3::splat(nan),
                    radius: 1.0,
                },
                ..sound
            },
            "within",
        ),
    ];
    let mut strokes = Strokes::default();
    for (stroke, hint) in bad {
        let error = strokes.push(stroke).unwrap_err().to_string();
        assert!(error.contains(hint), "{error}");
    }
    assert!(strokes.all().is_empty());
}
