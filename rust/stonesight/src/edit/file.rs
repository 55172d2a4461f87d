//! The file of a world's edits: text that other programs read, some 150 bytes a stroke.
//!
//! 1. The head: `{"format":"stonesight-edits","version":1,"digest":"…"}`. The digest is the blake3 hash of the second line without its
//!    line break, in hexadecimal.
//! 2. The body: a list of strokes, named as the fields of [`Stroke`]. Lengths are metres, Y is up.
//!
//! A change of the body that older versions cannot read raises the version.

use super::stroke::{Stroke, StrokeError};
use super::strokes::Strokes;
use crate::sealed::{Broken, open, seal};

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

impl From<Broken> for FileError {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::OtherFormat => Self::NoEdits,
            Broken::Newer(version) => Self::Newer { version },
            Broken::Damaged => Self::Damaged,
        }
    }
}

impl Strokes {
    /// The strokes as a file. What was undone is not in it.
    pub fn to_file(&self) -> Vec<u8> {
        seal(FORMAT, VERSION, &self.all())
    }

    /// The strokes of a file.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, and what to do about it.
    pub fn from_file(file: &[u8]) -> Result<Self, FileError> {
        let body = open(FORMAT, VERSION, file)?;
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
