//! Counts the allocations of calls by tower-mcp, and prints the readings.

use fusion_bench_kit::{Result, program::print_allocations};
use peer_tower_mcp::table;

fn main() -> Result<()> {
    let count = |run: &mut dyn FnMut()| allocation_counter::measure(run).count_total;
    print_allocations(&[table()], &count)
}
