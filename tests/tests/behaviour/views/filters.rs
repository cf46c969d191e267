//! A registry behind a filter behaves as a registry without the hidden actions.

use fusion_core::{Exposition, Filter, Registry, RegistryBuilder, View, build::ForeignFields};
use proptest::{prelude::*, sample::subsequence};
use serde_json::{Value, json};

use super::{
    answer, names,
    variants::{Clock, part, whole},
};

pub(super) const ALL: [Exposition; 3] =
    [Exposition::Grouped, Exposition::BySafety, Exposition::Flat];

/// The actions that `part` does not have.
const HIDDEN: [&str; 4] = [
    "issues/purge",
    "labels/rename",
    "desk/issues.purge",
    "desk/labels.rename",
];

pub(super) type Builder = RegistryBuilder;

fn registry(tools: &[&str], extra: bool) -> Registry {
    registry_with(ForeignFields::Refuse, tools, extra)
}

fn registry_with(foreign: ForeignFields, tools: &[&str], extra: bool) -> Registry {
    // A builder has a first tool; this one is hidden in every test, and is no part of any.
    let builder = Registry::builder().foreign_fields(foreign).tool(Clock);
    with_tools(builder, tools, extra).build().unwrap()
}

/// Adds tools, with the actions that `part` does not have if `extra` is set.
pub(super) fn with_tools(mut builder: Builder, tools: &[&str], extra: bool) -> Builder {
    for tool in tools {
        builder = match (*tool, extra) {
            ("issues", true) => builder.tool(whole::Issues),
            ("issues", false) => builder.tool(part::Issues),
            ("labels", true) => builder.tool(whole::Labels),
            ("labels", false) => builder.tool(part::Labels),
            (_, true) => builder.tool(whole::desk()),
            (_, false) => builder.tool(part::desk()),
        };
    }
    builder
}

/// Everything that a caller can try, right and wrong, by names that exist somewhere or nowhere.
pub(super) fn tries() -> Vec<(String, Value)> {
    let parts = ["", "_read", "_write", "_destructive"];
    let keys = [
        "list", "get", "open", "close", "delete", "purge", "rename", "wipe", "purg", "nothing",
    ];
    let mut tries = Vec::new();
    for tool in ["issues", "labels", "desk", "clock"] {
        for module in ["", "issues.", "labels."] {
            for key in keys {
                let key = format!("{module}{key}");
                for part in parts {
                    for more in [
                        json!({}),
                        json!({"id": 0, "state": "open"}),
                        json!({"older": 1}),
                        // As hosts send them that fill in every field.
                        json!({"id": 1, "older": null, "from": "", "state": []}),
                        json!({"id": 1, "limit": 20, "title": {}, "to": null}),
                        json!({"id": 1, "limit": 20, "title": {}}),
                    ] {
                        let mut arguments = more;
                        arguments["action"] = json!(key);
                        tries.push((format!("{tool}{part}"), arguments));
                    }
                }
                let flat = format!("{tool}_{}", key.replace('.', "_"));
                tries.push((flat.clone(), json!({"older": 1, "id": 0})));
                tries.push((flat, json!({"older": null, "id": 1, "limit": 20})));
            }
        }
        tries.push((tool.to_owned(), json!({})));
        tries.push((tool.to_owned(), json!([])));
    }
    tries
}

pub(super) async fn differences(one: &View, other: &View) -> Vec<String> {
    let mut found = Vec::new();
    if one.tools() != other.tools() {
        found.push(format!("{:?}\n{:?}", one.tools(), other.tools()));
    }
    if one.instructions() != other.instructions() {
        found.push(format!(
            "{:?} {:?}",
            one.instructions(),
            other.instructions()
        ));
    }
    for (tool, arguments) in tries() {
        let one = answer(one, &tool, arguments.clone()).await;
        let other = answer(other, &tool, arguments.clone()).await;
        if one != other {
            found.push(format!("{tool} {arguments}: {one:?} {other:?}"));
        }
    }
    found
}

pub(super) const NONE: [String; 0] = [];

#[tokio::test]
async fn hidden_actions_are_as_if_they_were_compiled_out() {
    for foreign in [ForeignFields::Refuse, ForeignFields::Ignore] {
        hidden_actions_are_absent(foreign).await;
    }
}

async fn hidden_actions_are_absent(foreign: ForeignFields) {
    let tools = ["issues", "labels", "desk"];
    let [whole, part] = [true, false].map(|extra| registry_with(foreign, &tools, extra));
    for exposition in ALL {
        let [whole, part] = [&whole, &part].map(|registry| registry.view(exposition).unwrap());
        for filter in [
            Filter::except(HIDDEN),
            Filter::except(HIDDEN).and(Filter::all()),
        ] {
            assert_ne!(whole.tools(), part.tools());
            assert_eq!(
                differences(&whole.filtered(&filter).unwrap(), &part).await,
                NONE,
                "{exposition:?}"
            );
        }
        let tagged = Filter::without_tags(["admin"]);
        let [whole, part] = [whole, part].map(|view| view.filtered(&tagged).unwrap());
        assert_eq!(differences(&whole, &part).await, NONE, "{exposition:?}");
    }
}

