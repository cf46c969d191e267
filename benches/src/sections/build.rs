//! Compiling.

use fusion_bench_kit::reading::Reading;

use super::{Page, charts, pictures};
use crate::{
    build::{self, CLOCK, CPU},
    report::{blocks::joined, table::pivot},
};

const INTRO: &str = "Generated packages: so many actions of four arguments with the same prose. Their dependencies were \
    built before; Fusion's are rmcp's and more: it has its default features, with stdio and the \
    validator, where rmcp's has macros and a server without stdio or HTTP; neither serves. Seconds are on \
    the clock; CPU seconds are of all processes and threads; the × is of CPU seconds. Times are of three \
    builds, which take turns with rmcp's; their spread is as rough.";

pub(super) fn tell(readings: &[Reading]) -> Page {
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
            "The size of what a release build makes.",
            &["MiB"],
        ),
        (
            build::EXPANDED,
            "How many lines the package has once its macros are expanded.",
            &["lines"],
        ),
    ] {
        blocks.extend([format!("### {step}"), what.to_owned()]);
        blocks.extend(units.iter().map(|unit| pivot(readings, step, unit)));
    }
    let body = joined(blocks.iter().map(String::as_str));
    (body, charts)
}
