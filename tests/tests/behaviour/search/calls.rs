//! Calls of found actions.

use super::*;

#[tokio::test]
async fn an_action_runs_by_the_tool_of_its_class() {
    let view = view();
    for (tool, action, arguments, answer) in [
        ("call_read", "desk/issues.list", json!({}), "list None 20"),
        (
            "call_read",
            "desk/issues.list",
            json!({"state": "open", "limit": 3}),
            "list Some(\"open\") 3",
        ),
        (
            "call_write",
            "desk/issues.close",
            json!({"issue": 7}),
            "closed 7",
        ),
        (
            "call_destructive",
            "desk/issues.purge",
            json!({"days": 30}),
            "purged 30",
        ),
        // Its own argument has the name that the tool gives the action.
        (
            "call_read",
            "files/read",
            json!({"path": "a", "action": "make"}),
            "read a Some(\"make\")",
        ),
        // A former key, and the notation of texts about changed results.
        (
            "call_write",
            "desk/issues.finish",
            json!({"issue": 7}),
            "closed 7",
        ),
        (
            "call_write",
            "desk.issues.close",
            json!({"issue": 7}),
            "closed 7",
        ),
        // What stands in an answer of `find`.
        (
            "call_write",
            "desk/issues.close(issue)",
            json!({"issue": 7}),
            "closed 7",
        ),
        (
            "call_write",
            "call_write: desk/issues.close",
            json!({"issue": 7}),
            "closed 7",
        ),
        // A model that repeats the action among its arguments, and a host that fills fields in.
        (
            "call_write",
            "desk/issues.close",
            json!({"action": "issues.close", "issue": 7}),
            "closed 7",
        ),
        (
            "call_write",
            "desk/issues.close",
            json!({"issue": 7, "label": ""}),
            "closed 7",
        ),
    ] {
        assert_eq!(
            run(&view, tool, action, arguments.clone()).await.unwrap(),
            answer,
            "{action} {arguments}"
        );
    }
}

#[tokio::test]
async fn arguments_may_be_left_out_or_be_a_text() {
    let view = view();
    for arguments in [
        Value::Null,
        json!(""),
        json!("{}"),
        json!(" {\"limit\": 20} "),
    ] {
        let answer = run(&view, "call_read", "desk/issues.list", arguments.clone()).await;
        assert_eq!(answer.unwrap(), "list None 20", "{arguments}");
    }
    let answer = call(&view, "call_read", json!({"action": "desk/issues.list"})).await;
    assert_eq!(answer.unwrap(), "list None 20");
    // Names that clients add are no arguments.
    let noisy = json!({"action": "desk/issues.list", "arguments": {}, "sessionId": "x"});
    assert_eq!(
        call(&view, "call_read", noisy).await.unwrap(),
        "list None 20"
    );
}

#[tokio::test]
async fn programs_find_an_action_by_its_key_in_the_list() {
    use fusion_core::{Server, TestClient, server_info};
    for lane in [true, false] {
        let registry = builder().build().unwrap();
        let server = Server::new(registry, server_info!()).lane(lane);
        let server = server.exposition(Exposition::Search).unwrap();
        let client = TestClient::of(server).await;
        client
            .call("desk/issues.close", json!({"issue": 7}))
            .await
            .ok_text("closed 7");
        client
            .call("files/read", json!({"path": "a"}))
            .await
            .ok_text("read a None");
        client.call("find", json!({"query": "close"})).await.ok();
    }
}

#[test]
fn the_catalog_says_how_an_action_is_called() {
    let view = view();
    let actions = view.actions();
    let close = actions
        .iter()
        .find(|action| action.key == "issues.close")
        .unwrap();
    assert_eq!(close.listed_as, "call_write");
    assert_eq!(close.discriminator.as_deref(), Some("action"));
    let manifest = view.manifest();
    let close = &manifest["groups"][0]["groups"][0]["tools"][1];
    assert_eq!(
        close["_meta"]["dev.fusion/action"]["call"],
        json!({"name": "call_write", "arguments": {"action": "desk/issues.close"}})
    );
    assert_eq!(actions.len(), 5);
}
