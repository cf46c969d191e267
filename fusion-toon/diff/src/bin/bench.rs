//! Measures how long encoding takes beside `serde_json::to_string` of the same data, with
//! allocations and peak memory. It prints ratios of the minimum times of many rounds, in which all
//! encoders take turns; other load on the machine only adds time. An argument selects the shapes
//! whose title contains it.
//!
//! ```sh
//! cargo run --release --manifest-path fusion-toon/diff/Cargo.toml --bin bench
//! ```
//!
//! With `--no-default-features` there are no peers, which turn on `preserve_order`: the comparison
//! then uses the default features of `serde_json`.

#[path = "bench/data.rs"]
mod data;

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use serde::Serialize;
use serde_json::Value;

const ROUNDS: usize = 201;

type Encode<'a> = Box<dyn Fn() -> usize + 'a>;

struct Contender<'a> {
    name: &'static str,
    encode: Encode<'a>,
    least: Duration,
}

fn contenders<T: Serialize>(value: &T) -> Vec<Contender<'_>> {
    let ours: Vec<(&'static str, Encode<'_>)> = vec![
        (
            "serde_json",
            Box::new(|| serde_json::to_string(value).map_or(0, |text| text.len())),
        ),
        (
            "fusion-toon",
            Box::new(|| fusion_toon::to_string(value).map_or(0, |text| text.len())),
        ),
    ];
    let contender = |(name, encode)| Contender {
        name,
        encode,
        least: Duration::MAX,
    };
    ours.into_iter()
        .chain(peers(value))
        .map(contender)
        .collect()
}

#[cfg(not(feature = "peers"))]
fn peers<T: Serialize>(_: &T) -> Vec<(&'static str, Encode<'_>)> {
    Vec::new()
}

#[cfg(feature = "peers")]
fn peers<T: Serialize>(value: &T) -> Vec<(&'static str, Encode<'_>)> {
    vec![
        (
            "serde_toon",
            Box::new(|| serde_toon::to_string(value).map_or(0, |text| text.len())),
        ),
        (
            "etoon",
            Box::new(|| {
                let json = serde_json::to_vec(value).unwrap_or_default();
                _etoon::toon::encode(&json).map_or(0, |text| text.len())
            }),
        ),
        (
            "toon-format",
            Box::new(|| toon_format::encode_default(value).map_or(0, |text| text.len())),
        ),
    ]
}

fn compare<T: Serialize>(title: &str, value: &T) {
    run(title, contenders(value));
}

fn compare_value(title: &str, value: &Value) {
    let mut all = contenders(value);
    let encode: Encode<'_> =
        Box::new(|| fusion_toon::value_to_string(value).map_or(0, |text| text.len()));
    all.push(Contender {
        name: "of a Value",
        encode,
        least: Duration::MAX,
    });
    run(title, all);
}

fn run(title: &str, mut contenders: Vec<Contender<'_>>) {
    let once = {
        let start = Instant::now();
        black_box((contenders[0].encode)());
        start.elapsed()
    };
    // A round is long enough for the clock, and short enough to be rarely interrupted.
    let repeats = (200_000 / once.as_nanos().max(1)).clamp(1, 10_000) as u32;
    let rounds = if once > Duration::from_millis(5) {
        15
    } else {
        ROUNDS
    };
    for _ in 0..rounds {
        for contender in &mut contenders {
            // Warms the caches and the heap, which the previous contender has changed.
            black_box((contender.encode)());
            let start = Instant::now();
            for _ in 0..repeats {
                black_box((contender.encode)());
            }
            contender.least = contender.least.min(start.elapsed());
        }
    }
    println!("\n{title}");
    let base = contenders[0].least.as_secs_f64();
    for contender in &contenders {
        let least = contender.least.as_secs_f64();
        let mut bytes = 0;
        let memory = allocation_counter::measure(|| bytes = (contender.encode)());
        println!(
            "  {:<12} {:>7.2} x  {:>10.2} us  {:>9} bytes  {:>8} allocations  {:>11} bytes at peak",
            contender.name,
            least / base,
            least * 1e6 / f64::from(repeats),
            bytes,
            memory.count_total,
            memory.bytes_max,
        );
    }
}

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    let pick = |title: &str, compare: &dyn Fn(&str)| {
        if title.contains(&only) {
            compare(title);
        }
    };
    let small = data::rows(1_000);
    let large = data::rows(100_000);
    let small_value = serde_json::to_value(&small).unwrap_or_default();
    let large_value = serde_json::to_value(&large).unwrap_or_default();
    pick("typed rows, 1k x 7", &|title| compare(title, &small));
    pick("typed rows, 100k x 7", &|title| compare(title, &large));
    pick("typed nested rows in a wrapper, 1k", &|title| {
        compare(title, &data::orders(1_000))
    });
    pick("typed nested rows in a wrapper, 20", &|title| {
        compare(title, &data::orders(20))
    });
    pick("Value rows, 1k x 7", &|title| {
        compare_value(title, &small_value)
    });
    pick("Value rows, 100k x 7", &|title| {
        compare_value(title, &large_value)
    });
    pick("Value deep config", &|title| {
        compare_value(title, &data::config(4, 6))
    });
    pick("Value mixed, 2k issues", &|title| {
        compare_value(title, &data::issues(2_000))
    });
    pick("Value long text", &|title| {
        compare_value(title, &data::long_text(200))
    });
    pick("Value small object", &|title| {
        compare_value(title, &data::small())
    });
    pick("typed small object", &|title| compare(title, &small[0]));
}
