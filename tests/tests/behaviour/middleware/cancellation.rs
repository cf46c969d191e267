//! Calls that are cancelled over the wire leave nothing behind in any middleware.

use std::{sync::Arc, time::Duration};

use fusion_core::{
    Registry,
    middleware::{Call, Concurrency, Exclusive, Heartbeat, Timeout},
};
use fusion_tests::{desk::Desk, wire::Wire};
use serde_json::{Value, json};

fn key(call: &Call<'_>) -> Option<u64> {
    call.arguments()?.get("n")?.as_u64()
}

#[tokio::test]
async fn cancelled_calls_free_their_place_in_every_middleware() {
    let desk = Desk::new();
    let exclusive = Arc::new(Exclusive::by(key));
    let registry = Registry::builder()
        .middleware(Timeout::secs(60))
        .middleware(Concurrency::new(20))
        .middleware(Arc::clone(&exclusive))
        .middleware(Heartbeat::new(Duration::from_millis(1)))
        .tool(desk.clone())
        .build()
        .unwrap();
    let mut wire = Wire::legacy(registry).await;
    for round in 0..3 {
        let ids = round * 100 + 1..=round * 100 + 20;
        for id in ids.clone() {
            // Two calls for each key: one runs, one waits.
            let arguments = json!({"action": "wait", "n": id / 2});
            wire.call(id, "desk", arguments).await;
        }
        desk.until_running(11).await;
        assert_eq!(exclusive.keys(), 11);
        for id in ids {
            let params = json!({"requestId": id});
            wire.send(
                &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}),
            )
            .await;
        }
        desk.until_running(0).await;
        while exclusive.keys() > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    // And the places are free.
    let arguments = json!({"action": "echo", "n": 5});
    let answer = wire.answer(999, "desk", arguments).await;
    assert_eq!(answer["result"]["content"][0]["text"], "5");
    wire.close().await;
    let (rest, ended) = wire.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    ended.unwrap();
}

#[tokio::test]
async fn a_server_that_is_asked_to_end_answers_what_waits_in_a_middleware() {
    let desk = Desk::new();
    let exclusive = Arc::new(Exclusive::by(key));
    let registry = Registry::builder()
        .middleware(Timeout::secs(60))
        .middleware(Arc::clone(&exclusive))
        .tool(desk.clone())
        .build()
        .unwrap();
    let mut wire = Wire::legacy(registry).await;
    for id in 1..=4 {
        // One call runs, three wait for it.
        let arguments = json!({"action": "wait", "n": 7});
        wire.call(id, "desk", arguments).await;
    }
    // What comes after them has been read after them.
    let arguments = json!({"action": "echo", "n": 8});
    let answer = wire.answer(5, "desk", arguments).await;
    assert_eq!(answer["result"]["content"][0]["text"], "8");
    desk.until_running(1).await;
    assert_eq!(exclusive.keys(), 1);
    wire.stop();
    desk.gate.add_permits(1);
    let (rest, ended) = wire.end().await;
    let mut answered: Vec<_> = rest
        .iter()
        .map(|answer| {
            assert_eq!(answer["result"]["content"][0]["text"], "7");
            answer["id"].as_u64().unwrap()
        })
        .collect();
    answered.sort_unstable();
    assert_eq!(answered, [1, 2, 3, 4]);
    ended.unwrap();
    assert_eq!(exclusive.keys(), 0);
}
