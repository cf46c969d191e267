//! Clients in web pages: the CORS layer of the guide in front of a server with OAuth.

mod cors_layer;

use axum::middleware::from_fn;
use fusion_core::auth::{Issuer, ResourceServer};
use fusion_tests::{
    http::{Reply, Served},
    issuer::{SigningKey, key_set},
};

use super::{ISSUER, METADATA, RESOURCE, challenge, claims, server, whose, with_token};

const PAGE: &str = "https://chat.example.com";

#[test]
fn the_guide_has_the_layer_that_is_tested() {
    let guide = include_str!("../../../../fusion-core/src/docs/guide/deploying.md");
    let layer = include_str!("browsers/cors_layer.rs");
    let (_, layer) = layer.split_once("const PAGE").unwrap();
    assert!(guide.contains(&layer.replace("pub(super) ", "")), "{layer}");
}

fn served(key: &SigningKey) -> Served {
    let issuer = Issuer::new(ISSUER).jwks(key_set(&[key]));
    let http = server(ResourceServer::new(RESOURCE).issuer(issuer));
    let http = http.allowed_origins([format!("{PAGE}:443")]);
    Served::start(http.map_router(|router| router.layer(from_fn(cors_layer::cors))))
}

fn cors<'r>(reply: &'r Reply, names: &[&str]) -> Vec<Option<&'r str>> {
    let value = |name: &&str| reply.header(&format!("access-control-{name}"));
    names.iter().map(value).collect()
}

#[tokio::test]
async fn a_page_may_call_and_read_the_challenge() {
    let key = SigningKey::p256("a");
    let served = served(&key);
    let client = served.client.header("origin", PAGE);
    let preflight = Reply::read(client.head("OPTIONS", "\r\n").await).await;
    assert_eq!(preflight.status, 204);
    assert_eq!(
        cors(&preflight, &["allow-origin", "allow-methods"]),
        [Some(PAGE), Some("GET, POST, DELETE")]
    );
    let allowed = preflight.header("access-control-allow-headers");
    assert!(allowed.is_some_and(|names| names.contains("authorization")));
    let refused = whose(&client).await;
    let named = format!("Bearer resource_metadata=\"{METADATA}\"");
    assert_eq!(challenge(&refused), (401, &*named));
    assert_eq!(
        cors(&refused, &["allow-origin", "expose-headers"]),
        [Some(PAGE), Some("mcp-session-id, www-authenticate")]
    );
    let accepted = whose(&with_token(&client, &key.token(&claims()))).await;
    assert_eq!(accepted.text(), "ada");
    assert_eq!(cors(&accepted, &["allow-origin"]), [Some(PAGE)]);
    served.end().await;
}

#[tokio::test]
async fn every_page_may_read_the_metadata_behind_the_layer() {
    let served = served(&SigningKey::p256("a"));
    let client = served
        .client
        .at("/.well-known/oauth-protected-resource/mcp");
    let client = client.header("origin", "https://other.example.com");
    let preflight = Reply::read(client.head("OPTIONS", "\r\n").await).await;
    assert_eq!(
        cors(
            &preflight,
            &["allow-origin", "allow-methods", "allow-headers"]
        ),
        [Some("*"), Some("GET, HEAD, OPTIONS"), Some("*")]
    );
    let read = client.get().await;
    assert_eq!(read.message()["resource"], RESOURCE);
    assert_eq!(cors(&read, &["allow-origin"]), [Some("*")]);
    served.end().await;
}
