//! Rewrites the checkout's extension manifest for the package: paths relative to the manifest, no hot reload, and only
//! the libraries that are in the package.

/// The addon's folder in every project.
const ADDON: &str = "res://addons/stonesight/";

/// A library in the package.
pub struct Library {
    /// Godot's tags: `linux.debug.x86_64`.
    pub tags: String,
    /// Its file name in `bin/`.
    pub file: String,
}

/// The manifest of the package, from the text of `demo.gdextension`.
pub fn rewrite(source: &str, libraries: &[Library]) -> String {
    let mut section = String::new();
    let mut lines: Vec<String> = Vec::new();
    for line in source.lines() {
        if line.starts_with('[') {
            section = line.to_owned();
            lines.push(line.to_owned());
            if section == "[libraries]" {
                lines.push(String::new());
                lines.extend(
                    libraries
                        .iter()
                        .map(|library| format!("{} = \"bin/{}\"", library.tags, library.file)),
                );
                lines.push(String::new());
            }
        } else if section == "[libraries]" || line.starts_with(';') {
            // Replaced above; remarks are about the checkout.
        } else if line.starts_with("reloadable") {
            lines.push("reloadable = false".to_owned());
        } else {
            lines.push(line.replace(ADDON, ""));
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_relative() {
        let source = "[configuration]\n\nentry_symbol = \"a\"\nreloadable = true\n\n[libraries]\n\n; remark\n\
            linux.debug.x86_64 = \"res://../target/release/liba.so\"\nmacos.debug = \"res://../target/release/a.dylib\"\n\n\
            [icons]\n\nStoneWorld = \"res://addons/stonesight/icons/a.svg\"\n";
        let library = Library {
            tags: "linux.debug.x86_64".to_owned(),
            file: "liba.so".to_owned(),
        };
        let want = "[configuration]\n\nentry_symbol = \"a\"\nreloadable = false\n\n[libraries]\n\n\
            linux.debug.x86_64 = \"bin/liba.so\"\n\n[icons]\n\nStoneWorld = \"icons/a.svg\"\n";
        assert_eq!(rewrite(source, &[library]), want);
    }
}
