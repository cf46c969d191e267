//! Calls without a transport.

use fusion_bench_kit::reading::Reading;

use super::{Page, charts, pictures};
use crate::{
    process::{self, call, constraints, formats, layers, list, mixed, sync},
    report::{
        blocks::joined,
        table::{self, explained, pivot},
    },
};

const INTRO: &str = "No transport, one thread. A sample is a batch of calls that takes some third of \
    a millisecond; a short piece of work before and after it tells the pace of the machine. Each number is \
    the median of those of several runs of a program, and so are the ends of its spread: they tell how \
    samples of one run differ. By hand tells the first problem of a call; Fusion tells all, with what was \
    expected. Peers that are not here are measured on the wire alone.";

const APART: &str = "tower-mcp is measured by a program of its own, since it has a lock file of its own. Code and \
    memory lie elsewhere there, and by hand takes another time in it. So its nanoseconds stand apart, \
    beside those of its own by hand; compare it with the others by its ×, and by allocations.";

const FOUND: &str =
    "tower-mcp is called at a tool that is already found, so that no name is unknown to it";

const MIXED: &str = "A string, an optional enum, a number with a default, a list. It is no sixth action beside the \
    five: the budgets were set of this call before there were the five, and it mixes kinds of arguments, \
    which those mostly keep apart. It is called on the registry, the five through a view, as a server \
    calls them. Not every call is as near to by hand as this one: see `4 scalars` above.";

const CONSTRAINTS: &str = "The call of 4 scalars, three of which have bounds: by hand as checks behind serde, by Fusion \
    as attributes.";

const LAYERS: &str = "The call of 4 scalars by Fusion, through what a row names. Static layers are part of the \
    registry's type, those of a list are boxed; both do nothing but call the next. The layers that are \
    built in have as little to do: no limit is reached, and nobody listens.";

const SYNC: &str = "The call of 4 scalars by Fusion, with its state sync off and on.";

const TOON: &str = "A call by Fusion that answers with 50 rows, then the encoders alone; JSON is that of \
    `serde_json`. Auto encodes as both, and takes TOON where that saves a tenth.";

const LIST: &str = "`tools/list`, as a handler with Fusion attached answers it, beside rmcp's router of the same tools.";

pub(super) fn tell(readings: &[Reading]) -> Page {
    let table = |name, unit| pivot(readings, name, unit);
    let row = |name, row| table::list(readings, name, row);
    let charts = vec![("call", charts::call(readings))];
    let body = joined([
        INTRO,
        &pictures(&charts),
        "### One call",
        &table(call::NAME, "ns"),
        &explained(table(call::NAME, "× by hand"), FOUND),
        &table(call::NAME, "× rmcp"),
        &explained(table(call::NAME, "allocations"), FOUND),
        APART,
        &explained(table(process::APART, "ns"), FOUND),
        "### The call that the budgets are of",
        MIXED,
        &row(mixed::NAME, mixed::ROW),
        "### Constraints",
        CONSTRAINTS,
        &table(constraints::NAME, "ns"),
        &table(constraints::NAME, "× by hand"),
        "### Layers",
        LAYERS,
        &row(layers::NAME, layers::ROW),
        "### State sync",
        SYNC,
        &row(sync::NAME, layers::ROW),
        "### Results in TOON",
        TOON,
        &row(formats::CALLS, "50 rows"),
        &table(formats::ENCODERS, "ns"),
        &table(formats::ENCODERS, "× JSON"),
        &table(formats::ENCODERS, "allocations"),
        "### The list",
        LIST,
        &row(list::NAME, list::ROW),
    ]);
    (body, charts)
}
