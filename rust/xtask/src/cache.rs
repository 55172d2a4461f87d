//! The one folder outside the checkout that xtask writes to: a provided Godot, and that Godot's own settings.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::failure::{Done, Failure};
use crate::progress::note;

/// The cache folder: `STONESIGHT_CACHE`, else `$XDG_CACHE_HOME/stonesight`, else `~/.cache/stonesight`.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// Held while one process changes the cache; released on drop, and by the system when the process dies.
pub struct CacheLock {
    _file: File,
}

impl Cache {
    /// Names the folder. Nothing is created yet.
    ///
    /// # Errors
    /// When no variable leads to a folder.
    pub fn locate() -> Done<Self> {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = set("STONESIGHT_CACHE")
            .or_else(|| set("XDG_CACHE_HOME").map(|folder| folder.join("stonesight")))
            .or_else(|| set("HOME").map(|home| home.join(".cache/stonesight")))
            .or_else(|| set("LOCALAPPDATA").map(|folder| folder.join("stonesight")));
        match folder {
            Some(folder) => Ok(Self {
                folder: std::path::absolute(&folder).unwrap_or(folder),
            }),
            None => Err(Failure::step(
                "no cache folder: set STONESIGHT_CACHE to a folder that can be written to",
            )),
        }
    }

    /// A path inside the cache.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.folder.join(relative)
    }

    /// Creates the folder and checks that it can be written to.
    ///
    /// # Errors
    /// One message that names the folder and the variable to set.
    pub fn prepare(&self) -> Done {
        let probe = self.folder.join("writable");
        let outcome = fs::create_dir_all(&self.folder)
            .and_then(|()| fs::write(&probe, b"probe"))
            .and_then(|()| fs::remove_file(&probe));
        outcome.map_err(|error| {
            Failure::step(format!(
                "cannot write to the cache folder {}: {error}. Make it writable, or set STONESIGHT_CACHE to another folder",
                self.folder.display()
            ))
        })
    }

    /// Waits until no other process changes the cache.
    ///
    /// # Errors
    /// When the lock file cannot be made.
    pub fn lock(&self) -> Done<CacheLock> {
        self.prepare()?;
        let path = self.path("lock");
        let fail = |error: std::io::Error| Failure::io("lock", &path, &error);
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(fail)?;
        if file.try_lock().is_err() {
            note("another run is working in the cache folder: waiting for it");
            file.lock().map_err(fail)?;
        }
        Ok(CacheLock { _file: file })
    }

    /// The variables that keep Godot's own settings and caches inside this folder (Linux; elsewhere Godot ignores them).
    pub fn godot_home(&self) -> Vec<(&'static str, PathBuf)> {
        let home = self.path("home");
        vec![
            ("XDG_DATA_HOME", home.join("data")),
            ("XDG_CONFIG_HOME", home.join("config")),
            ("XDG_CACHE_HOME", home.join("cache")),
        ]
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}
