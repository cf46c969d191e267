//! The example server `tracker`: issues in one SQLite file, for agents.

use std::process::ExitCode;

use clap::Parser as _;
use fusion_examples::tracker::{Cli, run};
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> ExitCode {
    // Standard output belongs to the protocol.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_env_filter(EnvFilter::try_from_default_env().unwrap_or_else(|_| "warn".into()))
        .init();
    match run(Cli::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tracker: {error}");
            ExitCode::FAILURE
        }
    }
}
