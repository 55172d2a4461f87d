//! What a test run found: counts over everything, and how long each step took.

use std::time::{Duration, Instant};

/// Counts of the whole run.
#[derive(Default)]
pub struct Tally {
    passed: usize,
    failed: usize,
    failures: Vec<String>,
    steps: Vec<(String, Duration, usize, usize)>,
}

impl Tally {
    /// One check by name: `Err` says why it failed.
    pub fn check(&mut self, name: &str, result: Result<(), String>) {
        match result {
            Ok(()) => self.passed += 1,
            Err(why) => {
                self.failed += 1;
                eprintln!("      FAILED {name}: {why}");
                self.failures.push(name.to_owned());
            }
        }
    }

    /// Counts that a runner printed itself; its failures are in its output.
    pub fn add(&mut self, name: &str, passed: usize, failed: usize) {
        self.passed += passed;
        self.failed += failed;
        if failed > 0 {
            self.failures.push(format!("{name} ({failed})"));
        }
    }

    /// Runs a step and keeps its time and counts.
    pub fn step(&mut self, name: &str, step: impl FnOnce(&mut Self)) {
        let (start, passed, failed) = (Instant::now(), self.passed, self.failed);
        step(self);
        self.steps.push((
            name.to_owned(),
            start.elapsed(),
            self.passed - passed,
            self.failed - failed,
        ));
    }

    /// Prints the steps to standard error and the last line to standard output; true when nothing failed.
    pub fn finish(&self) -> bool {
        eprintln!();
        for (name, time, passed, failed) in &self.steps {
            eprintln!(
                "{name:<12} {:>7.1} s  {passed:>4} passed, {failed} failed",
                time.as_secs_f64()
            );
        }
        for name in &self.failures {
            eprintln!("FAILED {name}");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
        // A run that tested nothing is not a success.
        self.failed == 0 && self.passed > 0
    }
}
