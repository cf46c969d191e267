//! On the wire: contenders as programs of their own, loaded by this one with raw JSON-RPC over
//! stdio and Streamable HTTP, in both eras. Every load is bounded in time and in flight.

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
    pace::{Pace, Paced},
    reading::Reading,
    work::Case,
};
use tokio::runtime::{Builder, Runtime};

pub use soak::{NAME as SOAK, run as soak};
pub use tables::of as tables_of;

use self::{
    era::{Call, Era},
    load::Connection,
    server::Server,
    window::Running,
};
use crate::{
    context::Context,
    measured::Measured,
    peers::{Peer, Program},
    samples::Samples,
};

/// How many requests are in flight.
pub const LEVELS: [usize; 3] = [1, 16, 256];

/// The unit of the rate.
pub const REQUESTS: &str = "requests/s";
/// The unit of the server's processor time.
pub const CPU: &str = "CPU µs";

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

struct Plan {
    /// How often every server is started.
    rounds: usize,
    /// How many windows a server has in a round, for each level of load.
    windows: usize,
    window: Duration,
    warm_up: Duration,
}

impl Plan {
    fn of(context: &Context) -> Self {
        let (rounds, windows) = if context.is_quick() { (1, 1) } else { (2, 6) };
        Self {
            rounds,
            windows,
            window: Duration::from_millis(200),
            warm_up: Duration::from_millis(40),
        }
    }

    /// How many windows in quiet are wanted for each number.
    fn wanted(&self) -> usize {
        (self.rounds * self.windows).div_ceil(2)
    }
}

/// What was found out so far.
struct Found {
    pace: Pace,
    samples: Samples<Paced>,
    missing: Vec<String>,
}

/// Measures all contenders that could be installed.
pub fn measure(context: &Context, programs: &[(Peer, Program)]) -> Result<Measured> {
    let plan = Plan::of(context);
    let mut found = Found {
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
    let Found { pace, samples, .. } = found;
    let chosen = |key: [&str; 4], all| Reading::chosen(key, pace.choose(all, plan.wanted()));
    Ok(Measured {
        readings: samples.readings(chosen),
        missing: found.missing,
    })
}

impl Found {
    /// Starts the servers of one table, and has windows of all in turns.
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
                Err(error) => self.miss(peer.name, &table, &error),
            }
        }
        for in_flight in LEVELS {
            for _ in 0..plan.windows {
                running = self.turn(plan, &table, running, in_flight).await;
            }
        }
        for Running {
            server, connection, ..
        } in running
        {
            server.stop(connection).await?;
        }
        Ok(())
    }

    /// One window of each, beside each other; who fails is left out from then on.
    async fn turn(
        &mut self,
        plan: &Plan,
        table: &str,
        running: Vec<Running>,
        in_flight: usize,
    ) -> Vec<Running> {
        let column = in_flight.to_string();
        let mut floor = None;
        let mut left = Vec::new();
        for mut one in running {
            let name = one.peer.name;
            match one.window(plan, &mut self.pace, in_flight).await {
                Ok(window) => {
                    let key = [table, name, &column];
                    window.note(&mut self.samples, key, floor.as_ref());
                    if name == floor::NAME {
                        floor = Some(window);
                    }
                    left.push(one);
                }
                Err(error) => self.miss(name, table, &error),
            }
        }
        left
    }

    fn miss(&mut self, peer: &str, table: &str, error: &Error) {
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
async fn start(transport: Transport, era: Era, peer: Peer, program: &Program) -> Result<Running> {
    let (tool, arguments) = peer.call(Case::Scalars);
    let answer = Case::Scalars.answer().unwrap_or_default();
    let call = Call::new(era, &tool, &arguments, answer);
    let (server, connection) = match transport {
        Transport::Stdio => {
            let (server, pipes) = Server::over_pipes(program)?;
            let pipes = stdio::Pipes::open(pipes, call).await?;
            (server, Connection::Stdio(pipes))
        }
        Transport::Http => {
            let (server, port) = Server::over_http(program).await?;
            let clients = http::Clients::new(port, peer.path, call);
            (server, Connection::Http(clients))
        }
    };
    Ok(Running {
        peer,
        server,
        connection,
    })
}
