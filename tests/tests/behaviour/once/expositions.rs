//! Repetitions over every exposition, transport and era.

use fusion_core::{Exposition, Server, TestClient, server_info};
use fusion_tests::wire::is_lane_off;

use super::*;

#[tokio::test]
async fn every_way_replays_the_whole_answer() {
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        for (lane, is_http, is_legacy) in [
            (true, false, false),
            (true, false, true),
            (true, true, false),
            (true, true, true),
            (false, false, false),
            (false, false, true),
            (false, true, false),
            (false, true, true),
        ] {
            let way = format!("{exposition:?} {lane} {is_http} {is_legacy}");
            let orders = Orders::default();
            let registry = orders.builder().principal(|_| None).build().unwrap();
            let server = Server::new(registry, server_info!())
                .exposition(exposition)
                .unwrap()
                .lane(lane && !is_lane_off());
            let mut client = if is_http {
                TestClient::of(server.http().legacy_sessions(is_legacy))
            } else {
                TestClient::of(server)
            };
            if is_legacy {
                client = client.legacy();
            }
            let client = client.await;
            let mut number = 0;
            for (action, arguments) in [
                ("place", json!({"item": "pen", "idempotency_key": "k"})),
                ("note", json!({"text": "a", "idempotency_key": "k"})),
                ("fail", json!({"how": "plainly", "idempotency_key": "k"})),
            ] {
                number += 1;
                let key = format!("orders/{action}");
                let first = client.call(&key, arguments.clone()).await;
                let again = client.call(&key, arguments.clone()).await;
                assert_eq!(first.raw().unwrap(), again.raw().unwrap(), "{way} {action}");
                assert_eq!(orders.runs(), number, "{way} {action}");
                let has_structured = exposition == Exposition::Flat && action == "place";
                assert_eq!(again.structured().is_some(), has_structured, "{way}");
                let mut other = arguments.clone();
                other["idempotency_key"] = json!("k".repeat(129));
                client
                    .call(&key, other)
                    .await
                    .error()
                    .code("invalid_arguments")
                    .names("idempotency_key");
            }
        }
    }
}

#[tokio::test]
async fn a_repetition_over_another_list_gets_the_answer_if_it_has_its_form() {
    let orders = Orders::default();
    let registry = orders.registry();
    let view = registry.view(Exposition::Flat).unwrap();
    let flat = |key: &str, item: &str| {
        let arguments = json!({"item": item, "idempotency_key": key});
        view.call("orders_place", arguments, Ctx::new())
    };
    // Structured content is left out where no schema is listed.
    let first = flat("a", "pen").await.unwrap();
    assert!(first.structured_content().is_some());
    let grouped = call(&registry, "place", "a", json!({"item": "pen"})).await;
    let grouped = grouped.unwrap();
    assert_eq!(text(&grouped), text(&first));
    assert_eq!(grouped.structured_content(), None);
    // It cannot be made up where one is.
    call(&registry, "place", "b", json!({"item": "pen"}))
        .await
        .unwrap();
    let error = flat("b", "pen").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "[orders_place] the first call with this `idempotency_key` was done, and its answer was given in another form, \
         to another kind of client; this call did nothing\nHint: Do not call again for the same operation; read its \
         result in another way."
    );
    assert_eq!(orders.runs(), 2);
}
