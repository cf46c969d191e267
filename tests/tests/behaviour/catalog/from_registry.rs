//! The catalog, action metadata, manifest and token preview of a registry.

use fusion_core::{
    Exposition, Json, Registry, View,
    catalog::{Group, Tool},
    spec::Hints,
    tool_group,
    view::ToolCost,
};
use serde_json::{Value, json};

struct Issues;

/// Track issues. Begin with [`Self::list`].
#[tool_group(tags("core", "issues"))]
impl Issues {
    /// List issues.
    #[action(read_only, title = "List issues")]
    fn list(
        /** How many. */
        limit: Option<u32>,
    ) -> Json<Vec<u32>> {
        Json(vec![limit.unwrap_or(1)])
    }

    /// Close an issue that [`Self::list`] lists.
    #[action(
        destructive,
        tags("admin", "core"),
        deprecated = "use delete",
        one_of("id", "title")
    )]
    fn close(id: Option<u32>, title: Option<String>, reason: String) -> String {
        format!("{id:?} {title:?} {reason}")
    }
}

struct Labels;

#[tool_group]
impl Labels {
    #[action(read_only)]
    fn list() -> String {
        "bug".to_owned()
    }
}

/// Everything about the tracker.
#[tool_group(name = "tracker", title = "Tracker", tags("all"))]
struct Tracker {
    #[group]
    issues: Issues,
    #[group]
    labels: Labels,
}

struct Clock;

/// Tell the time.
#[tool_group(name = "clock", discriminator = "what")]
impl Clock {
    /// Say what time it is.
    #[action(read_only, open_world)]
    fn now() -> String {
        "noon".to_owned()
    }
}

fn registry() -> Registry {
    let tracker = Tracker {
        issues: Issues,
        labels: Labels,
    };
    Registry::builder()
        .tool(tracker)
        .tool(Clock)
        .build()
        .unwrap()
}

fn view(exposition: Exposition) -> View {
    registry().view(exposition).unwrap()
}

