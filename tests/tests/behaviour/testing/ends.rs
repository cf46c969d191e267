//! The end of a client: by `close` and by drop, with calls in flight.

use std::{sync::atomic::Ordering, time::Duration};

use fusion_core::{TestClient, server::ListChanges};
use serde_json::json;

use super::{
    every_way,
    shop::{Caller, Shop},
};

#[tokio::test(start_paused = true)]
async fn close_waits_for_a_call_over_lines_and_ends_one_over_http() {
    let shop = Shop::default();
    for (way, client) in every_way(&shop) {
        shop.orders.store(0, Ordering::SeqCst);
        let client = client.await;
        let mut running = client.call("shop/order", json!({"items": 1})).start().await;
        running.progress().await.unwrap();
        let (first, second) = tokio::join!(client.close(), client.close());
        first.unwrap();
        second.unwrap();
        let outcome = running.outcome().await;
        if way.contains("http false") {
            outcome.ok_text("ordered 1");
            assert_eq!(shop.orders.load(Ordering::SeqCst), 1, "{way}");
        } else {
            let error = outcome.protocol_error();
            let expected = "the server ended before it answered `tools/call`";
            assert_eq!(error.message, expected, "{way}");
        }
        let after = client.tools().await.unwrap_err();
        let expected = "the server ended before it answered `tools/list`";
        assert_eq!(after.message, expected, "{way}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_is_dropped_leaves_nothing_behind() {
    for (is_http, is_legacy) in [(false, false), (false, true), (true, false)] {
        let shop = Shop::default();
        let tasks = || {
            tokio::runtime::Handle::current()
                .metrics()
                .num_alive_tasks()
        };
        let before = tasks();
        let client = TestClient::of(shop.server()).as_caller(Caller("ada"));
        let client = if is_http { client.http() } else { client };
        let client = if is_legacy { client.legacy() } else { client };
        let client = client.await;
        let mut running = client
            .call("shop/order", json!({"items": 1_000}))
            .start()
            .await;
        running.progress().await.unwrap();
        assert!(tasks() > before);
        drop((client, running));
        while tasks() > before {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        assert_eq!(shop.orders.load(Ordering::SeqCst), 0);
    }
}

#[tokio::test]
async fn a_listener_hears_of_changed_lists() {
    for is_legacy in [false, true] {
        for is_http in [false, true] {
            let changes = ListChanges::new();
            let server = Shop::default().server().list_changes(&changes);
            let client = if is_http {
                TestClient::of(server.http().legacy_sessions(is_legacy))
            } else {
                TestClient::of(server)
            };
            let client = client.as_caller(Caller("ada"));
            let client = if is_legacy { client.legacy() } else { client };
            let client = client.await;
            let mut notifications = client.listen([]).await.unwrap();
            // An answer proves that the server has seen the end of the handshake.
            client.tools().await.unwrap();
            changes.announce();
            let mut methods = Vec::new();
            for _ in 0..3 {
                let notification = notifications.next().await.unwrap();
                methods.push(notification["method"].as_str().unwrap().to_owned());
            }
            methods.sort();
            let expected = ["prompts", "resources", "tools"]
                .map(|list| format!("notifications/{list}/list_changed"));
            assert_eq!(methods, expected, "http {is_http}, legacy {is_legacy}");
            // Neither a call nor its response is a notification of the listener.
            client.call("shop/whose", json!({})).await.ok_text("ada's");
            changes.announce();
            let next = notifications.next().await.unwrap();
            assert!(next["method"].as_str().unwrap().ends_with("/list_changed"));
        }
    }
}

#[tokio::test]
async fn a_panic_of_the_function_that_answers_fails_the_call() {
    let shop = Shop::default();
    for (way, client) in every_way(&shop) {
        if !way.ends_with("legacy true") {
            // The function runs in the call of the test, whose panic it is.
            continue;
        }
        let client = client.answer(|_| panic!("not this one")).await;
        let outcome = client.call("shop/survey", json!({})).await;
        let message = "the function that answers questions panicked at `Which colour?`";
        assert_eq!(outcome.protocol_error().message, message, "{way}");
    }
}
