//! Discovery: the URL of the keys in the metadata of an issuer, by RFC 8414 and by `OpenID` Connect Discovery.

use reqwest::Url;
use serde_json::Value;

use super::fetch::{FetchError, IssuerClient, is_allowed_url};

const OAUTH: &str = "/.well-known/oauth-authorization-server";
const OPENID: &str = "/.well-known/openid-configuration";

/// Returns the URL of the keys of an issuer, from the first of its documents that names it.
pub(super) async fn jwks_uri(
    client: &IssuerClient,
    identifier: &str,
    issuer: &Url,
) -> Result<Url, FetchError> {
    let mut problems = Vec::new();
    for url in locations(issuer) {
        let document = client.get(&url).await;
        match document.and_then(|document| keys_in(&document.json, identifier)) {
            Ok(keys) => return Ok(keys),
            Err(problem) => problems.push(format!("{url}: {problem}")),
        }
    }
    Err(problems.join("; ").into())
}

/// Returns the URLs at which an issuer may have its metadata, in the order that the MCP specification gives
/// clients.
fn locations(issuer: &Url) -> Vec<Url> {
    let path = issuer.path().trim_end_matches('/');
    let at = |path: String| {
        let mut url = issuer.clone();
        url.set_path(&path);
        url
    };
    let mut urls = vec![at(format!("{OAUTH}{path}")), at(format!("{OPENID}{path}"))];
    if !path.is_empty() {
        urls.push(at(format!("{path}{OPENID}")));
    }
    urls
}

/// Returns the URL of the keys in a document. The document must name the issuer as the settings do, because
/// otherwise the metadata of one tenant could stand for another.
fn keys_in(document: &Value, identifier: &str) -> Result<Url, FetchError> {
    if document.get("issuer").and_then(Value::as_str) != Some(identifier) {
        return Err("the document is not of this issuer".into());
    }
    let uri = document.get("jwks_uri").and_then(Value::as_str);
    let uri = Url::parse(uri.ok_or("the document has no `jwks_uri`")?)?;
    if is_allowed_url(&uri) {
        Ok(uri)
    } else {
        Err("the `jwks_uri` is no `https` URL".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls(issuer: &str) -> Vec<String> {
        let issuer = Url::parse(issuer).ok();
        let urls = issuer.map(|issuer| locations(&issuer)).unwrap_or_default();
        urls.iter().map(Url::to_string).collect()
    }

    #[test]
    fn an_issuer_with_a_path_has_three_locations() {
        assert_eq!(
            urls("https://idp.example.com/tenant/"),
            [
                "https://idp.example.com/.well-known/oauth-authorization-server/tenant",
                "https://idp.example.com/.well-known/openid-configuration/tenant",
                "https://idp.example.com/tenant/.well-known/openid-configuration",
            ]
        );
    }

    #[test]
    fn an_issuer_without_a_path_has_two_locations() {
        assert_eq!(
            urls("https://idp.example.com"),
            [
                "https://idp.example.com/.well-known/oauth-authorization-server",
                "https://idp.example.com/.well-known/openid-configuration",
            ]
        );
    }
}
