//! Nanoseconds and allocations of one call of four arguments behind layers: the best of many
//! interleaved rounds, what each layer adds to none, and the ratio.
//!
//! ```sh
//! cargo run --release --manifest-path benches/Cargo.toml --bin layers
//! ```

use std::time::Instant;

use fusion_benches::layers::Chains;

const CALLS: usize = 1_000;
const ROUNDS: usize = 150;

fn main() {
    let chains = Chains::new();
    let names: Vec<_> = chains.names().collect();
    let mut best = vec![f64::MAX; names.len()];
    for _ in 0..ROUNDS {
        for (index, best) in best.iter_mut().enumerate() {
            let nanoseconds = chains.round(index, CALLS, |calls| {
                let start = Instant::now();
                calls();
                start.elapsed().as_nanos() as f64 / CALLS as f64
            });
            *best = best.min(nanoseconds);
        }
    }
    println!("| in front of the handler | ns | more than none | ratio | allocations |");
    println!("|---|---|---|---|---|");
    for (index, (name, nanoseconds)) in names.iter().zip(&best).enumerate() {
        let counted = chains.round(index, CALLS, |calls| allocation_counter::measure(calls));
        let allocations = counted.count_total as f64 / CALLS as f64;
        let (more, ratio) = (nanoseconds - best[0], nanoseconds / best[0]);
        println!("| {name} | {nanoseconds:.0} | {more:.0} | {ratio:.2} | {allocations:.1} |");
    }
}
