//! The example server of the README shows a group of three actions, served as one tool over stdio.
//!
//! ```sh
//! cargo run -p fusion-examples --bin counter
//! ```

use std::sync::atomic::{AtomicU64, Ordering};

use fusion_core::{Registry, Server, server_info, tool_group};

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

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Standard output carries the protocol, so logs go to standard error.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_env_filter("warn")
        .init();
    let registry = Registry::builder().tool(Counter::default()).build()?;
    Server::new(registry, server_info!()).serve_stdio().await?;
    Ok(())
}
