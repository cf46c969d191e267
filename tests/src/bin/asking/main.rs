//! A server whose actions ask their user, for the client tests, over stdio and HTTP. It keeps a journal of
//! its handlers in a file, which says in the end whether anything was left behind.

mod journal;
mod office;

use std::{error::Error, io, net::Ipv4Addr, path::PathBuf, time::Duration};

use fusion_core::{Registry, Server, server_info};
use tokio::{
    net::TcpListener,
    runtime::Handle,
    signal::unix::{SignalKind, signal},
};

use journal::Journal;
use office::Office;

const USAGE: &str = "usage: asking stdio|--port PORT --journal FILE [--no-lane] [--sessions] [--session-timeout MILLISECONDS]";

/// The time within which the tasks of a server that has ended must end.
const LEFT_BEHIND: Duration = Duration::from_secs(10);

#[derive(Default)]
struct Options {
    /// The port of HTTP; `None` for stdio.
    port: Option<u16>,
    journal: Option<PathBuf>,
    no_lane: bool,
    sessions: bool,
    session_timeout: Option<Duration>,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options::default();
    let mut is_stdio = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "stdio" => is_stdio = true,
            "--port" => options.port = Some(arguments.next().ok_or(USAGE)?.parse()?),
            "--journal" => options.journal = Some(arguments.next().ok_or(USAGE)?.into()),
            "--no-lane" => options.no_lane = true,
            "--sessions" => options.sessions = true,
            "--session-timeout" => {
                let timeout = arguments.next().ok_or(USAGE)?.parse()?;
                options.session_timeout = Some(Duration::from_millis(timeout));
            }
            _ => return Err(USAGE.into()),
        }
    }
    if is_stdio == options.port.is_some() {
        return Err(USAGE.into());
    }
    Ok(options)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let journal = Journal::open(options.journal.as_deref().ok_or(USAGE)?)?;
    let registry = Registry::builder()
        .tool(Office::new(journal.clone()))
        // The clients of the tests have no names.
        .principal(|_| None)
        .build()?;
    let server = Server::new(registry, server_info!()).lane(!options.no_lane);
    match options.port {
        None => server.serve_stdio().await?,
        Some(port) => serve_http(server, port, &options).await?,
    }
    journal.note(&left_behind().await);
    Ok(())
}

async fn serve_http(server: Server, port: u16, options: &Options) -> Result<(), Box<dyn Error>> {
    let stop = terminated()?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    eprintln!("serving http://{}/mcp", listener.local_addr()?);
    let mut http = server.http().legacy_sessions(options.sessions);
    if let Some(timeout) = options.session_timeout {
        http = http.legacy_session_timeout(timeout);
    }
    http.serve_listener(listener, stop).await?;
    Ok(())
}

fn terminated() -> io::Result<impl Future<Output = ()> + Send> {
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        terminate.recv().await;
    })
}

/// Waits for the tasks of a server that has ended, and returns the last line of the journal.
async fn left_behind() -> String {
    let metrics = Handle::current().metrics();
    let ended = async {
        while metrics.num_alive_tasks() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    match tokio::time::timeout(LEFT_BEHIND, ended).await {
        Ok(()) => "nothing is left behind".to_owned(),
        Err(_) => format!("{} tasks are left behind", metrics.num_alive_tasks()),
    }
}
