//! Calls without a transport.

use fusion_bench_kit::reading::Reading;

use super::{Page, charts, pictures};
use crate::{
    process::{self, bytes, call, constraints, formats, list, middleware, mixed, sync},
    report::{
        blocks::join_blocks,
        table::{self, pivot, with_reason},
    },
};

const INTRO: &str = "No transport, one thread. A sample is a batch of calls that takes about a third of a millisecond; a short piece of \
    constant work before and after it measures the pace of the machine. Each number is the \
    median of the medians of several runs of a program, and so are the ends of its spread, which \
    show how the samples of one run differ. By hand reports the first problem of a call; Fusion \
    reports all problems, with the expected values. Contenders that are missing here are \
    measured on the wire only.";

const SEPARATE: &str = "tower-mcp is measured by a program of its own, because it has a lock file of its own. That program has \
    another layout of code and memory, in which by hand takes another time. Its nanoseconds are \
    therefore in a separate table, beside those of by hand in the same program; compare it with \
    the others by its ×, and by allocations.";

const FOUND: &str = "the call of tower-mcp begins at a tool that was already found, so it cannot have an unknown \
    name";

const MIXED: &str = "A string, an optional enum, a number with a default, a list. The budgets were set for this \
    call before the five actions existed, and it mixes kinds of arguments that the five mostly \
    keep apart. It is called on the registry, the five through a view, as a server calls them. \
    Other calls have other ratios to by hand: see `4 scalars` above.";

const BYTES: &str = "The line of a `tools/call` of 4 scalars in, the line of its response out, over a stream in memory, with \
    all calls of a batch in flight. By hand is a loop over lines, with typed and borrowed messages and without \
    the checks of the protocol; Fusion is `Server::serve`, in the legacy era.";

const CONSTRAINTS: &str = "The call of 4 scalars, three of which have bounds: by hand as checks after serde, by Fusion as attributes.";

const MIDDLEWARE: &str = "The call of 4 scalars by Fusion, through the middleware that a row names. Static middleware \
    is part of the registry's type, middleware of a list is boxed; both only call the next one. \
    The built-in middleware also has little to do: no limit is reached, and there is \
    no subscriber.";

const SYNC: &str = "The call of 4 scalars by Fusion, with its state sync off and on.";

const TOON: &str = "A call by Fusion that returns 50 rows, then the encoders alone; JSON is that of \
    `serde_json`. Auto encodes as both, and selects TOON if it is at least a tenth shorter.";

const LIST: &str = "`tools/list`, as a handler with Fusion attached answers it, beside rmcp's router of the same tools.";

pub(super) fn report(readings: &[Reading]) -> Page {
    let table = |name, unit| pivot(readings, name, unit);
    let row = |name, row| table::list(readings, name, row);
    let charts = vec![("call", charts::call(readings))];
    let body = join_blocks([
        INTRO,
        &pictures(&charts),
        "### One call",
        &table(call::NAME, "ns"),
        &with_reason(table(call::NAME, "× by hand"), FOUND),
        &table(call::NAME, "× rmcp"),
        &with_reason(table(call::NAME, "allocations"), FOUND),
        SEPARATE,
        &with_reason(table(process::SEPARATE, "ns"), FOUND),
        "### The call of the budgets",
        MIXED,
        &row(mixed::NAME, mixed::ROW),
        "### Bytes in, bytes out",
        BYTES,
        &row(bytes::NAME, bytes::ROW),
        "### Constraints",
        CONSTRAINTS,
        &table(constraints::NAME, "ns"),
        &table(constraints::NAME, "× by hand"),
        "### Middleware",
        MIDDLEWARE,
        &row(middleware::NAME, middleware::ROW),
        "### State sync",
        SYNC,
        &row(sync::NAME, middleware::ROW),
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
