//! Where the notice stands in each kind of result: a block of its own, which is never cut.

use fusion_core::{
    Content, Ctx, Exposition, Json, Registry, StateSync, ToolResponse, spec::OutputCap,
    state_sync::Notice, tool_group,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize, JsonSchema)]
struct Row {
    id: u32,
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct Rows {
    items: Vec<Row>,
}

struct Names;

#[tool_group(name = "names")]
impl Names {
    /// Add names.
    #[action(invalidates("self.*"), format = "toon")]
    fn add(&self, count: u32) -> Json<Rows> {
        let items = (0..count).map(|id| Row {
            id,
            name: format!("n{id}"),
        });
        Json(Rows {
            items: items.collect(),
        })
    }

    /// Write a text.
    #[action(invalidates("self.*"), output_cap = OutputCap::bytes(8))]
    fn write(&self) -> String {
        "written ".repeat(3)
    }

    /// Clear the names.
    #[action(invalidates("self.*"))]
    fn clear(&self) {}
}

const PLACES: [Notice; 3] = [Notice::Last, Notice::First, Notice::Meta];

async fn answer(
    place: Notice,
    exposition: Exposition,
    action: &str,
    mut sent: Value,
) -> ToolResponse {
    let registry = Registry::builder()
        .state_sync(StateSync::new().notice(place))
        .tool(Names)
        .build()
        .unwrap();
    let view = registry.view(exposition).unwrap();
    let tool = match exposition {
        Exposition::Grouped => {
            sent["action"] = json!(action);
            "names".to_owned()
        }
        _ => format!("names_{action}"),
    };
    view.call(&tool, sent, Ctx::new()).await.unwrap()
}

/// The blocks of a result with its notice in `place`.
fn around(place: Notice, action: &str, blocks: &[&str]) -> Vec<Content> {
    let notice = format!("[System: Cache invalidated for names.* — caused by names.{action}]");
    let mut texts: Vec<&str> = blocks.to_vec();
    match place {
        Notice::Last => texts.push(&notice),
        Notice::First => texts.insert(0, &notice),
        _ => {}
    }
    texts.into_iter().map(Content::text).collect()
}

fn patterns(response: &ToolResponse) -> Option<&Value> {
    response.meta()?.get("dev.fusion/invalidates")
}

#[test]
fn the_last_place_is_the_default() {
    assert_eq!(Notice::default(), Notice::Last);
}

#[tokio::test]
async fn a_result_in_toon_and_its_notice_are_two_blocks() {
    for place in PLACES {
        let response = answer(place, Exposition::Grouped, "add", json!({"count": 2})).await;
        let blocks = around(place, "add", &["items[2]{id,name}:\n  0,n0\n  1,n1"]);
        assert_eq!(response.content(), blocks);
        assert_eq!(patterns(&response), Some(&json!(["names.*"])));
    }
}

#[tokio::test]
async fn structured_content_has_no_notice_in_it() {
    for place in PLACES {
        let response = answer(place, Exposition::Flat, "add", json!({"count": 1})).await;
        let blocks = around(place, "add", &["items[1]{id,name}:\n  0,n0"]);
        assert_eq!(response.content(), blocks);
        let structured = json!({"items": [{"id": 0, "name": "n0"}]});
        assert_eq!(response.structured_content(), Some(&structured));
        assert_eq!(patterns(&response), Some(&json!(["names.*"])));
    }
}

#[tokio::test]
async fn a_cap_cuts_the_result_and_not_the_notice() {
    for place in PLACES {
        let response = answer(place, Exposition::Grouped, "write", json!({})).await;
        let cut = "[Cut: 8 of 24 bytes are shown. Ask for less.]";
        let blocks = around(place, "write", &["written ", cut]);
        assert_eq!(response.content(), blocks);
        assert_eq!(patterns(&response), Some(&json!(["names.*"])));
    }
}

#[tokio::test]
async fn a_result_without_blocks_is_its_notice_alone() {
    for place in PLACES {
        let response = answer(place, Exposition::Grouped, "clear", json!({})).await;
        let empty = answer_without_state_sync().await;
        let texts: Vec<&str> = empty.iter().map(String::as_str).collect();
        assert_eq!(response.content(), around(place, "clear", &texts));
    }
}

async fn answer_without_state_sync() -> Vec<String> {
    let registry = Registry::builder().tool(Names).build().unwrap();
    let call = registry.call("names", json!({"action": "clear"}), Ctx::new());
    let response = call.await.unwrap();
    let texts = response.content().iter().map(|block| match block {
        Content::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    });
    texts.collect()
}
