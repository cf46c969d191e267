//! Access tokens of OAuth in front of the HTTP endpoint. `oauth/README.md` lists the rules of the specification with
//! their tests.

mod bad_tokens;
mod browsers;
mod callers;
mod key_requests;
mod metadata;
mod opaque_tokens;
mod refused_calls;
mod refused_requests;
mod sessions;
mod settings;
mod streams;

use fusion_core::{
    Ctx, Ext, HttpServer, Registry, Server,
    auth::{Claims, Issuer, ResourceServer},
    server_info, tool_group,
};
use fusion_tests::{
    http::{Client, Reply, Served},
    issuer::{SigningKey, key_set, now},
};
use http::request::Parts;
use serde_json::{Value, json};

const RESOURCE: &str = "https://api.example.com/mcp";
const ISSUER: &str = "https://idp.example.com";
const METADATA: &str = "https://api.example.com/.well-known/oauth-protected-resource/mcp";

struct Desk;

/// Work at one's own desk.
#[tool_group(name = "desk")]
impl Desk {
    /// Tell whose desk this is.
    #[action(read_only)]
    fn whose(claims: &Ext<Claims>) -> String {
        claims.subject().unwrap_or("nobody").to_owned()
    }

    /// Tell what else the request has.
    #[action(read_only)]
    fn headers(ctx: &Ctx) -> String {
        let parts = ctx.get::<Parts>();
        let names = parts.map(|parts| parts.headers.keys().map(http::HeaderName::as_str));
        let mut names: Vec<_> = names.into_iter().flatten().collect();
        names.sort_unstable();
        names.join(" ")
    }
}

fn registry() -> Registry {
    Registry::builder().tool(Desk).build().unwrap()
}

fn server(resource: ResourceServer) -> HttpServer {
    Server::new(registry(), server_info!())
        .http()
        .oauth(resource)
}

/// A server that accepts the tokens of these keys, which it does not request.
fn served(keys: &[&SigningKey]) -> Served {
    let issuer = Issuer::new(ISSUER).jwks(key_set(keys));
    Served::start(server(ResourceServer::new(RESOURCE).issuer(issuer)))
}

/// The claims of a valid token.
fn claims() -> Value {
    json!({
        "iss": ISSUER, "aud": RESOURCE, "sub": "ada", "client_id": "app", "exp": now() + 600, "iat": now(),
        "scope": "desk:read",
    })
}

/// The claims of a valid token with some of them replaced, or removed by `null`.
fn claims_with(changes: Value) -> Value {
    let mut claims = claims();
    let members = claims.as_object_mut().unwrap();
    let Value::Object(changes) = changes else {
        panic!("{changes}");
    };
    for (name, value) in changes {
        if value.is_null() {
            members.remove(&name);
        } else {
            members.insert(name, value);
        }
    }
    claims
}

fn with_token(client: &Client, token: &str) -> Client {
    client.header("authorization", format!("Bearer {token}"))
}

async fn call(client: &Client, action: &str) -> Reply {
    let params = json!({"name": "desk", "arguments": {"action": action}});
    client.modern(1, "tools/call", params).await
}

async fn whose(client: &Client) -> Reply {
    call(client, "whose").await
}

/// The challenge of a token that is not accepted.
fn invalid(text: &str) -> String {
    format!(
        "Bearer error=\"invalid_token\", error_description=\"{text}\", resource_metadata=\"{METADATA}\""
    )
}

fn challenge(reply: &Reply) -> (u16, &str) {
    (
        reply.status,
        reply.header("www-authenticate").unwrap_or_default(),
    )
}
