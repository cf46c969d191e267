//! The layer of the guide `deploying`, word by word.

use axum::{
    extract::Request,
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, Method, StatusCode, header};

const PAGE: &str = "https://chat.example.com";

pub(super) async fn cors(request: Request, next: Next) -> Response {
    if request.uri().path().starts_with("/.well-known/") {
        return next.run(request).await; // metadata of OAuth, which has its own headers for every page
    }
    let from_page = request
        .headers()
        .get(header::ORIGIN)
        .is_some_and(|origin| origin == PAGE);
    let mut response = if request.method() == Method::OPTIONS {
        StatusCode::NO_CONTENT.into_response() // the preflight request
    } else {
        next.run(request).await
    };
    if from_page {
        for (name, value) in [
            (header::ACCESS_CONTROL_ALLOW_ORIGIN, PAGE),
            (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, DELETE"),
            (
                header::ACCESS_CONTROL_ALLOW_HEADERS,
                "authorization, content-type, last-event-id, mcp-method, mcp-name, \
                 mcp-protocol-version, mcp-session-id",
            ),
            (
                header::ACCESS_CONTROL_EXPOSE_HEADERS,
                "mcp-session-id, www-authenticate",
            ),
            (header::VARY, "origin"),
        ] {
            response
                .headers_mut()
                .insert(name, HeaderValue::from_static(value));
        }
    }
    response
}
