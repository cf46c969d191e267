//! Contenders on the wire: programs of their own, loaded by this one with raw JSON-RPC over stdio
//! and Streamable HTTP, in both eras. Every load is bounded in time and in requests in flight.

pub mod counts;
pub mod era;
mod http;
mod load;
mod server;
mod soak;
mod stdio;
mod tables;
mod window;

use std::time::Duration;

use fusion_bench_kit::{
    Error, Result, floor,
    pace::{Pace, PacedSample},
    reading::Reading,
    work::Case,
};
use tokio::runtime::{Builder, Runtime};

pub use soak::{NAME as SOAK, run as soak};
pub use tables::{all_tables, count_tables};

use self::{
    era::{Call, Era},
    load::Connection,
    server::Server,
    window::RunningServer,
};
use crate::{
    context::Context,
    measurements::Measurements,
    peers::{Peer, Program},
    samples::Samples,
};

/// The numbers of requests in flight.
pub const LEVELS: [usize; 3] = [1, 16, 256];

/// The unit of the request rate.
pub const REQUESTS: &str = "requests/s";
/// The unit of the server's processor time.
pub const CPU: &str = "CPU µs";

/// The transport of the requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Lines over pipes.
    Stdio,
    /// POST, with a connection for each request in flight.
    Http,
}

impl Transport {
    /// Both transports.
    pub const ALL: [Self; 2] = [Self::Stdio, Self::Http];

    /// Returns the name of the transport in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "Streamable HTTP",
        }
    }
}

/// Returns the name of the table of one transport and one era.
pub fn table(transport: Transport, era: Era) -> String {
    format!("{}, {}", transport.name(), era.name())
}

struct Plan {
    /// The number of times that every server is started.
    rounds: usize,
    /// The number of windows of a server in a round, for each level of load.
    windows: usize,
    window: Duration,
    warm_up: Duration,
}

impl Plan {
    fn new(context: &Context) -> Self {
        let (rounds, windows) = if context.is_quick() { (1, 1) } else { (2, 6) };
        Self {
            rounds,
            windows,
            window: Duration::from_millis(200),
            warm_up: Duration::from_millis(40),
        }
    }

    /// Returns the number of quiet windows that are wanted for each number.
    fn wanted(&self) -> usize {
        (self.rounds * self.windows).div_ceil(2)
    }
}

/// The results so far.
struct WireRun {
    pace: Pace,
    samples: Samples<PacedSample>,
    missing: Vec<String>,
}

/// Measures all contenders that could be installed.
pub fn measure(context: &Context, programs: &[(Peer, Program)]) -> Result<Measurements> {
    let plan = Plan::new(context);
    let mut found = WireRun {
        pace: Pace::find(),
        samples: Samples::default(),
        missing: Vec::new(),
    };
    runtime()?.block_on(async {
        for _ in 0..plan.rounds {
            for (transport, era) in combinations() {
                found.round(&plan, programs, (transport, era)).await?;
            }
        }
        Result::Ok(())
    })?;
    let WireRun { pace, samples, .. } = found;
    let chosen =
        |key: [&str; 4], all| Reading::from_selection(key, pace.choose(all, plan.wanted()));
    Ok(Measurements {
        readings: samples.readings(chosen),
        missing: found.missing,
    })
}

impl WireRun {
    /// Starts the servers of one table, and gives windows to all of them in turns.
    async fn round(
        &mut self,
        plan: &Plan,
        programs: &[(Peer, Program)],
        (transport, era): (Transport, Era),
    ) -> Result<()> {
        let table = table(transport, era);
        let mut running = Vec::new();
        for (peer, program) in programs {
            match start(transport, era, *peer, program).await {
                Ok(started) => running.push(started),
                Err(error) => self.report_missing(peer.name, &table, &error),
            }
        }
        for in_flight in LEVELS {
            for _ in 0..plan.windows {
                running = self.run_windows(plan, &table, running, in_flight).await;
            }
        }
        for RunningServer {
            server, connection, ..
        } in running
        {
            server.stop(connection).await?;
        }
        Ok(())
    }

    /// Runs one window of each server, one after the other. A server that fails is left out from
    /// then on.
    async fn run_windows(
        &mut self,
        plan: &Plan,
        table: &str,
        running: Vec<RunningServer>,
        in_flight: usize,
    ) -> Vec<RunningServer> {
        let column = in_flight.to_string();
        let mut floor = None;
        let mut left = Vec::new();
        for mut one in running {
            let name = one.peer.name;
            match one.window(plan, &mut self.pace, in_flight).await {
                Ok(window) => {
                    let key = [table, name, &column];
                    window.push_to(&mut self.samples, key, floor.as_ref());
                    if name == floor::NAME {
                        floor = Some(window);
                    }
                    left.push(one);
                }
                Err(error) => self.report_missing(name, table, &error),
            }
        }
        left
    }

    fn report_missing(&mut self, peer: &str, table: &str, error: &Error) {
        let reason = format!("{peer}, {table}: {error}");
        if !self.missing.contains(&reason) {
            self.missing.push(reason);
        }
    }
}

fn combinations() -> impl Iterator<Item = (Transport, Era)> {
    let eras = |transport| Era::ALL.map(|era| (transport, era));
    Transport::ALL.into_iter().flat_map(eras)
}

fn runtime() -> Result<Runtime> {
    Ok(Builder::new_current_thread().enable_all().build()?)
}

/// Starts a contender's server, and opens the first connection.
async fn start(
    transport: Transport,
    era: Era,
    peer: Peer,
    program: &Program,
) -> Result<RunningServer> {
    let (tool, arguments) = peer.call(Case::Scalars);
    let answer = Case::Scalars.answer().unwrap_or_default();
    let call = Call::new(era, &tool, &arguments, answer);
    let (server, connection) = match transport {
        Transport::Stdio => {
            let (server, pipes) = Server::start_with_pipes(program)?;
            let pipes = stdio::Pipes::open(pipes, call).await?;
            (server, Connection::Stdio(pipes))
        }
        Transport::Http => {
            let (server, port) = Server::start_with_http(program).await?;
            let clients = http::Clients::new(port, peer.path, call);
            (server, Connection::Http(clients))
        }
    };
    Ok(RunningServer {
        peer,
        server,
        connection,
    })
}
