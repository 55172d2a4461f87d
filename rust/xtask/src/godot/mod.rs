//! A Godot to run: found on the machine or provided. The engine and its version in, commands out.

mod find;
mod provide;
mod root;
mod sources;
mod version;

use std::path::{Path, PathBuf};
use std::process::Command;

pub use find::{find, in_root, on_path};
pub use provide::provide;
pub use root::{Root, make_executable};
pub use version::Version;

use crate::cache::Cache;

/// An editor build of Godot that is new enough.
#[derive(Clone, Debug)]
pub struct Godot {
    program: PathBuf,
    version: Version,
    root: Option<Root>,
    cache: Cache,
}

impl Godot {
    fn installed(program: PathBuf, version: Version, cache: &Cache) -> Self {
        Self {
            program,
            version,
            root: None,
            cache: cache.clone(),
        }
    }

    fn provided(root: Root, version: Version, cache: &Cache) -> Self {
        Self {
            program: root.path("usr/bin/godot"),
            version,
            root: Some(root),
            cache: cache.clone(),
        }
    }

    /// Its version.
    pub fn version(&self) -> &Version {
        &self.version
    }

    /// Where it lies.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The root that it was provided with; `None` for an installed one.
    pub fn root(&self) -> Option<&Root> {
        self.root.as_ref()
    }

    /// A command that runs it. Its settings and caches go to the cache folder, not to the user's.
    pub fn command(&self) -> Command {
        let mut command = match &self.root {
            Some(root) => root.command(&self.program),
            None => Command::new(&self.program),
        };
        command.envs(self.cache.godot_home());
        command
    }
}
