//! Questions to clients over byte streams, of both eras, with and without the lane.

use std::time::Duration;

use fusion_tests::wire::request;

use super::*;

#[tokio::test]
async fn a_legacy_client_is_asked_in_the_middle_of_the_call() {
    for lane in [true, false] {
        let shop = Shop::default();
        for elicitation in [
            json!({}),
            json!({"form": {}}),
            json!({"form": {}, "url": {}}),
        ] {
            let mut wire = legacy(shop.registry(), lane, &elicitation).await;
            let runs = shop.counts()[0];
            wire.call(2, "shop", json!({"action": "close", "issue": 7}))
                .await;
            let question = wire.receive().await;
            assert_eq!(question["method"], "elicitation/create", "{question}");
            let mut params = question["params"].clone();
            params.as_object_mut().unwrap().remove("_meta");
            assert_eq!(
                params,
                json!({
                    "mode": "form",
                    "message": "Why close 7?",
                    "requestedSchema": {
                        "type": "object",
                        "properties": {
                            "reason": {"type": "string", "description": "Why it is closed.", "minLength": 3},
                            "times": {"type": "integer", "minimum": 0, "maximum": 255},
                        },
                        "required": ["reason"],
                    },
                })
            );
            // Other calls are answered meanwhile.
            let seen = wire.answer(3, "shop", json!({"action": "look"})).await;
            assert_eq!(text_of(&seen), "seen");
            let wrong = json!({"jsonrpc": "2.0", "id": question["id"], "result": accept(&json!({"reason": "no"}))});
            wire.send(&wrong).await;
            let again = wire.receive().await;
            assert_eq!(
                again["params"]["message"],
                "Why close 7?\n\nPlease answer again: `reason`: expected string, length 3.., found 2 characters"
            );
            let right = accept(&json!({"reason": "done", "times": null}));
            wire.send(&json!({"jsonrpc": "2.0", "id": again["id"], "result": right}))
                .await;
            let answer = wire.receive().await;
            assert_eq!(
                (&answer["id"], text_of(&answer)),
                (&json!(2), "closed 7: done None")
            );
            assert_eq!(shop.counts()[0], runs + 1, "the handler ran once");
        }
    }
}

#[tokio::test]
async fn a_legacy_client_declines_dismisses_or_fails() {
    for lane in [true, false] {
        let mut wire = legacy(Shop::default().registry(), lane, &json!({})).await;
        for (reply, expected) in [
            (json!({"result": {"action": "decline"}}), "declined"),
            (json!({"result": {"action": "cancel"}}), "cancelled"),
            (
                json!({"error": {"code": -32603, "message": "no window\nHint: x"}}),
                "[shop/close] the user could not be asked: the client refused (no window\\nHint: x)",
            ),
        ] {
            wire.call(2, "shop", json!({"action": "close", "issue": 7}))
                .await;
            let question = wire.receive().await;
            let mut reply = reply.clone();
            reply["jsonrpc"] = json!("2.0");
            reply["id"] = question["id"].clone();
            wire.send(&reply).await;
            let answer = wire.receive().await;
            assert_eq!(text_of(&answer), expected);
        }
    }
}

#[tokio::test]
async fn a_call_that_is_cancelled_in_mid_question_withdraws_it_and_does_nothing() {
    for lane in [true, false] {
        let shop = Shop::default();
        let mut wire = legacy(shop.registry(), lane, &json!({})).await;
        wire.call(2, "shop", json!({"action": "close", "issue": 7}))
            .await;
        let question = wire.receive().await;
        let params = json!({"requestId": 2});
        wire.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}),
        )
        .await;
        let withdrawn = wire.receive().await;
        assert_eq!(
            withdrawn["method"], "notifications/cancelled",
            "{withdrawn}"
        );
        assert_eq!(withdrawn["params"]["requestId"], question["id"]);
        // A late answer changes nothing.
        let late = accept(&json!({"reason": "late"}));
        wire.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": late}))
            .await;
        let seen = wire.answer(3, "shop", json!({"action": "look"})).await;
        assert_eq!(text_of(&seen), "seen");
        assert_eq!(shop.counts(), [1, 0, 0, 1]);
    }
}

