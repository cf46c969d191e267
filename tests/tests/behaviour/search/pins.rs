//! Pinned actions.

use fusion_core::{Filter, error::BuildError};

use super::*;

fn pinned() -> View {
    view()
        .pin("files/read")
        .unwrap()
        .pin("desk/issues.list")
        .unwrap()
}

fn names(view: &View) -> Vec<&str> {
    view.tools().iter().map(|tool| tool.name.as_str()).collect()
}

#[tokio::test]
async fn a_pinned_action_is_a_tool_as_in_the_flat_list() {
    let view = pinned();
    assert_eq!(
        names(&view),
        [
            "find",
            "call_write",
            "call_destructive",
            "desk_issues_list",
            "files_read"
        ]
    );
    let flat = builder().build().unwrap().view(Exposition::Flat).unwrap();
    let of = |view: &View, name: &str| {
        view.tools()
            .iter()
            .find(|tool| tool.name == name)
            .unwrap()
            .clone()
    };
    let mut flat = of(&flat, "files_read");
    // Hosts that defer tools load it at once.
    flat.meta
        .insert("anthropic/alwaysLoad".to_owned(), json!(true));
    assert_eq!(of(&view, "files_read"), flat);
    assert_eq!(
        call(&view, "files_read", json!({"path": "a"}))
            .await
            .unwrap(),
        "read a None"
    );
    assert!(
        call(&view, "call_read", json!({"action": "files/read"}))
            .await
            .is_err()
    );
}

#[tokio::test]
async fn find_names_the_tool_and_errors_lead_to_it() {
    let view = pinned();
    let answer = find(&view, "read a file").await;
    assert_eq!(found(&answer)[0], "files_read");
    assert!(
        answer.contains("\n\nA tool of its own: files_read(path, action?)\n  Read a file.\n"),
        "{answer}"
    );
    assert_eq!(
        refusal(&view, "call_write", json!({"action": "desk/issues.list"})).await,
        "Error: call_write does not run \"desk/issues.list\", which is a tool of its own; call desk_issues_list with \
         what stands in `arguments`."
    );
    let failed = run(
        &view,
        "call_write",
        "desk/issues.close",
        json!({"issue": 0}),
    )
    .await;
    assert_eq!(
        failed.unwrap_err().to_string(),
        "[desk/issues.close] no such issue\nTry: desk_issues_list, desk/issues.purge (call_destructive)"
    );
}

#[tokio::test]
async fn a_hidden_pin_is_absent_and_all_pinned_need_no_search() {
    let view = pinned();
    let public = view.filtered(&Filter::any_tags(["public"])).unwrap();
    assert_eq!(names(&public), ["find", "call_write", "desk_issues_list"]);
    let only = view.filtered(&Filter::only(["files/read"])).unwrap();
    assert_eq!(names(&only), ["files_read"]);
    assert!(call(&only, "find", json!({"query": "a"})).await.is_err());
}

#[test]
fn pins_of_other_expositions_change_nothing() {
    let registry = builder().build().unwrap();
    let grouped = registry
        .view(Exposition::Grouped)
        .unwrap()
        .pin("files/read")
        .unwrap();
    assert_eq!(names(&grouped), ["desk", "files"]);
}

struct Clashing;

/// Look around.
#[tool_group(name = "look")]
impl Clashing {
    /// Look for something.
    #[action(read_only, flat_name = "find")]
    fn around() {}
}

struct Find;

/// A tool that has the name of one of the search.
#[tool_group(name = "find")]
impl Find {
    /// Look for something.
    #[action(read_only)]
    fn call_read() {}
}

#[tokio::test]
async fn names_that_the_search_has_are_refused_only_where_they_are_listed() {
    let registry = Registry::builder()
        .tool(Clashing)
        .tool(Find)
        .build()
        .unwrap();
    let view = registry.view(Exposition::Search).unwrap();
    assert_eq!(
        found(&find(&view, "look").await),
        ["look/around", "find/call_read"]
    );
    let errors = view.pin("look/around").unwrap_err();
    let clash = BuildError::NameClash {
        name: "find".to_owned(),
        first: "Exposition::Search".to_owned(),
        second: "look/around".to_owned(),
    };
    assert_eq!(errors.iter().collect::<Vec<_>>(), [&clash]);
    assert_eq!(
        names(&view.pin("find/call_read").unwrap()),
        ["find", "call_read", "find_call_read"]
    );
}

#[test]
fn a_pin_of_nothing_is_an_error_with_the_nearest_action() {
    for (key, text) in [
        (
            "files/raed",
            "`pin` names `files/raed`, which is no action of the registry; did you mean `files/read`?",
        ),
        ("desk", ""),
        ("files.read", ""),
    ] {
        let error = view().pin(key).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("`pin` names `{key}`")),
            "{error}"
        );
        if !text.is_empty() {
            assert_eq!(error, text);
        }
    }
}
