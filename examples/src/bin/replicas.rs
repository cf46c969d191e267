//! The example `replicas` starts two trackers over one Redis and one SQLite file, and a small balancer in front of
//! them, which sends each connection to the next one, and the connections of a session to the one that has it.
//!
//! ```sh
//! redis-server --port 6379 &
//! REDIS_URL=redis://127.0.0.1:6379 cargo run -p fusion-examples --bin replicas
//! ```
//!
//! The trackers share the database as a file, so that both run on this machine. Replicas on several machines need a
//! database server in its place.

use std::{
    error::Error,
    net::{Ipv4Addr, SocketAddr},
    process::ExitCode,
};

use fusion_core::{Server, ask::StateKey, shared::Redis};
use fusion_examples::{
    balancer::Balancer,
    tracker::{AuditTable, info, registry_of_replica, store::Store},
};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

type Failure = Box<dyn Error + Send + Sync>;

/// The port of the balancer. The trackers have the next two.
const PORT: u16 = 8000;
/// The number of trackers.
const REPLICAS: u16 = 2;

const HELP: &str = "\
Starts two trackers over one Redis and one SQLite file, and a balancer in front of them.

Usage: REDIS_URL=redis://127.0.0.1:6379 replicas

The balancer listens on port 8000 of this machine, and the trackers on 8001 and 8002. What to try is printed once
they listen.

Environment:
  REDIS_URL  the URL of the Redis (required)
  RUST_LOG   the log on stderr, `warn` by default

Options:
  -h, --help  prints this text
";

#[tokio::main]
async fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        None => {}
        Some("-h" | "--help") => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Some(other) => {
            eprintln!("error: unknown argument {other:?}; `--help` prints what this program takes");
            return ExitCode::from(2);
        }
    }
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_env_filter(EnvFilter::try_from_default_env().unwrap_or_else(|_| "warn".into()))
        .init();
    let Ok(url) = std::env::var("REDIS_URL") else {
        eprintln!("error: set REDIS_URL, such as REDIS_URL=redis://127.0.0.1:6379");
        return ExitCode::from(2);
    };
    match run(&url).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            let mut cause = error.source();
            while let Some(error) = cause {
                eprintln!("  because {error}");
                cause = error.source();
            }
            ExitCode::from(3)
        }
    }
}

/// Listens on a port of this machine.
async fn listen(port: u16) -> Result<TcpListener, Failure> {
    let listening = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
    listening.map_err(|error| format!("cannot listen on port {port}: {error}").into())
}

async fn run(url: &str) -> Result<(), Failure> {
    // All ports come first, so that a busy one is found before anything is opened.
    let front = listen(PORT).await?;
    let mut listeners = Vec::new();
    for port in PORT + 1..=PORT + REPLICAS {
        listeners.push((port, listen(port).await?));
    }
    let database = std::env::temp_dir().join("fusion-replicas.db");
    // One key for all, because an answer may come to another replica than asked. Replicas in several processes read it
    // from their settings.
    let key = StateKey::random()?;
    let mut replicas = Vec::new();
    let mut servers = tokio::task::JoinSet::new();
    for (port, listener) in listeners {
        let store = Store::open(&database)?;
        let redis = Redis::connect_as("tracker", url).await?;
        let (registry, queue) = registry_of_replica(&store, redis.clone(), key.clone())?;
        tokio::spawn(queue.write_to(AuditTable::new(store)));
        let server = Server::new(registry, info())
            .http()
            .legacy_sessions(true)
            .legacy_session_store(redis);
        servers.spawn(server.serve_listener(listener, interrupted()));
        replicas.push(port);
    }
    let addresses = replicas
        .iter()
        .map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, *port)));
    let balancer = Balancer::new(addresses.collect());
    print(&replicas, &database.display().to_string());
    tokio::select! {
        () = balancer.serve(front) => {}
        () = interrupted() => {}
    }
    while let Some(served) = servers.join_next().await {
        served??;
    }
    Ok(())
}

async fn interrupted() {
    // Without signals, the process ends by being killed.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

fn print(replicas: &[u16], database: &str) {
    let [first, .., last] = replicas else {
        return;
    };
    println!(
        r#"Two trackers on ports {first} and {last}, and a balancer on {PORT}. Their database is {database}.

Subscribe to an issue at the second tracker, and leave it running:

  curl -sN http://127.0.0.1:{last}/mcp \
    -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' \
    -H 'mcp-protocol-version: 2026-07-28' -H 'mcp-method: subscriptions/listen' \
    -d '{{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{{
         "notifications":{{"resourceSubscriptions":["tracker://issues/1"]}},
         "_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
                  "io.modelcontextprotocol/clientInfo":{{"name":"curl","version":"1"}},
                  "io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}'

Comment on it at the first one, in another terminal. The second one notifies its subscriber:

  curl -s http://127.0.0.1:{first}/mcp \
    -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' \
    -H 'mcp-protocol-version: 2026-07-28' -H 'mcp-method: tools/call' -H 'mcp-name: tracker' \
    -d '{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"tracker","arguments":{{
         "action":"comments.add","issue":1,"body":"Seen by both.","author":"ada"}},
         "_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
                  "io.modelcontextprotocol/clientInfo":{{"name":"curl","version":"1"}},
                  "io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}'

Stop Redis, comment, and start it again: calls go on, and the subscriber is told once it is back.
Clients connect to http://127.0.0.1:{PORT}/mcp. Each connection reaches the next tracker, and those of a session, which
clients before the revision 2026-07-28 have, the tracker that opened it. Ctrl-C ends all.
"#
    );
}
