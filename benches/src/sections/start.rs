//! `build()` and what it leaves.

use fusion_bench_kit::reading::{Reading, ratio_to};

use super::Page;
use crate::{
    report::{
        blocks::joined,
        table::{explained, list, pivot},
    },
    start,
};

const INTRO: &str = "One tool of so many actions of four arguments; the greatest is five groups in one tool. rmcp's \
    column is its router of as many tools. Several runs, in quiet, as in process. The program also counts \
    what is allocated, which costs some time at each allocation, of whoever allocates: compare its \
    nanoseconds within this section only.";

const GREATEST: &str = "rmcp's macros have no groups that could be put together, and to compile a router of a thousand \
    tools takes minutes already";

pub(super) fn tell(readings: &[Reading]) -> Page {
    let body = joined([
        INTRO,
        "### build()",
        "How long it takes to make the registry, and what that then holds of memory.",
        &explained(pivot(readings, start::BUILD, "ms"), GREATEST),
        &explained(pivot(readings, start::BUILD, "KiB held"), GREATEST),
        "### One group and five",
        "`build()` of as many actions in one group as in five, which take turns.",
        &pivot(readings, start::GROUPS, "ms"),
        &pivot(readings, start::GROUPS, &ratio_to(start::FIVE)),
        "### A call among many actions",
        &list(readings, start::CALLS, "4 arguments"),
    ]);
    (body, Vec::new())
}
