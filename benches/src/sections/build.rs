//! Compiling.

use fusion_bench_kit::reading::Reading;

use super::{Page, charts, pictures};
use crate::{
    build::{self, CLOCK, CPU},
    report::{blocks::join_blocks, table::pivot},
};

const INTRO: &str = "Generated packages with actions of four arguments and the same prose. Their dependencies \
    were built before. Fusion depends on rmcp and on more crates: it has its default features, \
    with stdio and the validator, while rmcp has macros and a server without stdio or HTTP; \
    neither serves. Seconds are wall-clock time; CPU seconds are those of all processes and \
    threads; the × compares CPU seconds. Times are medians of three builds, which take turns \
    with rmcp's, so their spread is rough.";

pub(super) fn report(readings: &[Reading]) -> Page {
    let times = [CLOCK, CPU, "× rmcp"].as_slice();
    let charts = vec![("build", charts::build(readings))];
    let mut blocks = vec![INTRO.to_owned(), pictures(&charts)];
    for (step, what, units) in [
        (build::CHECK, "`cargo check` of the whole package.", times),
        (
            build::INCREMENTAL,
            "`cargo check` after the body of one action changed, with incremental compilation.",
            times,
        ),
        (
            build::RELEASE,
            "`cargo build --release` of the whole package.",
            times,
        ),
        (
            build::BINARY,
            "The size of the program of a release build.",
            &["MiB"],
        ),
        (
            build::EXPANDED,
            "The number of lines of the package after its macros are expanded.",
            &["lines"],
        ),
    ] {
        blocks.extend([format!("### {step}"), what.to_owned()]);
        blocks.extend(units.iter().map(|unit| pivot(readings, step, unit)));
    }
    let body = join_blocks(blocks.iter().map(String::as_str));
    (body, charts)
}
