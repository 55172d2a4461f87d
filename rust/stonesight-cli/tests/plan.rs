//! `plan` and `audit`: one JSON object, the same for the same seed; a drawing and the records where they are asked for.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::process::Command;

use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let command = env!("CARGO_BIN_EXE_stonesight");
    let output = Command::new(command).args(arguments).arg("--json").output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_plan_has_its_figures_and_no_faults() {
    let folder = std::env::temp_dir().join(format!("stonesight-plan-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (drawing, records) = (folder.join("plan.svg"), folder.join("plan.json"));
    let files = ["--svg", drawing.to_str().unwrap(), "--out", records.to_str().unwrap()];
    let plan = json(&[&["plan", "--seed", "29"], &files[..]].concat());
    for name in [
        "floating",
        "unreachable",
        "overlaps",
        "steep",
        "tight_doors",
        "thin_rock",
    ] {
        assert_eq!(plan[name], 0, "{name}");
    }
    for name in ["surface_spaces", "underground_spaces"] {
        assert!(plan[name].as_u64() >= Some(12), "{name}");
    }
    for name in ["doors", "causeways", "vertical_modules", "operations"] {
        assert!(plan[name].as_u64() > Some(0), "{name}");
    }
    assert!(plan["floor_spread_m"].as_f64() >= Some(12.0));
    assert!(plan["seconds"].is_number());
    assert_eq!(plan["digest"].as_str().map(str::len), Some(64));
    assert_eq!(plan["digest"], json(&["plan", "--seed", "29"])["digest"]);
    assert_ne!(plan["digest"], json(&["plan", "--seed", "4294967325"])["digest"]);
    assert!(std::fs::read_to_string(&drawing).unwrap().starts_with("<svg"));
    assert!(plan["landmark"].is_string() && plan["cross_passages"].is_u64());
    assert!(plan.get("records").is_none());
    let read = json(&["plan", "--in", records.to_str().unwrap(), "--records"]);
    // Every record with few operations is listed with its reason.
    let listed = read["records"].as_array().unwrap();
    let counted: u64 = plan["scarce_records"]
        .as_object()
        .unwrap()
        .values()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(listed.len() as u64, counted);
    for record in listed {
        assert!(record["operations"].as_u64() < Some(4), "{record}");
        assert!(
            record["reason"].as_str().is_some_and(|reason| reason.len() > 10),
            "{record}"
        );
    }
    assert_eq!(read["digest"], plan["digest"]);
    let mut bytes = std::fs::read(&records).unwrap();
    let last = bytes.len() - 9;
    bytes[last] ^= 1;
    std::fs::write(&records, bytes).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_stonesight"))
        .args(["plan", "--in", records.to_str().unwrap()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("it is damaged"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_drawing_that_cannot_be_written_is_an_error() {
    let command = env!("CARGO_BIN_EXE_stonesight");
    let output = Command::new(command)
        .args(["plan", "--seed", "1", "--svg", "/nowhere/at/all.svg"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be written"));
}

#[test]
fn an_audit_reaches_every_space() {
    let audit = json(&[
        "audit",
        "--seed",
        "29",
        "--surface-spaces",
        "18",
        "--underground-spaces",
        "18",
    ]);
    assert_eq!(audit["reached"], audit["spaces"]);
    for name in ["unreached", "low_head_room", "drops", "floor_holes", "strays"] {
        assert_eq!(audit[name], 0, "{name}: {}", audit["places"]);
    }
}
