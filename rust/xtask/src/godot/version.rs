//! Godot's version, as `godot --version` prints it: `4.6.3.stable.debian`.

use std::fmt::{Display, Formatter};

/// The oldest Godot whose extension interface the library speaks.
pub const OLDEST: (u32, u32) = (4, 5);

/// A parsed version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// 4 in 4.6.3.
    pub major: u32,
    /// 6 in 4.6.3.
    pub minor: u32,
    text: String,
}

impl Version {
    /// Reads the last line that begins with `major.minor`; drivers may print lines before it.
    pub fn parse(output: &str) -> Option<Self> {
        output.lines().rev().find_map(|line| {
            let mut parts = line.trim().split('.');
            let major = parts.next()?.parse().ok()?;
            let minor = parts
                .next()?
                .split(|letter: char| !letter.is_ascii_digit())
                .next()?
                .parse()
                .ok()?;
            Some(Self {
                major,
                minor,
                text: line.trim().to_owned(),
            })
        })
    }

    /// Whether the library can be loaded.
    pub fn is_enough(&self) -> bool {
        (self.major, self.minor) >= OLDEST && self.major == OLDEST.0
    }
}

impl Display for Version {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_compared() {
        let parse =
            |text: &str| Version::parse(text).map(|version| (version.major, version.minor, version.is_enough()));
        assert_eq!(parse("4.6.3.stable.debian\n"), Some((4, 6, true)));
        assert_eq!(
            parse("WARNING: some driver\n4.5.stable.official.876b29033\n"),
            Some((4, 5, true))
        );
        assert_eq!(parse("4.4.1.stable.official"), Some((4, 4, false)));
        assert_eq!(parse("4.10.dev1"), Some((4, 10, true)));
        assert_eq!(parse("3.6.stable"), Some((3, 6, false)));
        assert_eq!(parse("5.0.stable"), Some((5, 0, false)));
        assert_eq!(parse("GNU bash"), None);
    }
}
