//! The example server `tracker` shows a complete application: an issue tracker for agents, with its
//! data in one SQLite file.
//!
//! ```sh
//! cargo run -p fusion-examples --bin tracker
//! cargo run -p fusion-examples --bin tracker -- call tracker/issues.list --state open
//! cargo run -p fusion-examples --bin tracker -- preview
//! ```
//!
//! The first command serves HTTP and prints how to connect a client; the second calls an action; the
//! third prints how many bytes and tokens a model reads of each listed tool. `--help` shows all commands.

use std::process::ExitCode;

use fusion_examples::tracker::{Options, info, start};
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    // Standard output carries the protocol, so logs go to standard error.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_env_filter(EnvFilter::try_from_default_env().unwrap_or_else(|_| "warn".into()))
        .init();
    fusion_core::cli::run(info(), async |options: &Options| start(options))
}
