//! Every response of a handler is the same with and without a mount attached.

use fusion_tests::{desk::Desk, full::Full};
use serde_json::{Value, json};

use super::{Client, ERAS, Era};

/// Returns valid and invalid requests for every method of the handler.
fn requests() -> Vec<(&'static str, Value)> {
    let call = |name: &str, arguments: Value| {
        ("tools/call", json!({"name": name, "arguments": arguments}))
    };
    let progress = json!({
        "name": "test_tool_with_progress",
        "arguments": {},
        "_meta": {"progressToken": "t"}
    });
    vec![
        call("test_simple_text", json!({})),
        call("test_image_content", json!({})),
        call("test_multiple_content_types", json!({})),
        call("test_error_handling", json!({})),
        call("test_custom_header", json!({"region": "eu"})),
        call("test_custom_header", json!({"region": 5})),
        call("test_custom_header", json!({})),
        call("test_custom_header", json!([1])),
        call("test_tool_with_logging", json!({})),
        call("json_schema_2020_12_tool", json!({"name": "ada"})),
        call("nobody_has_this", json!({})),
        call("nobody_has_this", json!("text")),
        ("tools/call", progress),
        ("tools/call", json!({"arguments": {}})),
        ("tools/call", json!({"name": 5})),
        ("tools/list", json!({"cursor": "unknown"})),
        ("prompts/list", json!({})),
        ("prompts/get", json!({"name": "test_simple_prompt"})),
        (
            "prompts/get",
            json!({"name": "test_prompt_with_arguments", "arguments": {"arg1": "a", "arg2": "b"}}),
        ),
        ("prompts/get", json!({"name": "nothing"})),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("resources/read", json!({"uri": "test://static-text"})),
        ("resources/read", json!({"uri": "test://template/5/data"})),
        ("resources/read", json!({"uri": "test://nothing"})),
        (
            "resources/subscribe",
            json!({"uri": "test://watched-resource"}),
        ),
        (
            "resources/unsubscribe",
            json!({"uri": "test://static-text"}),
        ),
        (
            "completion/complete",
            json!({
                "ref": {"type": "ref/prompt", "name": "test_prompt_with_arguments"},
                "argument": {"name": "arg1", "value": "par"}
            }),
        ),
        ("logging/setLevel", json!({"level": "warning"})),
        ("ping", json!({})),
        ("tasks/get", json!({"taskId": "1"})),
        ("skills/list", json!({})),
        ("somebody/else", json!({"x": 1})),
    ]
}

#[tokio::test]
async fn every_answer_of_the_handler_is_the_same_with_a_mount_attached() {
    for era in ERAS {
        let (alone, attached) = (Full::default(), Full::default());
        let mount = Desk::new().registry().mount();
        let mut one = Client::connect(alone.clone(), era).await;
        let mut other = Client::connect(mount.attach(attached.clone()), era).await;
        for (method, params) in requests() {
            let before = one.exchange(method, params.clone()).await;
            let after = other.exchange(method, params.clone()).await;
            if (method, params["cursor"].is_string()) == ("tools/list", true) {
                // Its pages are the handler's; only the cache time depends on both.
                assert_eq!(after[0]["result"]["tools"], before[0]["result"]["tools"]);
                continue;
            }
            assert_eq!(after, before, "{era:?} {method} {params}");
        }
        assert_eq!(attached.level(), alone.level());
        assert_eq!(attached.subscribed(), alone.subscribed());
        if era == Era::Legacy {
            assert_eq!(attached.subscribed(), ["test://watched-resource"]);
        }
        // And ours are there.
        let answer = other.call("desk", json!({"action": "echo", "n": 5})).await;
        assert_eq!(super::text(&answer), "5");
    }
}

#[tokio::test]
async fn what_the_handler_sends_to_those_who_listen_goes_on_when_the_tools_are_taken_away() {
    let mount = Desk::new().registry().mount();
    let full = Full::default();
    let mut listener = Client::connect(mount.attach(full.clone()), Era::Modern).await;
    let mut other = Client::connect(mount.attach(full), Era::Modern).await;
    // Not to the list of tools.
    let wanted = json!({"notifications": {"promptsListChanged": true}});
    let id = listener.send("subscriptions/listen", wanted).await;
    let acknowledged = listener.wire.receive().await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    let mut tell = async || {
        other.call("test_trigger_prompt_change", json!({})).await;
        let told = listener.wire.receive().await;
        assert_eq!(
            told["method"], "notifications/prompts/list_changed",
            "{told}"
        );
        let subscription = &told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
        assert_eq!(*subscription, id);
    };
    // The handler starts to listen after the acknowledgement.
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    tell().await;
    mount.detach();
    mount.reattach();
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    tell().await;
}
