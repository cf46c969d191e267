//! Calls that are refused with a status after the token was accepted.

use fusion_core::{
    Ctx, Ext, HttpServer, Registry, RegistryBuilder, Server, ToolError,
    auth::{Claims, Issuer, ResourceServer, Scopes},
    server_info, tool_group,
};
use fusion_tests::{
    http::{Client, Reply, Served},
    issuer::{SigningKey, key_set},
    wire::{LEGACY, patient, request},
};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{ISSUER, METADATA, RESOURCE, challenge, claims_with, invalid, with_token};

struct Notes;

/// Keep notes.
#[tool_group(name = "notes", scope("notes:read"))]
impl Notes {
    /// Read the notes.
    #[action(read_only)]
    fn read() -> &'static str {
        "none"
    }

    /// Write a note.
    #[action(scope("notes:write", "notes:read"))]
    fn write() -> &'static str {
        "written"
    }

    /// Read the notes of a prompt.
    #[prompt(scope("notes:write"))]
    fn summary() -> &'static str {
        "Summarize."
    }

    /// Forward to a system that has logged the caller out.
    #[action(scope("notes:read"))]
    fn forward() -> Result<(), ToolError> {
        Err(ToolError::unauthorized())
    }
}

/// A caller who was logged out.
#[derive(Clone)]
struct Session;

impl Session {
    #[allow(clippy::unused_async)] // as one that asks a database would be
    async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
        let claims = ctx.get::<Claims>();
        match claims.and_then(Claims::subject) {
            Some("ghost") => Err(ToolError::unauthorized()),
            _ => Ok(Self),
        }
    }
}

struct Audit;

/// Look at sessions.
#[tool_group(name = "audit")]
impl Audit {
    /// Look at one's own.
    #[action(read_only)]
    fn own(_session: &Ext<Session>) -> &'static str {
        "fine"
    }
}

fn http(builder: RegistryBuilder, key: &SigningKey) -> HttpServer {
    let registry = builder.tool(Notes).tool(Audit).build().unwrap();
    let issuer = Issuer::new(ISSUER).jwks(key_set(&[key]));
    let resource = ResourceServer::new(RESOURCE).issuer(issuer);
    Server::new(registry, server_info!()).http().oauth(resource)
}

fn builder() -> RegistryBuilder {
    Registry::builder().provide(Session::from_request)
}

fn token(key: &SigningKey, scope: &str) -> String {
    key.token(&claims_with(json!({"scope": scope})))
}

/// The parameters of a call, with progress or without.
fn params(tool: &str, action: &str, with_progress: bool) -> Value {
    let mut params = json!({"name": tool, "arguments": {"action": action}});
    if with_progress {
        params["_meta"] = json!({"progressToken": 7});
    }
    params
}

/// Calls in the lane and on the way of the SDK, in both eras.
async fn all_ways(client: &Client, tool: &str, action: &str) -> [Reply; 4] {
    let of = |with_progress| params(tool, action, with_progress);
    [
        client.modern(1, "tools/call", of(false)).await,
        client.modern(1, "tools/call", of(true)).await,
        client.legacy(1, "tools/call", of(false)).await,
        client.legacy(1, "tools/call", of(true)).await,
    ]
}

fn forbidden(scopes: &str) -> String {
    format!(
        "Bearer error=\"insufficient_scope\", error_description=\"the access token lacks a scope that this call needs\", scope=\"{scopes}\", resource_metadata=\"{METADATA}\""
    )
}

fn unauthorized() -> String {
    invalid("the caller is not authenticated, or the credentials are no longer valid")
}

#[tokio::test]
async fn the_scopes_of_the_token_open_actions() {
    let key = SigningKey::p256("a");
    let served = Served::start(http(builder(), &key));
    let client = with_token(&served.client, &token(&key, "notes:read notes:write"));
    for reply in all_ways(&client, "notes", "write").await {
        assert_eq!(reply.text(), "written");
    }
    served.end().await;
}

#[tokio::test]
async fn a_hidden_action_is_unknown_and_never_403() {
    let key = SigningKey::p256("a");
    let served = Served::start(http(builder(), &key));
    let client = with_token(&served.client, &token(&key, "notes:read"));
    for action in ["write", "nothing"] {
        for reply in all_ways(&client, "notes", action).await {
            assert_eq!(challenge(&reply), (200, ""));
            assert_eq!(
                reply.text(),
                format!("Error: Unknown action \"{action}\". Available: read, forward")
            );
        }
    }
    let client = with_token(&served.client, &token(&key, ""));
    for reply in all_ways(&client, "notes", "read").await {
        assert_eq!(reply.message()["error"]["message"], "unknown tool `notes`");
    }
    served.end().await;
}

