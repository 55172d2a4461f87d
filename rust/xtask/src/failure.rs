//! What a command says when it cannot go on: what is missing, and what to do about it.

use std::fmt::{Display, Formatter};
use std::io;
use std::path::Path;

/// One message for the user. `Usage` ends the command with exit code 2, `Step` with 1.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong; the text says what to write.
    Usage(String),
    /// A step failed; the text says what is missing and what to do.
    Step(String),
    /// Something failed and has been reported already.
    Quiet,
}

/// The result of a step.
pub type Done<T = ()> = Result<T, Failure>;

impl Failure {
    /// A wrong command line.
    pub fn usage(text: impl Into<String>) -> Self {
        Self::Usage(text.into())
    }

    /// A failed step.
    pub fn step(text: impl Into<String>) -> Self {
        Self::Step(text.into())
    }

    /// A file operation that failed: `doing` is a verb ("write", "read"), and the hint follows from the kind of error.
    pub fn io(doing: &str, path: &Path, error: &io::Error) -> Self {
        let hint = match error.kind() {
            io::ErrorKind::PermissionDenied => " Make it writable, or use another folder.",
            io::ErrorKind::StorageFull => " Free some space on that disk.",
            _ => "",
        };
        Self::Step(format!("cannot {doing} {}: {error}.{hint}", path.display()))
    }

    /// The exit code of the whole command.
    pub fn code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Step(_) | Self::Quiet => 1,
        }
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Usage(text) | Self::Step(text) => formatter.write_str(text),
            Self::Quiet => Ok(()),
        }
    }
}
