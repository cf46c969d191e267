//! The list of budgets: those of calls in process, of building and of TOON, those of servers, and
//! those of programs that serve.

use super::{
    Bound::{AtLeast, AtMost},
    Budget,
};

const RATIO: &str = "×";

const FUSION: &str = "fusion, grouped";
const STDIO: [&str; 2] = ["stdio, legacy (2025-11-25)", "stdio, modern (2026-07-28)"];
const HTTP: &str = "Streamable HTTP, modern (2026-07-28)";
const HTTP_LEGACY: &str = "Streamable HTTP, legacy (2025-11-25)";

const fn ratio(what: &'static str, most: f64, of: &'static [[&'static str; 4]]) -> Budget {
    most_of(what, most, RATIO, of)
}

const fn most_of(
    what: &'static str,
    most: f64,
    unit: &'static str,
    of: &'static [[&'static str; 4]],
) -> Budget {
    Budget {
        what,
        bound: AtMost(most),
        unit,
        of,
        less: None,
        beside: &[],
        divided_by: 1.0,
    }
}

/// Makes the budget of the request rate over HTTP, relative to another contender.
const fn rate(what: &'static str, least: f64, beside: &'static [[&'static str; 4]]) -> Budget {
    Budget {
        what,
        bound: AtLeast(least),
        unit: RATIO,
        of: &[
            [HTTP, FUSION, "16", "requests/s"],
            [HTTP, FUSION, "256", "requests/s"],
        ],
        less: None,
        beside,
        divided_by: 1.0,
    }
}

/// All budgets, in the order of the table.
pub(super) const BUDGETS: [Budget; 37] = [
    ratio(
        "a call of 4 arguments, relative to by hand",
        1.3,
        &[["mixed", "4 arguments", "fusion, grouped", "× by hand"]],
    ),
    ratio(
        "a call of 4 arguments, relative to rmcp's router",
        1.0,
        &[["mixed", "4 arguments", "fusion, grouped", "× rmcp"]],
    ),
    Budget {
        what: "each static middleware, of ten",
        bound: AtMost(10.0),
        unit: "ns",
        of: &[[
            "middleware",
            "4 scalars",
            "10 static middleware",
            "ns more than no middleware",
        ]],
        less: None,
        beside: &[],
        divided_by: 10.0,
    },
    Budget {
        what: "each static middleware, of ten",
        bound: AtMost(0.0),
        unit: "allocations",
        of: &[[
            "middleware",
            "4 scalars",
            "10 static middleware",
            "allocations",
        ]],
        less: Some(["middleware", "4 scalars", "no middleware", "allocations"]),
        beside: &[],
        divided_by: 10.0,
    },
    ratio(
        "a call among 1,000 actions, relative to 10",
        1.3,
        &[[
            "many actions",
            "4 arguments",
            "1,000 actions",
            "× 10 actions",
        ]],
    ),
    Budget {
        what: "`build()` of 1,000 actions of 4 arguments",
        bound: AtMost(10.0),
        unit: "ms",
        of: &[["build()", "1,000 actions", "fusion", "ms"]],
        less: None,
        beside: &[],
        divided_by: 1.0,
    },
    ratio(
        "`build()` of 1,000 actions in one group, relative to five groups of 200",
        2.0,
        &[["groups", "1,000 actions", "one group", "× five groups"]],
    ),
    ratio(
        "`tools/list` of 60 tools, relative to rmcp's router",
        1.0,
        &[["list", "60 tools", "fusion, attached", "× rmcp"]],
    ),
    ratio(
        "release build of 60 actions, relative to rmcp's macros",
        1.0,
        &[["release build", "60 actions", "fusion", "× rmcp"]],
    ),
    ratio(
        "TOON of typed rows, relative to `serde_json`",
        1.2,
        &[["encode", "50 typed rows", "TOON", "× JSON"]],
    ),
    ratio(
        "TOON of values, relative to `serde_json`",
        1.2,
        &[["encode", "50 rows as Value", "TOON", "× JSON"]],
    ),
    Budget {
        what: "TOON of 50 rows, typed or not",
        bound: AtMost(20.0),
        unit: "allocations",
        of: &[
            ["encode", "50 typed rows", "TOON", "allocations"],
            ["encode", "50 rows as Value", "TOON", "allocations"],
        ],
        less: None,
        beside: &[],
        divided_by: 1.0,
    },
    ratio(
        "a call of 20 arguments with one problem, relative to rmcp's router",
        3.0,
        &[["call", "20 arguments, 1 problem", FUSION, "× rmcp"]],
    ),
    ratio(
        "a call of an unknown action, relative to rmcp's router",
        3.0,
        &[["call", "unknown action", FUSION, "× rmcp"]],
    ),
    ratio(
        "a call of 4 arguments whose handler is a `fn`, relative to by hand",
        1.2,
        &[["mixed", "4 arguments", "fusion, grouped, `fn`", "× by hand"]],
    ),
    ratio(
        "a call from the bytes of its request to those of its response, relative to by hand",
        0.7,
        &[["bytes", "4 scalars", FUSION, "× by hand"]],
    ),
    most_of(
        "a call over stdio, 1 in flight",
        22_000.0,
        "instructions",
        &[
            [STDIO[0], FUSION, "1", "instructions"],
            [STDIO[1], FUSION, "1", "instructions"],
        ],
    ),
    most_of(
        "a call over stdio, 1 in flight",
        5.0,
        "syscalls",
        &[
            [STDIO[0], FUSION, "1", "syscalls"],
            [STDIO[1], FUSION, "1", "syscalls"],
        ],
    ),
    most_of(
        "a call over stdio, 1 in flight",
        25.0,
        "allocations",
        &[
            [STDIO[0], FUSION, "1", "allocations"],
            [STDIO[1], FUSION, "1", "allocations"],
        ],
    ),
    most_of(
        "a call over stdio, 256 in flight",
        22_000.0,
        "instructions",
        &[
            [STDIO[0], FUSION, "256", "instructions"],
            [STDIO[1], FUSION, "256", "instructions"],
        ],
    ),
    most_of(
        "a call over stdio, 256 in flight",
        1.0,
        "syscalls",
        &[
            [STDIO[0], FUSION, "256", "syscalls"],
            [STDIO[1], FUSION, "256", "syscalls"],
        ],
    ),
    most_of(
        "a call over stdio, 256 in flight",
        25.0,
        "allocations",
        &[
            [STDIO[0], FUSION, "256", "allocations"],
            [STDIO[1], FUSION, "256", "allocations"],
        ],
    ),
    ratio(
        "the median latency over stdio, 16 in flight, relative to by hand",
        1.0,
        &[
            [STDIO[0], FUSION, "16", "p50 × by hand"],
            [STDIO[1], FUSION, "16", "p50 × by hand"],
        ],
    ),
    ratio(
        "the median latency over stdio, 256 in flight, relative to by hand",
        1.0,
        &[
            [STDIO[0], FUSION, "256", "p50 × by hand"],
            [STDIO[1], FUSION, "256", "p50 × by hand"],
        ],
    ),
    most_of(
        "a call over HTTP",
        55_000.0,
        "instructions",
        &[
            [HTTP_LEGACY, FUSION, "1", "instructions"],
            [HTTP, FUSION, "1", "instructions"],
        ],
    ),
    most_of(
        "a call over HTTP",
        50.0,
        "allocations",
        &[
            [HTTP_LEGACY, FUSION, "1", "allocations"],
            [HTTP, FUSION, "1", "allocations"],
        ],
    ),
    rate(
        "the rate over HTTP, 16 and 256 in flight, relative to by hand",
        0.9,
        &[
            [HTTP, "by hand", "16", "requests/s"],
            [HTTP, "by hand", "256", "requests/s"],
        ],
    ),
    rate(
        "the rate over HTTP, 16 and 256 in flight, relative to rmcp",
        2.5,
        &[
            [HTTP, "rmcp", "16", "requests/s"],
            [HTTP, "rmcp", "256", "requests/s"],
        ],
    ),
    rate(
        "the rate over HTTP, 16 and 256 in flight, relative to turbomcp",
        2.5,
        &[
            [HTTP, "turbomcp", "16", "requests/s"],
            [HTTP, "turbomcp", "256", "requests/s"],
        ],
    ),
    rate(
        "the rate over HTTP, 16 and 256 in flight, relative to tower-mcp",
        2.5,
        &[
            [HTTP, "tower-mcp", "16", "requests/s"],
            [HTTP, "tower-mcp", "256", "requests/s"],
        ],
    ),
    rate(
        "the rate over HTTP, 16 and 256 in flight, relative to pmcp",
        2.5,
        &[
            [HTTP, "pmcp", "16", "requests/s"],
            [HTTP, "pmcp", "256", "requests/s"],
        ],
    ),
    most_of(
        "the memory of a busy HTTP connection",
        25.0,
        "KiB",
        &[["a busy HTTP connection", FUSION, "memory", "KiB"]],
    ),
    most_of(
        "the memory of the idle example server",
        12.0,
        "MiB",
        &[["an idle server", "tracker", "memory", "MiB"]],
    ),
    most_of(
        "the program of 10 actions over HTTP, stripped",
        3.5,
        "MiB",
        &[["release program, stripped", "10 actions", "fusion", "MiB"]],
    ),
    most_of(
        "the crates of the default features",
        105.0,
        "crates",
        &[["crates", "default features", "fusion", "crates"]],
    ),
    ratio(
        "the debug program of 10 actions over HTTP, relative to rmcp's macros",
        1.5,
        &[["debug program", "10 actions", "fusion", "× rmcp"]],
    ),
    ratio(
        "the debug build of 10 actions after a change, relative to rmcp's macros",
        1.0,
        &[[
            "debug build after a change",
            "10 actions",
            "fusion",
            "× rmcp",
        ]],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        programs::{CRATES, DEBUG, DEFAULT, REBUILD, RELEASE},
        wire::{
            Transport,
            counts::{IDLE, IDLE_TABLE, MEMORY},
            era::Era,
            table,
        },
    };

    #[test]
    fn the_tables_of_servers_are_those_that_are_measured() {
        assert_eq!(STDIO, Era::ALL.map(|era| table(Transport::Stdio, era)));
        let http = Era::ALL.map(|era| table(Transport::Http, era));
        assert_eq!([HTTP_LEGACY, HTTP], http);
        let of = BUDGETS.iter().flat_map(|budget| budget.of);
        let memory: Vec<_> = of
            .filter(|[_, _, column, _]| *column == "memory")
            .map(|[table, row, ..]| [*table, *row])
            .collect();
        assert_eq!(memory, [[MEMORY, FUSION], [IDLE_TABLE, IDLE]]);
    }

    #[test]
    fn the_tables_of_programs_are_those_that_are_measured() {
        let tables = [RELEASE, CRATES, DEBUG, REBUILD];
        let own = BUDGETS[BUDGETS.len() - 4..].iter().map(|budget| budget.of);
        assert_eq!(own.map(|of| of[0][0]).collect::<Vec<_>>(), tables);
        let crates = BUDGETS.iter().find(|budget| budget.unit == CRATES).unwrap();
        assert_eq!(crates.of[0], [CRATES, DEFAULT, "fusion", CRATES]);
    }

    #[test]
    fn each_number_has_one_to_be_compared_with_or_none_has() {
        for budget in &BUDGETS {
            let count = budget.beside.len();
            assert!(count == 0 || count == budget.of.len(), "{}", budget.what);
        }
    }

    #[test]
    fn no_two_budgets_have_one_name_and_unit() {
        let mut names: Vec<_> = BUDGETS
            .iter()
            .map(|budget| [budget.what, budget.unit])
            .collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), BUDGETS.len());
    }
}
