//! The example server of the README shows a group of three actions, with the command line that every server has.
//!
//! ```sh
//! cargo run -p fusion-examples --bin counter -- call counter/add --by 2
//! cargo run -p fusion-examples --bin counter -- stdio
//! ```

use std::{
    process::ExitCode,
    sync::atomic::{AtomicU64, Ordering},
};

use fusion_core::{BuildErrors, Registry, Server, cli, server_info, tool_group};

#[derive(Default)]
struct Counter {
    value: AtomicU64,
}

/// Count things.
#[tool_group(name = "counter")]
impl Counter {
    /// Read the counter.
    #[action(read_only)]
    fn read(&self) -> String {
        self.value.load(Ordering::Relaxed).to_string()
    }

    /// Count up.
    #[action]
    fn add(&self, #[arg(default = 1)] by: u64) -> String {
        let before = self.value.fetch_add(by, Ordering::Relaxed);
        before.wrapping_add(by).to_string()
    }

    /// Start again from zero.
    #[action(destructive, idempotent)]
    fn reset(&self) {
        self.value.store(0, Ordering::Relaxed);
    }
}

fn main() -> ExitCode {
    // Standard output carries the protocol, so logs go to standard error.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_env_filter("warn")
        .init();
    cli::run(
        server_info!(),
        async |(): &()| -> Result<Server, BuildErrors> {
            let registry = Registry::builder().tool(Counter::default()).build()?;
            Ok(Server::new(registry, server_info!()))
        },
    )
}
