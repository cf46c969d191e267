//! Serves the work without an SDK.

use fusion_bench_kit::{Result, program::Task};
use fusion_benches::peers::by_hand;

#[tokio::main]
async fn main() -> Result<()> {
    by_hand::serve(Task::from_process_arguments()?).await
}
