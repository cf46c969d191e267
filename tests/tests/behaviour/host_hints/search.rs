//! Hints under `Exposition::Search`, and their cost in a host that defers tools.

use fusion_core::{Content, Ctx, Exposition};

use super::*;

#[test]
fn the_tools_of_a_search_and_pinned_actions_are_loaded_at_once() {
    let view = registry().view(Exposition::Search).unwrap();
    let view = view.pin("files/read").unwrap();
    let view = view.pin("desk/issues.delete").unwrap();
    let loaded: Vec<_> = view
        .tools()
        .iter()
        .map(|tool| (tool.name.as_str(), tool.meta.get("anthropic/alwaysLoad")))
        .collect();
    let yes = &json!(true);
    assert_eq!(
        loaded,
        [
            ("find", Some(yes)),
            ("call_read", Some(yes)),
            ("call_write", Some(yes)),
            ("call_destructive", Some(yes)),
            // Its author says that it is not.
            ("desk_issues_delete", None),
            ("files_read", Some(yes)),
        ]
    );
}

#[test]
fn a_host_that_defers_tools_pays_for_those_that_are_loaded_at_once() {
    let preview = registry().preview(Exposition::Grouped).unwrap();
    let [desk, files] = preview.tools.as_slice() else {
        panic!("{preview:?}");
    };
    assert!(desk.is_always_loaded && !files.is_always_loaded);
    assert_eq!(
        preview.deferred.first.bytes,
        desk.total().bytes + "files".len()
    );
    assert_eq!(preview.deferred.tool, files.total());
    let search = registry().preview(Exposition::Search).unwrap();
    assert_eq!(search.deferred.first, search.total());
    assert_eq!(search.deferred.tool.bytes, 0);
}

#[tokio::test]
async fn an_action_is_found_by_its_search_hint() {
    let view = registry().view(Exposition::Search).unwrap();
    for (query, action) in [
        ("resolve", "desk/issues.close"),
        ("bug reports", "desk/issues.list"),
    ] {
        let answer = view.call("find", json!({"query": query}), Ctx::new()).await;
        let answer = answer.unwrap();
        let [Content::Text(text)] = answer.content() else {
            panic!("{answer:?}");
        };
        let first = text.lines().find(|line| line.contains("desk/")).unwrap();
        assert!(first.contains(action), "{text}");
    }
}
