//! Allocations and nanoseconds of one list of sixty tools, and the ratio to the SDK's router.
//!
//! ```sh
//! cargo run --release --manifest-path benches/Cargo.toml --bin list
//! ```

use std::{hint::black_box, time::Instant};

use fusion_benches::{list::Lists, router};
use tokio::runtime::Builder;

const LISTS: usize = 500;
const ROUNDS: usize = 50;

fn main() {
    let runtime = match Builder::new_current_thread().build() {
        Ok(runtime) => runtime,
        Err(error) => panic!("no runtime: {error}"),
    };
    let context = runtime.block_on(router::context());
    let lists = Lists::new(context.clone());
    let mut best = [f64::MAX; 2];
    let mut counted = [0.0; 2];
    for _ in 0..ROUNDS {
        for which in [0, 1] {
            let contexts = std::cell::Cell::new(vec![context.clone(); LISTS]);
            let run = || {
                for context in contexts.take() {
                    black_box(if which == 0 { lists.fusion(context) } else { lists.router() });
                }
            };
            let mut taken = 0.0;
            let count = allocation_counter::measure(|| {
                let start = Instant::now();
                run();
                taken = start.elapsed().as_nanos() as f64 / LISTS as f64;
            });
            best[which] = best[which].min(taken);
            counted[which] = count.count_total as f64 / LISTS as f64;
        }
    }
    println!("| one list of 60 tools | allocations | ns |");
    println!("|---|---|---|");
    for (which, name) in ["fusion, attached", "rmcp ToolRouter::list_all"].iter().enumerate() {
        println!("| {name} | {:.1} | {:.0} |", counted[which], best[which]);
    }
    println!("\nfusion to rmcp: {:.2} allocations, {:.2} ns", counted[0] / counted[1], best[0] / best[1]);
}
