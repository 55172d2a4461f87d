//! Options of a command: `--name value` and `--flag`.
//!
//! In: the words after the command. Out: checked values, or the line that says what to write instead.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use stonesight::plan::{Config, Layout};

use crate::Failure;

/// Seeds are 63 bits: what a signed integer of a script holds.
pub(crate) const SEEDS: RangeInclusive<u64> = 0..=i64::MAX as u64;

/// An option that a command knows.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    /// With its dashes.
    pub name: &'static str,
    /// Whether a value follows.
    pub takes_value: bool,
}

impl Known {
    /// An option that a value follows.
    pub const fn value(name: &'static str) -> Self {
        Self {
            name,
            takes_value: true,
        }
    }

    /// An option that stands alone.
    pub const fn flag(name: &'static str) -> Self {
        Self {
            name,
            takes_value: false,
        }
    }
}

/// The options that every command has which grows a plan.
const CONFIG: [Known; 4] = [
    Known::value("--layout"),
    Known::value("--size"),
    Known::value("--surface-spaces"),
    Known::value("--underground-spaces"),
];

/// The options that were given.
pub(crate) struct Options<'a> {
    given: BTreeMap<&'static str, &'a str>,
}

impl<'a> Options<'a> {
    /// Reads the words after the name of `command`.
    pub fn parse(command: &str, known: &[Known], words: &[&'a str]) -> Result<Self, Failure> {
        let mut given = BTreeMap::new();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let all = || known.iter().chain(&CONFIG);
            let Some(option) = all().find(|option| option.name == word) else {
                let names: Vec<_> = all().map(|option| option.name).collect();
                return Err(Failure::Argument(format!(
                    "`{command}` has no option `{}`: write {}",
                    shown(word),
                    names.join(", ")
                )));
            };
            let value = if option.takes_value {
                words.next().copied().filter(|value| !value.starts_with("--"))
            } else {
                Some("")
            };
            let Some(value) = value else {
                return Err(Failure::Argument(format!(
                    "{} has no value: write it after the option, as in {} 1",
                    option.name, option.name
                )));
            };
            if given.insert(option.name, value).is_some() {
                return Err(Failure::Argument(format!(
                    "{} is given twice: write it once",
                    option.name
                )));
            }
        }
        Ok(Self { given })
    }

    /// Whether a flag is given.
    pub fn flag(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// The text of an option, where it is given.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.given.get(name).copied()
    }

    /// A whole number in a range; without a `default` it must be given.
    pub fn number(&self, name: &str, range: RangeInclusive<u64>, default: Option<u64>) -> Result<u64, Failure> {
        let allowed = format!("write a whole number from {} to {}", range.start(), range.end());
        match (self.given.get(name), default) {
            (Some(text), _) => match text.parse() {
                Ok(number) if range.contains(&number) && text.bytes().all(|b| b.is_ascii_digit()) => Ok(number),
                _ => Err(Failure::Argument(format!("{name} is `{}`: {allowed}", shown(text)))),
            },
            (None, Some(default)) => Ok(default),
            (None, None) => Err(Failure::Argument(format!("{name} is missing: {allowed} after it"))),
        }
    }
}

impl Options<'_> {
    /// The config of a world that has a plan.
    pub fn city(&self) -> Result<Config, Failure> {
        let config = self.config()?;
        match config.layout {
            Layout::City => Ok(config),
            Layout::GroundFloor => Err(Failure::Argument(
                "--layout ground-floor has no plan: write city, or leave it out".to_owned(),
            )),
        }
    }

    /// The config: the default one, with what was written in its place. What no world can be made of is refused.
    pub fn config(&self) -> Result<Config, Failure> {
        let layout = match self.text("--layout") {
            None | Some("city") => Layout::City,
            Some("ground-floor") => Layout::GroundFloor,
            Some(other) => {
                let other = shown(other);
                return Err(Failure::Argument(format!(
                    "--layout is `{other}`: write city or ground-floor"
                )));
            }
        };
        let size = match self.text("--size") {
            None => Config::default().size,
            Some(text) => text.parse().map_err(|_| {
                let text = shown(text);
                Failure::Argument(format!("--size is `{text}`: write a size in metres, as in --size 640"))
            })?,
        };
        let spaces = |name| self.number(name, 0..=u64::from(u32::MAX), Some(0));
        let config = Config {
            layout,
            size,
            surface_spaces: spaces("--surface-spaces")? as u32,
            underground_spaces: spaces("--underground-spaces")? as u32,
        };
        config.check().map_err(|error| Failure::Argument(error.to_string()))?;
        Ok(config)
    }
}

/// What a user typed, fit for one line.
pub(crate) fn shown(text: &str) -> String {
    let mut line: String = text
        .chars()
        .map(|c| if c.is_control() { '?' } else { c })
        .take(60)
        .collect();
    if text.chars().count() > 60 {
        line.push('…');
    }
    line
}
