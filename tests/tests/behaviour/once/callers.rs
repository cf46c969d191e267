//! Keys belong to callers.

use fusion_core::{Server, TestClient, server_info};

use super::*;

fn place() -> Value {
    json!({"item": "pen", "idempotency_key": "k"})
}

#[tokio::test]
async fn each_caller_has_its_own_keys() {
    for lane in [true, false] {
        let orders = Orders::default();
        let registry = orders.builder().principal(|ctx| {
            let parts = ctx.get::<http::request::Parts>()?;
            let user = parts.headers.get("x-user")?.to_str().ok()?;
            Some(user.to_owned())
        });
        let server = Server::new(registry.build().unwrap(), server_info!()).lane(lane);
        let ada = TestClient::of(server).http().header("x-user", "ada").await;
        let eve = ada.beside().header("x-user", "eve").await;
        let also_ada = ada.beside().header("x-user", "ada").await;
        let first = ada.call("orders/place", place()).await.ok();
        let other = eve.call("orders/place", place()).await.ok();
        assert_ne!(first.text(), other.text());
        let again = also_ada.call("orders/place", place()).await.ok();
        assert_eq!(again.text(), first.text());
        // The key of another caller does not betray itself.
        let arguments = json!({"item": "ink", "idempotency_key": "k"});
        let also_eve = eve.call("orders/place", arguments).await;
        also_eve.error().code("key_reused");
        assert_eq!(orders.runs(), 2);
    }
}

#[tokio::test]
async fn the_authorization_of_a_request_names_its_caller() {
    let orders = Orders::default();
    // `confirm` needs to know callers before the server starts.
    let registry = Registry::builder().tool(Plain(orders.clone())).build();
    let server = Server::new(registry.unwrap(), server_info!());
    let unknown = TestClient::of(server).http().await;
    let refused = unknown.call("plain/place", place()).await.error();
    let refused = refused.code("unknown_caller");
    assert_eq!(
        refused.text(),
        "[plain/place] `idempotency_key` is not accepted here, because nothing tells one caller of this server from \
         another; nothing was done\nHint: Call without `idempotency_key`, and do not repeat a call that may have taken \
         effect."
    );
    unknown
        .call("plain/place", json!({"item": "pen"}))
        .await
        .ok_text("pen 1");
    let ada = unknown.beside().bearer("ada").await;
    let eve = unknown.beside().bearer("eve").await;
    for _ in 0..2 {
        ada.call("plain/place", place()).await.ok_text("pen 2");
    }
    eve.call("plain/place", place()).await.ok_text("pen 3");
}

/// Takes orders, and asks nobody.
#[derive(Clone)]
struct Plain(Orders);

#[tool_group(name = "plain")]
impl Plain {
    /// Place an order.
    #[action(once)]
    fn place(&self, item: String) -> String {
        format!("{item} {}", self.0.run())
    }
}

#[tokio::test]
async fn over_lines_all_calls_have_one_caller() {
    let orders = Orders::default();
    let registry = Registry::builder().tool(Plain(orders.clone())).build();
    let server = Server::new(registry.unwrap(), server_info!());
    let client = TestClient::of(server).await;
    for _ in 0..2 {
        client.call("plain/place", place()).await.ok_text("pen 1");
    }
}

#[tokio::test]
async fn of_200_requests_at_once_one_runs() {
    let orders = Orders::default();
    let registry = Registry::builder().tool(Plain(orders.clone())).build();
    let server = Server::new(registry.unwrap(), server_info!());
    let client = TestClient::of(server).http().bearer("ada").await;
    let calls: Vec<_> = (0..200)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.call("plain/place", place()).await.ok().text() })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap(), "pen 1");
    }
    assert_eq!(orders.runs(), 1);
}
