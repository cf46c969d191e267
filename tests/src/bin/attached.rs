//! The server that shows what an attachment changes: a handler of somebody else, alone or with
//! tools of Fusion attached. The conformance suite must find the same in both.

use std::{error::Error, net::Ipv4Addr, sync::Arc};

use axum::Router;
use fusion_tests::{desk::Desk, full::Full};
use rmcp::{
    ServerHandler,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use tokio::net::TcpListener;

const USAGE: &str = "usage: attached --port PORT [--sessions] [--attached]";

struct Options {
    port: u16,
    sessions: bool,
    attached: bool,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let (mut port, mut sessions, mut attached) = (None, false, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--port" => port = Some(arguments.next().ok_or(USAGE)?.parse()?),
            "--sessions" => sessions = true,
            "--attached" => attached = true,
            _ => return Err(USAGE.into()),
        }
    }
    let port = port.ok_or(USAGE)?;
    Ok(Options {
        port,
        sessions,
        attached,
    })
}

async fn serve<H: ServerHandler>(
    options: &Options,
    handler: impl Fn() -> H + Send + Sync + 'static,
) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
    eprintln!("http://{}/mcp", listener.local_addr()?);
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(options.sessions)
        .with_allowed_origins(["http://127.0.0.1:*"]);
    let service = StreamableHttpService::new(
        move || Ok(handler()),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    axum::serve(listener, Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let full = Full::default();
    if !options.attached {
        return serve(&options, move || full.clone()).await;
    }
    let mount = Desk::new().registry().mount();
    serve(&options, move || mount.attach(full.clone())).await
}
