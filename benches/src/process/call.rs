//! The five actions and the three mistakes, by every contender that this package builds.

use fusion_bench_kit::{Result, floor, probe::Table};
use tokio::runtime::Runtime;

use crate::peers::{fusion, rmcp};

/// What the table is called.
pub const NAME: &str = "call";

/// The table.
pub fn table(runtime: &Runtime) -> Result<Table> {
    let mut table = Table::new(NAME, &[floor::NAME, rmcp::NAME]);
    floor::probes(&mut table);
    fusion::probes(&mut table)?;
    rmcp::probes(&mut table, runtime)?;
    Ok(table)
}
