//! Serves the work as one tool of Fusion, or `FLAT=1` as many; with `LANE=off` through the SDK.

use fusion_bench_kit::{Result, program::Task};
use fusion_benches::peers::fusion::{self, LANE_OFF};

#[tokio::main]
async fn main() -> Result<()> {
    let flat = std::env::var_os("FLAT").is_some();
    let (variable, off) = LANE_OFF;
    let lane = std::env::var_os(variable).is_none_or(|lane| lane != off);
    fusion::serve(Task::from_process_arguments()?, flat, lane).await
}
