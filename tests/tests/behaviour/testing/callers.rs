//! Callers: in place of a provider, by header, by token.

use fusion_core::{
    BuildErrors, Ctx, Ext, Filter, Registry, Server, TestClient, ToolError, server_info, tool_group,
};
use serde_json::json;

use super::shop::{Caller, Shop};

#[derive(Clone)]
struct Tenant(String);

impl Tenant {
    async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
        let parts = ctx.get::<http::request::Parts>();
        let header = parts.and_then(|parts| parts.headers.get("authorization"));
        let text = header.and_then(|header| header.to_str().ok()?.strip_prefix("Bearer "));
        Ok(Self(text.ok_or("who are you?")?.to_owned()))
    }
}

struct Desk;

#[tool_group(name = "desk")]
impl Desk {
    /// Tell whose desk this is.
    #[action(read_only)]
    fn owner(tenant: &Ext<Tenant>) -> String {
        tenant.0.0.clone()
    }

    /// Clear the desk.
    #[action(destructive, tags("keeper"))]
    fn clear() {}
}

fn desk() -> Result<Server, BuildErrors> {
    let registry = Registry::builder()
        .provide(Tenant::from_request)
        .tool(Desk)
        .build()?;
    Server::new(registry, server_info!()).access(|tenant: &Tenant| match &*tenant.0 {
        "ada" => Filter::all(),
        _ => Filter::without_tags(["keeper"]),
    })
}

#[tokio::test]
async fn a_caller_stands_in_for_the_provider_in_lists_and_calls() {
    let shop = Shop::default();
    for (name, sees_sale) in [("ada", false), ("owner", true)] {
        for is_http in [false, true] {
            let client = TestClient::of(shop.server()).as_caller(Caller(name));
            let client = if is_http {
                client.http().await
            } else {
                client.await
            };
            let actions = client.actions().await.unwrap();
            let sees = actions.contains(&"shop/sell".to_owned());
            assert_eq!(sees, sees_sale, "{name}");
            let whose = format!("{name}'s");
            client.call("shop/whose", json!({})).await.ok_text(&whose);
        }
    }
    let client = TestClient::of(shop.server()).await;
    let refused = client.tools().await.unwrap_err();
    assert_eq!(refused.message, "Error: nobody may enter");
}

#[tokio::test]
async fn tokens_reach_the_provider_and_clients_of_one_server_differ() {
    let server = desk().unwrap();
    let ada = TestClient::of(server.clone()).http().bearer("ada").await;
    let grace = TestClient::of(server.clone())
        .http()
        .legacy()
        .bearer("grace")
        .await;
    ada.call("desk/owner", json!({})).await.ok_text("ada");
    grace.call("desk/owner", json!({})).await.ok_text("grace");
    assert_eq!(ada.actions().await.unwrap(), ["desk/owner", "desk/clear"]);
    assert_eq!(grace.actions().await.unwrap(), ["desk/owner"]);
    let nobody = TestClient::of(server).http().await;
    let refused = nobody
        .call("desk", json!({"action": "owner"}))
        .await
        .error();
    let _ = refused.code("refused").reads("Error: who are you?");
}

#[tokio::test]
async fn clients_of_one_endpoint_have_their_own_tokens_and_sessions() {
    let http = desk().unwrap().http().legacy_sessions(true);
    let ada = TestClient::of(http).bearer("ada").await;
    let grace = ada.beside().legacy().bearer("grace").await;
    ada.call("desk/owner", json!({})).await.ok_text("ada");
    grace.call("desk/owner", json!({})).await.ok_text("grace");
    ada.close().await.unwrap();
    grace.call("desk/owner", json!({})).await.ok_text("grace");
}

#[tokio::test]
#[should_panic(expected = "over lines, a server serves one client")]
async fn a_second_client_over_lines_fails_the_test() {
    let _ = TestClient::of(desk().unwrap()).await.beside();
}

#[tokio::test]
#[should_panic(
    expected = "nothing in the registry provides or expects `behaviour::testing::shop::Caller`"
)]
async fn a_caller_that_nothing_reads_fails_the_test() {
    let _ = TestClient::of(desk().unwrap())
        .as_caller(Caller("ada"))
        .await;
}

#[tokio::test]
#[should_panic(expected = "headers are sent over HTTP only")]
async fn headers_without_http_fail_the_test() {
    let server = desk().unwrap();
    let client = TestClient::of(fusion_core::testing::TestServer::from(server));
    let _ = client.bearer("ada").await;
}

#[tokio::test]
async fn the_checks_of_http_run_and_the_host_is_right_by_itself() {
    let http = |server: Server| {
        server
            .http()
            .allowed_hosts(["tools.example.com"])
            .path("/tools")
    };
    let client = TestClient::of(http(desk().unwrap())).bearer("ada").await;
    client.call("desk/owner", json!({})).await.ok_text("ada");
    let client = TestClient::of(http(desk().unwrap())).bearer("ada");
    let client = client.header("host", "evil.example").await;
    let error = client.tools().await.unwrap_err();
    assert_eq!(error.status, Some(403));
}
