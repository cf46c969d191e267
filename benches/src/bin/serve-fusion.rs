//! Serves the work as one tool of Fusion, or `FLAT=1` as many.

use fusion_bench_kit::{Result, program::Task};
use fusion_benches::peers::fusion;

#[tokio::main]
async fn main() -> Result<()> {
    let flat = std::env::var_os("FLAT").is_some();
    fusion::serve(Task::from_process_arguments()?, flat).await
}
