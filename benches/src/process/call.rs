//! The five actions and the three wrong calls, by every contender that this package builds.

use fusion_bench_kit::{Result, floor, probe::Table};
use tokio::runtime::Runtime;

use crate::peers::{fusion, rmcp};

/// The name of the table.
pub const NAME: &str = "call";

/// Makes the table.
pub fn table(runtime: &Runtime) -> Result<Table> {
    let mut table = Table::new(NAME, &[floor::NAME, rmcp::NAME]);
    floor::probes(&mut table);
    fusion::probes(&mut table)?;
    rmcp::probes(&mut table, runtime)?;
    Ok(table)
}
