//! Text files that know what they are: a head of one line, and a body of another that the head's digest seals.
//!
//! In: the name of a format, its version and a body of JSON. Out: the file, and back. The head is
//! `{"format":"…","version":1,"digest":"…"}`; the digest is the blake3 hash of the body without its line break, in hexadecimal.

use serde::{Deserialize, Serialize};

/// Why a file was not opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// Its first line is not the head of a file of this format.
    OtherFormat,
    /// A later version wrote it.
    Newer(u32),
    /// The body is not what was written.
    Damaged,
}

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
    digest: String,
}

/// Writes a value under a head.
pub(crate) fn seal(format: &str, version: u32, value: &impl Serialize) -> Vec<u8> {
    // Maps with keys that are no text are what JSON cannot hold, and nothing that is sealed has any.
    let body = serde_json::to_vec(value).unwrap_or_default();
    let head = Head {
        format: format.to_owned(),
        version,
        digest: blake3::hash(&body).to_hex().to_string(),
    };
    let mut file = serde_json::to_vec(&head).unwrap_or_default();
    file.push(b'\n');
    file.extend(body);
    file.push(b'\n');
    file
}

/// The body of a file of a format, of a version or an older one.
///
/// # Errors
///
/// What is wrong with the file.
pub(crate) fn open<'a>(format: &str, version: u32, file: &'a [u8]) -> Result<&'a [u8], Broken> {
    let end = file.iter().position(|&byte| byte == b'\n').ok_or(Broken::OtherFormat)?;
    let (head, body) = (&file[..end], &file[end + 1..]);
    let head: Head = serde_json::from_slice(head).map_err(|_| Broken::OtherFormat)?;
    if head.format != format {
        return Err(Broken::OtherFormat);
    }
    if head.version > version {
        return Err(Broken::Newer(head.version));
    }
    let body = body.strip_suffix(b"\n").unwrap_or(body);
    // Copied through a program that writes lines the other way, it is still the same.
    let body = body.strip_suffix(b"\r").unwrap_or(body);
    if blake3::hash(body).to_hex().as_str() == head.digest {
        Ok(body)
    } else {
        Err(Broken::Damaged)
    }
}
