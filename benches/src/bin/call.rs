//! Nanoseconds of one valid call of four arguments, in process: the best of many interleaved
//! rounds, and the ratio to code written by hand.
//!
//! ```sh
//! cargo run --release --manifest-path benches/Cargo.toml --bin call
//! ```

use std::time::Instant;

use fusion_benches::{Contenders, NAMES};

const CALLS: usize = 2_000;
const ROUNDS: usize = 100;

fn main() {
    let contenders = Contenders::new();
    let mut best = [f64::MAX; NAMES.len()];
    for _ in 0..ROUNDS {
        for (index, best) in best.iter_mut().enumerate() {
            let nanoseconds = contenders.round(index, CALLS, |calls| {
                let start = Instant::now();
                calls();
                start.elapsed().as_nanos() as f64 / CALLS as f64
            });
            *best = best.min(nanoseconds);
        }
    }
    println!("| one call, 4 arguments | ns | ratio |");
    println!("|---|---|---|");
    for (name, nanoseconds) in NAMES.iter().zip(best) {
        println!(
            "| {name} | {nanoseconds:.0} | {:.2} |",
            nanoseconds / best[0]
        );
    }
    println!("\nfusion to rmcp: {:.2}", best[1] / best[2]);
}
