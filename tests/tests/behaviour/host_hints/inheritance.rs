//! The hints of an action that is listed by itself: its own, and those of what is around it.

use fusion_core::{Exposition, View};

use super::*;

/// Returns the name, the title, the icons and the `_meta` of each listed tool.
fn hints(view: &View) -> Vec<Value> {
    let tools = view.tools().iter();
    let hints = |tool: &fusion_core::view::ListedTool| {
        let icons: Vec<_> = tool.icons.iter().map(|icon| icon.src.as_str()).collect();
        json!([tool.name, tool.title, icons, tool.meta])
    };
    tools.map(hints).collect()
}

const ISSUES: &str = "https://desk.example/issues.png";
const DESK: &str = "https://desk.example/desk.svg";
const CLOSE: &str = "data:image/png;base64,AAAA";

#[test]
fn an_action_by_itself_has_its_own_hints_then_those_of_its_group_and_its_tool() {
    let view = registry().view(Exposition::Flat).unwrap();
    assert_eq!(
        hints(&view),
        [
            json!(["desk_issues_list", "List issues", [ISSUES], {
                "example.com/team": "core",
                "example.com/tier": 2,
                "example.com/since": "2026",
                "anthropic/alwaysLoad": true,
                "anthropic/searchHint": "bug reports",
            }]),
            json!(["desk_issues_close", null, [CLOSE], {
                "example.com/team": "core",
                "example.com/tier": {"level": 1},
                "example.com/since": "2026",
                "anthropic/alwaysLoad": true,
                "anthropic/searchHint": "resolve",
            }]),
            json!(["desk_issues_delete", null, [ISSUES], {
                "example.com/team": "core",
                "example.com/tier": 2,
                "example.com/since": "2026",
                "anthropic/searchHint": "bug reports",
            }]),
            json!(["desk_labels_create", null, [DESK], {
                "example.com/team": "all",
                "example.com/since": "2026",
                "anthropic/alwaysLoad": true,
            }]),
            json!(["files_read", null, [], {}]),
            json!(["files_delete", null, [], {}]),
        ]
    );
}

#[test]
fn the_parts_of_a_tool_have_the_hints_of_the_tool() {
    let view = registry().view(Exposition::BySafety).unwrap();
    let whole = json!({
        "example.com/team": "all",
        "example.com/since": "2026",
        "anthropic/alwaysLoad": true,
    });
    let listed = hints(&view);
    assert_eq!(
        listed[1],
        json!(["desk_write", "Desk (changes data)", [DESK], whole])
    );
    // A class of one action is that action.
    assert_eq!(listed[0][2], json!([ISSUES]));
    assert_eq!(listed[2], json!(["files_read", null, [], {}]));
}

#[test]
fn a_block_by_itself_is_its_own_tool() {
    let registry = Registry::builder().tool(Issues).build().unwrap();
    let grouped = registry.view(Exposition::Grouped).unwrap();
    assert_eq!(
        hints(&grouped),
        [json!(["issues", "Issues", [ISSUES], {
            "example.com/team": "core",
            "example.com/tier": 2,
            "anthropic/searchHint": "bug reports",
        }])]
    );
    let flat = registry.view(Exposition::Flat).unwrap();
    assert_eq!(
        hints(&flat)[2],
        json!(["issues_delete", null, [ISSUES], {
            "example.com/team": "core",
            "example.com/tier": 2,
            "anthropic/searchHint": "bug reports",
        }])
    );
}

#[test]
fn the_catalog_has_titles_icons_and_entries_at_their_places() {
    let manifest = registry().view(Exposition::Grouped).unwrap().manifest();
    let [desk, files] = manifest["groups"].as_array().unwrap().as_slice() else {
        panic!("{manifest}");
    };
    assert_eq!(desk["title"], "Desk");
    assert_eq!(desk["icons"], json!([desk_icon()]));
    assert_eq!(desk["_meta"]["anthropic/alwaysLoad"], true);
    let issues = &desk["groups"][0];
    assert_eq!(
        (&issues["name"], &issues["title"]),
        (&json!("issues"), &json!("Issues"))
    );
    let close = &issues["tools"][1];
    assert_eq!(
        close["icons"],
        json!([{"src": CLOSE, "mimeType": "image/png", "sizes": ["48x48"]}])
    );
    assert_eq!(close["_meta"]["anthropic/searchHint"], "resolve");
    assert_eq!(close["_meta"]["dev.fusion/action"]["key"], "issues.close");
    assert_eq!(issues["prompts"][0]["_meta"]["example.com/team"], "web");
    assert_eq!(issues["resources"][0]["_meta"]["example.com/pages"], 3);
    for key in ["title", "icons", "_meta"] {
        assert_eq!(files.get(key), None, "{key}");
    }
}
