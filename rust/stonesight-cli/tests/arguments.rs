//! Wrong arguments: code 2, nothing on standard output, one line on standard error that says what to write instead.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::process::{Command, Output};

fn stonesight(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stonesight"))
        .args(arguments)
        .output()
        .unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = stonesight(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(line.trim_end().lines().count(), 1, "{arguments:?}: {line}");
    assert!(line.contains("write"), "{arguments:?}: {line}");
    line
}

#[test]
fn wrong_arguments_say_what_to_write() {
    let seeds = "write a whole number from 0 to 9223372036854775807";
    for seed in [
        "twelve",
        "",
        "-1",
        "+1",
        "1.5",
        "0x10",
        "9223372036854775808",
        "99999999999999999999999",
    ] {
        let line = refused(&["mesh", "--seed", seed, "--level", "0"]);
        assert!(line.contains(seeds) && line.contains(&format!("`{seed}`")), "{line}");
        assert!(refused(&["bench", "chunks", "--seed", seed]).contains(seeds));
    }
    for level in ["9", "6", "-1", "low"] {
        let line = refused(&["mesh", "--seed", "1", "--level", level]);
        assert!(line.contains("--level") && line.contains("from 0 to 5"), "{line}");
    }
    assert!(refused(&[]).contains("`mesh` or `bench`"));
    assert!(refused(&["stroll", "--seed", "1"]).contains("`plan`, `audit`, `mesh` or `bench`"));
    for command in ["plan", "audit"] {
        assert!(refused(&[command]).contains("--seed is missing"));
        assert!(refused(&[command, "--seed", "-3"]).contains(seeds));
        assert!(refused(&[command, "--seed", "1", "--level", "0"]).contains("--json"));
    }
    for (option, value, hint) in [
        ("--size", "wide", "--size 640"),
        ("--size", "-640", "write a size from 160 to 2560 m"),
        ("--size", "NaN", "write a size from 160 to 2560 m"),
        ("--surface-spaces", "5", "write a number from 12 to 6000"),
        ("--surface-spaces", "-5", "write a whole number"),
        ("--underground-spaces", "6000", "write at most"),
        ("--layout", "maze", "write city or ground-floor"),
        ("--layout", "ground-floor", "has no plan"),
    ] {
        let line = refused(&["plan", "--seed", "1", option, value]);
        assert!(line.contains(hint), "{line}");
    }
    assert!(refused(&["bench"]).contains("`bench chunks`"));
    assert!(refused(&["bench", "rooms"]).contains("`bench chunks`"));
    assert!(refused(&["mesh", "--level", "0"]).contains("--seed is missing"));
    assert!(refused(&["mesh", "--seed", "1"]).contains("--level is missing"));
    assert!(refused(&["mesh", "--seed"]).contains("--seed has no value"));
    assert!(refused(&["mesh", "--seed", "--level", "0"]).contains("--seed has no value"));
    assert!(refused(&["mesh", "--seed", "1", "--seed", "2"]).contains("twice"));
    assert!(refused(&["mesh", "--seed", "1", "--lod", "2"]).contains("--level"));
    assert!(refused(&["mesh", "1"]).contains("--seed"));
    assert!(refused(&["mesh", "--seed", "1", "--level", "0", "--threads", "0"]).contains("from 1 to 256"));
    assert!(refused(&["mesh", "--seed", "two\nlines", "--level", "0"]).contains(seeds));
}

#[test]
fn help_is_no_error() {
    let output = stonesight(&["--help"]);
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("stonesight mesh"));
}
