//! The check of who may use the explorer: browsers on this machine, or all, at a host that the server allows.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    extract::{ConnectInfo, Request},
    response::Response,
};
use http::{
    HeaderMap, HeaderName, StatusCode,
    header::{FORWARDED, HOST, ORIGIN, VIA},
};

use super::super::{allowed_hosts::AllowedHosts, endpoint::refusal, hosts};

/// The headers by which proxies name the client whose request they forward.
static FORWARDERS: [HeaderName; 4] = [
    FORWARDED,
    VIA,
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-real-ip"),
];

/// The check of who may use the explorer.
#[derive(Clone)]
pub(in super::super) struct ExplorerGate {
    hosts: Arc<AllowedHosts>,
    loopback: Arc<AllowedHosts>,
    allows_remote: bool,
}

impl ExplorerGate {
    /// Creates the check. `hosts` is `None` for the loopback names.
    pub(super) fn new(hosts: Option<&[String]>, allows_remote: bool) -> Self {
        let hosts = hosts.map_or_else(AllowedHosts::loopback, AllowedHosts::new);
        Self {
            hosts: Arc::new(hosts),
            loopback: Arc::new(AllowedHosts::loopback()),
            allows_remote,
        }
    }

    /// Returns the refusal of a request that may not use the explorer.
    pub(super) fn refusal_of(&self, request: &Request) -> Option<Response> {
        if let Some(refusal) = hosts::refusal_of(request) {
            return Some(refusal);
        }
        let text = if !has_host(request.headers(), &self.hosts) {
            "this host is not allowed\n"
        } else if !self.admits_peer(request) {
            "the explorer is for browsers on the machine of the server; `allow_remote()` opens it to others\n"
        } else if is_foreign(request.headers()) {
            "this origin is not allowed\n"
        } else {
            return None;
        };
        tracing::warn!(
            path = request.uri().path(),
            "refused a request: {}",
            text.trim_end()
        );
        Some(refusal(StatusCode::FORBIDDEN, text.to_owned()))
    }

    /// Removes an `Origin` that is the server itself, so that the page can call the endpoint. The origins of other
    /// pages stay, and are refused.
    pub(in super::super) fn drop_own_origin(&self, request: &mut Request) {
        let headers = request.headers();
        if headers.contains_key(ORIGIN)
            && has_host(headers, &self.hosts)
            && self.admits_peer(request)
            && self.is_own(headers)
        {
            request.headers_mut().remove(ORIGIN);
        }
    }

    /// Returns true if the origin is the scheme and the host of the request. Only a proxy adds TLS, so that `https` is
    /// an own origin where proxies are allowed.
    fn is_own(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(ORIGIN).iter();
        let (Some(origin), None) = (origins.next(), origins.next()) else {
            return false;
        };
        let (Ok(origin), Some(Ok(host))) = (
            origin.to_str(),
            headers.get(HOST).map(http::HeaderValue::to_str),
        ) else {
            return false;
        };
        let plain = origin.strip_prefix("http://");
        let secure = origin
            .strip_prefix("https://")
            .filter(|_| self.allows_remote);
        plain
            .or(secure)
            .is_some_and(|own| own.eq_ignore_ascii_case(host))
    }

    /// Returns true for a request from this machine, unless all may use the explorer. A request without the address of
    /// its peer is from elsewhere.
    fn admits_peer(&self, request: &Request) -> bool {
        if self.allows_remote {
            return true;
        }
        let headers = request.headers();
        let peer: Option<&ConnectInfo<SocketAddr>> = request.extensions().get();
        peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback())
            && has_host(headers, &self.loopback)
            && !FORWARDERS.iter().any(|name| headers.contains_key(name))
    }
}

fn has_host(headers: &HeaderMap, hosts: &AllowedHosts) -> bool {
    headers.get(HOST).is_some_and(|host| hosts.contain(host))
}

/// Returns true for a request that a page of another origin caused, as the browser says. A link to the page is none.
fn is_foreign(headers: &HeaderMap) -> bool {
    static SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
    static MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
    let is_own = |site: &http::HeaderValue| site == "same-origin" || site == "none";
    let navigates = headers.get(&MODE).is_some_and(|mode| mode == "navigate");
    headers.get(&SITE).is_some_and(|site| !is_own(site)) && !navigates
}
