//! The explorer over HTTP: its settings, its routes and its responses. The page and its document are those of the
//! room `explorer`.

mod gate;
mod page_response;

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::Request,
    response::Response,
    routing::{MethodRouter, get},
};
use http::{HeaderValue, StatusCode, header::CONTENT_TYPE};
use rmcp::ServerHandler as _;
use serde::Serialize;
use serde_json::Value;

use super::{
    super::{call_refusal::CallRefusal, convert},
    HttpServer,
    call_challenges::RefusedCaller,
    endpoint::{Endpoint, refusal},
    request_context::request_context,
};
use crate::{
    ctx::Era,
    error::CallError,
    explorer::{self, ExplorerQuery, ServedIdentity, WireForms},
    registry::View,
};

pub(super) use gate::ExplorerGate;

const FOLDER: &str = "/_fusion/";
const DOCUMENT: &str = "/_fusion/view.json";
const ROOT: &str = "/";

/// The settings of the explorer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ExplorerSettings {
    is_on: bool,
    allows_remote: bool,
}

impl HttpServer {
    /// Serves the explorer (feature `explorer`): a page that shows a browser what a model reads of this server and what
    /// it costs, and that calls its actions through the endpoint. [The guide](crate::docs::explorer) describes it.
    ///
    /// The page is at `/_fusion/`; a server that [serves](Self::serve) by itself has it at `/`, too, unless that is
    /// the path of the endpoint. It shows what its caller may see: providers, the filter of
    /// [`access`](crate::Server::access) and scopes apply to it. Only browsers on the machine of the server may open
    /// it, unless [`allow_remote`](Self::allow_remote) is set; [`allowed_hosts`](Self::allowed_hosts) applies to it.
    ///
    /// The endpoint then accepts requests whose `Origin` is the server itself. Pages of other origins are refused as
    /// before.
    ///
    /// ```no_run
    /// # use fusion_core::{Registry, server::ServeError, Server, server_info};
    /// # async fn serve(registry: Registry) -> Result<(), ServeError> {
    /// Server::new(registry, server_info!())
    ///     .http()
    ///     .explorer()
    ///     .serve(([127, 0, 0, 1], 8000)) // http://127.0.0.1:8000/
    ///     .await
    /// # }
    /// ```
    pub fn explorer(mut self) -> Self {
        self.explorer.is_on = true;
        self
    }

    /// Lets browsers on other machines open the [explorer](Self::explorer), also through a proxy. Without that
    /// setting, a request gets 403 if its peer or its `Host` is not this machine, or if a proxy has forwarded it.
    ///
    /// Everybody who reaches the page then sees as much as a caller without credentials. The setting changes nothing
    /// for a server without the explorer.
    pub fn allow_remote(mut self) -> Self {
        self.explorer.allows_remote = true;
        self
    }
}

/// The explorer of a server.
pub(super) struct Explorer {
    gate: ExplorerGate,
    view: View,
    identity: ServedIdentity,
    is_at_root: bool,
}

impl Explorer {
    /// Returns the explorer of a server; `None` if the server has none.
    pub(super) fn of(server: &HttpServer) -> Option<Self> {
        let Some(path) = path_of(server) else {
            if server.explorer.is_on {
                tracing::warn!("a route stands where the explorer would: there is none");
            }
            return None;
        };
        let config = server.handler.inner.get_info();
        let info = config.server_info;
        Some(Self {
            gate: ExplorerGate::new(
                server.allowed_hosts.as_deref(),
                server.explorer.allows_remote,
            ),
            view: server.handler.wrapper.view.clone(),
            identity: ServedIdentity {
                name: info.name,
                title: info.title,
                version: info.version,
                instructions: config.instructions,
                path: with_slash(&server.path),
            },
            is_at_root: path == ROOT,
        })
    }

    /// Returns the check of who may use the explorer.
    pub(super) fn gate(&self) -> ExplorerGate {
        self.gate.clone()
    }

