//! Serves the work as tools of rmcp.

use fusion_bench_kit::{Result, program::Task};
use fusion_benches::peers::rmcp;

#[tokio::main]
async fn main() -> Result<()> {
    rmcp::serve(Task::from_process_arguments()?).await
}
