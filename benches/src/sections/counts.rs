//! Counts on the wire.

use fusion_bench_kit::reading::Reading;

use super::Page;
use crate::{
    report::{blocks::join_blocks, table::pivot},
    wire::{
        self,
        counts::{IDLE_TABLE, MEMORY},
    },
};

const INTRO: &str = "The work of a server for one call of 4 scalars, counted and not timed, so that other work of the \
    machine hardly changes a number. A server is run twice with different numbers of calls; the difference of \
    the counts is divided by the difference of the calls, so that the start is not counted. Instructions are \
    those outside of the kernel, by callgrind; syscalls are counted by strace; allocations include \
    reallocations, and are counted by memcheck. All are those of all threads. With several requests in \
    flight, these are sent in one write, and the next ones when all are answered. The instruments slow a \
    server down, callgrind by some fifty times, so that threads wait for each other more often than without \
    them. Without the lane, the SDK under Fusion answers each call.";

const MEMORY_INTRO: &str = "The KiB by which the peak memory of a server rises with each further connection, from 16 \
    connections to 256, each with one call in flight.";

const IDLE_INTRO: &str = "The resident memory of the example server over stdio, two seconds after its start. It includes the \
    pages of the program that were read.";

pub(super) fn report(readings: &[Reading], missing: &[String]) -> Page {
    let missing = match missing {
        [] => String::new(),
        missing => format!("### Not counted\n\n- {}", missing.join("\n- ")),
    };
    let intro = format!("{INTRO} {}.", wire::era::EXPLAINED);
    let mut blocks = vec![intro, wire::count_tables(readings)];
    for (table, unit, what) in [
        (MEMORY, "KiB", MEMORY_INTRO),
        (IDLE_TABLE, "MiB", IDLE_INTRO),
    ] {
        let rows = pivot(readings, table, unit);
        if readings.iter().any(|reading| reading.table == table) {
            blocks.extend([format!("### Memory of {table}"), what.to_owned(), rows]);
        }
    }
    blocks.push(missing);
    (join_blocks(blocks.iter().map(String::as_str)), Vec::new())
}
