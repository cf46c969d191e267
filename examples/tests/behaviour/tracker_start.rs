//! The start of the tracker: each failure is one line and an exit code.

mod audit;
mod disconnect;
pub(crate) mod http;
mod options;
mod refusals;

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
