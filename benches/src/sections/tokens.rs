//! What a model reads.

use fusion_bench_kit::reading::Reading;

use super::{Page, charts, pictures};
use crate::{report::blocks::joined, tokens};

const INTRO: &str = "What a model reads of the example server: names, descriptions and input schemas, in tokens of \
    o200k_base; the same prose is in all rows. An exposition is how actions become tools: `Flat` makes a \
    tool of each, `BySafety` one of all that read, one of all that write and one of all that destroy, \
    `Grouped` one of all. A form is how a tool of several actions describes them.";

pub(super) fn tell(readings: &[Reading]) -> Page {
    let charts = vec![("tokens", charts::tokens(readings))];
    let body = joined([INTRO, &pictures(&charts), &tokens::table(readings)]);
    (body, charts)
}
