//! The plan file: a plan as text that other programs read, and that gives the same plan back, bit for bit.
//!
//! In: a [`Plan`]. Out: two lines of JSON in UTF-8, and back.
//!
//! 1. The head: `{"format":"stonesight-plan","version":1,"digest":"…"}`. The digest is the blake3 hash of the second line
//!    without its line break, in hexadecimal.
//! 2. The body, an object: `seed`, `config`, `attempt`, `rooms` (with `rooms` and `doors`), `spaces`, `ground`, `places` and
//!    the other fields of [`Plan`], named as there. Lengths are metres, plan points `[x, z]`, points `[x, y, z]`, Y is up.
//!    Numbers have as many digits as it takes to read the same bits back.
//!
//! A change of the body that older versions cannot read raises the version.

use super::{Ground, Plan};
use crate::sealed::{Broken, open, seal};

/// What the head calls the format.
const FORMAT: &str = "stonesight-plan";
/// The version that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// Why a plan file was not read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The first line is not the head of a plan file.
    #[error("it is no plan file: name one that `stonesight plan --out` wrote")]
    NoPlan,
    /// A later version wrote it.
    #[error(
        "it has version {version}, and this Stonesight reads up to {VERSION}: update Stonesight, or write the plan anew"
    )]
    Newer {
        /// Its version.
        version: u32,
    },
    /// The body is not what was written.
    #[error("it is damaged, its digest does not match: write the plan anew from its seed")]
    Damaged,
    /// The body is whole and says what no plan can be.
    #[error("its records make no plan: {0}")]
    Records(String),
}

impl From<Broken> for FileError {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::OtherFormat => Self::NoPlan,
            Broken::Newer(version) => Self::Newer { version },
            Broken::Damaged => Self::Damaged,
        }
    }
}

/// A plan as a file. About 2 MB for 640 m.
pub fn write(plan: &Plan) -> Vec<u8> {
    seal(FORMAT, VERSION, plan)
}

/// The plan of a file.
///
/// # Errors
///
/// What is wrong with the file, and what to do about it.
pub fn read(file: &[u8]) -> Result<Plan, FileError> {
    let body = open(FORMAT, VERSION, file)?;
    let plan: Plan = serde_json::from_slice(body).map_err(|error| FileError::Records(error.to_string()))?;
    match sense(&plan) {
        None => Ok(plan),
        Some(reason) => Err(FileError::Records(reason.to_owned())),
    }
}

/// What no plan lacks and the types do not promise.
fn sense(plan: &Plan) -> Option<&'static str> {
    let Ground {
        spacing,
        columns,
        rows,
        heights,
        ..
    } = &plan.ground;
    let samples = columns.checked_mul(*rows);
    let square = *columns >= 4 && *rows >= 4 && samples == Some(heights.len()) && *spacing > 0.0;
    if !square {
        Some("the ground has not as many heights as columns and rows")
    } else if plan.spaces.len() != plan.rooms.all().len() {
        Some("there is not one space for every room")
    } else if plan.places.is_empty() {
        Some("there is no start among the places")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::hash;
    use crate::plan::Config;
    use crate::program::{digest, from_plan};

    fn plan(seed: u64) -> Plan {
        Plan::new(seed, &Config::village()).unwrap()
    }

    #[test]
    fn what_was_written_is_read_back_to_the_last_bit() {
        for seed in [0, 29, i64::MAX as u64] {
            let plan = plan(seed);
            let read = read(&write(&plan)).unwrap();
            assert_eq!(read, plan);
            assert_eq!(digest(&read, &from_plan(&read)), digest(&plan, &from_plan(&plan)));
        }
    }

    #[test]
    fn damage_anywhere_is_noticed() {
        let file = write(&plan(1));
        for index in 0..200 {
            let at = hash(5, &[index]) as usize % (file.len() - 1);
            let mut damaged = file.clone();
            damaged[at] ^= 1 << (index % 7);
            assert!(read(&damaged).is_err(), "byte {at}");
            assert!(read(&file[..at]).is_err(), "cut at {at}");
        }
        for file in [&b""[..], b"\n", b"{}\n{}\n", b"\xff\xfe\n\n"] {
            assert_eq!(read(file), Err(FileError::NoPlan));
        }
    }

    #[test]
    fn a_newer_file_says_so_and_one_without_sense_too() {
        let rewritten = |version: u32, body: &str| {
            let digest = blake3::hash(body.as_bytes()).to_hex();
            format!("{{\"format\":\"stonesight-plan\",\"version\":{version},\"digest\":\"{digest}\"}}\n{body}\n")
        };
        let newer = read(rewritten(7, "{}").as_bytes()).unwrap_err();
        assert_eq!(newer, FileError::Newer { version: 7 });
        assert!(newer.to_string().contains("update Stonesight"), "{newer}");
        let senseless = read(rewritten(1, "{}").as_bytes()).unwrap_err();
        assert!(matches!(senseless, FileError::Records(_)), "{senseless}");
        // Rooms are checked as those are that a user makes.
        let whole = write(&plan(1));
        let body = std::str::from_utf8(&whole).unwrap().lines().nth(1).unwrap();
        let twice = body.replacen("\"id\":2,", "\"id\":1,", 1);
        assert_ne!(twice, body);
        let error = read(rewritten(1, &twice).as_bytes()).unwrap_err();
        assert!(matches!(error, FileError::Records(_)), "{error}");
        let (most, fewer) = body.split_at(body.find("\"columns\":").unwrap());
        let flat = format!("{most}{}", fewer.replacen("\"columns\":", "\"columns\":1", 1));
        let error = read(rewritten(1, &flat).as_bytes()).unwrap_err();
        assert!(error.to_string().contains("as many heights"), "{error}");
    }
}
