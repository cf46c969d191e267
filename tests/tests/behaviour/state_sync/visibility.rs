//! A notice names only patterns that match an action visible to its reader.

use fusion_core::{Content, Ctx, Exposition, Filter, Registry, StateSync, tool_group};
use serde_json::json;

struct Office;

#[tool_group(name = "office")]
impl Office {
    #[action(read_only, cache = "no-store")]
    fn list(&self) {}

    #[action(read_only, tags("secret"))]
    fn safe(&self) {}

    #[action(invalidates("office/list", "office/safe", foreign("board.**")))]
    fn write(&self) -> String {
        "written".to_owned()
    }
}

#[tokio::test]
async fn a_notice_names_no_pattern_that_matches_hidden_actions_alone() {
    let builder = Registry::builder().state_sync(StateSync::new());
    let registry = builder.tool(Office).build().unwrap();
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let whole = registry.view(exposition).unwrap();
        let some = whole.filtered(&Filter::without_tags(["secret"])).unwrap();
        for (view, patterns) in [
            (whole, "office.list, office.safe, board.**"),
            (some, "office.list, board.**"),
        ] {
            let listed = view.tools().iter();
            let mut writing = listed.filter(|tool| !tool.hints.read_only);
            let tool = writing.next().unwrap();
            let arguments = match tool.input_schema["properties"].get("action") {
                Some(_) => json!({"action": "write"}),
                None => json!({}),
            };
            let response = view.call(&tool.name, arguments, Ctx::new()).await.unwrap();
            let notice =
                format!("[System: Cache invalidated for {patterns} — caused by office.write]");
            assert_eq!(
                response.content(),
                [Content::text("written"), Content::text(notice)],
                "{exposition:?}"
            );
        }
    }
}
