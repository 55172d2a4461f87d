//! `cargo xtask package [--demo]`: the addon as a zip file that unpacks to `addons/stonesight/` in any project, and the
//! demo as a folder that runs on any Linux.

pub mod archive;
mod demo;
mod manifest;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use archive::Contents;
use manifest::Library;

use crate::cargo::{self, Docs};
use crate::checkout::Checkout;
use crate::failure::{Done, Failure};
use crate::godot;
use crate::links;
use crate::progress::{Progress, note};

/// The version of everything in the workspace.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Builds the packages and prints their paths.
///
/// # Errors
/// One message.
pub fn run(arguments: &[OsString]) -> Done {
    let with_demo = match arguments {
        [] => false,
        [argument] if argument == "--demo" => true,
        _ => return Err(Failure::usage("unknown argument: write cargo xtask package [--demo]")),
    };
    let checkout = Checkout::find()?;
    let mut progress = Progress::new(if with_demo { 7 } else { 3 });
    let addon = addon(&checkout, Docs::Without, &mut progress)?;
    println!("{}", addon.display());
    if with_demo {
        println!("{}", demo::run(&checkout, &addon, &mut progress)?.display());
    }
    Ok(())
}

/// Builds `dist/stonesight-VERSION.zip`: three steps of `progress`. `exported` says what the library for exported games has: docs
/// of no use and a warning, in the tests alone, which would build the engine's bindings a third time for one without.
///
/// # Errors
/// When a build fails or a file cannot be read or written.
pub fn addon(checkout: &Checkout, exported: Docs, progress: &mut Progress) -> Done<PathBuf> {
    links::repair(checkout)?;
    let mut contents = Contents::new();
    let mut libraries = Vec::new();
    // The editor loads `debug`, and shows the docs in its help. Built last, it stays where the checkout's own manifest
    // looks.
    for (docs, kind) in [(exported, "release"), (Docs::With, "debug")] {
        progress.step(&format!("Building the library for {kind}"));
        let built = cargo::build_release(checkout, docs)?;
        let library = name(kind);
        contents.insert(
            format!("addons/stonesight/bin/{}", library.file),
            stripped(checkout, &built, &library.file)?,
        );
        libraries.push(library);
    }
    progress.step("Packing the addon");
    archive::gather(&checkout.path("addons/stonesight"), "addons/stonesight", &mut contents)?;
    let source = checkout.path("demo.gdextension");
    let source = fs::read_to_string(&source).map_err(|error| Failure::io("read", &source, &error))?;
    let manifest = manifest::rewrite(&source, &libraries);
    contents.insert(
        "addons/stonesight/stonesight.gdextension".to_owned(),
        manifest.into_bytes(),
    );
    let suffix = if exported == Docs::With { "-test" } else { "" };
    let path = checkout.path(&format!("dist/stonesight-{VERSION}{suffix}.zip"));
    archive::write(&path, &contents)?;
    note(&format!("{} files", contents.len()));
    Ok(path)
}

/// File name and tags of a library for this system; `kind` is `debug` or `release`.
fn name(kind: &str) -> Library {
    let architecture = if env::consts::ARCH == "aarch64" {
        "arm64"
    } else {
        env::consts::ARCH
    };
    let system = env::consts::OS;
    let file = format!(
        "{}stonesight.{system}.{kind}.{architecture}{}",
        env::consts::DLL_PREFIX,
        env::consts::DLL_SUFFIX
    );
    Library {
        tags: format!("{system}.{kind}.{architecture}"),
        file,
    }
}

/// The library without symbols, made in a copy.
fn stripped(checkout: &Checkout, library: &Path, name: &str) -> Done<Vec<u8>> {
    let copy = work(checkout, "package")?.join(name);
    fs::copy(library, &copy).map_err(|error| Failure::io("copy", library, &error))?;
    if let Some(strip) = godot::on_path("strip") {
        let arguments: &[&str] = if cfg!(target_os = "macos") {
            &["-x"]
        } else {
            &["--strip-all"]
        };
        let ended = Command::new(&strip).args(arguments).arg(&copy).status();
        let ended = ended.map_err(|error| Failure::io("run", &strip, &error))?;
        if !ended.success() {
            return Err(Failure::step(format!("strip failed on {}", copy.display())));
        }
    } else if !cfg!(windows) {
        note("there is no strip on the path: the library keeps its symbols");
    }
    fs::read(&copy).map_err(|error| Failure::io("read", &copy, &error))
}

/// An empty folder for half-finished work, in cargo's target folder.
///
/// # Errors
/// When it cannot be emptied or made.
pub fn empty_work(checkout: &Checkout, name: &str) -> Done<PathBuf> {
    let folder = checkout.target().join("xtask").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| Failure::io("remove", &folder, &error))?;
    }
    work(checkout, name)
}

fn work(checkout: &Checkout, name: &str) -> Done<PathBuf> {
    let folder = checkout.target().join("xtask").join(name);
    fs::create_dir_all(&folder).map_err(|error| Failure::io("create", &folder, &error))?;
    Ok(folder)
}
