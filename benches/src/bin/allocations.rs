//! Counts allocations in process, and prints the readings.

use fusion_bench_kit::{Result, program::print_allocations};
use fusion_benches::process;

fn main() -> Result<()> {
    let count = |run: &mut dyn FnMut()| allocation_counter::measure(run).count_total;
    print_allocations(&process::tables()?, &count)
}
