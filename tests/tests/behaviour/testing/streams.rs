//! Progress, cancellation, subscriptions, questions.

use std::{sync::atomic::Ordering, time::Duration};

use fusion_core::{
    TestClient,
    testing::{TestAnswer, TestQuestion},
};
use serde_json::json;

use super::{
    every_way,
    shop::{Caller, Shop},
};

#[tokio::test(start_paused = true)]
async fn progress_is_a_stream_and_time_may_be_paused() {
    let shop = Shop::default();
    for (way, client) in every_way(&shop) {
        let client = client.await;
        let started = tokio::time::Instant::now();
        let mut running = client.call("shop/order", json!({"items": 3})).start().await;
        let mut seen = Vec::new();
        while let Some(update) = running.progress().await {
            seen.push((update.done, update.total));
        }
        assert_eq!(seen, [1.0, 2.0, 3.0].map(|done| (done, Some(3.0))), "{way}");
        running.outcome().await.ok_text("ordered 3");
        assert_eq!(started.elapsed().as_secs(), 180, "{way}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_ends_in_its_handler() {
    let shop = Shop::default();
    for (way, client) in every_way(&shop) {
        let client = client.await;
        let mut running = client.call("shop/order", json!({"items": 3})).start().await;
        running.progress().await.unwrap();
        running.cancel().await;
        while shop.cancelled.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        shop.cancelled.store(0, Ordering::SeqCst);
        assert_eq!(shop.orders.load(Ordering::SeqCst), 0, "{way}");
    }
}

#[tokio::test]
async fn a_function_answers_the_questions() {
    let shop = Shop::default();
    let answer = |question: &TestQuestion| match &*question.message {
        "Which colour?" => TestAnswer::Accept(json!({"colour": "red"})),
        "Close \"mine\"?" => TestAnswer::yes(),
        _ => TestAnswer::Decline,
    };
    for (way, client) in every_way(&shop) {
        let client = client.answer(answer).await;
        client
            .call("shop/survey", json!({}))
            .await
            .ok_text("wants red");
        client
            .call("shop/close", json!({"shop": "mine"}))
            .await
            .ok_text("closed mine");
        let declined = client
            .call("shop/close", json!({"shop": "yours"}))
            .await
            .error();
        assert_eq!(
            declined.code("declined").text(),
            format!(
                "[{}close] the user declined",
                if way.starts_with("Grouped") || way.starts_with("Search") {
                    "shop/"
                } else if way.starts_with("Flat") {
                    "shop_"
                } else {
                    "shop_destructive/"
                }
            ),
            "{way}"
        );
    }
    for (_, client) in every_way(&shop) {
        let client = client.await;
        let _ = client
            .call("shop/survey", json!({}))
            .await
            .error()
            .code("cannot_ask");
    }
}

#[tokio::test]
async fn a_subscriber_hears_of_its_resources() {
    let shop = Shop::default();
    for is_legacy in [false, true] {
        for is_http in [false, true] {
            let registry = shop.registry();
            let server = fusion_core::Server::new(registry.clone(), fusion_core::server_info!());
            let client = if is_http {
                TestClient::of(server.http().legacy_sessions(is_legacy))
            } else {
                TestClient::of(server)
            };
            let client = client.as_caller(Caller("ada"));
            let client = if is_legacy {
                client.legacy().await
            } else {
                client.await
            };
            let mut notifications = client.listen(["shop://stock"]).await.unwrap();
            registry.notify_resource("shop://stock");
            let changed = notifications.changed_resource().await;
            assert_eq!(
                changed.as_deref(),
                Some("shop://stock"),
                "http {is_http}, legacy {is_legacy}"
            );
            client.close().await.unwrap();
            assert_eq!(notifications.next().await, None);
        }
    }
}
