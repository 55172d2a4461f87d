//! The provided root: a folder of unpacked packages that nothing is installed from. Its programs run with its own
//! dynamic linker, because they need a newer libc than the machine may have.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Done, Failure};

const LIBRARIES: &str = "usr/lib/x86_64-linux-gnu";

/// A complete provided root.
#[derive(Clone, Debug)]
pub struct Root {
    folder: PathBuf,
}

impl Root {
    /// The root in `folder`; [`super::provide`] makes it.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// A path inside.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.folder.join(relative)
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The dynamic linker.
    pub fn linker(&self) -> PathBuf {
        self.path(LIBRARIES).join("ld-linux-x86-64.so.2")
    }

    /// What the linker searches, as one `--library-path`.
    pub fn library_path(&self) -> OsString {
        let libraries = self.path(LIBRARIES);
        let mut all = libraries.clone().into_os_string();
        all.push(":");
        all.push(libraries.join("pulseaudio"));
        all
    }

    /// Runs `program` (any path) with this root's linker and libraries.
    pub fn command(&self, program: &Path) -> Command {
        self.command_through(&self.linker(), program)
    }

    /// The same through a copy of the linker: a program that looks for files beside its executable looks beside it.
    pub fn command_through(&self, linker: &Path, program: &Path) -> Command {
        let mut command = Command::new(linker);
        command.arg("--library-path").arg(self.library_path()).arg(program);
        // Cargo's own addition would be inherited by whatever the program starts.
        command.env_remove("LD_LIBRARY_PATH");
        command.env("FONTCONFIG_PATH", self.path("etc/fonts"));
        command
    }

    /// Every library that `program` loads, as paths.
    ///
    /// # Errors
    /// When the linker cannot list them.
    pub fn closure(&self, program: &Path) -> Done<Vec<PathBuf>> {
        let mut command = Command::new(self.linker());
        command
            .arg("--library-path")
            .arg(self.library_path())
            .arg("--list")
            .arg(program);
        let output = command
            .output()
            .map_err(|error| Failure::io("run", &self.linker(), &error))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let path = |line: &str| Some(PathBuf::from(line.split_once("=>")?.1.split_whitespace().next()?));
        Ok(text
            .lines()
            .filter_map(path)
            .filter(|path| path.is_absolute())
            .collect())
    }

    /// The software Vulkan driver's manifest, with an absolute library path.
    pub fn software_driver(&self) -> PathBuf {
        self.path("icd/lvp_icd.json")
    }

    /// All Vulkan drivers' manifests, for machines that have a graphics card but no Vulkan driver installed.
    pub fn drivers(&self) -> OsString {
        let manifests = fs::read_dir(self.path("icd"))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path());
        let mut manifests: Vec<PathBuf> = manifests.collect();
        manifests.sort();
        env::join_paths(manifests).unwrap_or_default()
    }

    /// A library by its name, where the root has it.
    pub fn library(&self, name: &str) -> Option<PathBuf> {
        let folders = [self.path(LIBRARIES), self.path(LIBRARIES).join("pulseaudio")];
        folders
            .iter()
            .map(|folder| folder.join(name))
            .find(|path| path.exists())
    }

    /// Debian's export template.
    pub fn release_template(&self) -> PathBuf {
        self.path("usr/bin/godot-template-release")
    }

    /// Makes the unpacked packages usable in this place: drivers' manifests and the X server's keyboard compiler
    /// otherwise name `/usr`.
    ///
    /// # Errors
    /// When a file is missing or cannot be written.
    pub fn settle(&self, at: &Path) -> Done {
        self.settle_drivers(at)?;
        self.settle_display()
    }

    fn settle_drivers(&self, at: &Path) -> Done {
        let icd = self.path("icd");
        fs::create_dir_all(&icd).map_err(|error| Failure::io("create", &icd, &error))?;
        let packaged = self.path("usr/share/vulkan/icd.d");
        let entries = fs::read_dir(&packaged).map_err(|error| Failure::io("read", &packaged, &error))?;
        for entry in entries.flatten() {
            let text = fs::read_to_string(entry.path()).map_err(|error| Failure::io("read", &entry.path(), &error))?;
            let Ok(mut manifest) = serde_json::from_str::<serde_json::Value>(&text) else {
                continue;
            };
            let library = manifest["ICD"]["library_path"].as_str().unwrap_or_default();
            let Some(name) = Path::new(library).file_name() else {
                continue;
            };
            manifest["ICD"]["library_path"] = at.join(LIBRARIES).join(name).to_string_lossy().into();
            let name = entry.file_name().to_string_lossy().replace(".x86_64", "");
            let path = icd.join(name);
            fs::write(&path, format!("{manifest:#}\n")).map_err(|error| Failure::io("write", &path, &error))?;
        }
        if self.software_driver().is_file() {
            return Ok(());
        }
        Err(Failure::step(
            "the software Vulkan driver is not in the packages: install Mesa's Vulkan drivers",
        ))
    }

    /// Xvfb starts `/usr/bin/xkbcomp` by that fixed path and cannot do without. A copy of it names a folder of the same
    /// length relative to its working directory instead, where a script runs the unpacked program.
    fn settle_display(&self) -> Done {
        let packaged = self.path("usr/bin/Xvfb");
        let mut bytes = fs::read(&packaged).map_err(|error| Failure::io("read", &packaged, &error))?;
        let (fixed, here) = (b"\0/usr/bin\0", b"\0./xkbin\0\0");
        match bytes.windows(fixed.len()).position(|window| window == fixed) {
            Some(at) => bytes[at..at + here.len()].copy_from_slice(here),
            None => return Err(Failure::step("this Xvfb is not known: install Xvfb and run again")),
        }
        let server = self.path("usr/bin/Xvfb.here");
        fs::write(&server, bytes).map_err(|error| Failure::io("write", &server, &error))?;
        let script = self.path("xkbin/xkbcomp");
        let text = format!(
            "#!/bin/sh\nexec ./{LIBRARIES}/ld-linux-x86-64.so.2 --library-path ./{LIBRARIES} ./usr/bin/xkbcomp \"$@\"\n"
        );
        fs::create_dir_all(self.path("xkbin"))
            .and_then(|()| fs::write(&script, text))
            .and_then(|()| make_executable(&script))
            .map_err(|error| Failure::io("write", &script, &error))
    }

    /// The X server without a screen, ready for its arguments.
    pub fn display_server(&self) -> Command {
        let mut command = self.command(&self.path("usr/bin/Xvfb.here"));
        // `usr/share/X11/xkb` is a link; packages have moved its target before.
        let keyboards = self.path("usr/share/X11/xkb");
        command
            .arg("-xkbdir")
            .arg(fs::canonicalize(&keyboards).unwrap_or(keyboards));
        command.current_dir(&self.folder);
        command
    }
}

/// Sets the rights to run a file.
///
/// # Errors
/// Of the file system.
#[cfg(unix)]
pub fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

/// There are no such rights here.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn make_executable(_path: &Path) -> std::io::Result<()> {
    Ok(())
}
