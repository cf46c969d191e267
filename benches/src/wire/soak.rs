//! The soak: servers under a steady load for minutes, in turns, with the memory of each. A rate
//! that falls for one server is the server's; a rate that falls for all is the machine's.

use std::time::Duration;

use fusion_bench_kit::{Result, reading::Reading};

use super::{REQUESTS, Transport, era::Era, runtime, start};
use crate::{
    measurements::Measurements,
    peers::{Peer, Program},
    samples::Samples,
};

/// The name of the table.
pub const NAME: &str = "soak";
const IN_FLIGHT: usize = 16;

/// Loads these contenders over Streamable HTTP in the modern era for `time` in total, each once in
/// each of `slices`.
pub fn run(programs: &[(Peer, Program)], time: Duration, slices: u32) -> Result<Measurements> {
    let mut samples = Samples::default();
    runtime()?.block_on(async {
        let mut running = Vec::new();
        for (peer, program) in programs {
            running.push(start(Transport::Http, Era::Modern, *peer, program).await?);
        }
        let slice = time / slices;
        for number in 1..=slices {
            let minutes = (slice * number).as_secs_f64() / 60.0;
            let row = format!("after {minutes:.1} min");
            let part = slice / u32::try_from(running.len())?;
            for one in &mut running {
                one.connection.prepare(IN_FLIGHT).await?;
                let outcome = one.connection.load(IN_FLIGHT, part).await?;
                let memory = one.server.current_memory()? as f64 / f64::from(1 << 20);
                let name = one.peer.name;
                let mut push = |unit, value| samples.push([NAME, &row, name, unit], value);
                push(REQUESTS, outcome.rate());
                push("p99 µs", outcome.latency(0.99));
                push("MiB held", memory);
            }
        }
        for one in running {
            one.server.stop(one.connection).await?;
        }
        Result::Ok(())
    })?;
    Ok(Measurements::complete(
        samples.readings(Reading::from_samples),
    ))
}
