//! The package sources that this machine is configured with: text of apt's files in, archive addresses out.
//! Both formats of sources.list(5): one-line (`*.list`) and deb822 (`*.sources`).

use std::fs;
use std::path::Path;

/// One archive that holds Debian's main component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// As written in the machine's configuration.
    pub uri: String,
    /// The key file that the configuration names, if it names one.
    pub signed_by: Option<String>,
}

/// All candidate archives of the machine, in the order of apt's files, without repetition. Security archives and
/// third parties' archives that have no `main` are left out: they do not carry the suite that is asked for.
pub fn read(folder: &Path) -> Vec<Archive> {
    let mut files = vec![folder.join("sources.list")];
    if let Ok(entries) = fs::read_dir(folder.join("sources.list.d")) {
        files.extend(entries.flatten().map(|entry| entry.path()));
    }
    files.sort();
    let mut archives: Vec<Archive> = Vec::new();
    for file in files {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let found = match file.extension().and_then(|extension| extension.to_str()) {
            Some("list") => parse_lines(&text),
            Some("sources") => parse_deb822(&text),
            _ => continue,
        };
        for archive in found {
            if !archives.iter().any(|known| known.uri == archive.uri) {
                archives.push(archive);
            }
        }
    }
    archives
}

/// `deb [signed-by=/key arch=amd64] URI SUITE COMPONENT...`
fn parse_lines(text: &str) -> Vec<Archive> {
    text.lines()
        .filter_map(|line| {
            let line = line.split('#').next()?.trim();
            let rest = line.strip_prefix("deb")?;
            if !rest.starts_with([' ', '\t', '[']) {
                return None;
            }
            let rest = rest.trim_start();
            let (options, rest) = match rest.strip_prefix('[') {
                Some(inside) => inside.split_once(']')?,
                None => ("", rest),
            };
            let mut words = rest.split_whitespace();
            let (uri, suite) = (words.next()?, words.next()?);
            let components: Vec<&str> = words.collect();
            let signed_by = options
                .split_whitespace()
                .find_map(|option| option.strip_prefix("signed-by="));
            archive(uri, &[suite], &components, signed_by)
        })
        .collect()
}

/// Stanzas of `Types:`, `URIs:`, `Suites:`, `Components:`, `Signed-By:`, separated by empty lines.
fn parse_deb822(text: &str) -> Vec<Archive> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let stanzas = lines.split(|line| line.trim().is_empty());
    stanzas
        .flat_map(|stanza| {
            let field = |name: &str| {
                let at = stanza.iter().position(|line| {
                    line.split_once(':')
                        .is_some_and(|(key, _)| key.eq_ignore_ascii_case(name))
                })?;
                let first = stanza[at].split_once(':').map_or("", |(_, value)| value);
                let more = stanza[at + 1..].iter().take_while(|line| line.starts_with([' ', '\t']));
                Some(more.fold(first.to_owned(), |all, line| all + " " + line))
            };
            let words = |name: &str| {
                field(name)
                    .unwrap_or_default()
                    .split_whitespace()
                    .map(str::to_owned)
                    .collect()
            };
            let off = field("Enabled").is_some_and(|value| value.trim().eq_ignore_ascii_case("no"));
            let types: Vec<String> = words("Types");
            if off || !types.iter().any(|kind| kind == "deb") {
                return Vec::new();
            }
            let (suites, components): (Vec<String>, Vec<String>) = (words("Suites"), words("Components"));
            let suites: Vec<&str> = suites.iter().map(String::as_str).collect();
            let components: Vec<&str> = components.iter().map(String::as_str).collect();
            // A key block written into the stanza itself is not a path: the keyring of the system serves then.
            let signed_by = field("Signed-By")
                .map(|value| value.trim().to_owned())
                .filter(|key| key.starts_with('/'));
            let uris: Vec<String> = words("URIs");
            uris.iter()
                .filter_map(|uri| archive(uri, &suites, &components, signed_by.as_deref()))
                .collect()
        })
        .collect()
}

fn archive(uri: &str, suites: &[&str], components: &[&str], signed_by: Option<&str>) -> Option<Archive> {
    let security = suites.iter().all(|suite| suite.contains("security")) || uri.contains("-security");
    let usable = !uri.starts_with("cdrom:") && components.contains(&"main") && !security;
    usable.then(|| Archive {
        uri: uri.to_owned(),
        signed_by: signed_by.map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(uri: &str) -> Archive {
        Archive {
            uri: uri.to_owned(),
            signed_by: None,
        }
    }

    #[test]
    fn one_line_format() {
        let text = "# deb http://commented.example/debian stable main\n\
            deb cdrom:[Debian]/ stable main\n\
            deb-src http://a.example/debian stable main\n\
            deb http://a.example/debian stable main contrib # a remark\n\
            deb [arch=amd64 signed-by=/k.gpg] https://b.example/debian/ stable main\n\
            deb http://a.example/debian-security stable-security main\n\
            deb https://vendor.example/apt stable vendor\n";
        let signed = Archive {
            uri: "https://b.example/debian/".to_owned(),
            signed_by: Some("/k.gpg".to_owned()),
        };
        assert_eq!(parse_lines(text), [plain("http://a.example/debian"), signed]);
    }

    #[test]
    fn deb822_format() {
        let text = "Types: deb deb-src\n# a remark\nURIs: http://a.example/debian\n http://b.example/debian\n\
            Suites: stable stable-updates\nComponents: main\nSigned-By: /k.gpg\n\n\
            Types: deb\nURIs: http://a.example/debian-security\nSuites: stable-security\nComponents: main\n\n\
            Types: deb\nEnabled: no\nURIs: http://c.example/debian\nSuites: stable\nComponents: main\n\n\
            Types: deb-src\nURIs: http://d.example/debian\nSuites: stable\nComponents: main\n\n\
            types: deb\nuris: mirror+file:/etc/apt/mirrors/debian.list\nsuites: stable\ncomponents: main\n\
            signed-by:\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n";
        let signed = |uri: &str| Archive {
            uri: uri.to_owned(),
            signed_by: Some("/k.gpg".to_owned()),
        };
        assert_eq!(
            parse_deb822(text),
            [
                signed("http://a.example/debian"),
                signed("http://b.example/debian"),
                plain("mirror+file:/etc/apt/mirrors/debian.list"),
            ]
        );
    }
}