#[tokio::test]
async fn hidden_tools_are_as_if_they_were_not_registered() {
    for exposition in ALL {
        let both = registry(&["issues", "desk"], true)
            .view(exposition)
            .unwrap();
        let one = registry(&["issues"], true).view(exposition).unwrap();
        let desk = both.filtered(&Filter::except(
            [
                "issues.list",
                "issues.get",
                "issues.open",
                "issues.close",
                "issues.delete",
            ]
            .into_iter()
            .chain(["issues.purge", "labels.list", "labels.rename"])
            .map(|key| format!("desk/{key}")),
        ));
        let desk = desk.unwrap();
        assert_eq!(differences(&desk, &one).await, NONE, "{exposition:?}");
        let nothing = both.filtered(&Filter::nothing()).unwrap();
        assert_eq!(names(&nothing), [] as [&str; 0]);
        assert_eq!(nothing.instructions(), None);
    }
}

/// Every action of the tools: its tool and key, right arguments and what the handler answers.
fn actions(tool: &str) -> Vec<(String, Value, &'static str)> {
    let issues = [
        ("list", json!({"limit": 3}), "list None 3"),
        ("get", json!({"id": 3}), "get 3"),
        ("open", json!({"title": "x"}), "open x"),
        ("close", json!({"id": 3}), "close 3"),
        ("delete", json!({"id": 3}), "delete 3"),
        ("purge", json!({"older": 3}), "purge Some(3) None"),
    ];
    let labels = [
        ("list", json!({}), "labels"),
        ("rename", json!({"from": "a", "to": "b"}), "rename a b"),
    ];
    let with = |module: &str, own: &[(&str, Value, &'static str)]| -> Vec<_> {
        let own = own.iter();
        own.map(|(key, arguments, answer)| (format!("{module}{key}"), arguments.clone(), *answer))
            .collect()
    };
    match tool {
        "issues" => with("", &issues),
        "labels" => with("", &labels),
        _ => [with("issues.", &issues), with("labels.", &labels)].concat(),
    }
}

/// Returns the calls of listed tools that reach an action.
fn calls(view: &View, tool: &str, key: &str, arguments: &Value) -> Vec<(String, Value)> {
    let flat = format!("{tool}_{}", key.replace('.', "_"));
    let mut calls = Vec::new();
    for listed in view.tools() {
        let selector = listed.input_schema["properties"].get("action");
        let keys = selector.and_then(|selector| selector["enum"].as_array());
        let mut arguments = arguments.clone();
        match keys {
            None if listed.name == flat => {}
            Some(keys) if listed.name.starts_with(tool) && keys.contains(&json!(key)) => {
                arguments["action"] = json!(key);
            }
            _ => continue,
        }
        calls.push((listed.name.clone(), arguments));
    }
    calls
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn every_exposition_reaches_the_same_handlers_and_lists_what_can_be_called(
        tools in subsequence(vec!["issues", "labels", "desk"], 1..=3).prop_shuffle(),
        tags in subsequence(vec!["public", "admin", "core"], 0..=3),
        hidden in subsequence(HIDDEN.to_vec(), 0..=4),
        kind in 0..6,
    ) {
        let registry = registry(&tools, true);
        // A tag that no item has is a mistake, and so is a list of none.
        let grouped = registry.view(Exposition::Grouped).unwrap();
        let tags: Vec<_> = tags
            .into_iter()
            .filter(|tag| grouped.filtered(&Filter::any_tags([*tag])).is_ok())
            .collect();
        let filter = match kind {
            0 | 1 if tags.is_empty() => Filter::nothing(),
            0 => Filter::any_tags(tags),
            1 => Filter::all_tags(tags),
            2 => Filter::without_tags(tags),
            3 => Filter::read_only().or(Filter::without_tags(tags)),
            4 => Filter::without_destructive().and(Filter::closed_world()),
            _ => Filter::all(),
        };
        // A key of a tool that is not registered is a mistake.
        let hidden = hidden.into_iter().filter(|key| {
            let (tool, _) = key.split_once('/').unwrap();
            tools.contains(&tool)
        });
        let filter = filter.and(Filter::except(hidden));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let mut listed = Vec::new();
        for exposition in ALL {
            let view = registry.view(exposition).unwrap();
            let view = view.filtered(&filter).unwrap();
            let mut shown = Vec::new();
            for tool in &tools {
                for (key, arguments, expected) in actions(tool) {
                    let calls = calls(&view, tool, &key, &arguments);
                    prop_assert!(calls.len() < 2, "{calls:?}");
                    for (name, arguments) in calls {
                        let answered = runtime.block_on(answer(&view, &name, arguments));
                        prop_assert_eq!(answered, Ok(expected.to_owned()), "{}", name);
                        shown.push(format!("{tool}/{key}"));
                    }
                }
            }
            listed.push(shown);
        }
        prop_assert_eq!(&listed[0], &listed[1]);
        prop_assert_eq!(&listed[0], &listed[2]);
    }
}
