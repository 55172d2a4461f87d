//! Provides a Godot where none is installed: Debian's packages from the archive that this machine is configured with,
//! unpacked into the cache folder. Nothing is installed, and no root rights are needed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::root::Root;
use super::sources::{self, Archive};
use crate::cache::Cache;
use crate::failure::{Done, Failure};
use crate::process::{self, Outcome};
use crate::progress::note;

/// The suite that carries Godot 4.5 or newer.
const SUITE: &str = "sid";

/// The engine, its export template, a software Vulkan driver, and a display for machines that have none.
const PACKAGES: [&str; 7] = [
    "godot",
    "godot-template-release",
    "mesa-vulkan-drivers",
    "libvulkan1",
    "libgl1",
    "libegl1",
    "xvfb",
];

/// Raised when roots made by older code must be made again.
const FORMAT: u32 = 1;

/// What to do where nothing can be provided.
pub const INSTALL: &str = "install Godot 4.5 or newer (godotengine.org) and set GODOT to its executable";

/// The provided root if it is there already and complete.
pub fn existing(cache: &Cache) -> Option<Root> {
    let folder = cache.path("godot");
    let stamp = fs::read_to_string(folder.join("complete")).ok()?;
    (stamp.lines().next() == Some(&header())).then(|| Root::new(folder))
}

/// The provided root, made now if it is not there. Half-done work of an earlier run is taken up again.
///
/// # Errors
/// One message: no apt, no archive with the suite, no space, an unwritable cache.
pub fn provide(cache: &Cache) -> Done<Root> {
    if let Some(root) = existing(cache) {
        return Ok(root);
    }
    if env::consts::OS != "linux" || env::consts::ARCH != "x86_64" {
        return Err(Failure::step(format!(
            "no Godot found, and none can be provided on this system: {INSTALL}"
        )));
    }
    for tool in ["apt-get", "apt-config", "dpkg-deb"] {
        if super::find::on_path(tool).is_none() {
            return Err(Failure::step(format!(
                "no Godot found, and without {tool} none can be provided: {INSTALL}"
            )));
        }
    }
    let _lock = cache.lock()?;
    if let Some(root) = existing(cache) {
        return Ok(root);
    }
    let work = cache.path("godot.partial");
    note(&format!(
        "providing Godot: about 210 MB are downloaded into {}",
        cache.folder().display()
    ));
    let archives = download(&work)?;
    let root = Root::new(work.join("root"));
    note(&format!("unpacking {} packages", archives.len()));
    unpack(&archives, &root)?;
    let ready = cache.path("godot");
    root.settle(&ready)?;
    write_stamp(&root, &archives)?;
    // A root of an older format makes way only when the new one is complete.
    if ready.exists() {
        fs::remove_dir_all(&ready).map_err(|error| Failure::io("remove", &ready, &error))?;
    }
    fs::rename(root.folder(), &ready).map_err(|error| Failure::io("rename", root.folder(), &error))?;
    // The downloads are not needed any more; what cannot be removed only takes space.
    let _ = fs::remove_dir_all(&work);
    Ok(Root::new(ready))
}

fn header() -> String {
    format!("format {FORMAT}: {}", PACKAGES.join(" "))
}

fn write_stamp(root: &Root, archives: &[PathBuf]) -> Done {
    let names = archives
        .iter()
        .filter_map(|path| path.file_stem()?.to_str().map(str::to_owned));
    let text = std::iter::once(header()).chain(names).collect::<Vec<_>>().join("\n") + "\n";
    let path = root.path("complete");
    fs::write(&path, text).map_err(|error| Failure::io("write", &path, &error))
}

/// Downloads the packages and all they need; those that are there from an earlier run are not downloaded again.
fn download(work: &Path) -> Done<Vec<PathBuf>> {
    for folder in ["lists/partial", "archives/partial"] {
        let folder = work.join(folder);
        fs::create_dir_all(&folder).map_err(|error| Failure::io("create", &folder, &error))?;
    }
    let candidates = sources::read(Path::new("/etc/apt"));
    if candidates.is_empty() {
        return Err(Failure::step(format!(
            "no Godot found, and apt has no archive configured: {INSTALL}"
        )));
    }
    let mut last = String::new();
    for archive in candidates.iter().take(3) {
        configure(work, archive)?;
        let update = apt(work, &["-qq", "update"], 300)?;
        // apt ends with 0 when an index was refused; then the package is not known.
        let arguments = ["-q", "-y", "--download-only", "--no-install-recommends", "install"];
        let install = apt(work, &[&arguments[..], &PACKAGES[..]].concat(), 1500)?;
        if install.success() {
            let folder = work.join("archives");
            let entries = fs::read_dir(&folder).map_err(|error| Failure::io("read", &folder, &error))?;
            let mut archives: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            archives.retain(|path| path.extension().is_some_and(|extension| extension == "deb"));
            archives.sort();
            return Ok(archives);
        }
        no_space(&install.output, work)?;
        last = update.tail(4) + &install.tail(4);
    }
    Err(Failure::step(format!(
        "no Godot found, and the packages could not be downloaded: {INSTALL}. apt said:\n{last}"
    )))
}

