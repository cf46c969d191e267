//! A group of one crate is mounted in a tool of another.
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::Arc;

use fusion_core::{Ctx, Registry, ToolResponse, tool_group};
use fusion_examples::tracker::{Members, store::Store};
use fusion_tests::desk::Desk;
use serde_json::json;

/// Everything in the office.
#[tool_group(name = "office")]
struct Office {
    #[group]
    desk: Arc<Desk>,
    #[group(name = "people")]
    members: Members,
}

#[tokio::test]
async fn groups_of_other_crates_answer_under_their_modules() {
    let dir = tempfile::TempDir::new().unwrap();
    let store = Store::open(dir.path().join("office.db")).unwrap();
    let office = Office {
        desk: Arc::new(Desk::new()),
        members: Members::new(store),
    };
    let registry = Registry::builder().tool(office).build().unwrap();
    let keys = &registry.tools()[0].input_schema["properties"]["action"]["enum"];
    let keys: Vec<_> = keys.as_array().unwrap().iter().collect();
    assert!(keys.contains(&&json!("desk.measure")), "{keys:?}");
    assert!(keys.contains(&&json!("people.list")), "{keys:?}");
    let arguments = json!({"action": "people.remove", "member": "nobody"});
    let answer = registry.call("office", arguments, Ctx::new()).await;
    assert_eq!(
        answer.unwrap(),
        ToolResponse::text("there was no member \"nobody\"").unchanged()
    );
}
