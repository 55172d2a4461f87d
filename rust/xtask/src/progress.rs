//! Progress on standard error: `[2/5] Building the library`, and indented notes below a step.

/// Counts the steps of one command. Standard output stays free for results.
pub struct Progress {
    done: usize,
    steps: usize,
}

impl Progress {
    /// A command of `steps` steps.
    pub fn new(steps: usize) -> Self {
        Self { done: 0, steps }
    }

    /// Says that the next step begins.
    pub fn step(&mut self, text: &str) {
        self.done += 1;
        eprintln!("[{}/{}] {text}", self.done, self.steps.max(self.done));
    }
}

/// A remark on the step in progress.
pub fn note(text: &str) {
    eprintln!("      {text}");
}
