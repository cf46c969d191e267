//! Requests to an issuer. They are limited in time and size and follow no redirect, so that an issuer decides
//! only what its own URLs say.

use std::{error::Error, net::IpAddr, sync::Arc, time::Duration};

use http::header::CACHE_CONTROL;
use reqwest::{Client, Url, redirect::Policy};
use rustls::{ClientConfig, crypto::ring::default_provider};
use rustls_platform_verifier::BuilderVerifierExt;
use serde_json::Value;
use tokio::sync::OnceCell;

/// The timeout of a whole request.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum size of a document.
const MAX_BYTES: usize = 256 * 1024;

/// The error of a request, as a text for the log.
pub(super) type FetchError = Box<dyn Error + Send + Sync>;

/// A JSON document, and the time for which its server lets it be cached.
pub(super) struct Document {
    pub(super) json: Value,
    pub(super) max_age: Option<Duration>,
}

/// The client for the documents of one issuer. It is created by the first request, because it reads the
/// certificates of the system.
pub(super) struct IssuerClient {
    client: OnceCell<Client>,
    /// True for an issuer on this machine, to which no proxy leads.
    is_local: bool,
}

impl IssuerClient {
    pub(super) fn new(is_local: bool) -> Self {
        Self {
            client: OnceCell::new(),
            is_local,
        }
    }

    /// Requests a JSON document.
    pub(super) async fn get(&self, url: &Url) -> Result<Document, FetchError> {
        let connect = || std::future::ready(client(self.is_local));
        let client = self.client.get_or_try_init(connect).await?;
        let mut response = client.get(url.clone()).send().await?;
        if response.status() != http::StatusCode::OK {
            return Err(format!("the response has the status {}", response.status()).into());
        }
        let max_age = response.headers().get(CACHE_CONTROL);
        let max_age = max_age.and_then(|value| max_age_of(value.to_str().ok()?));
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            if bytes.len() + chunk.len() > MAX_BYTES {
                return Err(format!("the response has more than {MAX_BYTES} bytes").into());
            }
            bytes.extend_from_slice(&chunk);
        }
        let json = serde_json::from_slice(&bytes)?;
        Ok(Document { json, max_age })
    }
}

/// Creates a client. It names its own cryptography, because the default of the process belongs to the
/// application.
fn client(is_local: bool) -> Result<Client, FetchError> {
    let tls = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()?
        .with_platform_verifier()?
        .with_no_client_auth();
    let mut builder = Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(Policy::none())
        .timeout(TIMEOUT)
        .user_agent(concat!("fusion-core/", env!("CARGO_PKG_VERSION")));
    if is_local {
        builder = builder.no_proxy();
    }
    Ok(builder.build()?)
}

/// Returns the time for which a response may be cached.
fn max_age_of(directives: &str) -> Option<Duration> {
    let mut directives = directives.split(',').map(str::trim);
    let seconds = directives.find_map(|directive| {
        let (name, value) = directive.split_once('=')?;
        let is_age = name.eq_ignore_ascii_case("max-age");
        is_age.then(|| value.trim_matches('"').parse().ok())?
    })?;
    Some(Duration::from_secs(seconds))
}

/// Returns true if tokens, keys and metadata may go over this URL: `https`, or `http` on this machine.
pub(in super::super) fn is_allowed_url(url: &Url) -> bool {
    match url.scheme() {
        "https" => url.has_host(),
        "http" => loopback(url),
        _ => false,
    }
}

/// Returns true if the host of a URL is this machine.
pub(in super::super) fn loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}