    /// Returns the document for the caller of a request, or the response to one who is refused.
    async fn document(&self, endpoint: &Endpoint, request: Request) -> Response {
        if let Some(refusal) = self.gate.refusal_of(&request) {
            return refusal;
        }
        let Some(query) = ExplorerQuery::read(request.uri().query().unwrap_or_default()) else {
            return refusal(
                StatusCode::BAD_REQUEST,
                "the query names no part of the view\n".to_owned(),
            );
        };
        #[cfg(feature = "oauth")]
        let request = match admitted(endpoint, request).await {
            Ok(request) => request,
            Err(refusal) => return refusal,
        };
        let compresses = page_response::accepts_gzip(request.headers());
        let mut ctx = request_context(&request, Era::Modern);
        let (parts, _) = request.into_parts();
        let seen = match self.view.seen_by(&mut ctx).await {
            Ok(seen) => seen,
            Err(error) => return refused_view(endpoint, &error, &RefusedCaller::of(&parts)),
        };
        let identity = self.identity.clone();
        // Large registries take long enough to hold up other requests.
        let answered = tokio::task::spawn_blocking(move || {
            let answer = explorer::answer(&seen, &query, &identity, WIRE_FORMS)?;
            Some(page_response::document(&answer, compresses))
        });
        match answered.await {
            Ok(Some(response)) => response,
            Ok(None) => refusal(
                StatusCode::NOT_FOUND,
                "the view has no such part\n".to_owned(),
            ),
            Err(error) => {
                tracing::error!(%error, "the explorer's document was not computed");
                refusal(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "internal error\n".to_owned(),
                )
            }
        }
    }
}

/// Returns a request with the claims of its token, or the response to one that is refused.
#[cfg(feature = "oauth")]
async fn admitted(endpoint: &Endpoint, mut request: Request) -> Result<Request, Response> {
    if let Some(gate) = &endpoint.challenges.gate {
        gate.admit(&mut request).await?;
    }
    Ok(request)
}

/// Returns the path of the explorer; `None` if the server has none, or if its endpoint or its health route stands in the
/// place of the files.
pub(super) fn path_of(server: &HttpServer) -> Option<&'static str> {
    if !server.explorer.is_on {
        return None;
    }
    let paths = [&server.path, &server.health].map(|path| with_slash(path));
    let is_taken = |path: &String| path.starts_with(FOLDER.trim_end_matches('/'));
    if paths.iter().any(is_taken) {
        return None;
    }
    Some(if paths.iter().any(|path| path == ROOT) {
        FOLDER
    } else {
        ROOT
    })
}

/// Returns the routers of the document and of the files. `has_host` is true for a server to which the whole host
/// belongs.
pub(super) fn routers(
    explorer: Option<Explorer>,
    endpoint: &Arc<Endpoint>,
    has_host: bool,
) -> (Router, Router) {
    let Some(explorer) = explorer.map(Arc::new) else {
        return (Router::new(), Router::new());
    };
    let file = |file: &'static explorer::PageFile| -> MethodRouter {
        let gate = explorer.gate();
        get(move |request: Request| {
            let refusal = gate.refusal_of(&request);
            let response = refusal.unwrap_or_else(|| page_response::file(file, request.headers()));
            std::future::ready(response)
        })
    };
    let mut page = Router::new();
    for one in explorer::files() {
        page = page.route(&format!("{FOLDER}{}", one.name), file(one));
    }
    if has_host && explorer.is_at_root {
        page = page.route(ROOT, file(explorer::root()));
    }
    let endpoint = Arc::clone(endpoint);
    let document = get(move |request: Request| {
        let (explorer, endpoint) = (Arc::clone(&explorer), Arc::clone(&endpoint));
        async move { explorer.document(&endpoint, request).await }
    });
    (Router::new().route(DOCUMENT, document), page)
}

/// Returns the response to a caller whom the registry refuses.
fn refused_view(endpoint: &Endpoint, error: &CallError, caller: &RefusedCaller) -> Response {
    if let Some(status) = CallRefusal::of(error)
        && endpoint.challenges.has_status(&status)
    {
        return endpoint.challenges.response(&status, caller);
    }
    let mut response = Response::new(Body::from(format!("{error}\n")));
    *response.status_mut() = StatusCode::FORBIDDEN;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, plain);
    response
}

const WIRE_FORMS: WireForms = WireForms {
    tool: |listed| json_of(&convert::tool(listed)),
    prompt: |listed| json_of(&convert::prompt(listed)),
    resource: |listed| json_of(&convert::resource(listed)),
    template: |listed| json_of(&convert::template(listed)),
};

/// Returns a type of the SDK as JSON, which each of them is.
fn json_of(wire: &impl Serialize) -> Value {
    serde_json::to_value(wire).unwrap_or_default()
}

fn with_slash(path: &str) -> String {
    format!("/{}", path.strip_prefix('/').unwrap_or(path))
}
