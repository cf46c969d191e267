//! The client of a command: it speaks the protocol to the server in memory, so that access, providers, guards and
//! middleware run as for any caller.

use std::sync::Arc;

use http::{HeaderMap, HeaderValue, header::AUTHORIZATION};
use serde_json::{Map, Value, json};

use super::{CliServer, arguments::CallerOptions, cli_server::ServerTransport, failure::Failure};
use crate::{
    ctx::Era,
    error::ProtocolError,
    loopback::{
        AnswerQuestion, ELICITATION, HttpLink, Introduction, LoopbackLink, LoopbackSession,
        StreamLink, list,
    },
    wire::{http::HttpServer, server_info::ServerInfo},
};

/// Connects to a server: over lines, or over HTTP if the server is served over HTTP only or the caller has headers.
/// `user` answers the questions of the server.
pub(super) async fn connect(
    info: &ServerInfo,
    server: CliServer,
    caller: &CallerOptions,
    user: Option<AnswerQuestion>,
) -> Result<Arc<LoopbackSession>, Failure> {
    let headers = headers(caller)?;
    let link = match server.transport {
        ServerTransport::Any(server) if headers.is_empty() => {
            LoopbackLink::Stream(StreamLink::start(*server, user.clone()))
        }
        ServerTransport::Any(server) => over_http(server.http(), headers, user.clone())?,
        ServerTransport::Http(server) => over_http(*server, headers, user.clone())?,
    };
    let mut capabilities = Map::new();
    if user.is_some() {
        capabilities.insert(ELICITATION.to_owned(), json!({"form": {}}));
    }
    let introduction = Introduction {
        era: Era::Modern,
        client: json!({"name": format!("{} call", info.name), "version": info.version}),
        capabilities: capabilities.into(),
    };
    let session = LoopbackSession::open(link, introduction, user).await;
    Ok(Arc::new(session.map_err(|error| refused(&error, None))?))
}

fn over_http(
    server: HttpServer,
    headers: HeaderMap,
    user: Option<AnswerQuestion>,
) -> Result<LoopbackLink, Failure> {
    let endpoint = server.start_locally();
    let endpoint = endpoint.map_err(|error| Failure::start(&error))?;
    Ok(LoopbackLink::Http(HttpLink::new(endpoint, headers, user)))
}

fn headers(caller: &CallerOptions) -> Result<HeaderMap, Failure> {
    let mut headers: HeaderMap = caller.headers.iter().cloned().collect();
    if let Some(token) = &caller.token {
        let value = HeaderValue::try_from(format!("Bearer {token}"));
        let mut value = value
            .map_err(|_| Failure::usage("the token has characters that no header can have"))?;
        value.set_sensitive(true);
        headers.insert(AUTHORIZATION, value);
    }
    Ok(headers)
}

/// Returns the result of `tools/list`, with the tools of all pages.
pub(super) async fn list_tools(
    info: &ServerInfo,
    server: CliServer,
    caller: &CallerOptions,
) -> Result<Value, Failure> {
    let session = connect(info, server, caller, None).await?;
    let first = session.request("tools/list", Map::new().into()).await;
    let mut result = first.map_err(|error| refused(&error, None))?;
    if result.get("nextCursor").is_some() {
        let tools = list(&session, "tools/list", "tools").await;
        result["tools"] = tools.map_err(|error| refused(&error, None))?.into();
        if let Some(result) = result.as_object_mut() {
            result.remove("nextCursor");
        }
    }
    close(&session).await?;
    Ok(result)
}

/// Ends the connection, and waits for the end of the server.
pub(super) async fn close(session: &LoopbackSession) -> Result<(), Failure> {
    let closed = session.link.close().await;
    closed.map_err(|error| Failure::start(&error))
}

/// The end of a command whose request the server refuses. `unlisted` is a sentence about a key that the caller does not
/// see.
pub(super) fn refused(error: &ProtocolError, unlisted: Option<&str>) -> Failure {
    let status = error.status.map(|status| format!("HTTP {status}"));
    let message = Some(&error.message).filter(|message| !message.is_empty());
    let parts = [status.as_deref(), message.map(String::as_str)];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join(": ");
    Failure::refused(match unlisted {
        Some(unlisted) => format!("{text}; for this caller, {unlisted}"),
        None => text,
    })
}
