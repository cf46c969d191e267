//! Handlers that do without an answer where nobody can be asked.

use fusion_tests::wire::{Wire, modern};

use super::*;

struct Kitchen;

/// Cook.
#[tool_group(name = "kitchen")]
impl Kitchen {
    /// Choose the spices.
    #[action]
    async fn spice(&self, ask: &Ask<Reason>) -> &'static str {
        if ask.can_ask() {
            "by the guest"
        } else {
            "none"
        }
    }
}

fn registry() -> Registry {
    Registry::builder().tool(Kitchen).build().unwrap()
}

#[tokio::test]
async fn a_handler_learns_beforehand_if_its_user_can_be_asked() {
    let arguments = json!({"action": "spice"});
    let in_process = registry();
    let in_process = in_process.call("kitchen", arguments.clone(), Ctx::new());
    assert_eq!(text(&in_process.await.unwrap()), "by the guest");
    for (capabilities, expected) in [
        (json!({"elicitation": {}}), "by the guest"),
        (json!({"elicitation": {"form": {}}}), "by the guest"),
        (json!({"elicitation": {"url": {}}}), "none"),
        (json!({}), "none"),
    ] {
        let mut wire = Wire::open(registry());
        wire.shake_hands_with(&capabilities).await;
        let legacy = wire.answer(1, "kitchen", arguments.clone()).await;
        assert_eq!(legacy["result"]["content"][0]["text"], expected);

        let params = json!({"name": "kitchen", "arguments": arguments});
        let mut call = modern(1, "tools/call", params);
        call["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities;
        let mut wire = Wire::open(registry());
        wire.send(&call).await;
        let modern = wire.receive().await;
        assert_eq!(modern["result"]["content"][0]["text"], expected);
    }
}
