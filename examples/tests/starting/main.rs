//! The tracker starts, or refuses to start with one clear line and an exit code.

// `cfg(test)` is always on here, and clippy.toml allows `unwrap` only in test code.
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

/// Returns the command of the program in a folder, without input.
fn tracker(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tracker"));
    command
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null());
    command
}