#[tokio::test]
async fn an_action_that_steps_up_is_403_with_all_scopes_of_the_call() {
    let key = SigningKey::p256("a");
    let builder = builder().missing_scopes("notes", Scopes::StepUp);
    let served = Served::start(http(builder, &key));
    let many: Vec<_> = (0..700).map(|number| format!("mail:{number}")).collect();
    let many = many.join(" ");
    for (granted, action, expected) in [
        ("notes:read", "write", "notes:write notes:read"),
        ("", "write", "notes:write notes:read"),
        ("", "read", "notes:read"),
        // Those of other servers are nobody's to request here, and a token may have many of them.
        (
            "mail offline_access notes:read",
            "write",
            "notes:write notes:read",
        ),
        (&*many, "write", "notes:write notes:read"),
    ] {
        let client = with_token(&served.client, &token(&key, granted));
        for reply in all_ways(&client, "notes", action).await {
            assert_eq!(challenge(&reply), (403, &*forbidden(expected)), "{granted}");
            assert_eq!(
                reply.body,
                "the access token lacks a scope that this call needs\n"
            );
        }
    }
    let client = with_token(&served.client, &token(&key, "notes:read"));
    let reply = client
        .modern(1, "prompts/get", json!({"name": "notes_summary"}))
        .await;
    assert_eq!(
        challenge(&reply),
        (403, &*forbidden("notes:write notes:read"))
    );
    for reply in all_ways(&client, "notes", "nothing").await {
        assert_eq!(reply.status, 200);
    }
    served.end().await;
}

#[tokio::test]
async fn a_connection_goes_on_after_a_call_that_is_refused() {
    let key = SigningKey::p256("a");
    let builder = builder().missing_scopes("notes", Scopes::StepUp);
    let served = Served::start(http(builder, &key));
    let client = with_token(&served.client, &token(&key, ""));
    let client = client.header("mcp-protocol-version", LEGACY);
    let body = request(1, "tools/call", params("notes", "read", false)).to_string();
    let going_on = client.header("connection", "keep-alive");
    let mut stream = going_on.sent(body.as_bytes()).await;
    let mut head = [0; 12];
    patient(stream.read_exact(&mut head)).await.unwrap();
    assert_eq!(&head, b"HTTP/1.1 403");
    let last = format!(
        "POST /mcp HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
        client.address
    );
    patient(stream.write_all(last.as_bytes())).await.unwrap();
    let mut rest = String::new();
    patient(stream.read_to_string(&mut rest)).await.unwrap();
    assert!(rest.contains("HTTP/1.1 401"), "{rest}");
    served.end().await;
}

#[tokio::test]
async fn a_broader_scope_is_sufficient() {
    let key = SigningKey::p256("a");
    let builder = builder()
        .implies("notes:admin", ["notes:read", "notes:write"])
        .missing_scopes("notes", Scopes::StepUp);
    let served = Served::start(http(builder, &key));
    let client = with_token(&served.client, &token(&key, "notes:admin"));
    for reply in all_ways(&client, "notes", "write").await {
        assert_eq!(reply.text(), "written");
    }
    served.end().await;
}

#[tokio::test]
async fn an_error_that_nobody_is_authenticated_is_401() {
    let key = SigningKey::p256("a");
    let served = Served::start(http(builder(), &key));
    let ghost = key.token(&claims_with(json!({"sub": "ghost", "scope": "notes:read"})));
    let ghost = with_token(&served.client, &ghost);
    for reply in all_ways(&ghost, "audit", "own").await {
        assert_eq!(challenge(&reply), (401, &*unauthorized()));
    }
    let list = ghost.modern(1, "tools/list", json!({})).await;
    assert_eq!(challenge(&list), (401, &*unauthorized()));
    let ada = with_token(&served.client, &token(&key, "notes:read"));
    for reply in all_ways(&ada, "notes", "forward").await {
        assert_eq!(challenge(&reply), (401, &*unauthorized()));
    }
    served.end().await;
}

#[tokio::test]
async fn in_a_session_the_model_reads_the_error() {
    let key = SigningKey::p256("a");
    let served = Served::start(http(builder(), &key).legacy_sessions(true));
    let client = with_token(&served.client, &token(&key, "notes:read"));
    let begun = client.initialize().await;
    let session = begun.header("mcp-session-id").unwrap();
    let client = client.header("mcp-session-id", session);
    let reply = client
        .legacy(1, "tools/call", params("notes", "forward", false))
        .await;
    assert_eq!(
        reply.text(),
        "[notes/forward] the caller is not authenticated, or the credentials are no longer valid"
    );
    served.end().await;
}

#[tokio::test]
async fn without_oauth_the_challenge_names_its_scheme_only() {
    let registry =
        Registry::builder().provide(async |_: &Ctx| Err::<Session, _>(ToolError::unauthorized()));
    let registry = registry.tool(Audit).build().unwrap();
    let served = Served::new(registry);
    for reply in all_ways(&served.client, "audit", "own").await {
        assert_eq!(challenge(&reply), (401, "Bearer"));
    }
    served.end().await;
}
