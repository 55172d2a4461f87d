//! What xtask says when it cannot do what was asked: one message, the right exit code, and nothing left running.
//! Small scripts stand in for Godot and apt.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    reason = "tests; the lint's own exception does not reach their helper functions"
)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A folder for one test's scripts and cache, removed at its end.
struct Stage(PathBuf);

impl Stage {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("stonesight-xtask-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("bin")).unwrap();
        Self(folder)
    }

    fn script(&self, name: &str, body: &str) -> PathBuf {
        let path = self.0.join("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// xtask with nothing but this stage's scripts on the path, no Godot, no display and a cache of its own.
    fn xtask(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        for name in ["GODOT", "DISPLAY", "WAYLAND_DISPLAY"] {
            command.env_remove(name);
        }
        command
            .env("PATH", self.0.join("bin"))
            .env("STONESIGHT_CACHE", self.0.join("cache"));
        command.args(arguments).stdin(Stdio::null());
        command
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The message: the one line that begins with `xtask:`. Nothing may be on standard output.
fn message(output: &Output, code: i32) -> String {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(output.stdout.is_empty());
    let lines: Vec<&str> = error.lines().filter(|line| line.starts_with("xtask:")).collect();
    assert_eq!(lines.len(), 1, "{error}");
    assert!(!error.contains("panicked"), "{error}");
    lines[0].to_owned()
}

fn says(command: &mut Command, code: i32, words: &[&str]) {
    let said = message(&command.output().unwrap(), code);
    for word in words {
        assert!(said.contains(word), "\"{said}\" does not say \"{word}\"");
    }
}

#[test]
fn wrong_arguments_exit_2_and_say_what_to_write() {
    let stage = Stage::new("arguments");
    let wrong: [(&[&str], &str); 9] = [
        (&["fly"], "write demo, test, bench, shots, package or godot"),
        (&["demo", "now"], "write cargo xtask demo [-- GAME ARGS]"),
        (&["test", "--fast"], "write cargo xtask test [--full]"),
        (&["test", "engine", "rust"], "write cargo xtask test [--full]"),
        (&["bench", "nothing"], "write cargo xtask bench"),
        (&["shots"], "write cargo xtask shots --out DIR"),
        (&["shots", "--out"], "--out needs a folder"),
        (&["package", "--all"], "write cargo xtask package [--demo]"),
        (&["godot", "--version"], "write cargo xtask godot [--rendered] -- ARGS"),
    ];
    for (arguments, words) in wrong {
        says(&mut stage.xtask(arguments), 2, &[words]);
    }
}

#[test]
fn without_a_command_all_are_listed() {
    let output = Stage::new("list").xtask(&[]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success());
    for name in ["demo", "test", "bench", "shots", "package", "godot"] {
        assert!(text.contains(&format!("cargo xtask {name}")), "{name} is not listed");
    }
}

#[test]
fn no_display_offers_pictures() {
    says(
        &mut Stage::new("display").xtask(&["demo"]),
        1,
        &["no display", "DISPLAY", "cargo xtask shots --out DIR"],
    );
}

#[test]
fn no_godot_to_be_had() {
    let stage = Stage::new("none");
    says(
        &mut stage.xtask(&["godot"]),
        1,
        &["no Godot found", "apt-get", "install Godot 4.5", "set GODOT"],
    );
    assert!(
        !stage.0.join("cache").exists(),
        "nothing is written before it is known that something can be done"
    );
}

#[test]
fn a_godot_that_is_too_old() {
    let stage = Stage::new("old");
    let old = stage.script("godot", "echo 4.3.stable.official.77dcf97d8");
    says(
        &mut stage.xtask(&["godot"]),
        1,
        &["4.3.stable", "the path", "needs 4.5 or newer", "set GODOT"],
    );
    says(
        stage.xtask(&["godot"]).env("GODOT", &old),
        1,
        &["4.3.stable", "from GODOT"],
    );
}

#[test]
fn a_godot_that_is_none() {
    let stage = Stage::new("junk");
    let junk = stage.script("junk", "echo hello");
    says(
        stage.xtask(&["godot"]).env("GODOT", &junk),
        1,
        &["is not a Godot that runs", "set GODOT"],
    );
    says(
        stage.xtask(&["godot"]).env("GODOT", "/nowhere/godot"),
        1,
        &["/nowhere/godot", "is not a Godot that runs"],
    );
}

fn apt(stage: &Stage, body: &str) {
    stage.script("apt-get", body);
    stage.script("apt-config", "");
    stage.script("dpkg-deb", "");
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn a_cache_folder_that_cannot_be_written() {
    let stage = Stage::new("cache");
    apt(&stage, "exit 0");
    let mut command = stage.xtask(&["godot"]);
    says(
        command.env("STONESIGHT_CACHE", "/dev/null/cache"),
        1,
        &["cannot write to the cache folder", "STONESIGHT_CACHE"],
    );
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn packages_that_cannot_be_downloaded() {
    if !Path::new("/etc/apt").exists() {
        return;
    }
    let stage = Stage::new("download");
    apt(&stage, "echo 'E: Unable to locate package godot' >&2; exit 100");
    says(
        &mut stage.xtask(&["godot"]),
        1,
        &["no Godot found", "install Godot 4.5"],
    );
    apt(
        &stage,
        "echo 'E: You don'\"'\"'t have enough free space in /cache' >&2; exit 100",
    );
    says(
        &mut stage.xtask(&["godot"]),
        1,
        &["full", "Free some space", "STONESIGHT_CACHE"],
    );
}

#[test]
fn an_interrupt_leaves_nothing_running() {
    let stage = Stage::new("interrupt");
    let body = format!(
        "[ \"$1\" = --version ] && echo 4.6.3.stable && exit\n/bin/sleep 60 &\necho $$ $! > {0}/new\n/bin/mv {0}/new {0}/ids\nwait",
        stage.0.display()
    );
    let godot = stage.script("godot", &body);
    let mut xtask = stage.xtask(&["godot"]).env("GODOT", godot).spawn().unwrap();
    let start = Instant::now();
    let ids = loop {
        match fs::read_to_string(stage.0.join("ids")) {
            Ok(ids) => break ids,
            Err(_) if start.elapsed() < Duration::from_secs(20) => sleep(Duration::from_millis(20)),
            Err(error) => panic!("the stand-in never started: {error}"),
        }
    };
    let interrupt = format!("kill -INT {}", xtask.id());
    assert!(
        Command::new("/bin/sh")
            .args(["-c", &interrupt])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(xtask.wait().unwrap().code(), Some(130));
    for id in ids.split_whitespace() {
        let gone = || {
            let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            state.is_empty() || state.contains(") Z")
        };
        let start = Instant::now();
        while !gone() {
            assert!(
                start.elapsed() < Duration::from_secs(5),
                "process {id} is still running"
            );
            sleep(Duration::from_millis(20));
        }
    }
}
