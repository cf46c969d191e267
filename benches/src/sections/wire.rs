//! Servers under load.

use fusion_bench_kit::{reading::Reading, words::counted};

use super::{Page, charts, pictures};
use crate::{
    report::{blocks::joined, machine},
    wire::{self, REQUESTS, Transport},
};

const INTRO: &str = "The call of 4 scalars, repeated by a program of its own on the same cores: with more in flight the \
    load takes its share of them, and rates of fast servers are those of both. CPU is the server's, of \
    all its threads, for one request. Servers of one table live at the same time, and are loaded in \
    turns: a ratio to by hand is of two windows beside each other. A window begins requests for a fifth \
    of a second, behind a shorter one that is not counted, and ends when all are answered. Of a slow \
    server it is longer; where an answer takes longer than that fifth, a window has one answer for each \
    request in flight. Each number is the median of the windows in which the machine was quiet, \
    or of the quieter half of all; p99 is the one of a window, in which it is one of the slowest few \
    requests. The peak is of the server's whole life up to a window, with fewer in flight too. Over \
    HTTP each request in flight has a connection, and a session where the server makes sessions.";

pub(super) fn tell(readings: &[Reading], missing: &[String]) -> Page {
    let taken = readings.iter().find_map(|reading| reading.quiet);
    let windows = taken.map_or_else(String::new, |quiet| {
        format!(
            " There are {} for each number.",
            counted(quiet.taken, "window")
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
            "### Left out\n\nWho did not answer the call as the others do, and what they said instead:\n\n- {}",
            missing.join("\n- ")
        ),
    };
    let charts = vec![
        ("rate", charts::wire(readings, Transport::Http, REQUESTS)),
        ("cpu", charts::wire(readings, Transport::Http, wire::CPU)),
        ("stdio", charts::wire(readings, Transport::Stdio, REQUESTS)),
    ];
    let body = joined([
        intro.as_str(),
        &pictures(&charts),
        &wire::tables_of(readings),
        &missing,
    ]);
    (body, charts)
}
