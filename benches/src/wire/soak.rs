//! The soak: one server under a steady load for minutes, and the memory that it holds meanwhile.

use std::time::{Duration, Instant};

use fusion_bench_kit::{Result, work::Case};

use super::{
    Measured, Transport, connect,
    era::{Call, Era},
    runtime,
};
use crate::{
    peers::{Peer, Program},
    samples::Samples,
};

/// What the table is called.
pub const NAME: &str = "soak";
const IN_FLIGHT: usize = 16;

/// Loads this contender over Streamable HTTP in the modern era; each row is one of `slices` parts of
/// the time.
pub fn run(peer: Peer, program: &Program, time: Duration, slices: u32) -> Result<Measured> {
    let mut samples = Samples::default();
    runtime()?.block_on(async {
        let (tool, arguments) = peer.call(Case::Scalars);
        let answer = Case::Scalars.answer().unwrap_or_default();
        let call = Call::new(Era::Modern, &tool, &arguments, answer);
        let opening = connect(Transport::Http, program, peer.path, call);
        let (server, mut connection) = opening.await?;
        let begun = Instant::now();
        for _ in 0..slices {
            let outcome = connection.load(IN_FLIGHT, time / slices).await?;
            let minutes = begun.elapsed().as_secs_f64() / 60.0;
            let row = format!("after {minutes:.1} min");
            let memory = server.current_memory()? as f64 / f64::from(1 << 20);
            let mut push = |unit, value| samples.push([NAME, &row, peer.name, unit], value);
            push("requests/s", outcome.rate());
            push("p99 µs", outcome.latency(0.99));
            push("MiB held", memory);
        }
        server.stop(connection).await
    })?;
    Ok(Measured {
        readings: samples.readings(),
        missing: Vec::new(),
    })
}
