//! A struct of groups as one tool: keys name modules, also of groups behind pointers.

use std::sync::Arc;

use fusion_core::{
    CallError, Content, Ctx, Exposition, Registry, build::Tool, error::BuildError, tool_group,
};
use serde_json::{Value, json};

mod library {
    //! A module in the role of another crate: its types are public, and its rows are not named here.

    use super::tool_group;

    pub(super) struct Labels {
        pub(super) prefix: &'static str,
    }

    /// Label issues.
    ///
    /// A label is a word.
    #[tool_group(name = "standalone_labels", discriminator = "unheard")]
    impl Labels {
        /// List labels.
        #[action(read_only)]
        async fn list(
            &self,
            /** Only these. */
            text: Option<String>,
        ) -> String {
            format!("{}{}", self.prefix, text.as_deref().unwrap_or("all"))
        }

        /// Compiled out: the rows behind it move up.
        #[cfg(any())]
        #[action]
        fn absent(&self) {}

        /// Remove a label.
        #[action(destructive, alias("remove"))]
        fn delete(id: u32) -> String {
            format!("deleted {id}")
        }
    }
}

struct Issues {
    greeting: &'static str,
}

/// Track issues.
#[tool_group]
impl Issues {
    /// List issues, newest first.
    #[action(read_only)]
    async fn list(&self, ctx: &Ctx, limit: Option<u32>) -> String {
        let key = ctx.get::<u8>().is_some();
        format!("{} {limit:?} {key}", self.greeting)
    }

    #[action(name = "open")]
    async fn create(&self, title: String) -> Result<String, String> {
        match title.as_str() {
            "" => Err("no title".to_owned()),
            title => Ok(title.to_owned()),
        }
    }
}

/// Everything about the tracker.
#[tool_group(
    name = "tracker",
    title = "Tracker",
    tags("core"),
    annotations(open_world)
)]
struct Tracker {
    #[group]
    issues: Issues,
    #[cfg(not(test))]
    #[group]
    absent: Nothing,
    plain: &'static str,
    #[cfg(test)]
    #[group(name = "tags")]
    labels: Arc<library::Labels>,
    #[group]
    more: library::Labels,
}

fn tracker() -> Tracker {
    Tracker {
        issues: Issues { greeting: "hello" },
        plain: "plain",
        labels: Arc::new(library::Labels { prefix: "shared " }),
        more: library::Labels { prefix: "own " },
    }
}

fn registry() -> Registry {
    Registry::builder().tool(tracker()).build().unwrap()
}

