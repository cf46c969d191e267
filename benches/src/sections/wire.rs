//! Servers under load.

use fusion_bench_kit::{reading::Reading, words::with_noun};

use super::{Page, charts, pictures};
use crate::{
    report::{blocks::join_blocks, machine},
    wire::{self, REQUESTS, Transport},
};

const INTRO: &str = "The call of 4 scalars, repeated by another program on the same cores: with more requests in \
    flight the load generator needs its share of them, so the rate of a fast server depends on \
    both. CPU is the time of all threads of the server for one request. The servers of one table \
    run at the same time, and are loaded in turns: a ratio to by hand compares two windows that \
    were taken beside each other. A window starts requests for a fifth of a second, after a \
    shorter one that is not counted, and ends when all are answered. It is longer for a slow \
    server; if a response takes longer than that fifth, a window has one response for each \
    request in flight. Each number is the median of the windows in which the machine was quiet, \
    or of the quieter half of all; p99 is that of a window, in which it is one of the slowest \
    few requests. The peak is that of the server's whole life up to a window, which includes \
    windows with fewer requests in flight. Over HTTP each request in flight has a connection, \
    and a session if the server makes sessions.";

pub(super) fn report(readings: &[Reading], missing: &[String]) -> Page {
    let taken = readings.iter().find_map(|reading| reading.quiet);
    let windows = taken.map_or_else(String::new, |quiet| {
        format!(
            " There are {} for each number.",
            with_noun(quiet.taken, "window")
        )
    });
    let intro = format!(
        "{INTRO}{windows} {}. {}.",
        wire::era::EXPLAINED,
        machine::runtimes()
    );
    let missing = match missing {
        [] => String::new(),
        missing => format!(
            "### Left out\n\nContenders that did not return the expected result, with their response:\n\n- {}",
            missing.join("\n- ")
        ),
    };
    let charts = vec![
        ("rate", charts::wire(readings, Transport::Http, REQUESTS)),
        ("cpu", charts::wire(readings, Transport::Http, wire::CPU)),
        ("stdio", charts::wire(readings, Transport::Stdio, REQUESTS)),
    ];
    let body = join_blocks([
        intro.as_str(),
        &pictures(&charts),
        &wire::all_tables(readings),
        &missing,
    ]);
    (body, charts)
}
