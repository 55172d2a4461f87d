//! The demo as a folder that runs on any x86-64 Linux with a Vulkan driver: exported pack, Debian's release template,
//! and the libraries and dynamic linker that this template needs, because the machine's own may be older.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{VERSION, archive, empty_work};
use crate::cache::Cache;
use crate::checkout::Checkout;
use crate::export;
use crate::failure::{Done, Failure};
use crate::godot::{self, Root};
use crate::progress::{Progress, note};
use crate::{import, links};

/// Libraries that the engine opens by name while it runs, so that no closure lists them.
const OPENED: [&str; 22] = [
    "libvulkan.so.1",
    "libX11.so.6",
    "libXrandr.so.2",
    "libXinerama.so.1",
    "libXcursor.so.1",
    "libXi.so.6",
    "libXrender.so.1",
    "libXext.so.6",
    "libX11-xcb.so.1",
    "libxcb-dri3.so.0",
    "libxcb-present.so.0",
    "libxcb-sync.so.1",
    "libxcb-randr.so.0",
    "libxshmfence.so.1",
    "libxkbcommon.so.0",
    "libwayland-client.so.0",
    "libwayland-cursor.so.0",
    "libwayland-egl.so.1",
    "libfontconfig.so.1",
    "libdbus-1.so.3",
    "libasound.so.2",
    "libpulse.so.0",
];

const LAUNCHER: &str = r#"#!/bin/sh
# Starts the demo with the dynamic linker and libraries beside it. Arguments for the game: ./run.sh -- --seed 7
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec "$here/game/stonesight-demo" --library-path "$here/lib" "$here/game/stonesight-demo.x86_64" "$@"
"#;

/// Builds `dist/stonesight-demo-VERSION-linux.tar.xz`: four steps of `progress`.
///
/// # Errors
/// When there is no provided Godot to bundle, or a step fails.
pub fn run(checkout: &Checkout, addon: &Path, progress: &mut Progress) -> Done<PathBuf> {
    progress.step("Looking for Godot");
    let cache = Cache::locate()?;
    // Always the provided one: its template is what gets bundled, and the pack must be of the same version.
    let root = godot::provide(&cache)?;
    let godot = godot::in_root(root.clone(), &cache)?;
    progress.step("Exporting the demo");
    let project = empty_work(checkout, "demo")?;
    stage(checkout, addon, &project)?;
    import::import(&godot, &project)?;
    let name = format!("stonesight-demo-{VERSION}-linux");
    let folder = checkout.path("dist").join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| Failure::io("remove", &folder, &error))?;
    }
    let game = export::linux(&godot, &project, &folder.join("game"), "stonesight-demo")?;
    progress.step("Bundling the engine's libraries");
    export::starter(&root, &game)?;
    bundle(&root, &game.executable, &folder)?;
    progress.step("Compressing");
    let packed = folder.with_extension(format!("{}.tar.xz", extension(&folder)));
    let mut tar = Command::new("tar");
    tar.args([
        "--sort=name",
        "--mtime=@0",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        "-cJf",
    ])
    .arg(&packed);
    tar.arg("-C")
        .arg(checkout.path("dist"))
        .arg(&name)
        .env("XZ_OPT", "-3 -T0");
    match tar.status() {
        Ok(status) if status.success() => Ok(packed),
        _ => {
            note("tar with xz is not here: the demo stays a folder");
            Ok(folder)
        }
    }
}

/// What follows the last dot of the folder's name: `with_extension` would drop it (0.1.0-linux).
fn extension(folder: &Path) -> String {
    folder.extension().unwrap_or_default().to_string_lossy().into_owned()
}

/// A copy of the demo project that holds the packaged addon in place of the links.
fn stage(checkout: &Checkout, addon: &Path, project: &Path) -> Done {
    let source = checkout.demo();
    let entries = fs::read_dir(&source).map_err(|error| Failure::io("read", &source, &error))?;
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name == ".godot" || name == "addons" || name.to_string_lossy().starts_with("demo.gdextension") {
            continue;
        }
        let to = project.join(&name);
        links::copy(&entry.path(), &to).map_err(|error| Failure::io("copy to", &to, &error))?;
    }
    archive::unpack(addon, project)?;
    let files = [
        (
            ".godot/extension_list.cfg",
            "res://addons/stonesight/stonesight.gdextension\n".to_owned(),
        ),
        (
            "export_presets.cfg",
            read(&checkout.path("tests/fixtures/drop_in/export_presets.cfg"))?,
        ),
    ];
    for (name, text) in files {
        let path = project.join(name);
        let made = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, text));
        made.map_err(|error| Failure::io("write", &path, &error))?;
    }
    Ok(())
}

fn read(path: &Path) -> Done<String> {
    fs::read_to_string(path).map_err(|error| Failure::io("read", path, &error))
}

fn bundle(root: &Root, executable: &Path, folder: &Path) -> Done {
    let libraries = folder.join("lib");
    fs::create_dir_all(&libraries).map_err(|error| Failure::io("create", &libraries, &error))?;
    let mut needed: BTreeSet<PathBuf> = root.closure(executable)?.into_iter().collect();
    for name in OPENED {
        if let Some(library) = root.library(name) {
            needed.extend(root.closure(&library)?);
            needed.insert(library);
        }
    }
    for library in needed {
        let to = libraries.join(library.file_name().unwrap_or_default());
        fs::copy(&library, &to).map_err(|error| Failure::io("copy", &library, &error))?;
    }
    copy_licences(root, &folder.join("licenses"))?;
    let launcher = folder.join("run.sh");
    fs::write(&launcher, LAUNCHER)
        .and_then(|()| godot::make_executable(&launcher))
        .map_err(|error| Failure::io("write", &launcher, &error))
}

/// The packages' own copyright files: what is passed on is passed on with its terms.
fn copy_licences(root: &Root, to: &Path) -> Done {
    let documents = root.path("usr/share/doc");
    let entries = fs::read_dir(&documents).map_err(|error| Failure::io("read", &documents, &error))?;
    fs::create_dir_all(to).map_err(|error| Failure::io("create", to, &error))?;
    for entry in entries.flatten() {
        let terms = entry.path().join("copyright");
        if terms.is_file() {
            let copy = to.join(entry.file_name()).with_extension("txt");
            fs::copy(&terms, &copy).map_err(|error| Failure::io("copy", &terms, &error))?;
        }
    }
    Ok(())
}
