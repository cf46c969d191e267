//! Minutes of load.

use std::time::Duration;

use fusion_bench_kit::{Result, reading::Reading};

use super::{Page, Topic};
use crate::{
    context::Context,
    measured::Measured,
    peers::{Peer, Program},
    report::{blocks::joined, table::pivot},
    wire::{self, REQUESTS, era::Era},
};

pub(super) fn measure(context: &Context, mut programs: Vec<(Peer, Program)>) -> Result<Measured> {
    let (time, slices) = if context.is_quick() {
        (Duration::from_secs(10), 5)
    } else {
        (Duration::from_secs(600), 20)
    };
    programs.retain(|(peer, _)| Topic::Soak.takes(peer));
    wire::soak(&programs, time, slices)
}

pub(super) fn tell(readings: &[Reading]) -> Page {
    let intro = format!(
        "Servers over Streamable HTTP, {}, 16 in flight. All live for the whole time and are loaded in \
         turns, each for its part of a slice, so that what the machine does to one it does to the other. \
         The memory is what is resident of a server at the end of its part: it is to rise at first and then to stay.",
        Era::Modern.name(),
    );
    let table = |unit| pivot(readings, wire::SOAK, unit);
    let body = joined([
        intro.as_str(),
        &table("MiB held"),
        &table(REQUESTS),
        &table("p99 µs"),
    ]);
    (body, Vec::new())
}
