//! Programs that serve.

use fusion_bench_kit::reading::Reading;

use super::Page;
use crate::{
    programs,
    report::{blocks::join_blocks, table::pivot},
};

const INTRO: &str = "Generated programs of ten actions of four arguments that serve over Streamable HTTP, with \
    cargo's own profiles and linker. Fusion has its default features and `http`; rmcp has its macros, its session \
    manager in memory, and axum. Fusion needs what rmcp's server needs, so the sizes of rmcp's programs are a \
    floor. The numbers of crates include procedural macros; the default features of rmcp's program are those of \
    [Building](#building), without a transport.";

pub(super) fn report(readings: &[Reading]) -> Page {
    let mut blocks = vec![INTRO.to_owned()];
    let ratio = "× rmcp";
    for (table, what, units) in [
        (
            programs::RELEASE,
            "`cargo build --release`, then `strip`.",
            [programs::SIZE].as_slice(),
        ),
        (
            programs::DEBUG,
            "`cargo build`, with the debug information of all crates.",
            &[programs::SIZE, ratio],
        ),
        (
            programs::REBUILD,
            "`cargo build` after the body of one action changed: the processor time of the compiler and the linker.",
            &[programs::CPU, ratio],
        ),
        (
            programs::CRATES,
            "The crates that a program needs.",
            &[programs::CRATES],
        ),
    ] {
        blocks.extend([format!("### {table}"), what.to_owned()]);
        blocks.extend(units.iter().map(|unit| pivot(readings, table, unit)));
    }
    (join_blocks(blocks.iter().map(String::as_str)), Vec::new())
}
