//! A zip file that depends on its contents alone: sorted names, one fixed time, fixed rights.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Cursor, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::failure::{Done, Failure};

/// Paths inside the archive, with `/`, and the files' contents.
pub type Contents = BTreeMap<String, Vec<u8>>;

/// Reads a folder into `contents` below `prefix`, following links. Files whose name begins with a dot stay out, except
/// `.gdignore`.
///
/// # Errors
/// When a file cannot be read.
pub fn gather(folder: &Path, prefix: &str, contents: &mut Contents) -> Done {
    let entries = fs::read_dir(folder).map_err(|error| Failure::io("read", folder, &error))?;
    for entry in entries {
        let path = entry.map_err(|error| Failure::io("read", folder, &error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') && name != ".gdignore" {
            continue;
        }
        let inside = format!("{prefix}/{name}");
        if path.is_dir() {
            gather(&path, &inside, contents)?;
        } else {
            let bytes = fs::read(&path).map_err(|error| Failure::io("read", &path, &error))?;
            contents.insert(inside, bytes);
        }
    }
    Ok(())
}

/// Writes the archive beside its final place, then renames it: a half-written package is never found there.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, contents: &Contents) -> Done {
    let bytes = pack(contents).map_err(|error| Failure::io("write", path, &error))?;
    let partial = path.with_extension("zip.partial");
    let parent = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(&partial, bytes))
        .and_then(|()| fs::rename(&partial, path))
        .map_err(|error| Failure::io("write", path, &error))
}

fn pack(contents: &Contents) -> io::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (name, bytes) in contents {
        writer.start_file(name.as_str(), options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}

/// Unpacks an archive into a folder.
///
/// # Errors
/// When it cannot be read or a file cannot be written.
pub fn unpack(path: &Path, folder: &Path) -> Done {
    let file = File::open(path).map_err(|error| Failure::io("read", path, &error))?;
    let unpacked = ZipArchive::new(file).and_then(|mut archive| archive.extract(folder));
    unpacked.map_err(|error| Failure::step(format!("cannot unpack {}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_contents_give_the_same_bytes_and_come_back() {
        let contents = Contents::from([
            ("addons/a/b.txt".to_owned(), b"text".repeat(100)),
            ("addons/a/a.txt".to_owned(), Vec::new()),
        ]);
        let bytes = pack(&contents).unwrap();
        assert_eq!(bytes, pack(&contents).unwrap());
        let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
        assert_eq!(names, ["addons/a/a.txt", "addons/a/b.txt"]);
        let mut back = Vec::new();
        io::Read::read_to_end(&mut archive.by_name("addons/a/b.txt").unwrap(), &mut back).unwrap();
        assert_eq!(back, contents["addons/a/b.txt"]);
    }
}
