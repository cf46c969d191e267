//! On the wire: contenders as programs of their own, loaded by this one with raw JSON-RPC over
//! stdio and Streamable HTTP, in both eras. Every load is bounded in time and in flight.

pub mod era;
mod http;
mod load;
mod server;
mod soak;
mod stdio;
mod tables;

use std::time::Duration;

use fusion_bench_kit::{Result, reading::Reading, work::Case};
use tokio::runtime::{Builder, Runtime};

pub use soak::{NAME as SOAK, run as soak};
pub use tables::of as tables_of;

use self::{
    era::{Call, Era},
    load::{Connection, Outcome},
    server::Server,
};
use crate::{
    context::Context,
    peers::{Peer, Program},
    samples::Samples,
};

/// How many requests are in flight.
pub const LEVELS: [usize; 3] = [1, 16, 256];

/// How requests reach a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Lines over pipes.
    Stdio,
    /// POST, a connection for each request in flight.
    Http,
}

impl Transport {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Stdio, Self::Http];

    /// What the tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "Streamable HTTP",
        }
    }
}

/// What a table of one transport and one era is called.
pub fn table(transport: Transport, era: Era) -> String {
    format!("{}, {}", transport.name(), era.name())
}

/// What was measured, and which contenders did not answer.
pub struct Measured {
    /// The numbers.
    pub readings: Vec<Reading>,
    /// A sentence for each combination that was left out.
    pub missing: Vec<String>,
}

struct Plan {
    rounds: usize,
    warm_up: Duration,
    window: Duration,
}

/// Measures all contenders that could be installed.
pub fn measure(context: &Context, programs: &[(Peer, Program)]) -> Result<Measured> {
    let plan = if context.is_quick() {
        Plan {
            rounds: 1,
            warm_up: Duration::from_millis(100),
            window: Duration::from_millis(200),
        }
    } else {
        Plan {
            rounds: 3,
            warm_up: Duration::from_millis(300),
            window: Duration::from_millis(800),
        }
    };
    let runtime = runtime()?;
    let mut samples = Samples::default();
    let mut missing = Vec::new();
    for _ in 0..plan.rounds {
        for (peer, program) in programs {
            for (transport, era) in combinations() {
                let one = one(&plan, *peer, program, (transport, era));
                let table = table(transport, era);
                match runtime.block_on(one) {
                    Ok(measured) => note(&mut samples, &table, peer.name, &measured),
                    Err(error) => {
                        let reason = format!("{}, {table}: {error}", peer.name);
                        if !missing.contains(&reason) {
                            missing.push(reason);
                        }
                    }
                }
            }
        }
    }
    Ok(Measured {
        readings: samples.readings(),
        missing,
    })
}

fn combinations() -> impl Iterator<Item = (Transport, Era)> {
    let eras = |transport| Era::ALL.map(|era| (transport, era));
    Transport::ALL.into_iter().flat_map(eras)
}

fn runtime() -> Result<Runtime> {
    Ok(Builder::new_current_thread().enable_all().build()?)
}

/// One level of load: how much was in flight, what came of it, what it cost the server.
struct Level {
    in_flight: usize,
    outcome: Outcome,
    cpu: Duration,
    peak: u64,
}

async fn one(
    plan: &Plan,
    peer: Peer,
    program: &Program,
    (transport, era): (Transport, Era),
) -> Result<Vec<Level>> {
    let (tool, arguments) = peer.call(Case::Scalars);
    let call = Call::new(
        era,
        &tool,
        &arguments,
        Case::Scalars.answer().unwrap_or_default(),
    );
    let (server, mut connection) = connect(transport, program, peer.path, call).await?;
    let mut levels = Vec::new();
    for in_flight in LEVELS {
        connection.load(in_flight, plan.warm_up).await?;
        let before = server.cpu()?;
        let outcome = connection.load(in_flight, plan.window).await?;
        let cpu = server.cpu()?.saturating_sub(before);
        let peak = server.peak_memory()?;
        levels.push(Level {
            in_flight,
            outcome,
            cpu,
            peak,
        });
    }
    server.stop(connection).await?;
    Ok(levels)
}

async fn connect(
    transport: Transport,
    program: &Program,
    path: &str,
    call: Call,
) -> Result<(Server, Connection)> {
    match transport {
        Transport::Stdio => {
            let (server, pipes) = Server::over_pipes(program)?;
            Ok((
                server,
                Connection::Stdio(stdio::Pipes::open(pipes, call).await?),
            ))
        }
        Transport::Http => {
            let (server, port) = Server::over_http(program).await?;
            Ok((
                server,
                Connection::Http(http::Clients::new(port, path, call)),
            ))
        }
    }
}

fn note(samples: &mut Samples, table: &str, peer: &str, levels: &[Level]) {
    for level in levels {
        let column = level.in_flight.to_string();
        let mut push = |unit, value| samples.push([table, peer, &column, unit], value);
        let outcome = &level.outcome;
        push("requests/s", outcome.rate());
        push("p50 µs", outcome.latency(0.5));
        push("p99 µs", outcome.latency(0.99));
        push(
            "CPU µs",
            level.cpu.as_secs_f64() * 1e6 / outcome.requests() as f64,
        );
        push("peak MiB", level.peak as f64 / f64::from(1 << 20));
    }
}
