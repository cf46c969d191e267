//! The server that the conformance suite tests: its fixture tools, each an action, listed flat, and
//! its prompts and resources. Serves until it is killed; `tests/conformance/run` starts and kills it.

mod questions;
mod resources;
mod tools;

use std::{error::Error, net::Ipv4Addr};

use fusion_core::{Content, Exposition, Registry, Server, server_info};
use fusion_tests::wire::is_lane_off;
use tokio::net::TcpListener;

const USAGE: &str = "usage: conformance --port PORT [--sessions]";

/// One red pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

fn image() -> Content {
    Content::Image {
        data: PNG.to_owned(),
        mime_type: "image/png".to_owned(),
    }
}

/// The port, and whether to keep sessions.
fn arguments() -> Result<(u16, bool), Box<dyn Error>> {
    let (mut port, mut sessions) = (None, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--port" => port = Some(arguments.next().ok_or(USAGE)?.parse()?),
            "--sessions" => sessions = true,
            _ => return Err(USAGE.into()),
        }
    }
    Ok((port.ok_or(USAGE)?, sessions))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (port, sessions) = arguments()?;
    let registry = Registry::builder()
        .tool(tools::Fixture)
        .tool(tools::Schemas)
        .tool(questions::Questions)
        // The suite has no callers.
        .principal(|_| None)
        .tool(resources::Resources)
        .build()?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    eprintln!("http://{}/mcp", listener.local_addr()?);
    Server::new(registry, server_info!())
        .lane(!is_lane_off())
        .exposition(Exposition::Flat)?
        .http()
        .legacy_sessions(sessions)
        // The suite pretends to be a page of this server's own.
        .allowed_origins(["http://127.0.0.1:*"])
        .serve_listener(listener, std::future::pending())
        .await?;
    Ok(())
}
