//! As many open questions as a connection has places for calls, and more: their answers are read.

use std::{collections::BTreeSet, time::Duration};

use super::*;

/// A server with so many places, and a client of it.
async fn crowded(shop: &Shop, lane: bool, places: usize) -> Wire {
    let server = server(shop.registry(), lane).max_calls_in_flight(places);
    legacy_to(server, &json!({})).await
}

fn both() -> Value {
    json!({"action": "twice"})
}

/// Answers all questions, and returns the ids of the calls that ended well, and those of the refused ones.
async fn answer_all(wire: &mut Wire, calls: usize) -> (BTreeSet<u64>, BTreeSet<u64>) {
    let (mut done, mut refused) = (BTreeSet::new(), BTreeSet::new());
    while done.len() + refused.len() < calls {
        let message = wire.receive().await;
        if message["method"] == "elicitation/create" {
            reply(wire, &message, accept(&json!({}))).await;
            continue;
        }
        let id = message["id"].as_u64().unwrap();
        if message["error"].is_null() {
            assert_eq!(text_of(&message), "true true");
            done.insert(id);
        } else {
            assert_eq!(message["error"]["code"], -32000, "{message}");
            refused.insert(id);
        }
    }
    (done, refused)
}

#[tokio::test]
async fn the_answers_to_as_many_questions_as_there_are_places_are_read() {
    for lane in [true, false] {
        let shop = Shop::default();
        let mut wire = crowded(&shop, lane, 128).await;
        for id in 2..258 {
            wire.call(id, "shop", both()).await;
        }
        let (done, refused) = answer_all(&mut wire, 256).await;
        assert_eq!((done.len(), refused.len()), (256, 0));
        assert_eq!(shop.counts()[0], 256);
    }
}

#[tokio::test]
async fn further_requests_are_refused_while_the_client_owes_answers_and_cancellations_are_read() {
    for lane in [true, false] {
        let shop = Shop::default();
        let mut wire = crowded(&shop, lane, 4).await;
        for id in 2..6 {
            wire.call(id, "shop", both()).await;
        }
        let mut questions = Vec::new();
        for _ in 0..4 {
            questions.push(wire.receive().await);
        }
        // Four calls are held, and the others find no place.
        for id in 6..20 {
            wire.call(id, "shop", both()).await;
        }
        let mut refused = BTreeSet::new();
        for _ in 10..20 {
            let message = wire.receive().await;
            assert_eq!(
                message["error"]["message"],
                "4 requests wait already, and running ones wait for answers of this client: answer the open questions, and send this request again"
            );
            refused.insert(message["id"].as_u64().unwrap());
        }
        assert_eq!(refused, (10..20).collect());
        // A cancelled call makes room for a held one, which asks.
        cancel(&mut wire, 2).await;
        let mut both = [wire.receive().await, wire.receive().await];
        both.sort_by_key(|message| message["id"].is_null());
        let [next, withdrawn] = both;
        assert_eq!(next["method"], "elicitation/create");
        assert_eq!(withdrawn["method"], "notifications/cancelled");
        let pong = wire.ask(100, "ping", json!({})).await;
        assert_eq!(pong["result"], json!({}));
        let of_cancelled = &withdrawn["params"]["requestId"];
        questions.retain(|question| question["id"] != *of_cancelled);
        questions.push(next);
        for question in questions {
            reply(&mut wire, &question, accept(&json!({}))).await;
        }
        let (done, refused) = answer_all(&mut wire, 7).await;
        assert_eq!((done, refused.len()), ((3..10).collect(), 0));
    }
}

#[tokio::test]
async fn calls_without_questions_still_wait_for_their_turn() {
    let shop = Shop::default();
    let mut wire = crowded(&shop, true, 2).await;
    let mut lines = String::new();
    for id in 2..1_002 {
        let call = fusion_tests::wire::request(
            id,
            "tools/call",
            json!({"name": "shop", "arguments": {"action": "look"}}),
        );
        lines.push_str(&call.to_string());
        lines.push('\n');
    }
    let sending = wire.send_all_and_close(lines.into_bytes());
    let (answers, ended) = tokio::time::timeout(Duration::from_secs(30), wire.end())
        .await
        .unwrap();
    sending.await.unwrap();
    ended.unwrap();
    assert_eq!(answers.len(), 1_000);
    assert!(answers.iter().all(|answer| text_of(answer) == "seen"));
}
