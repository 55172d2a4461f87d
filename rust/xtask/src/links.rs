//! The links of the checkout. Where git could not make a link it left a small text file that holds the target; this
//! step makes the link, or a copy where the system has none, so that the Godot projects find the addon.

use std::fs;
use std::io;
use std::path::Path;

use crate::checkout::Checkout;
use crate::failure::{Done, Failure};
use crate::progress::note;

/// Path and target of every link, in the order in which copies must be made.
const LINKS: [(&str, &str); 7] = [
    ("addons/stonesight/LICENSE-APACHE", "../../LICENSE-APACHE"),
    ("addons/stonesight/LICENSE-MIT", "../../LICENSE-MIT"),
    ("addons/stonesight/shaders", "../../shaders"),
    ("godot_project/addons/stonesight", "../../addons/stonesight"),
    ("godot_project/demo.gdextension", "../demo.gdextension"),
    ("tests/addons/stonesight", "../../addons/stonesight"),
    ("tests/demo.gdextension", "../demo.gdextension"),
];

/// Written beside a copied folder's files: only folders that carry it are ever replaced.
const MARK: &str = ".copied-by-xtask";

/// Repairs every link, and brings copies up to date.
///
/// # Errors
/// When neither a link nor a copy can be made.
pub fn repair(checkout: &Checkout) -> Done {
    for (path, target) in LINKS {
        let link = checkout.path(path);
        let source = link.parent().unwrap_or(checkout.root()).join(target);
        if link.is_symlink() && link.exists() {
            continue;
        }
        let ours = !link.exists() || link.is_file() || link.join(MARK).exists();
        if link.is_dir() && !ours {
            return Err(Failure::step(format!(
                "{path} is a folder and should be a link to {target}: move it away"
            )));
        }
        let made = remove(&link).and_then(|()| make_link(target, &source, &link));
        if made.is_err() || !link.exists() {
            let copied = remove(&link)
                .and_then(|()| copy(&source, &link))
                .and_then(|()| mark(&link));
            copied.map_err(|error| Failure::io("copy to", &link, &error))?;
        }
        note(&format!("{path}: made from {target}"));
    }
    Ok(())
}

#[cfg(unix)]
fn make_link(target: &str, _source: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(windows)]
fn make_link(target: &str, source: &Path, link: &Path) -> io::Result<()> {
    let target = target.replace('/', "\\");
    if source.is_dir() {
        std::os::windows::fs::symlink_dir(target, link)
    } else {
        std::os::windows::fs::symlink_file(target, link)
    }
}

fn mark(link: &Path) -> io::Result<()> {
    if link.is_dir() {
        fs::write(link.join(MARK), "A copy, made again by each run.\n")
    } else {
        Ok(())
    }
}

fn remove(path: &Path) -> io::Result<()> {
    if path.is_symlink() || path.is_file() {
        fs::remove_file(path)
    } else if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        Ok(())
    }
}

/// Copies a file or a folder, following links: what arrives is real files.
///
/// # Errors
/// Of the file system.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent)?;
        }
        return fs::copy(from, to).map(|_| ());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// A link that git knows and this list does not would stay broken where git makes none.
    #[test]
    fn every_link_of_the_checkout_is_known() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let listed = Command::new("git")
            .arg("-C")
            .arg(root)
            .args(["ls-files", "-s"])
            .output();
        let listed = listed
            .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
            .unwrap_or_default();
        let links = listed
            .lines()
            .filter(|line| line.starts_with("120000 "))
            .filter_map(|line| line.split_once('\t'));
        for (_, path) in links {
            assert!(
                LINKS.iter().any(|(known, _)| *known == path),
                "{path} is a link that xtask does not repair"
            );
        }
    }

    #[test]
    fn folders_are_copied_with_what_their_links_lead_to() {
        let folder = std::env::temp_dir().join(format!("stonesight-links-{}", std::process::id()));
        fs::create_dir_all(folder.join("from/inner")).unwrap();
        fs::write(folder.join("from/inner/file"), "text").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("inner", folder.join("from/link")).unwrap();
        copy(&folder.join("from"), &folder.join("to")).unwrap();
        assert_eq!(fs::read_to_string(folder.join("to/inner/file")).unwrap(), "text");
        #[cfg(unix)]
        assert!(!folder.join("to/link").is_symlink() && folder.join("to/link/file").is_file());
        fs::remove_dir_all(&folder).unwrap();
    }
}
