//! Results: one JSON object, the same for any number of threads, closed.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::process::Command;

use serde_json::Value;

/// The figures of a command on a village.
fn json(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_stonesight"))
        .args(arguments)
        .args(["--surface-spaces", "18", "--underground-spaces", "18"])
        .arg("--json")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(value.is_object());
    value
}

#[test]
fn a_meshed_region_is_closed_and_the_same_for_any_threads() {
    for level in ["0", "2"] {
        let run = |threads| {
            json(&[
                "mesh",
                "--seed",
                "29",
                "--level",
                level,
                "--radius",
                "20",
                "--threads",
                threads,
            ])
        };
        let (one, two) = (run("1"), run("2"));
        for name in ["chunks", "surface_chunks", "triangles", "vertices", "digest"] {
            assert_eq!(one[name], two[name], "{name}");
        }
        assert_eq!(one["border_mismatches"], 0);
        assert_eq!(one["open_edges"], 0);
        assert_eq!(one["untraced_triangles"], 0);
        assert!(one["components"].as_u64() > Some(0) && one["nonmanifold_edges"].is_number());
        assert!(one["triangles"].as_u64() > Some(1_000), "{one}");
        assert_eq!(one["digest"].as_str().map(str::len), Some(64));
        assert!(one["seconds"].is_number());
    }
}

#[test]
fn seeds_of_63_bits_are_worlds_of_their_own() {
    let digest = |seed| json(&["mesh", "--seed", seed, "--level", "3", "--radius", "40"])["digest"].clone();
    let largest = digest("9223372036854775807");
    assert_ne!(largest, digest("0"));
    assert_ne!(largest, digest("4611686018427387903"));
}

#[test]
fn the_bench_counts_what_was_asked_for() {
    let figures = json(&["bench", "chunks", "--seed", "29", "--count", "3"]);
    assert_eq!(figures["count"], 3);
    assert!(figures["triangles"].as_u64() > Some(500));
    let spread = &figures["geometry_ms"];
    assert!(spread["p50"].as_f64() > Some(0.0) && spread["p50"].as_f64() <= spread["p99"].as_f64());
}

#[test]
fn many_plans_have_a_range_of_figures() {
    let figures = json(&["bench", "plans", "--seed", "7", "--count", "3"]);
    assert_eq!(
        (&figures["count"], &figures["failed"]),
        (&3.into(), &serde_json::json!({}))
    );
    assert_eq!(figures["range"]["unreachable"], serde_json::json!([0.0, 0.0]));
    assert_eq!(figures["range"]["seed"], serde_json::json!([7.0, 9.0]));
    assert!(figures["seconds"]["p99"].as_f64() >= figures["seconds"]["p50"].as_f64());
}

#[test]
fn a_world_is_written_as_a_file_or_not_at_all() {
    let folder = empty_folder();
    let path = folder.join("world.glb");
    let mesh = |out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stonesight"));
        command.args(["mesh", "--seed", "29", "--level", "3", "--radius", "40", "--out", out]);
        command.args(["--surface-spaces", "18", "--underground-spaces", "18"]);
        command.output().unwrap()
    };
    assert!(mesh(path.to_str().unwrap()).status.success());
    assert!(std::fs::read(&path).unwrap().starts_with(b"glTF"));
    assert_eq!(
        std::fs::read_dir(&folder).unwrap().count(),
        1,
        "nothing else is left there"
    );
    let wrong = mesh("world.obj");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains(".glb"));
    let nowhere = mesh(folder.join("no/such/folder/world.glb").to_str().unwrap());
    assert_eq!(nowhere.status.code(), Some(1));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// An empty folder of this process's own.
fn empty_folder() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("stonesight-glb-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
