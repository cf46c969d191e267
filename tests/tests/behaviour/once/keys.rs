//! Which calls have one key: the same principal, tool, action and arguments.

use super::*;

#[tokio::test]
async fn a_key_with_other_arguments_is_refused() {
    let orders = Orders::default();
    let registry = orders.registry();
    call(&registry, "place", "k", json!({"item": "pen"}))
        .await
        .unwrap();
    let other = call(&registry, "place", "k", json!({"item": "ink"}))
        .await
        .unwrap_err();
    assert_eq!(
        other.to_string(),
        "[orders/place] this `idempotency_key` belongs to an earlier call with other arguments; nothing was done\n\
         Hint: For another operation, call with a new key. To repeat the earlier call, send its arguments unchanged."
    );
    assert_eq!(other.data()["code"], "key_reused");
    assert_eq!(orders.runs(), 1);
}

#[tokio::test]
async fn arguments_that_the_reader_drops_make_no_other_call() {
    let orders = Orders::default();
    let builder = orders.builder().ignored_arguments(["trace"]);
    let registry = builder.build().unwrap();
    let first = call(&registry, "place", "k", json!({"item": "pen"}))
        .await
        .unwrap();
    for same in [
        json!({"item": "pen", "count": null}),
        json!({"item": "pen", "trace": 7}),
        // Fields of other actions that a host fills in.
        json!({"item": "pen", "text": "", "how": null}),
    ] {
        let again = call(&registry, "place", "k", same).await.unwrap();
        assert_eq!(text(&again), text(&first));
    }
    let stated = json!({"item": "pen", "count": 1});
    assert_eq!(
        code(call(&registry, "place", "k", stated).await),
        "key_reused"
    );
}

#[tokio::test]
async fn other_keys_and_other_actions_are_other_calls() {
    let orders = Orders::default();
    let registry = orders.registry();
    for (action, key, arguments) in [
        ("place", "a", json!({"item": "pen"})),
        ("place", "b", json!({"item": "pen"})),
        ("note", "a", json!({"text": "pen"})),
        ("long", "a", json!({"bytes": 1})),
    ] {
        call(&registry, action, key, arguments).await.unwrap();
    }
    assert_eq!(orders.runs(), 4);
}

#[tokio::test]
async fn a_key_is_a_text_of_1_to_128_characters() {
    let orders = Orders::default();
    let registry = orders.registry();
    for (key, runs) in [
        (json!("k".repeat(128)), true),
        (json!("ü".repeat(128)), true),
        (json!("k".repeat(129)), false),
        (json!(7), false),
        (json!(["k"]), false),
        (json!({"k": 1}), false),
    ] {
        let before = orders.runs();
        let arguments = json!({"action": "note", "text": "a", "idempotency_key": key});
        let called = registry.call("orders", arguments, Ctx::new()).await;
        assert_eq!(called.is_ok(), runs, "{key}");
        assert_eq!(orders.runs(), before + usize::from(runs), "{key}");
        if let Err(error) = called {
            let data = error.data();
            assert_eq!(data["code"], "invalid_arguments", "{key}");
            assert_eq!(data["fields"], json!(["idempotency_key"]), "{key}");
        }
    }
}

#[tokio::test]
async fn an_empty_key_is_refused_and_nothing_runs() {
    let orders = Orders::default();
    for repair in [true, false] {
        let registry = orders.builder().repair(repair).build().unwrap();
        let refused = call(&registry, "note", "", json!({"text": "a"})).await;
        let error = refused.unwrap_err();
        assert_eq!(
            error.to_string(),
            "Validation failed for orders/note:\n- idempotency_key: \"\" names no call; send 1 to 128 \
             characters, new for each operation, or leave it out to run without a key\nExpected: text: string \
             (required), idempotency_key: string, length 1..128\nFix these fields and call again."
        );
        assert_eq!(error.data()["code"], "invalid_arguments");
        assert_eq!(error.data()["fields"], json!(["idempotency_key"]));
    }
    assert_eq!(orders.runs(), 0);
}

#[tokio::test]
async fn an_action_without_once_refuses_the_key() {
    let orders = Orders::default();
    let registry = orders.registry();
    let refused = call(&registry, "change", "k", json!({"item": "pen"})).await;
    let error = refused.unwrap_err();
    assert_eq!(error.data()["fields"], json!(["idempotency_key"]));
    assert_eq!(
        error.to_string(),
        "Validation failed for orders/change:\n- idempotency_key: not a field of change; it belongs to place, note, wait, \
         fail, long, cancel, refund, survey\nExpected: item: string (required)\nFix these fields and call again."
    );
    assert_eq!(orders.runs(), 0);
    // A host that fills in every field sends it empty.
    let filled = call(&registry, "change", "", json!({"item": "pen"})).await;
    assert_eq!(text(&filled.unwrap()), "changed pen 1");
}
