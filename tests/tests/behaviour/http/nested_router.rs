//! The router nested in an axum application, and values that its layers insert for an action.

use std::{net::SocketAddr, time::Duration};

use axum::{Extension, Router, extract::ConnectInfo};
use fusion_core::{Ctx, Ext, HttpServer, Registry, Server, ToolError, server_info, tool_group};
use fusion_tests::{
    http::{Client, Served},
    wire::patient,
};
use http::{header::AUTHORIZATION, request::Parts};
use serde_json::{Value, json};
use tokio::{io::AsyncReadExt, net::TcpListener, sync::oneshot};

use super::Desk;

/// Inserted by a layer of the application.
#[derive(Clone)]
struct Tenant(u32);

/// Read from the request by a provider.
#[derive(Clone)]
struct Token(String);

impl Token {
    #[allow(clippy::unused_async)] // as one that asks a database would be
    async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
        let header = ctx
            .get::<Parts>()
            .and_then(|parts| parts.headers.get(AUTHORIZATION));
        let text = header.and_then(|header| header.to_str().ok());
        let token = text.and_then(|text| text.strip_prefix("Bearer "));
        Ok(Self(token.ok_or("a bearer token is required")?.to_owned()))
    }
}

struct Door;

/// Tell what is known of a caller.
#[tool_group(name = "door")]
impl Door {
    /// Tell the tenant and the token.
    #[action(read_only)]
    fn show(tenant: &Ext<Tenant>, token: &Ext<Token>) -> String {
        format!("{} {}", tenant.0.0, token.0.0)
    }

    /// Tell where the caller is.
    #[action(read_only)]
    fn place(ctx: &Ctx) -> String {
        let peer = ctx.get::<ConnectInfo<SocketAddr>>();
        peer.map_or_else(String::new, |peer| peer.0.ip().to_string())
    }
}

fn door() -> HttpServer {
    let registry = Registry::builder()
        .provide(Token::from_request)
        .expects::<Tenant>()
        .tool(Door)
        .build()
        .unwrap();
    Server::new(registry, server_info!()).http()
}

fn show() -> Value {
    json!({"name": "door", "arguments": {"action": "show"}})
}

/// An application in the hands of axum.
async fn application(app: Router) -> (Client, oneshot::Sender<()>, impl Future<Output = ()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::to(listener.local_addr().unwrap());
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = axum::serve(listener, app).with_graceful_shutdown(async {
        let _ = stopped.await;
    });
    let task = tokio::spawn(serving.into_future());
    let ended = async { patient(task).await.unwrap().unwrap() };
    (client, stop, ended)
}

#[tokio::test]
async fn an_action_reads_what_a_layer_inserted_and_a_provider_the_headers() {
    let app = Router::new()
        .nest("/api", door().router())
        .layer(Extension(Tenant(7)));
    let (client, stop, ended) = application(app).await;
    let client = client.at("/api/mcp");
    let known = client.header("authorization", "Bearer sesame");
    for answer in [
        known.legacy(1, "tools/call", show()).await,
        known.modern(1, "tools/call", show()).await,
    ] {
        assert_eq!(answer.text(), "7 sesame");
    }
    let refused = client.legacy(1, "tools/call", show()).await.message();
    assert_eq!(refused["result"]["isError"], true);
    assert_eq!(client.at("/api/health").get().await.status, 200);
    stop.send(()).unwrap();
    ended.await;
}

#[tokio::test]
async fn a_layer_stands_around_a_server_by_itself_and_the_later_one_is_the_outer() {
    let http = door()
        .map_router(|router| router.layer(Extension(Tenant(1))))
        .map_router(|router| router.layer(Extension(Tenant(2))));
    let served = Served::start(http);
    let client = served.client.header("authorization", "Bearer x");
    // The inner one comes later to the request.
    let answer = client.legacy(1, "tools/call", show()).await;
    assert_eq!(answer.text(), "1 x");
    let place = json!({"name": "door", "arguments": {"action": "place"}});
    let answer = client.legacy(2, "tools/call", place).await;
    assert_eq!(answer.text(), "127.0.0.1");
    served.end().await;
}

#[tokio::test]
async fn the_handle_ends_the_streams_of_a_nested_router_after_its_calls() {
    let desk = Desk::new();
    let ages = Duration::from_secs(60 * 60);
    let http = Server::new(desk.registry(), server_info!())
        .grace(ages)
        .http();
    let http = http.legacy_sessions(true);
    let handle = http.stop_handle();
    let (client, stop, ended) = application(http.router()).await;

    let hello = client.initialize().await;
    let client = client.header("mcp-session-id", hello.header("mcp-session-id").unwrap());
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    client.post(ready.to_string().as_bytes()).await;
    let mut stream = client.head("GET", "\r\n").await;
    let caller = client.clone();
    let slow = tokio::spawn(async move { caller.call(json!({"action": "wait", "n": 7})).await });
    desk.until_running(1).await;

    let draining = tokio::spawn(async move { handle.drain().await });
    while client.at("/health").get().await.status != 503 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // While it is drained it goes on answering.
    let echo = json!({"name": "desk", "arguments": {"action": "echo", "n": 2}});
    assert_eq!(client.legacy(2, "tools/call", echo).await.text(), "2");
    desk.gate.add_permits(1);
    assert_eq!(patient(slow).await.unwrap(), "7");
    patient(draining).await.unwrap();
    let mut rest = Vec::new();
    patient(stream.read_to_end(&mut rest)).await.unwrap();
    let late = client.legacy(3, "tools/list", json!({})).await;
    assert_eq!(late.status, 503);
    stop.send(()).unwrap();
    ended.await;
}
