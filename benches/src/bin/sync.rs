//! Nanoseconds and allocations of one call of four arguments, with and without state sync: the best
//! of many interleaved rounds, and what each adds to none.
//!
//! ```sh
//! cargo run --release --manifest-path benches/Cargo.toml --bin sync
//! ```

use std::time::Instant;

use fusion_benches::sync::{NAMES, Registries};

const CALLS: usize = 1_000;
const ROUNDS: usize = 150;

fn main() {
    let registries = Registries::new();
    let mut best = [f64::MAX; NAMES.len()];
    for _ in 0..ROUNDS {
        for (index, best) in best.iter_mut().enumerate() {
            let nanoseconds = registries.round(index, CALLS, |calls| {
                let start = Instant::now();
                calls();
                start.elapsed().as_nanos() as f64 / CALLS as f64
            });
            *best = best.min(nanoseconds);
        }
    }
    println!("| one call, 4 arguments | ns | more than off | ratio | allocations |");
    println!("|---|---|---|---|---|");
    for (index, (name, nanoseconds)) in NAMES.iter().zip(best).enumerate() {
        let counted = registries.round(index, CALLS, |calls| allocation_counter::measure(calls));
        let allocations = counted.count_total as f64 / CALLS as f64;
        let (more, ratio) = (nanoseconds - best[0], nanoseconds / best[0]);
        println!("| {name} | {nanoseconds:.0} | {more:.0} | {ratio:.2} | {allocations:.1} |");
    }
}
