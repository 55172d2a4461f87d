//! Displays: whether there is one, and one without a screen where there is none.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::cache::Cache;
use crate::failure::{Done, Failure};
use crate::godot::{self, Godot, Root};
use crate::process::Running;
use crate::progress::note;

/// Whether windows can be opened here.
pub fn present() -> bool {
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// A Godot that draws with the software Vulkan driver on an X server without a screen. The server ends with this value.
pub struct Software {
    godot: Godot,
    driver: PathBuf,
    display: String,
    server: Running,
}

impl Drop for Software {
    fn drop(&mut self) {
        self.server.terminate();
    }
}

impl Software {
    /// Starts the server. An installed Godot is used with an installed Xvfb and driver; where either is missing, the
    /// provided Godot takes its place, because the provided driver needs the provided libc.
    ///
    /// # Errors
    /// When no server or driver can be had, or the server does not start.
    pub fn start(godot: &Godot, cache: &Cache) -> Done<Self> {
        if !cfg!(target_os = "linux") {
            return Err(Failure::step("drawing without a display is only possible on Linux"));
        }
        if let Some(root) = godot.root() {
            return Self::in_root(godot.clone(), root);
        }
        if let (Some(server), Some(driver)) = (godot::on_path("Xvfb"), installed_driver()) {
            return Self::launch(godot.clone(), Command::new(server), driver);
        }
        note("Xvfb or the software Vulkan driver is not installed here: drawing with a provided Godot");
        let root = godot::provide(cache)?;
        let provided = godot::in_root(root.clone(), cache)?;
        Self::in_root(provided, &root)
    }

    fn in_root(godot: Godot, root: &Root) -> Done<Self> {
        Self::launch(godot, root.display_server(), root.software_driver())
    }

    fn launch(godot: Godot, mut server: Command, driver: PathBuf) -> Done<Self> {
        // The server picks a free display number and writes it to standard output.
        server.args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "1920x1080x24",
            "-nolisten",
            "tcp",
            "-noreset",
        ]);
        server.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let fail = |said: &str| Failure::step(format!("the X server without a screen (Xvfb) does not start: {said}"));
        let mut running = Running::start(&mut server).map_err(|error| fail(&error.to_string()))?;
        let pipe = running.take_stdout().ok_or_else(|| fail("no output"))?;
        let (send, receive) = mpsc::channel();
        thread::spawn(move || {
            let mut line = String::new();
            let mut reader = BufReader::new(pipe);
            if reader.read_line(&mut line).is_ok_and(|count| count > 0) {
                let _ = send.send(line.trim().to_owned());
            }
            // Held open: the server would be killed by writing to a closed pipe.
            let _ = reader.read_line(&mut String::new());
        });
        let number = receive
            .recv_timeout(Duration::from_secs(30))
            .map_err(|_| fail("no display number within 30 s"))?;
        Ok(Self {
            godot,
            driver,
            display: format!(":{number}"),
            server: running,
        })
    }

    /// A command that runs Godot there.
    pub fn command(&self) -> Command {
        let mut command = self.godot.command();
        self.aim(&mut command);
        command.args(["--audio-driver", "Dummy"]);
        command
    }

    /// Sets display and driver for any program.
    pub fn aim(&self, command: &mut Command) {
        command
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("XAUTHORITY");
        command
            .env("VK_DRIVER_FILES", &self.driver)
            .env("VK_ICD_FILENAMES", &self.driver);
    }

    /// The Godot that draws.
    pub fn godot(&self) -> &Godot {
        &self.godot
    }
}

/// Where a machine's Vulkan drivers name themselves.
const DRIVERS: [&str; 3] = [
    "/usr/share/vulkan/icd.d",
    "/etc/vulkan/icd.d",
    "/usr/local/share/vulkan/icd.d",
];

fn installed_drivers() -> impl Iterator<Item = PathBuf> {
    let entries = DRIVERS
        .iter()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    entries.map(|entry| entry.path())
}

/// The machine's own software driver.
fn installed_driver() -> Option<PathBuf> {
    let software = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("lvp_icd"))
    };
    installed_drivers().find(software)
}

/// For a provided Godot on a real display: drivers of its own where the machine has none installed.
pub fn aim_at_screen(godot: &Godot, command: &mut Command) {
    if let Some(root) = godot.root()
        && installed_drivers().next().is_none()
    {
        command.env("VK_DRIVER_FILES", root.drivers());
    }
}
