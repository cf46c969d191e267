//! `build()`, and the size of the registry.

use fusion_bench_kit::reading::{Reading, ratio_unit};

use super::Page;
use crate::{
    report::{
        blocks::join_blocks,
        table::{list, pivot, with_reason},
    },
    start,
};

const INTRO: &str = "One tool with actions of four arguments; the greatest has five groups in one tool. The \
    column of rmcp is its router with as many tools. Numbers are medians of several runs and \
    quiet samples, as in process. The program counts allocations, which makes each allocation \
    slower: compare its nanoseconds within this section only.";

const GREATEST: &str = "rmcp's macros have no groups that could be combined, and a router of a thousand tools \
    already takes minutes to compile";

pub(super) fn report(readings: &[Reading]) -> Page {
    let body = join_blocks([
        INTRO,
        "### build()",
        "The time to build the registry, and the memory that the registry holds.",
        &with_reason(pivot(readings, start::BUILD, "ms"), GREATEST),
        &with_reason(pivot(readings, start::BUILD, "KiB held"), GREATEST),
        "### One group and five",
        "The time to build a registry of the same number of actions in one group and in five, alternating.",
        &pivot(readings, start::GROUPS, "ms"),
        &pivot(readings, start::GROUPS, &ratio_unit(start::FIVE)),
        "### A call among many actions",
        &list(readings, start::CALLS, "4 arguments"),
    ]);
    (body, Vec::new())
}
