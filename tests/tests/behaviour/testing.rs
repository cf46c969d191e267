//! The client for tests, against a shop in every era, transport and exposition.

mod assertions;
mod callers;
mod ends;
mod requests;
mod shop;
mod streams;

use fusion_core::{Exposition, TestClient, testing::ConnectTestClient};
use fusion_tests::wire::is_lane_off;
use serde_json::{Value, json};

use shop::Shop;

/// Connects to a new shop in each of the ways that a client has.
fn every_way(shop: &Shop) -> Vec<(String, ConnectTestClient)> {
    let mut ways = Vec::new();
    for exposition in [
        Exposition::Grouped,
        Exposition::BySafety,
        Exposition::Flat,
        Exposition::Search,
    ] {
        for is_http in [false, true] {
            for is_legacy in [false, true] {
                let server = shop.server().exposition(exposition).unwrap();
                let server = if is_lane_off() {
                    server.lane(false)
                } else {
                    server
                };
                let mut client = if is_http {
                    TestClient::of(server.http().legacy_sessions(is_legacy))
                } else {
                    TestClient::of(server)
                };
                client = client.as_caller(shop::Caller("ada"));
                if is_legacy {
                    client = client.legacy();
                }
                let way = format!("{exposition:?}, http {is_http}, legacy {is_legacy}");
                ways.push((way, client));
            }
        }
    }
    ways
}

#[tokio::test]
async fn every_way_has_the_same_outcomes() {
    let shop = Shop::default();
    for (way, client) in every_way(&shop) {
        let client = client.await;
        let keys = [
            "shop/find",
            "shop/rename",
            "shop/order",
            "shop/close",
            "shop/survey",
            "shop/drop",
            "shop/whose",
        ];
        let mut actions = client.actions().await.unwrap();
        actions.retain(|key| key != "shop/help");
        actions.sort();
        let mut keys = keys.map(str::to_owned);
        keys.sort();
        assert_eq!(actions, keys, "{way}");

        let found: Value = client.call("shop/find", json!({"item": 7})).await.ok_json();
        assert_eq!(found, json!({"id": 7, "name": "pen"}), "{way}");
        client.call("shop/whose", json!({})).await.ok_text("ada's");

        let repaired = client.call("shop/find", json!({"item": "7"})).await.ok();
        assert_eq!(repaired.repairs()[0]["field"], "item", "{way}");
        let renamed = client
            .call("shop/rename", json!({"item": 7, "name": "pen"}))
            .await
            .ok();
        assert_eq!(renamed.invalidated(), ["shop.find"], "{way}");
        assert_eq!(renamed.text(), "7 is pen", "{way}");
        assert!(renamed.notice().is_some(), "{way}");

        let error = client.call("shop/find", json!({"item": 8})).await.error();
        let error = error.code("not_found");
        assert!(error.text().ends_with("find] no item 8"), "{way}");
        let error = client.call("shop/find", json!({"itm": 7})).await.error();
        let _ = error.code("invalid_arguments").names("item");
        let hidden = client.call("shop/sell", json!({})).await;
        assert!(!hidden.is_ok(), "{way}");

        let prompt = client
            .prompt("shop_greet", json!({"name": "Ada"}))
            .await
            .unwrap();
        assert_eq!(prompt.messages.len(), 1, "{way}");
        let completed = client
            .complete_prompt("shop_greet", "name", "A")
            .await
            .unwrap();
        assert_eq!(completed, ["Ada", "Alan"], "{way}");
        assert_eq!(client.resources().await.unwrap().len(), 1, "{way}");
        assert_eq!(
            client.read("shop://stock").await.unwrap().contents.len(),
            1,
            "{way}"
        );
        let expected = match way.split(',').next() {
            Some("Grouped") => 1,
            Some("BySafety") => 3,
            Some("Search") => 4,
            _ => 7,
        };
        assert_eq!(client.tools().await.unwrap().len(), expected, "{way}");
        client.close().await.unwrap();
    }
}
