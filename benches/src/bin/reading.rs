//! Reading arguments: nanoseconds of a call by hand and through the registry, the best of many
//! interleaved rounds, and their ratio.
//!
//! ```sh
//! cargo run --release --manifest-path benches/Cargo.toml --bin reading
//! ```

use std::time::Instant;

use fusion_benches::reading::{Case, Readers};

const CALLS: usize = 500;
const ROUNDS: usize = 200;

fn main() {
    let readers = Readers::new();
    println!("| one call | by hand, ns | fusion, ns | ratio |");
    println!("|---|---|---|---|");
    for case in Case::ALL {
        let mut best = [f64::MAX; 2];
        for _ in 0..ROUNDS {
            for (reader, best) in best.iter_mut().enumerate() {
                let nanoseconds = readers.round(reader, case, CALLS, |calls| {
                    let start = Instant::now();
                    calls();
                    start.elapsed().as_nanos() as f64 / CALLS as f64
                });
                *best = best.min(nanoseconds);
            }
        }
        let [by_hand, fusion] = best;
        let ratio = fusion / by_hand;
        println!(
            "| {} | {by_hand:.0} | {fusion:.0} | {ratio:.2} |",
            case.name()
        );
    }
}
