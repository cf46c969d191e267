//! Tokens that a model reads.

use fusion_bench_kit::reading::Reading;

use super::{Page, charts, pictures};
use crate::{report::blocks::join_blocks, tokens};

const INTRO: &str = "The part of the example server's list that a model reads: names, descriptions and input \
    schemas, in tokens of o200k_base. All rows but those of `Brief` and `Search` contain the same prose. An exposition maps \
    actions to tools: `Flat` makes a tool of each action, `BySafety` makes one tool of all \
    actions that read, one of all that write and one of all that destroy, `Grouped` makes one \
    tool of all, and `Search` lists tools that find and call actions. A form is the layout in which a tool of several actions describes them.";

pub(super) fn report(readings: &[Reading]) -> Page {
    let charts = vec![("tokens", charts::tokens(readings))];
    let body = join_blocks([INTRO, &pictures(&charts), &tokens::table(readings)]);
    (body, charts)
}
