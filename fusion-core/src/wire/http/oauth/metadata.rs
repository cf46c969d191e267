//! The metadata of the resource (RFC 9728), which clients read without a token.

use std::collections::BTreeSet;

use axum::{Router, body::Body, response::Response, routing::any};
use http::{
    HeaderValue, Method, StatusCode,
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ALLOW, CONTENT_TYPE,
    },
};
use serde_json::{Map, Value};

use super::resource_server::ResourceServer;

/// The path of the metadata of a resource without a path.
pub(super) const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";
const METHODS: &str = "GET, HEAD, OPTIONS";

/// The metadata, and the path at which clients look for it.
#[derive(Clone, Debug)]
pub(in super::super) struct ResourceMetadata {
    document: String,
    pub(super) path: String,
}

impl ResourceMetadata {
    /// Creates the metadata of a resource, whose URL has this path.
    pub(super) fn new(server: &ResourceServer, path: &str) -> Self {
        let path = if path == "/" { "" } else { path };
        Self {
            document: Value::Object(document(server)).to_string(),
            path: format!("{WELL_KNOWN}{path}"),
        }
    }

    /// Returns a router with the metadata at the path of the resource, with a slash at the end and without; for a
    /// server that `has_host` to itself also at the root of the host, where older clients look for it.
    pub(in super::super) fn router(&self, has_host: bool) -> Router {
        let root = has_host.then_some(WELL_KNOWN);
        let bare = [self.path.trim_end_matches('/')].into_iter().chain(root);
        let paths: BTreeSet<_> = bare
            .flat_map(|path| [path.to_owned(), format!("{path}/")])
            .collect();
        paths
            .into_iter()
            .fold(Router::new().without_v07_checks(), |router, path| {
                let document = self.document.clone();
                let answer = any(move |method: Method| {
                    let response = response(&method, document);
                    async move { response }
                });
                router.route(&path.replace('{', "{{").replace('}', "}}"), answer)
            })
    }
}

fn document(server: &ResourceServer) -> Map<String, Value> {
    let mut document = Map::new();
    let mut set = |name: &str, value: Value| document.insert(name.to_owned(), value);
    set("resource", server.resource.clone().into());
    let issuers = server
        .issuers
        .iter()
        .map(|issuer| issuer.identifier.clone());
    set("authorization_servers", issuers.collect());
    if !server.scopes.is_empty() {
        set("scopes_supported", server.scopes.clone().into());
    }
    set("bearer_methods_supported", Value::from(vec!["header"]));
    if let Some(name) = &server.name {
        set("resource_name", name.clone().into());
    }
    if let Some(url) = &server.documentation {
        set("resource_documentation", url.clone().into());
    }
    document
}

/// Returns the response to a request for the metadata. Every origin may read it, because it is public and a client
/// in a browser needs it before it has a token.
fn response(method: &Method, document: String) -> Response {
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    match *method {
        Method::GET | Method::HEAD => {
            let json = HeaderValue::from_static("application/json");
            headers.insert(CONTENT_TYPE, json);
            *response.body_mut() = Body::from(document);
        }
        Method::OPTIONS => {
            let methods = HeaderValue::from_static(METHODS);
            headers.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
            headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("*"));
            *response.status_mut() = StatusCode::NO_CONTENT;
        }
        _ => {
            headers.insert(ALLOW, HeaderValue::from_static(METHODS));
            *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
        }
    }
    response
}
