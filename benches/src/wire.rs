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

use fusion_bench_kit::{
    Result,
    pace::{Pace, Paced},
    reading::Reading,
    work::Case,
};
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
    windows: usize,
    window: Duration,
}

impl Plan {
    fn of(context: &Context) -> Self {
        let milliseconds = Duration::from_millis;
        if context.is_quick() {
            Self {
                rounds: 1,
                warm_up: milliseconds(100),
                windows: 1,
                window: milliseconds(200),
            }
        } else {
            Self {
                rounds: 5,
                warm_up: milliseconds(150),
                windows: 2,
                window: milliseconds(250),
            }
        }
    }

    /// How many windows in quiet are wanted for each number.
    fn wanted(&self) -> usize {
        (self.rounds * self.windows).div_ceil(2)
    }
}

/// Measures all contenders that could be installed; those of one table stand beside each other.
pub fn measure(context: &Context, programs: &[(Peer, Program)]) -> Result<Measured> {
    let plan = Plan::of(context);
    let runtime = runtime()?;
    let mut pace = Pace::find();
    let mut samples = Samples::default();
    let mut missing = Vec::new();
    for _ in 0..plan.rounds {
        for (transport, era) in combinations() {
            let table = table(transport, era);
            for (peer, program) in programs {
                let one = one(&plan, &mut pace, *peer, program, (transport, era));
                match runtime.block_on(one) {
                    Ok(windows) => note(&mut samples, &table, peer.name, &windows),
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
    let chosen = |key: [&str; 4], all| Reading::chosen(key, pace.choose(all, plan.wanted()));
    Ok(Measured {
        readings: samples.readings(chosen),
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

/// One window of load: how much was in flight, what came of it, what it cost the server.
struct Window {
    in_flight: usize,
    outcome: Outcome,
    cpu: Duration,
    peak: u64,
    pace: f64,
}

async fn one(
    plan: &Plan,
    pace: &mut Pace,
    peer: Peer,
    program: &Program,
    (transport, era): (Transport, Era),
) -> Result<Vec<Window>> {
    let (tool, arguments) = peer.call(Case::Scalars);
    let call = Call::new(
        era,
        &tool,
        &arguments,
        Case::Scalars.answer().unwrap_or_default(),
    );
    let (server, mut connection) = connect(transport, program, peer.path, call).await?;
    let mut windows = Vec::new();
    for in_flight in LEVELS {
        connection.prepare(in_flight).await?;
        connection.load(in_flight, plan.warm_up).await?;
        for _ in 0..plan.windows {
            let before = server.cpu()?;
            let load = connection.load(in_flight, plan.window);
            let (outcome, pace) = during(pace, load).await;
            windows.push(Window {
                in_flight,
                outcome: outcome?,
                cpu: server.cpu()?.saturating_sub(before),
                peak: server.peak_memory()?,
                pace,
            });
        }
    }
    server.stop(connection).await?;
    Ok(windows)
}

/// How often the pace is read while a load is on: a reading takes a thousandth of this.
const BETWEEN_READINGS: Duration = Duration::from_millis(10);

/// What a load ends with, and the mean of the paces meanwhile.
async fn during<T>(pace: &mut Pace, load: impl Future<Output = T>) -> (T, f64) {
    let (mut sum, mut count) = (0.0, 0.0);
    let reading = async {
        loop {
            sum += pace.read();
            count += 1.0;
            tokio::time::sleep(BETWEEN_READINGS).await;
        }
    };
    let done = tokio::select! {
        done = load => done,
        never = reading => never,
    };
    (done, sum / count)
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

fn note(samples: &mut Samples<Paced>, table: &str, peer: &str, windows: &[Window]) {
    for window in windows {
        let column = window.in_flight.to_string();
        let pace = window.pace;
        let mut push =
            |unit, value| samples.push([table, peer, &column, unit], Paced { value, pace });
        let outcome = &window.outcome;
        push("requests/s", outcome.rate());
        push("p50 µs", outcome.latency(0.5));
        push("p99 µs", outcome.latency(0.99));
        let cpu = window.cpu.as_secs_f64() * 1e6;
        push("CPU µs", cpu / outcome.requests() as f64);
        push("peak MiB", window.peak as f64 / f64::from(1 << 20));
    }
}
