//! Allocations of the same calls; a program of its own, because counting takes time.
//!
//! ```sh
//! cargo run --release --manifest-path benches/Cargo.toml --bin allocations
//! ```

use fusion_benches::{
    Contenders, NAMES,
    reading::{Case, Readers},
};

const CALLS: usize = 1_000;

fn main() {
    let contenders = Contenders::new();
    println!("| one call, 4 arguments | allocations | bytes |");
    println!("|---|---|---|");
    for (index, name) in NAMES.iter().enumerate() {
        let counted = contenders.round(index, CALLS, |calls| allocation_counter::measure(calls));
        let each = |total: u64| total as f64 / CALLS as f64;
        let (count, bytes) = (each(counted.count_total), each(counted.bytes_total));
        println!("| {name} | {count:.1} | {bytes:.0} |");
    }
    let readers = Readers::new();
    println!("\n| one call | by hand | fusion |");
    println!("|---|---|---|");
    for case in Case::ALL {
        let [by_hand, fusion] = [0, 1].map(|reader| {
            let counted = readers.round(reader, case, CALLS, |calls| {
                allocation_counter::measure(calls)
            });
            counted.count_total as f64 / CALLS as f64
        });
        println!("| {} | {by_hand:.1} | {fusion:.1} |", case.name());
    }
}
