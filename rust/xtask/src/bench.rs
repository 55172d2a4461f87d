//! `cargo xtask bench [NAME]`: the command line's benchmarks, one JSON line a figure on standard output.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::cargo::{self, Docs};
use crate::checkout::Checkout;
use crate::failure::{Done, Failure};
use crate::process;

/// Name and arguments of every benchmark.
const BENCHES: [(&str, &[&str]); 3] = [
    (
        "chunks",
        &["bench", "chunks", "--seed", "29", "--count", "200", "--json"],
    ),
    ("detail", &["bench", "detail", "--seed", "29", "--json"]),
    ("edits", &["bench", "edits", "--seed", "29", "--json"]),
];

/// Runs the benchmarks whose name contains NAME.
///
/// # Errors
/// An unknown name, or a benchmark that fails or prints no JSON object.
pub fn run(arguments: &[OsString]) -> Done {
    let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
    let usage = |what: &str| Failure::usage(format!("{what}: write cargo xtask bench [{}]", names.join("|")));
    let wanted = match arguments {
        [] => "",
        [name] => name.to_str().unwrap_or("?"),
        _ => return Err(usage("one name at most")),
    };
    let chosen: Vec<_> = BENCHES.iter().filter(|(name, _)| name.contains(wanted)).collect();
    if chosen.is_empty() {
        return Err(usage(&format!("no benchmark is called {wanted}")));
    }
    let checkout = Checkout::find()?;
    cargo::build_release(&checkout, Docs::With)?;
    let program = cargo::cli(&checkout, "release");
    for (name, arguments) in chosen {
        for figure in figures(&program, name, arguments)? {
            println!("{figure}");
        }
    }
    Ok(())
}

/// One object printed by the command line becomes one line a number, named `bench.field.field`.
fn figures(program: &Path, name: &str, arguments: &[&str]) -> Done<Vec<String>> {
    let mut command = Command::new(program);
    command.args(arguments);
    let outcome = process::collect(&mut command, Duration::from_secs(1800));
    let outcome = outcome.map_err(|error| Failure::io("run", program, &error))?;
    if !outcome.success() {
        return Err(Failure::step(format!(
            "bench {name}: {}\n{}",
            outcome.ending(),
            outcome.tail(10)
        )));
    }
    let value = serde_json::from_str(&outcome.stdout)
        .map_err(|error| Failure::step(format!("bench {name} did not print one JSON object: {error}")))?;
    let mut lines = Vec::new();
    flatten(name, &value, &mut lines);
    Ok(lines)
}

fn flatten(name: &str, value: &serde_json::Value, lines: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (field, value) in fields {
                flatten(&format!("{name}.{field}"), value, lines);
            }
        }
        serde_json::Value::Number(_) => lines.push(serde_json::json!({ "figure": name, "value": value }).to_string()),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_a_number() {
        let value = serde_json::json!({ "count": 200, "mesh": { "median_ms": 2.5 }, "digest": "ab" });
        let mut lines = Vec::new();
        flatten("chunks", &value, &mut lines);
        assert_eq!(
            lines,
            [
                r#"{"figure":"chunks.count","value":200}"#,
                r#"{"figure":"chunks.mesh.median_ms","value":2.5}"#
            ]
        );
    }
}
