//! Minutes of load.

use std::time::Duration;

use fusion_bench_kit::{Result, reading::Reading};

use super::{Page, Topic};
use crate::{
    context::Context,
    measurements::Measurements,
    peers::{Peer, Program},
    report::{blocks::join_blocks, table::pivot},
    wire::{self, REQUESTS, era::Era},
};

pub(super) fn measure(
    context: &Context,
    mut programs: Vec<(Peer, Program)>,
) -> Result<Measurements> {
    let (time, slices) = if context.is_quick() {
        (Duration::from_secs(10), 5)
    } else {
        (Duration::from_secs(600), 20)
    };
    programs.retain(|(peer, _)| Topic::Soak.includes(peer));
    wire::soak(&programs, time, slices)
}

pub(super) fn report(readings: &[Reading]) -> Page {
    let intro = format!(
        "Servers over Streamable HTTP, {}, 16 requests in flight. All run for the whole time and are loaded in turns, each for its part \
    of a slice, so that a disturbance of the machine affects all of them. The memory is the \
    resident memory of a server at the end of its part: it should rise at first and then stay \
    constant.",
        Era::Modern.name(),
    );
    let table = |unit| pivot(readings, wire::SOAK, unit);
    let body = join_blocks([
        intro.as_str(),
        &table("MiB held"),
        &table(REQUESTS),
        &table("p99 µs"),
    ]);
    (body, Vec::new())
}
