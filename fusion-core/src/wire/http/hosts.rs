//! Requests that name their host in two ways. The SDK checks the first `Host` header only; a proxy in
//! front of the server, or a layer of the application, may have read another one.

use axum::{extract::Request, response::Response};
use http::{HeaderValue, StatusCode, header::HOST, uri::Authority};

use super::endpoint::refusal;

/// Returns the refusal of a request with two `Host` headers, with user information in its host, or with a target on
/// another host than its `Host` header.
pub(super) fn refusal_of(request: &Request) -> Option<Response> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let (host, second) = (hosts.next(), hosts.next());
    let target = request.uri().authority();
    let text = if second.is_some() {
        "a request must have one Host header"
    } else if host.is_some_and(|host| host.as_bytes().contains(&b'@'))
        || target.is_some_and(|target| target.as_str().contains('@'))
    {
        "the host of a request must not have user information"
    } else if let (Some(host), Some(target)) = (host, target)
        && !is_same(host, target, request.uri().scheme_str())
    {
        "the target of a request must be on the host of its Host header"
    } else {
        return None;
    };
    tracing::warn!(?host, ?target, "refused a request: {text}");
    Some(refusal(StatusCode::BAD_REQUEST, text.to_owned()))
}

fn is_same(host: &HeaderValue, target: &Authority, scheme: Option<&str>) -> bool {
    let Ok(host) = Authority::try_from(host.as_bytes()) else {
        return false;
    };
    let default = if scheme == Some("https") { 443 } else { 80 };
    let port = |authority: &Authority| authority.port_u16().unwrap_or(default);
    host.host().eq_ignore_ascii_case(target.host()) && port(&host) == port(target)
}