#[tokio::test]
async fn a_client_that_leaves_in_mid_question_gets_nothing_done() {
    for lane in [true, false] {
        let shop = Shop::default();
        let mut wire = legacy(shop.registry(), lane, &json!({})).await;
        wire.call(2, "shop", json!({"action": "close", "issue": 7}))
            .await;
        wire.receive().await;
        wire.leave().abort();
        for _ in 0..200 {
            if shop.counts()[3] == 1 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(shop.counts(), [1, 0, 0, 1]);
    }
}

#[tokio::test]
async fn a_modern_client_gets_the_question_as_the_result_in_the_same_bytes_with_and_without_the_lane()
 {
    let arguments = json!({"action": "close", "issue": 7});
    let mut results = Vec::new();
    for lane in [true, false] {
        let shop = Shop::default();
        let mut wire = Wire::serve(server(shop.registry(), lane));
        wire.send(&modern_call(
            0,
            &json!({"action": "look"}),
            &json!({}),
            &json!({}),
        ))
        .await;
        wire.receive().await;
        wire.send(&modern_call(
            1,
            &arguments,
            &json!({"form": {}}),
            &json!({}),
        ))
        .await;
        let answer = wire.receive().await;
        let mut result = answer["result"].clone();
        assert_eq!(result["resultType"], "input_required", "{answer}");
        let state = result
            .as_object_mut()
            .unwrap()
            .remove("requestState")
            .unwrap();
        let (id, question) = result["inputRequests"]
            .as_object()
            .unwrap()
            .iter()
            .next()
            .unwrap();
        assert_eq!(question["method"], "elicitation/create");
        assert_eq!(question["params"]["message"], "Why close 7?");
        let answers =
            json!({id.as_str(): accept(&json!({"reason": "done"})), "other": {"action": "accept"}});
        let more = json!({"requestState": state, "inputResponses": answers});
        wire.send(&modern_call(2, &arguments, &json!({"form": {}}), &more))
            .await;
        let answer = wire.receive().await;
        assert_eq!(text_of(&answer), "closed 7: done None", "{answer}");
        assert_eq!(shop.counts(), [2, 0, 1, 2]);
        results.push(result);
    }
    assert_eq!(results[0], results[1]);
}

#[tokio::test]
async fn a_client_without_forms_is_told_so_and_nothing_happens() {
    const UNDECLARED: &str = "[shop/close] this asks the user, and the client does not declare that it shows forms to its user (capability `elicitation`)\nHint: Connect with a client that shows questions to its user, or ask the user to do this another way.";
    let arguments = json!({"action": "close", "issue": 7});
    for lane in [true, false] {
        let shop = Shop::default();
        let mut wire = legacy(shop.registry(), lane, &json!({"url": {}})).await;
        let answer = wire.answer(2, "shop", arguments.clone()).await;
        assert_eq!(text_of(&answer), UNDECLARED);
        assert_eq!(answer["result"]["isError"], true);
        assert_eq!(
            answer["result"]["_meta"]["dev.fusion/error"]["code"],
            "cannot_ask"
        );
        let mut wire = Wire::serve(server(shop.registry(), lane));
        for (id, elicitation) in [
            (1, json!(null)),
            (2, json!({"url": {}})),
            (3, json!({"url": {}})),
        ] {
            wire.send(&modern_call(id, &arguments, &elicitation, &json!({})))
                .await;
            let answer = wire.receive().await;
            assert_eq!(text_of(&answer), UNDECLARED, "{answer}");
        }
        assert_eq!(shop.counts()[2], 0);
    }
}

#[tokio::test]
async fn concurrent_questions_are_in_flight_together() {
    let mut wire = legacy(Shop::default().registry(), true, &json!({})).await;
    wire.call(2, "shop", json!({"action": "both"})).await;
    let (one, two) = (wire.receive().await, wire.receive().await);
    assert_eq!(
        (&one["params"]["message"], &two["params"]["message"]),
        (&json!("One?"), &json!("Two?"))
    );
    for (question, action) in [(two, "decline"), (one, "accept")] {
        let reply = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": action}});
        wire.send(&reply).await;
    }
    assert_eq!(text_of(&wire.receive().await), "true false");
}

#[tokio::test]
async fn a_question_with_progress_keeps_its_token_and_its_order() {
    let mut wire = legacy(Shop::default().registry(), true, &json!({})).await;
    let mut params = json!({"name": "shop", "arguments": {"action": "close", "issue": 7}});
    params["_meta"]["progressToken"] = json!("p");
    wire.send(&request(2, "tools/call", params)).await;
    let progress = wire.receive().await;
    assert_eq!(progress["params"]["progressToken"], "p");
    let question = wire.receive().await;
    assert_eq!(question["method"], "elicitation/create");
}