fn no_space(output: &str, work: &Path) -> Done {
    if output.contains("No space left") || output.contains("enough free space") {
        let text = format!(
            "the disk of {} is full: providing Godot needs 1.2 GB there. Free some space, or set STONESIGHT_CACHE to a \
             folder on another disk",
            work.display()
        );
        return Err(Failure::step(text));
    }
    Ok(())
}

/// apt's files for a private run: own lists, an empty status file, and of the machine's settings only those about
/// downloading (proxies and the like), so that no hook of the system is run.
fn configure(work: &Path, archive: &Archive) -> Done {
    let keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
    let key = archive.signed_by.as_deref().unwrap_or(keyring);
    let key = if Path::new(key).is_file() {
        format!("[arch=amd64 signed-by={key}]")
    } else {
        "[arch=amd64]".to_owned()
    };
    let dump = Command::new("apt-config").arg("dump").output();
    let dump = dump.map_err(|error| Failure::io("run", Path::new("apt-config"), &error))?;
    let dump = String::from_utf8_lossy(&dump.stdout).into_owned();
    let acquire: String = dump
        .lines()
        .filter(|line| line.starts_with("Acquire::"))
        .map(|line| format!("{line}\n"))
        .collect();
    let at = |name: &str| work.join(name).display().to_string();
    let settings = format!(
        "{acquire}Dir::Etc::Main \"/dev/null\";\nDir::Etc::Parts \"/dev/null\";\nDir::Etc::SourceList \"{}\";\n\
         Dir::Etc::SourceParts \"/dev/null\";\nDir::State \"{}\";\nDir::State::Lists \"{}\";\nDir::State::status \"{}\";\n\
         Dir::Cache::Archives \"{}\";\nDir::Cache::pkgcache \"\";\nDir::Cache::srcpkgcache \"\";\n\
         APT::Architecture \"amd64\";\nAPT::Sandbox::User \"root\";\nAcquire::Languages \"none\";\nAcquire::Retries \"3\";\n",
        at("sources.list"),
        at("state"),
        at("lists"),
        at("status"),
        at("archives"),
    );
    let files = [
        ("apt.conf", settings),
        ("sources.list", format!("deb {key} {} {SUITE} main\n", archive.uri)),
        ("status", String::new()),
        ("state/extended_states", String::new()),
    ];
    for (name, text) in files {
        let path = work.join(name);
        let made = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, text));
        made.map_err(|error| Failure::io("write", &path, &error))?;
    }
    Ok(())
}

fn apt(work: &Path, arguments: &[&str], seconds: u64) -> Done<Outcome> {
    let mut command = Command::new("apt-get");
    command
        .args(arguments)
        .env("APT_CONFIG", work.join("apt.conf"))
        .env("LC_ALL", "C")
        .env("DEBIAN_FRONTEND", "noninteractive");
    let outcome = process::collect(&mut command, Duration::from_secs(seconds));
    outcome.map_err(|error| Failure::io("run", Path::new("apt-get"), &error))
}

/// Unpacking is decompression: one package a thread at a time.
fn unpack(archives: &[PathBuf], root: &Root) -> Done {
    let folder = root.folder();
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| Failure::io("remove", folder, &error))?;
    }
    fs::create_dir_all(folder).map_err(|error| Failure::io("create", folder, &error))?;
    let next = AtomicUsize::new(0);
    let failed: Mutex<Option<Failure>> = Mutex::new(None);
    let threads = thread::available_parallelism().map_or(2, usize::from).min(8);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(archive) = archives.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(failure) = unpack_one(archive, folder) {
                        next.store(archives.len(), Ordering::Relaxed);
                        *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                    }
                }
            });
        }
    });
    failed
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .map_or(Ok(()), Err)
}

fn unpack_one(archive: &Path, folder: &Path) -> Done {
    let mut command = Command::new("dpkg-deb");
    command.arg("-x").arg(archive).arg(folder).env("LC_ALL", "C");
    let outcome = process::collect(&mut command, Duration::from_secs(300));
    let outcome = outcome.map_err(|error| Failure::io("run", Path::new("dpkg-deb"), &error))?;
    if outcome.success() {
        return Ok(());
    }
    no_space(&outcome.output, folder)?;
    // Downloaded again by the next run.
    let _ = fs::remove_file(archive);
    Err(Failure::step(format!(
        "cannot unpack {}: run the command again\n{}",
        archive.display(),
        outcome.tail(4)
    )))
}
