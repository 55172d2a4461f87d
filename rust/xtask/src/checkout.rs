//! Where things are in this checkout.

use std::env;
use std::path::{Path, PathBuf};

use crate::failure::{Done, Failure};

/// The root folder of the checkout.
#[derive(Clone, Debug)]
pub struct Checkout {
    root: PathBuf,
}

impl Checkout {
    /// Finds the root: cargo names this package's folder when it runs it; otherwise the nearest parent of the working
    /// directory that holds both `demo.gdextension` and `rust/`.
    ///
    /// # Errors
    /// When neither leads to a checkout.
    pub fn find() -> Done<Self> {
        let is_root = |folder: &Path| folder.join("demo.gdextension").is_file() && folder.join("rust").is_dir();
        let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let from_cargo = package.iter().flat_map(|folder| folder.ancestors());
        if let Some(root) = from_cargo.into_iter().find(|folder| is_root(folder)) {
            return Ok(Self {
                root: root.to_path_buf(),
            });
        }
        let here = env::current_dir().map_err(|error| Failure::io("read", Path::new("."), &error))?;
        match here.ancestors().find(|folder| is_root(folder)) {
            Some(root) => Ok(Self {
                root: root.to_path_buf(),
            }),
            None => Err(Failure::step(
                "this is not a checkout of Stonesight: change into one and try again",
            )),
        }
    }

    /// The folder that holds the workspace's `Cargo.toml`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A path inside the checkout.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// The Godot project of the demo.
    pub fn demo(&self) -> PathBuf {
        self.path("godot_project")
    }

    /// The Godot project of the engine tests.
    pub fn tests(&self) -> PathBuf {
        self.path("tests")
    }

    /// Cargo's target folder.
    pub fn target(&self) -> PathBuf {
        self.path("target")
    }
}