async fn call(arguments: Value) -> Result<String, CallError> {
    let response = registry().call("tracker", arguments, Ctx::new()).await?;
    match response.content() {
        [Content::Text(text)] => Ok(text.clone()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_full_key_reaches_the_group_of_its_module() {
    for (arguments, wanted) in [
        (json!({"action": "issues.list"}), "hello None false"),
        (json!({"action": "issues.open", "title": "x"}), "x"),
        (json!({"action": "tags.list", "text": "a"}), "shared a"),
        (json!({"action": "more.list"}), "own all"),
        (json!({"action": "more.delete", "id": 7}), "deleted 7"),
        (json!({"action": "tags.remove", "id": 7}), "deleted 7"),
    ] {
        let text = format!("{arguments}");
        assert_eq!(call(arguments).await.unwrap(), wanted, "{text}");
    }
}

#[test]
fn a_field_that_is_no_group_is_left_alone() {
    assert_eq!(tracker().plain, "plain");
}

#[test]
fn rows_name_their_modules_and_those_of_a_cfg_are_gone() {
    let spec = <Tracker as Tool>::SPEC;
    let modules: Vec<_> = spec
        .modules
        .iter()
        .map(|module| (module.name, module.group.docs, module.group.actions.len()))
        .collect();
    assert_eq!(
        modules,
        [
            (Some("issues"), "Track issues.", 2),
            (Some("tags"), "Label issues.\n\nA label is a word.", 2),
            (Some("more"), "Label issues.\n\nA label is a word.", 2),
        ]
    );
    assert_eq!(
        (
            spec.name,
            spec.docs,
            spec.title,
            spec.tags,
            spec.discriminator
        ),
        (
            "tracker",
            "Everything about the tracker.",
            Some("Tracker"),
            &["core"][..],
            "action"
        )
    );
    assert_eq!(spec.annotations.open_world, Some(true));
}

#[tokio::test]
async fn every_key_and_alias_leads_to_its_method() {
    let all = [
        ("issues.list", json!({}), "hello None false"),
        ("issues.open", json!({"title": "leak"}), "leak"),
        ("tags.list", json!({}), "shared all"),
        ("tags.delete", json!({"id": 1}), "deleted 1"),
        ("tags.remove", json!({"id": 2}), "deleted 2"),
        ("more.list", json!({}), "own all"),
        ("more.delete", json!({"id": 3}), "deleted 3"),
        ("more.remove", json!({"id": 4}), "deleted 4"),
    ];
    for (key, mut arguments, answer) in all {
        arguments["action"] = json!(key);
        assert_eq!(call(arguments).await.unwrap(), answer, "{key}");
    }
    for unknown in [
        "list",
        "issues",
        "issues.",
        ".list",
        "labels.list",
        "issues.create",
        "issues.remove",
        "tags.list.all",
    ] {
        let error = call(json!({"action": unknown})).await.unwrap_err();
        let told = format!("Unknown action \"{unknown}\"");
        assert!(error.to_string().contains(&told), "{unknown}: {error}");
    }
}

#[test]
fn every_row_has_an_action_and_no_other_has() {
    let rows: usize = <Tracker as Tool>::SPEC
        .modules
        .iter()
        .map(|module| module.group.actions.len())
        .sum();
    assert_eq!(rows, 6);
    assert!((0..rows).all(|row| <Tracker as Tool>::at(row).is_some()));
    assert!(<Tracker as Tool>::at(rows).is_none());
}

#[tokio::test]
async fn what_is_wrong_is_told_with_the_full_key() {
    for (arguments, wanted) in [
        (
            json!({"action": "tag.list"}),
            "Error: Unknown action \"tag.list\". Did you mean \"tags.list\"? \
             Available: issues.list, issues.open, tags.list, tags.delete, more.list, more.delete",
        ),
        (
            json!({"action": "issues.open", "limit": 5}),
            "Validation failed for tracker/issues.open:\n\
             - title: required, but missing\n\
             - limit: not a field of issues.open; it belongs to issues.list\n\
             Expected: title: string (required)\n\
             Fix these fields and call again.",
        ),
        (
            json!({"action": "issues.open", "title": ""}),
            "[tracker/issues.open] no title",
        ),
    ] {
        let text = arguments.to_string();
        let error = call(arguments).await.unwrap_err();
        assert_eq!(error.to_string(), wanted, "{text}");
    }
}

#[test]
fn one_tool_is_listed_with_modules_and_full_keys() {
    let registry = registry();
    let [tool] = registry.tools() else {
        panic!("not one tool")
    };
    assert_eq!(tool.name, "tracker");
    assert_eq!(tool.title.as_deref(), Some("Tracker"));
    assert_eq!(
        tool.description,
        "Everything about the tracker. (? optional)\n\
         issues: Track issues\n\
         list(limit?) List issues, newest first\n\
         open(title)\n\
         tags: Label issues\n A label is a word.\n\
         list(text?) List labels\n\
         delete(id) Remove a label [DESTRUCTIVE]\n\
         more: Label issues\n A label is a word.\n\
         list(text?) List labels\n\
         delete(id) Remove a label [DESTRUCTIVE]"
    );
    let schema = Value::Object((*tool.input_schema).clone());
    assert_eq!(
        schema["properties"]["action"],
        json!({
            "type": "string",
            "enum": ["issues.list", "issues.open", "tags.list", "tags.delete", "more.list", "more.delete"],
            "description": "Module and operation (module.action format)",
        })
    );
    assert_eq!(schema["properties"]["id"].get("description"), None);
    assert!(tool.hints.open_world && tool.hints.destructive && !tool.hints.read_only);
}

#[tokio::test]
async fn flat_lists_each_action_under_tool_module_and_key() {
    let view = registry().view(Exposition::Flat).unwrap();
    let names: Vec<_> = view.tools().iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "tracker_issues_list",
            "tracker_issues_open",
            "tracker_tags_list",
            "tracker_tags_delete",
            "tracker_more_list",
            "tracker_more_delete",
        ]
    );
    let texts: Vec<_> = view
        .tools()
        .iter()
        .map(|tool| tool.description.as_str())
        .collect();
    assert_eq!(
        texts,
        [
            "List issues, newest first.",
            "",
            "List labels.",
            "Remove a label [DESTRUCTIVE]",
            "List labels.",
            "Remove a label [DESTRUCTIVE]",
        ]
    );
    for name in ["tracker_more_delete", "tracker_more_remove"] {
        let response = view.call(name, json!({"id": 5}), Ctx::new()).await.unwrap();
        assert_eq!(response.content(), [Content::Text("deleted 5".to_owned())]);
    }
}

struct Other;

/// Takes an argument that another tool may call its discriminator.
#[tool_group]
impl Other {
    #[action]
    fn get(op: String, id: String) -> String {
        format!("{op} {id}")
    }
}

#[test]
fn what_only_the_whole_shows_is_a_build_error() {
    #[tool_group(discriminator = "op")]
    struct Whole {
        #[group]
        other: Other,
        #[group]
        labels: library::Labels,
    }

    let whole = Whole {
        other: Other,
        labels: library::Labels { prefix: "" },
    };
    let errors = Registry::builder().tool(whole).build().err().unwrap();
    let errors: Vec<_> = errors.iter().cloned().collect();
    assert_eq!(
        errors,
        [
            BuildError::DiscriminatorTaken {
                tool: "whole".to_owned(),
                key: "other.get".to_owned(),
                name: "op".to_owned(),
            },
            BuildError::FieldConflict {
                tool: "whole".to_owned(),
                field: "id".to_owned(),
                first: "other.get".to_owned(),
                first_shape: "string".to_owned(),
                second: "labels.delete".to_owned(),
                second_shape: "integer 0..4294967295".to_owned(),
            },
        ]
    );
}

/// All groups behind a `cfg`, one of them there.
#[tool_group]
struct Chosen {
    #[cfg(not(test))]
    #[group]
    store: Absent,
    #[cfg(test)]
    #[cfg(not(doc))]
    #[group]
    store: Issues,
}

#[tokio::test]
async fn a_field_may_be_one_of_two_under_cfgs() {
    let chosen = Chosen {
        store: Issues { greeting: "here" },
    };
    let registry = Registry::builder().tool(chosen).build().unwrap();
    let arguments = json!({"action": "store.list", "limit": 3});
    let response = registry
        .call("chosen", arguments, Ctx::new())
        .await
        .unwrap();
    assert_eq!(
        response.content(),
        [Content::Text("here Some(3) false".to_owned())]
    );
}
