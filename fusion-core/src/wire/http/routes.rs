//! The axum router of a server's settings.

use std::sync::Arc;

use axum::{
    Router,
    extract::Request,
    routing::{any, get},
};
use http::StatusCode;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};

use super::{HttpServer, HttpStop, endpoint::Endpoint};

pub(super) fn router(server: HttpServer) -> Router {
    let (path, health) = (literal(&server.path), literal(&server.health));
    let stop = server.stop.clone();
    let map = server.map;
    let endpoint = Arc::new(Endpoint {
        mcp: StreamableHttpService::new(
            // The SDK creates a handler for each request; a clone only increments a few reference
            // counts.
            {
                let mut handler = server.handler;
                handler.wrapper.forgets_clients = !server.legacy_sessions;
                move || Ok(handler.clone())
            },
            Arc::new(LocalSessionManager::default()),
            config(&stop, server.allowed_hosts, server.allowed_origins)
                .with_max_request_body_bytes(server.max_body_bytes)
                .with_legacy_session_mode(server.legacy_sessions),
        ),
        stop: stop.clone(),
        max_body_bytes: server.max_body_bytes,
        request_timeout: server.request_timeout,
    });
    let mut router = Router::new().without_v07_checks().route(
        &path,
        any(move |request: Request| {
            let endpoint = Arc::clone(&endpoint);
            async move { endpoint.answer(request).await }
        }),
    );
    if path == health {
        tracing::warn!(path, "the endpoint stands where the health route would");
    } else {
        router = router.route(&health, get(async move || health_response(&stop)));
    }
    match map {
        Some(map) => map(router),
        None => router,
    }
}

fn config(
    stop: &HttpStop,
    hosts: Option<Vec<String>>,
    origins: Vec<String>,
) -> StreamableHttpServerConfig {
    let config = StreamableHttpServerConfig::default()
        // A response without progress is JSON; one with progress is still a stream.
        .with_json_response(true)
        .with_cancellation_token(stop.streams())
        .with_allowed_origins(origins)
        .enforce_origin_validation();
    match hosts {
        None => config,
        // The SDK allows all hosts if the list is empty, so the list gets an entry that no host
        // matches.
        Some(hosts) if hosts.is_empty() => config.with_allowed_hosts([""]),
        Some(hosts) => config.with_allowed_hosts(hosts),
    }
}

/// Escapes a path for axum: adds a leading slash, and escapes braces so that they are not parameters.
fn literal(path: &str) -> String {
    let path = path.replace('{', "{{").replace('}', "}}");
    if path.starts_with('/') {
        path
    } else {
        format!("/{path}")
    }
}

fn health_response(stop: &HttpStop) -> (StatusCode, &'static str) {
    if stop.is_stopping() {
        (StatusCode::SERVICE_UNAVAILABLE, "ending")
    } else {
        (StatusCode::OK, "ok")
    }
}