#[test]
fn tools_are_roots_groups_hang_in_them_and_actions_in_those() {
    let catalog = registry().catalog();
    let groups: Vec<_> = catalog
        .walk()
        .map(|(depth, id)| {
            let group = catalog.get(id).unwrap();
            (
                depth,
                group.name.as_str(),
                group.title.as_deref(),
                group.description.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        groups,
        [
            (
                0,
                "tracker",
                Some("Tracker"),
                Some("Everything about the tracker.")
            ),
            (
                1,
                "issues",
                None,
                Some("Track issues. Begin with `issues.list`.")
            ),
            (1, "labels", None, None),
            (0, "clock", None, Some("Tell the time.")),
        ]
    );
    let names: Vec<_> = catalog
        .iter::<Tool>()
        .flat_map(|(id, _)| catalog.qualified_names(id))
        .collect();
    assert_eq!(
        names,
        [
            "tracker.issues.list",
            "tracker.issues.close",
            "tracker.labels.list",
            "clock.now"
        ]
    );
    assert_eq!(catalog.find::<Group>("tracker.list"), None);
}

/// `tracker.issues.close` in the catalog of a view.
fn close(exposition: Exposition) -> Value {
    let catalog = view(exposition).catalog();
    let id = catalog.find::<Tool>("tracker.issues.close").unwrap();
    serde_json::to_value(catalog.get(id).unwrap()).unwrap()
}

#[test]
fn an_action_is_a_tool_with_its_own_arguments_and_says_how_it_is_called() {
    let grouped = json!({
        "name": "close",
        "description": "Close an issue that `issues.list` lists. Deprecated: use delete. \
                        One of: id, title [DESTRUCTIVE]",
        "inputSchema": {
            "type": "object",
            "properties": {
                "id": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32},
                "title": {"type": "string"},
                "reason": {"type": "string"},
            },
            "required": ["reason"],
            "additionalProperties": false,
        },
        "annotations": {
            "readOnlyHint": false,
            "destructiveHint": true,
            "idempotentHint": false,
            "openWorldHint": false,
        },
        "_meta": {"dev.fusion/action": {
            "tool": "tracker",
            "key": "issues.close",
            "call": {"name": "tracker", "arguments": {"action": "issues.close"}},
            "required": ["reason"],
            "oneOf": ["id", "title"],
            "tags": ["all", "core", "issues", "admin"],
            "deprecated": "use delete",
        }},
    });
    assert_eq!(close(Exposition::Grouped), grouped);

    // The flat view calls the action, and the one it links to, by other names.
    let mut flat = grouped;
    flat["description"] = json!(
        "Close an issue that `tracker_issues_list` lists. Deprecated: use delete. \
         One of: id, title [DESTRUCTIVE]"
    );
    flat["_meta"]["dev.fusion/action"]["call"] = json!({"name": "tracker_issues_close"});
    assert_eq!(close(Exposition::Flat), flat);
}

#[test]
fn what_is_known_of_an_action_is_known_without_calling_it() {
    let actions = registry().actions();
    let keys: Vec<_> = actions
        .iter()
        .map(|action| {
            (
                action.tool.as_str(),
                action.group.as_deref(),
                action.key.as_str(),
            )
        })
        .collect();
    assert_eq!(
        keys,
        [
            ("tracker", Some("issues"), "issues.list"),
            ("tracker", Some("issues"), "issues.close"),
            ("tracker", Some("labels"), "labels.list"),
            ("clock", None, "now"),
        ]
    );
    let list = &actions[0];
    assert_eq!(list.title.as_deref(), Some("List issues"));
    assert_eq!(list.description, "List issues.");
    assert_eq!(list.hints, Hints::new(true, false, true, false));
    assert_eq!(list.required, Vec::<String>::new());
    assert_eq!(list.tags, ["all", "core", "issues"]);
    assert_eq!(actions[3].listed_as, "clock");
    assert_eq!(actions[3].discriminator.as_deref(), Some("what"));
    let flat = view(Exposition::Flat).actions();
    assert_eq!(flat[3].listed_as, "clock_now");
    assert_eq!(flat[3].discriminator, None);
}

#[test]
fn every_call_that_the_manifest_names_is_listed_by_its_view() {
    for exposition in [Exposition::Grouped, Exposition::Flat] {
        let view = view(exposition);
        let manifest = view.manifest();
        let mut called = Vec::new();
        let mut ahead: Vec<&Value> = manifest["groups"].as_array().unwrap().iter().collect();
        while let Some(group) = ahead.pop() {
            ahead.extend(group["groups"].as_array().into_iter().flatten());
            for tool in group["tools"].as_array().into_iter().flatten() {
                let call = &tool["_meta"]["dev.fusion/action"]["call"];
                let name = call["name"].as_str().unwrap();
                let listed = view.tools().iter().find(|tool| tool.name == name).unwrap();
                for (argument, key) in call["arguments"].as_object().into_iter().flatten() {
                    let schema = &listed.input_schema["properties"][argument]["enum"];
                    assert!(schema.as_array().unwrap().contains(key), "{call}");
                }
                called.push(name.to_owned());
            }
        }
        assert_eq!(called.len(), 4, "{manifest:#}");
    }
}

#[test]
fn a_preview_counts_every_byte_that_a_model_reads() {
    let registry = registry();
    for exposition in [Exposition::Grouped, Exposition::Flat] {
        let view = registry.view(exposition).unwrap();
        let preview = registry.preview(exposition).unwrap();
        let mut bytes = view.instructions().unwrap_or_default().len();
        assert_eq!(preview.instructions.bytes, bytes);
        assert_eq!(preview.tools.len(), view.tools().len());
        for (cost, tool) in preview.tools.iter().zip(view.tools()) {
            assert_eq!(cost.tool, tool.name);
            assert_eq!(cost.name.bytes, tool.name.len());
            assert_eq!(cost.description.bytes, tool.description.len());
            let schema = Value::Object((*tool.input_schema).clone()).to_string();
            assert_eq!(cost.schema.bytes, schema.len());
            // All ASCII here.
            assert_eq!(cost.schema.tokens, schema.len().div_ceil(3));
            bytes += tool.name.len() + tool.description.len() + schema.len();
        }
        assert_eq!(preview.total().bytes, bytes);
        assert_eq!(preview.flat_tools, 4);
    }
    let flat = registry.preview(Exposition::Flat).unwrap();
    assert_eq!(flat.total(), flat.flat);
    assert_eq!(
        registry.preview(Exposition::Grouped).unwrap().flat,
        flat.flat
    );
}

#[test]
fn a_preview_counts_what_a_deferring_host_loads() {
    let registry = registry();
    for exposition in [Exposition::Grouped, Exposition::Flat] {
        let view = registry.view(exposition).unwrap();
        let preview = registry.preview(exposition).unwrap();
        let names: Vec<_> = view.tools().iter().map(|tool| tool.name.as_str()).collect();
        let instructions = view.instructions().unwrap_or_default();
        let first = instructions.len() + names.join("\n").len();
        assert_eq!(preview.deferred.first.bytes, first);
        let mut sizes: Vec<_> = preview.tools.iter().map(ToolCost::total).collect();
        sizes.sort_by_key(|cost| (cost.tokens, cost.bytes));
        assert_eq!(preview.deferred.tool, sizes[sizes.len() / 2]);
        let all = preview.deferred.first + preview.deferred.tool;
        assert_eq!(preview.deferred.total(), all);
    }
    let flat = registry.preview(Exposition::Flat).unwrap();
    assert_eq!(flat.deferred, flat.flat_deferred);
    let grouped = registry.preview(Exposition::Grouped).unwrap();
    assert_eq!(grouped.flat_deferred, flat.deferred);
    // One grouped tool is the whole list.
    assert!(grouped.deferred.tool.tokens > flat.deferred.tool.tokens);
}
