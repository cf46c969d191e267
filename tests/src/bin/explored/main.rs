//! A server for the explorer's journeys in a browser: arguments of each kind, calls that take their time and ask, texts
//! that attack whoever shows them, callers who see less than others, and a thousand actions with `--crowd`.

mod crowd;
mod hostile;
mod kinds;

use std::{
    error::Error,
    future::{Ready, ready},
    net::Ipv4Addr,
};

use fusion_core::{Ctx, Filter, Registry, Server, StateSync, ToolError, server_info};
use http::{header::AUTHORIZATION, request::Parts};
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
};

use crowd::Crowd;
use hostile::Hostile;
use kinds::Kinds;

const USAGE: &str = "usage: explored --port PORT [--crowd]";

/// A caller by the token in `Authorization`. Without one, a guest.
#[derive(Clone, PartialEq)]
enum Caller {
    Guest,
    Admin,
}

impl Caller {
    fn from_request(ctx: &Ctx) -> Ready<Result<Self, ToolError>> {
        let header = ctx
            .get::<Parts>()
            .and_then(|parts| parts.headers.get(AUTHORIZATION));
        ready(match header.map(http::HeaderValue::as_bytes) {
            None => Ok(Self::Guest),
            Some(b"Bearer admin") => Ok(Self::Admin),
            Some(b"Bearer banned") => Err("this caller is <b>banned</b>".into()),
            Some(_) => Err(ToolError::unauthorized()),
        })
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (mut port, mut has_crowd) = (None, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--port" => port = Some(arguments.next().ok_or(USAGE)?.parse()?),
            "--crowd" => has_crowd = true,
            _ => return Err(USAGE.into()),
        }
    }
    let mut builder = Registry::builder()
        .provide(Caller::from_request)
        .principal(|_| None)
        .state_sync(StateSync::new())
        .tool(Kinds)
        .tool(Hostile);
    if has_crowd {
        builder = builder.tool(Crowd::default());
    }
    let server = Server::new(builder.build()?, server_info!()).access(|caller: &Caller| {
        if *caller == Caller::Admin {
            Filter::all()
        } else {
            Filter::without_tags(["admin"])
        }
    })?;
    let port: u16 = port.ok_or(USAGE)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let mut terminate = signal(SignalKind::terminate())?;
    eprintln!("serving http://{}/mcp", listener.local_addr()?);
    let stop = async move {
        terminate.recv().await;
    };
    server
        .http()
        .explorer()
        .serve_listener(listener, stop)
        .await?;
    Ok(())
}
