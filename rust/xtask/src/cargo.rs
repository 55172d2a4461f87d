//! Cargo as a child: builds what the other commands run.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::checkout::Checkout;
use crate::failure::{Done, Failure};
use crate::process;

/// The packages that the engine and the command line need. Always built together: another selection can mean other
/// features of what they share, and with that a second build of everything.
const PRODUCTS: [&str; 5] = ["build", "-p", "stonesight-godot", "-p", "stonesight-cli"];

/// Whether the library carries the class docs for the editor's help.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Docs {
    /// With docs.
    With,
    /// Without: an exported game warns about them.
    Without,
}

/// Cargo, run in the root of the checkout. Always with the checkout's own target folder, whatever the user's settings say:
/// the extension manifest of the demo looks there.
pub fn command(checkout: &Checkout) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .current_dir(checkout.root())
        .env("CARGO_TARGET_DIR", checkout.target());
    command
}

/// Builds library and command line, optimised; returns the library.
///
/// # Errors
/// When the build fails; the compiler has said why.
pub fn build_release(checkout: &Checkout, docs: Docs) -> Done<PathBuf> {
    finish(&mut release_command(checkout, docs))?;
    Ok(library(checkout))
}

/// What [`build_release`] runs.
pub fn release_command(checkout: &Checkout, docs: Docs) -> Command {
    let mut cargo = command(checkout);
    cargo.args(PRODUCTS).arg("--release");
    if docs == Docs::With {
        cargo.args(["--features", "stonesight-godot/docs"]);
    }
    cargo
}

/// Builds the command line without optimisation: by the selection that the Rust tests have. What only tests need may add features to
/// what is shared, and `cargo build` would then build the core once more.
///
/// # Errors
/// When the build fails.
pub fn build_debug_cli(checkout: &Checkout) -> Done<PathBuf> {
    finish(command(checkout).args([
        "test",
        "--no-run",
        "--quiet",
        "-p",
        "stonesight",
        "-p",
        "stonesight-cli",
    ]))?;
    Ok(cli(checkout, "debug"))
}

/// Where a build leaves the library.
pub fn library(checkout: &Checkout) -> PathBuf {
    let name = format!("{}stonesight_godot{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    checkout.target().join("release").join(name)
}

/// Where a build leaves the command line; `profile` is `debug` or `release`.
pub fn cli(checkout: &Checkout, profile: &str) -> PathBuf {
    checkout
        .target()
        .join(profile)
        .join(format!("stonesight{}", env::consts::EXE_SUFFIX))
}

fn finish(cargo: &mut Command) -> Done {
    let outcome = process::run(cargo).map_err(|error| Failure::io("run", Path::new("cargo"), &error))?;
    if outcome.success() {
        return Ok(());
    }
    Err(Failure::step("the build failed: the compiler's messages are above"))
}
