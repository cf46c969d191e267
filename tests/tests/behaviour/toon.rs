//! Results and descriptions in TOON.

use fusion_core::{
    Content, Ctx, Exposition, Json, Registry, View,
    spec::{Describe, Format},
    tool_group,
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

/// Keep names.
#[tool_group(name = "names")]
impl Names {
    /// List names.
    #[action(read_only)]
    fn list(
        &self,
        /** How many. */
        count: u32,
    ) -> Json<Rows> {
        let items = (0..count).map(|id| Row {
            id,
            name: format!("name {id}"),
        });
        Json(Rows {
            items: items.collect(),
        })
    }

    /// Count names.
    #[action(read_only)]
    fn count(&self) -> String {
        "{\"not\": \"touched\"}".to_owned()
    }
}

fn view(format: Format, exposition: Exposition) -> View {
    let registry = Registry::builder().format(format).tool(Names).build();
    registry.unwrap().view(exposition).unwrap()
}

async fn answer(view: &View, tool: &str, arguments: Value) -> (String, Option<Value>) {
    let response = view.call(tool, arguments, Ctx::new()).await.unwrap();
    match response.content() {
        [Content::Text(text)] => (text.clone(), response.structured_content().cloned()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_text_is_toon_and_structured_content_stays_json() {
    let items = |count: u32| -> Value {
        let items = (0..count).map(|id| json!({"id": id, "name": format!("name {id}")}));
        json!({"items": items.collect::<Vec<_>>()})
    };
    let toon = "items[3]{id,name}:\n  0,name 0\n  1,name 1\n  2,name 2";
    for (format, count, text) in [
        (Format::Json, 3, items(3).to_string()),
        (Format::Toon, 3, toon.to_owned()),
        (Format::Toon, 0, "items: []".to_owned()),
        (Format::Auto, 3, toon.to_owned()),
        (Format::Auto, 0, "items: []".to_owned()),
    ] {
        let flat = view(format, Exposition::Flat);
        let answered = answer(&flat, "names_list", json!({"count": count})).await;
        assert_eq!(answered, (text.clone(), Some(items(count))), "{format:?}");
        let grouped = view(format, Exposition::Grouped);
        let arguments = json!({"action": "list", "count": count});
        assert_eq!(answer(&grouped, "names", arguments).await, (text, None));
    }
    let view = view(Format::Toon, Exposition::Flat);
    let (text, _) = answer(&view, "names_count", json!({})).await;
    assert_eq!(text, "{\"not\": \"touched\"}", "a text is its author's");
}

#[test]
fn the_description_says_so_where_it_may_be() {
    let told = |format, exposition| -> Vec<String> {
        let view = view(format, exposition);
        let told = view.tools().iter();
        told.map(|tool| tool.description.lines().next().unwrap().to_owned())
            .collect()
    };
    let (grouped, flat) = (Exposition::Grouped, Exposition::Flat);
    assert_eq!(
        told(Format::Auto, grouped),
        ["Keep names. Results may be TOON"]
    );
    assert_eq!(told(Format::Json, grouped), ["Keep names"]);
    assert_eq!(
        told(Format::Toon, flat),
        ["List names. The result may be TOON", "Count names."]
    );
    assert_eq!(told(Format::Json, flat), ["List names.", "Count names."]);
}

#[test]
fn a_tool_can_be_described_by_a_table() {
    let builder = Registry::builder()
        .describe(Describe::Toon)
        .format(Format::Auto);
    let registry = builder.tool(Names).build().unwrap();
    assert_eq!(
        registry.tools()[0].description,
        "Keep names. Results may be TOON\n\
         \n\
         [2|]{action|desc|required}:\n\
         \x20 list|List names|count\n\
         \x20 count|Count names|\"\""
    );
}

struct Both;

/// Keep both.
#[tool_group(name = "both", describe = "compact", format = "auto")]
impl Both {
    /// List names.
    #[action(read_only)]
    fn list(&self) -> Json<Rows> {
        let items = [1, 2, 3].map(|id| Row {
            id,
            name: "Ada".to_owned(),
        });
        Json(Rows {
            items: items.into(),
        })
    }

    /// List them as they are.
    #[action(read_only, format = "json")]
    fn plain(&self) -> Json<Rows> {
        self.list()
    }
}

/// Keep all.
#[tool_group(name = "all", describe = "toon")]
struct All {
    #[group]
    both: Both,
}

#[tokio::test]
async fn an_action_says_it_before_its_block_and_a_block_before_the_registry() {
    let builder = Registry::builder()
        .describe(Describe::Workflow)
        .format(Format::Toon);
    let registry = builder.tool(Both).tool(All { both: Both }).build().unwrap();
    let descriptions: Vec<_> = registry
        .tools()
        .iter()
        .map(|tool| &tool.description)
        .collect();
    assert_eq!(
        descriptions,
        [
            "Keep both. Results may be TOON\n\
             list() List names\n\
             plain() List them as they are",
            "Keep all. Results may be TOON\n\
             \n\
             both[2|]{action|desc|required}:\n\
             \x20 list|List names|\"\"\n\
             \x20 plain|List them as they are|\"\""
        ]
    );
    let view = registry.view(Exposition::Grouped).unwrap();
    let (text, _) = answer(&view, "both", json!({"action": "list"})).await;
    assert_eq!(text, "items[3]{id,name}:\n  1,Ada\n  2,Ada\n  3,Ada");
    let (text, _) = answer(&view, "both", json!({"action": "plain"})).await;
    assert!(text.starts_with("{\"items\":[{\"id\":1,"), "{text}");
}
