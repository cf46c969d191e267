//! Actions that ask nothing allocate as much beside actions that ask as they do alone.
//!
//! `calls` has the numbers. `fusion-feature-tests` compiles the same file in a build without the feature `ask`.

use fusion_core::{Ask, Registry, tool_group};
use serde_json::{Value, json};

use super::calls::{allocations, four};

struct Desk;

/// Some of its actions ask.
#[tool_group(name = "desk")]
impl Desk {
    /// Takes nothing and gives nothing.
    #[action]
    async fn nothing(&self) -> &'static str {
        ""
    }

    /// Takes nothing, and returns without waiting.
    #[action]
    fn at_once(&self) -> &'static str {
        "done"
    }

    /// Takes four arguments.
    #[action]
    async fn four(&self, name: String, age: Option<u8>, days: u32, tags: Vec<String>) -> String {
        drop((age, days, tags));
        name
    }

    /// Asks in its handler.
    #[action]
    async fn asks(&self, ask: &Ask) -> String {
        ask.confirmed("Go on?").await.is_accepted().to_string()
    }

    /// Asks before its handler.
    #[action(destructive, confirm("Delete {id}?"))]
    async fn delete(&self, id: u64) {
        let _ = id;
    }
}

/// The calls of actions that ask nothing, with the allocations of each.
fn quiet_calls() -> [(Value, u64); 3] {
    [
        (json!({"action": "nothing"}), 2),
        (json!({"action": "at_once"}), 1),
        (four(), 2),
    ]
}

#[test]
fn an_action_that_asks_nothing_allocates_nothing_for_those_that_ask() {
    let registry = Registry::builder().tool(Desk).build().unwrap();
    for (arguments, expected) in quiet_calls() {
        assert_eq!(allocations(&registry, &arguments), expected, "{arguments}");
    }
}
