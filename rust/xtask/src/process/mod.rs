//! Child processes: each in a process group of its own, so that a time-out or Ctrl-C ends its children with it.

mod group;

use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use group::Group;
pub use group::install_interrupt;

/// How a process ended.
pub struct Outcome {
    /// `None`: it ran past its time and was ended.
    pub status: Option<ExitStatus>,
    /// Standard output and error, line by line in the order of arrival; empty when they were not captured.
    pub output: String,
    /// Standard output alone.
    pub stdout: String,
    /// From start to end.
    pub wall: Duration,
}

impl Outcome {
    /// Ended by itself with exit code 0.
    pub fn success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// How it ended, in words.
    pub fn ending(&self) -> String {
        match self.status {
            None => format!("did not end within {} s and was stopped", self.wall.as_secs()),
            Some(status) => status
                .code()
                .map_or_else(|| format!("ended by {status}"), |code| format!("exit code {code}")),
        }
    }

    /// The last `count` lines of the output, indented.
    pub fn tail(&self, count: usize) -> String {
        let lines: Vec<&str> = self.output.lines().collect();
        let first = lines.len().saturating_sub(count);
        lines[first..].iter().map(|line| format!("      | {line}\n")).collect()
    }
}

/// What a line of output means for the process that printed it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Watch {
    /// Nothing.
    Continue,
    /// It cannot succeed any more, and may never end: it gets a few seconds to say more.
    Lost,
}

/// What a lost process gets.
const GRACE: Duration = Duration::from_secs(5);

/// Runs a command like [`capture`], with nothing watched.
///
/// # Errors
/// When the program cannot be started.
pub fn collect(command: &mut Command, limit: Duration) -> io::Result<Outcome> {
    capture(command, limit, &|_| Watch::Continue)
}

/// A running child; dropped, it is killed with its whole group.
pub struct Running {
    child: Child,
    group: Group,
}

impl Running {
    /// Starts a command in its own process group.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        group::separate(command);
        let child = command.spawn()?;
        let group = Group::of(&child);
        Ok(Self { child, group })
    }

    /// The child's standard output, once, when it was piped.
    pub fn take_stdout(&mut self) -> Option<std::process::ChildStdout> {
        self.child.stdout.take()
    }

    /// Asks it to end, and waits for that up to a second: an X server removes its socket then.
    pub fn terminate(&mut self) {
        self.group.terminate();
        let _ = self.wait(Some(Duration::from_secs(1)), &AtomicBool::new(false));
    }

    /// `None` when it still runs after `limit`, or [`GRACE`] after `lost` was set.
    fn wait(&mut self, limit: Option<Duration>, lost: &AtomicBool) -> io::Result<Option<ExitStatus>> {
        let start = Instant::now();
        let mut limit = limit;
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(Some(status));
            }
            if lost.swap(false, Ordering::Relaxed) {
                limit = Some(start.elapsed() + GRACE);
            }
            if limit.is_some_and(|limit| start.elapsed() > limit) {
                return Ok(None);
            }
            thread::sleep(Duration::from_millis(15));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.group.kill();
        // Already ended, or just killed: either way it must be reaped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a command to its end with the terminal's own input and output.
///
/// # Errors
/// When the program cannot be started.
pub fn run(command: &mut Command) -> io::Result<Outcome> {
    let start = Instant::now();
    let mut running = Running::start(command)?;
    let status = running.wait(None, &AtomicBool::new(false))?;
    Ok(Outcome {
        status,
        output: String::new(),
        stdout: String::new(),
        wall: start.elapsed(),
    })
}

/// Runs a command and keeps what it prints; after `limit` it is killed with all its children.
/// `watch` sees every line as it comes; a line for which it answers [`Watch::Lost`] ends the process soon.
///
/// # Errors
/// When the program cannot be started.
pub fn capture(command: &mut Command, limit: Duration, watch: &(dyn Fn(&str) -> Watch + Sync)) -> io::Result<Outcome> {
    let start = Instant::now();
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut running = Running::start(command)?;
    let both = Mutex::new(String::new());
    let lost = AtomicBool::new(false);
    let watch = |line: &str| {
        if watch(line) == Watch::Lost {
            lost.store(true, Ordering::Relaxed);
        }
    };
    let (out, err) = (running.child.stdout.take(), running.child.stderr.take());
    thread::scope(|scope| {
        let out = scope.spawn(|| out.map(|pipe| drain(pipe, &both, &watch)).unwrap_or_default());
        let err = scope.spawn(|| err.map(|pipe| drain(pipe, &both, &watch)).unwrap_or_default());
        let status = running.wait(Some(limit), &lost);
        // What it left behind holds the pipes open.
        running.group.kill();
        let stdout = out.join().unwrap_or_default();
        let _ = err.join();
        let output = both.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(Outcome {
            status: status?,
            output,
            stdout,
            wall: start.elapsed(),
        })
    })
}

fn drain(pipe: impl Read, both: &Mutex<String>, watch: &(dyn Fn(&str) + Sync)) -> String {
    let mut reader = BufReader::new(pipe);
    let (mut all, mut line) = (String::new(), Vec::new());
    loop {
        line.clear();
        match reader.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return all,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                let text = text.trim_end_matches(['\n', '\r']);
                watch(text);
                for target in [&mut all, &mut *both.lock().unwrap_or_else(PoisonError::into_inner)] {
                    target.push_str(text);
                    target.push('\n');
                }
            }
        }
    }
}
