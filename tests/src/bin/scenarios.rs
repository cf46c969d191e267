//! The server of the scenarios in `tests/clients/scenarios.json`: `stdio`, or `--port PORT` for Streamable HTTP with
//! sessions for the legacy era, because only a session connects a question or a cancellation with its call. Prints
//! the address.

use std::{error::Error, net::Ipv4Addr};

use fusion_core::Exposition;
use fusion_tests::scenarios::server;
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
};

const USAGE: &str = "usage: scenarios stdio|--port PORT [--flat] [--no-lane]";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<_> = std::env::args().skip(1).collect();
    let mut takes = |option: &str| {
        let before = arguments.len();
        arguments.retain(|argument| argument != option);
        arguments.len() < before
    };
    let exposition = if takes("--flat") {
        Exposition::Flat
    } else {
        Exposition::Grouped
    };
    let server = server(exposition)?.lane(!takes("--no-lane"));
    match arguments.as_slice() {
        [transport] if transport == "stdio" => server.serve_stdio().await?,
        [option, port] if option == "--port" => {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port.parse()?)).await?;
            let mut terminated = signal(SignalKind::terminate())?;
            eprintln!("serving http://{}/mcp", listener.local_addr()?);
            let server = server.http().legacy_sessions(true);
            let stop = async {
                terminated.recv().await;
            };
            server.serve_listener(listener, stop).await?;
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}
