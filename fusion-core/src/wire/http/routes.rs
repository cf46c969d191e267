//! The axum router of a server's settings.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::Request,
    middleware::map_response,
    response::Response,
    routing::{any, get},
};
use http::{HeaderValue, StatusCode, header::CONTENT_TYPE};
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

#[cfg(feature = "explorer")]
use super::explorer;
#[cfg(feature = "oauth")]
use super::oauth;
#[cfg(feature = "ask")]
use super::session_callers;
use super::{
    super::{server::ServeError, unknown_scopes},
    HttpServer, HttpStop,
    call_challenges::CallChallenges,
    endpoint::Endpoint,
    lane::HttpLane,
    reading::BodyLimits,
    sessions::Sessions,
};

/// Returns the router of a server. `has_host` is true for a server to which the whole host belongs.
pub(super) fn router(mut server: HttpServer, has_host: bool) -> Router {
    #[cfg(feature = "ask")]
    warn_of_refused_keys(&server);
    let view = &mut server.handler.wrapper.view;
    #[cfg(feature = "oauth")]
    if let Some(settings) = &server.oauth {
        settings.warn_of_doubtful(view, &server.path, has_host);
        *view = view.clone().granted_by(oauth::scopes_of_tokens(settings));
    }
    *view = unknown_scopes::for_router(view.clone());
    let (path, health) = (literal(&server.path), literal(&server.health));
    let stop = server.stop.clone();
    #[cfg(feature = "oauth")]
    let (gate, metadata) = oauth::gate_of(&server, has_host);
    #[cfg(not(feature = "oauth"))]
    let (gate, _) = (None, has_host);
    let challenges = CallChallenges { gate };
    #[cfg(feature = "ask")]
    let asking = session_callers::asking_view(&server);
    #[cfg(feature = "explorer")]
    let explorer = explorer::Explorer::of(&server);
    let map = server.map;
    let sessions = Arc::new(Sessions::new(server.session_limits, stop.clone()));
    let lane = server.lane.then(|| {
        HttpLane::new(
            &server.handler.wrapper,
            server.allowed_hosts.as_deref(),
            server.legacy_sessions,
            challenges.names_scopes(),
            stop.clone(),
        )
    });
    let mut config = config(&stop, server.allowed_hosts, server.allowed_origins)
        .with_sse_keep_alive(server.keep_alive)
        .with_max_request_body_bytes(server.max_body_bytes)
        .with_legacy_session_mode(server.legacy_sessions);
    // The SDK keeps no caller with a session, so that anybody with its id could open it elsewhere.
    let has_owners = challenges.gate.is_some();
    #[cfg(feature = "ask")]
    let has_owners = has_owners || asking.is_some();
    config.session_store = server.session_store.filter(|_| !has_owners);
    let endpoint = Arc::new(Endpoint {
        mcp: StreamableHttpService::new(
            // The SDK creates a handler for each request; a clone only increments a few reference
            // counts.
            {
                let mut handler = server.handler;
                handler.wrapper.forgets_clients = !server.legacy_sessions;
                handler.wrapper.over = Some(stop.calls().as_ref().clone());
                #[cfg(feature = "ask")]
                {
                    handler.wrapper.stopping = Some(stop.stopping());
                }
                move || Ok(handler.clone())
            },
            Arc::clone(&sessions),
            config,
        ),
        sessions,
        stop: stop.clone(),
        bodies: BodyLimits {
            max_bytes: server.max_body_bytes,
            timeout: server.request_timeout,
        },
        lane,
        has_sessions: server.legacy_sessions,
        #[cfg(feature = "ask")]
        asking,
        challenges,
        #[cfg(feature = "explorer")]
        explorer: explorer.as_ref().map(explorer::Explorer::gate),
    });
    #[cfg(feature = "explorer")]
    let (document, page) = explorer::routers(explorer, &endpoint, has_host);
    let answer = any(move |request: Request| {
        let endpoint = Arc::clone(&endpoint);
        async move { endpoint.answer(request).await }
    });
    let mut router = Router::new().without_v07_checks();
    router = router.route(&path, answer.clone());
    if let Some(other) = other_ending(&path).filter(|other| *other != health) {
        router = router.route(&other, answer);
    }
    if path == health {
        tracing::warn!(path, "the endpoint stands where the health route would");
    } else {
        router = router.route(&health, get(async move || health_response(&stop)));
    }
    #[cfg(feature = "oauth")]
    let router = router.merge(metadata);
    #[cfg(feature = "explorer")]
    let router = router.merge(document);
    let router = match map {
        Some(map) => map(router),
        None => router,
    };
    // Outside of the layers of the application: a browser sends no credentials with requests for these files.
    #[cfg(feature = "explorer")]
    let router = router.merge(page);
    router
}

/// Logs an action whose `idempotency_key` is refused in requests without a caller.
#[cfg(feature = "ask")]
fn warn_of_refused_keys(server: &HttpServer) {
    #[cfg(feature = "oauth")]
    if server.oauth.is_some() {
        return;
    }
    server.handler.wrapper.view.warn_of_refused_keys();
}

/// Returns an error if items need scopes and nothing knows those of a caller, or if an action asks its user
/// and nothing names the callers.
pub(super) fn check_callers(server: &HttpServer) -> Result<(), ServeError> {
    #[cfg(feature = "oauth")]
    if let Some(settings) = &server.oauth {
        return Ok(settings.check(&server.handler.wrapper.view)?);
    }
    #[cfg(feature = "oauth")]
    if let Some(item) = server.handler.wrapper.view.needs_unknown_claims() {
        return Err(ServeError::UnknownClaims { item });
    }
    let view = &server.handler.wrapper.view;
    if let Some(item) = view.needs_unknown_scopes() {
        return Err(ServeError::UnknownScopes { item });
    }
    #[cfg(feature = "ask")]
    if let Some(action) = view.asks_unknown_callers() {
        return Err(ServeError::NoPrincipal { action });
    }
    Ok(())
}

/// Returns the router of a server on its own, which answers unknown paths.
pub(super) fn with_fallback(server: HttpServer) -> Router {
    let text = format!("not found; the MCP endpoint is {}\n", server.path);
    let unknown = move |mut response: Response| {
        *response.body_mut() = Body::from(text.clone());
        let plain = HeaderValue::from_static("text/plain; charset=utf-8");
        response.headers_mut().insert(CONTENT_TYPE, plain);
        std::future::ready(response)
    };
    // axum takes the default fallback of the merged router, so that no layer around the server's
    // routes stands before it. A fallback that the author set has precedence over both.
    let fallback = Router::new().layer(map_response(unknown));
    router(server, true).merge(fallback)
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

/// Returns the path with a slash added to its end, or removed from it.
fn other_ending(path: &str) -> Option<String> {
    match path.strip_suffix('/') {
        Some("") => None,
        Some(bare) => Some(bare.to_owned()),
        None => Some(format!("{path}/")),
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
