//! The file of a world's edits: text that other programs read, some 150 bytes a stroke.
//!
//! 1. The head: `{"format":"stonesight-edits","version":1,"digest":"…"}`. The digest is the blake3 hash of the second line without its
//!    line break, in hexadecimal.
//! 2. The body: a list of strokes, named as the fields of [`Stroke`]. Lengths are metres, Y is up.
//!
//! A change of the body that older versions cannot read raises the version.

use serde::{Deserialize, Serialize};

use super::stroke::{Stroke, StrokeError};
use super::strokes::Strokes;

/// What the head calls the format.
const FORMAT: &str = "stonesight-edits";
/// The version that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// Why a file of edits was not read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The first line is not the head of such a file.
    #[error("these are no edits: load what was saved as edits of a world")]
    NoEdits,
    /// A later version wrote it.
    #[error("the edits have version {version}, and this Stonesight reads up to {VERSION}: update Stonesight")]
    Newer {
        /// Its version.
        version: u32,
    },
    /// The body is not what was written.
    #[error("the edits are damaged, their digest does not match: load an older copy")]
    Damaged,
    /// The body is whole and says what no stroke can be.
    #[error("stroke {number} cannot be made: {error}")]
    Stroke {
        /// Which one, from 0.
        number: usize,
        /// Why.
        error: StrokeError,
    },
}

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
    digest: String,
}

impl Strokes {
    /// The strokes as a file. What was undone is not in it.
    pub fn to_file(&self) -> Vec<u8> {
        // Maps with keys that are no text are what JSON cannot hold, and strokes have none.
        let body = serde_json::to_vec(self.all()).unwrap_or_default();
        let head = Head {
            format: FORMAT.to_owned(),
            version: VERSION,
            digest: blake3::hash(&body).to_hex().to_string(),
        };
        let mut file = serde_json::to_vec(&head).unwrap_or_default();
        file.push(b'\n');
        file.extend(body);
        file.push(b'\n');
        file
    }

    /// The strokes of a file.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, and what to do about it.
    pub fn from_file(file: &[u8]) -> Result<Self, FileError> {
        let end = file.iter().position(|&byte| byte == b'\n').ok_or(FileError::NoEdits)?;
        let (head, body) = (&file[..end], &file[end + 1..]);
        let head: Head = serde_json::from_slice(head).map_err(|_| FileError::NoEdits)?;
        if head.format != FORMAT {
            return Err(FileError::NoEdits);
        }
        if head.version > VERSION {
            return Err(FileError::Newer { version: head.version });
        }
        let body = body.strip_suffix(b"\n").ok_or(FileError::Damaged)?;
        if blake3::hash(body).to_hex().as_str() != head.digest {
            return Err(FileError::Damaged);
        }
        let list: Vec<Stroke> = serde_json::from_slice(body).map_err(|_| FileError::Damaged)?;
        let mut strokes = Self::default();
        for (number, stroke) in list.into_iter().enumerate() {
            strokes
                .push(stroke)
                .map_err(|error| FileError::Stroke { number, error })?;
        }
        Ok(strokes)
    }
}
