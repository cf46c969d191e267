//! How the tracker starts, and how it refuses to: one clear line, and an exit code.

// `cfg(test)` is always on here; clippy takes it for the sign that a helper may unwrap.
#[cfg(test)]
mod auditing;
#[cfg(test)]
mod http;
#[cfg(test)]
mod leaving;
#[cfg(test)]
mod options;
#[cfg(test)]
mod refusing;

use std::{
    path::Path,
    process::{Command, Stdio},
};

/// The program in a folder, without input.
fn tracker(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tracker"));
    command
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null());
    command
}
