//! Calls that run once and ask their user.

use super::*;

/// Answers the only question of a call.
fn accepted(asked: Result<ToolResponse, CallError>, action: &str) -> Ctx {
    match asked {
        Err(CallError::Asked { questions, state }) => {
            let [question] = &*questions else {
                panic!("{questions:?}");
            };
            let answer = json!({"action": action});
            Ctx::new().with_answers(state, [(question.id.clone(), answer)])
        }
        other => panic!("not asked: {other:?}"),
    }
}

async fn call_with(
    registry: &Registry,
    action: &str,
    mut arguments: Value,
    ctx: Ctx,
) -> Result<ToolResponse, CallError> {
    arguments["action"] = json!(action);
    arguments["idempotency_key"] = json!("k");
    registry.call("orders", arguments, ctx).await
}

#[tokio::test]
async fn an_asked_call_gives_its_key_back_and_a_finished_one_asks_nobody() {
    for (action, arguments, runs) in [
        ("cancel", json!({"item": "pen"}), 1),
        // Its handler runs in each round.
        ("survey", json!({}), 2),
    ] {
        let orders = Orders::default();
        let registry = orders.registry();
        let begin = || call_with(&registry, action, arguments.clone(), Ctx::new());
        // Two rounds of one key, of which none has an answer.
        begin().await.unwrap_err();
        let before = orders.runs();
        let ctx = accepted(begin().await, "accept");
        let state = call_with(&registry, action, arguments.clone(), ctx).await;
        let done = state.unwrap();
        assert_eq!(orders.runs(), before + runs, "{action}");
        // Neither the first round nor the answer is asked about or refused again.
        assert_eq!(begin().await.unwrap(), done, "{action}");
        assert_eq!(orders.runs(), before + runs, "{action}");
    }
}

#[tokio::test]
async fn a_repeated_answer_gets_the_answer_of_the_call() {
    let orders = Orders::default();
    let registry = orders.registry();
    let item = json!({"item": "pen"});
    let asked = call_with(&registry, "cancel", item.clone(), Ctx::new()).await;
    let Err(CallError::Asked { questions, state }) = asked else {
        panic!("not asked");
    };
    let ctx = || {
        let answer = json!({"action": "accept"});
        Ctx::new().with_answers(state.clone(), [(questions[0].id.clone(), answer)])
    };
    let first = call_with(&registry, "cancel", item.clone(), ctx()).await;
    // Without the key, the state would be refused because it is used.
    let again = call_with(&registry, "cancel", item, ctx()).await;
    assert_eq!(again.unwrap(), first.unwrap());
    assert_eq!(orders.runs(), 1);
}

#[tokio::test]
async fn a_call_that_the_user_declined_may_be_made_again() {
    let orders = Orders::default();
    let registry = orders.registry();
    let item = json!({"item": "pen"});
    for (action, result) in [("decline", None), ("accept", Some("cancelled pen 1"))] {
        let asked = call_with(&registry, "cancel", item.clone(), Ctx::new()).await;
        let ctx = accepted(asked, action);
        let ended = call_with(&registry, "cancel", item.clone(), ctx).await;
        match result {
            Some(expected) => assert_eq!(text(&ended.unwrap()), expected),
            None => assert_eq!(code(ended), "declined"),
        }
    }
}

#[tokio::test]
async fn a_call_that_a_token_confirms_runs_once() {
    use fusion_core::{Server, TestClient, server_info};

    let orders = Orders::default();
    let server = Server::new(orders.registry(), server_info!());
    let client = TestClient::of(server).legacy().await;
    let refund = |more: Value| {
        let mut arguments = json!({"item": "pen", "idempotency_key": "k"});
        for (name, value) in more.as_object().unwrap() {
            arguments[name] = value.clone();
        }
        client.call("orders/refund", arguments)
    };
    let asked = refund(json!({})).await.error();
    let asked = asked.code("confirmation_required");
    let (_, token) = asked.text().split_once("`confirmation`: \"").unwrap();
    let token = token.strip_suffix("\".").unwrap().to_owned();
    let confirmed = || refund(json!({"confirmation": token}));
    confirmed().await.ok_text("refunded pen 1");
    confirmed().await.ok_text("refunded pen 1");
    // A finished call answers before its question.
    refund(json!({})).await.ok_text("refunded pen 1");
    refund(json!({"confirmation": "wrong"}))
        .await
        .ok_text("refunded pen 1");
    // The key is no part of what was confirmed.
    let asked = client
        .call("orders/refund", json!({"item": "ink"}))
        .await
        .error();
    let (_, token) = asked.text().split_once("`confirmation`: \"").unwrap();
    let token = token.strip_suffix("\".").unwrap();
    let arguments = json!({"item": "ink", "idempotency_key": "other", "confirmation": token});
    client
        .call("orders/refund", arguments)
        .await
        .ok_text("refunded ink 2");
}
