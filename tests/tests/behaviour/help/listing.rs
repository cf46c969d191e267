//! The lists that have `help`, and those that have not.

use fusion_core::{
    Exposition, Filter, Registry, View, error::BuildError, spec::Describe, tool_group,
    view::ListedTool,
};
use serde_json::{Value, json};

use super::{Clock, answer, builder, desk};

fn view(exposition: Exposition, form: Describe) -> View {
    let builder = Registry::builder().describe(form);
    let registry = builder.tool(desk()).tool(Clock).build().unwrap();
    registry.view(exposition).unwrap()
}

/// Returns the name of each listed tool with its last action.
fn last_actions(view: &View) -> Vec<(&str, Option<&str>)> {
    let tools = view.tools().iter();
    tools
        .map(|tool| {
            let properties = tool.input_schema["properties"].as_object().unwrap();
            let action = properties
                .get("action")
                .and_then(|action| action["enum"].as_array());
            let last = action.and_then(|keys| keys.last()).and_then(Value::as_str);
            (tool.name.as_str(), last)
        })
        .collect()
}

#[test]
fn every_listed_tool_of_two_actions_has_help_in_the_brief_form() {
    let grouped = view(Exposition::Grouped, Describe::Brief);
    assert_eq!(
        last_actions(&grouped),
        [("desk", Some("help")), ("clock", Some("now"))]
    );
    let by_safety = view(Exposition::BySafety, Describe::Brief);
    assert_eq!(
        last_actions(&by_safety),
        [
            ("desk_read", Some("help")),
            ("desk_write", Some("help")),
            ("clock_now", None)
        ]
    );
    let flat = view(Exposition::Flat, Describe::Brief);
    assert!(flat.tools().iter().all(|tool| !tool.name.ends_with("help")));
    let other = view(Exposition::Grouped, Describe::Compact);
    assert_eq!(
        last_actions(&other),
        [("desk", Some("labels.delete")), ("clock", Some("now"))]
    );
}

#[test]
fn help_adds_its_argument_and_a_line_and_changes_nothing_else_of_the_tool() {
    let brief = view(Exposition::Grouped, Describe::Brief);
    let (brief, compact) = (
        &brief.tools()[0],
        view(Exposition::Grouped, Describe::Compact),
    );
    let compact = &compact.tools()[0];
    assert_eq!(
        brief.input_schema["properties"]["topic"],
        json!({"type": "string"})
    );
    let names = |schema: &serde_json::Map<String, Value>| -> Vec<String> {
        let properties = schema["properties"].as_object().unwrap();
        properties
            .keys()
            .filter(|name| *name != "topic")
            .cloned()
            .collect()
    };
    assert_eq!(names(&brief.input_schema), names(&compact.input_schema));
    let (first, others) = brief.description.split_once('\n').unwrap();
    assert_eq!(first, "Everything about a project. (? optional)");
    let line =
        "help(topic?) Return the whole contract of an action or module, or an overview\nissues:";
    assert!(others.starts_with(line), "{others}");
    assert_eq!((brief.hints, &brief.title), (compact.hints, &compact.title));
}

/// Docs of 238 characters. The lines of five actions with them do not fit into a description.
macro_rules! long {
    () => {
        "Lorem ipsum dolor sit amet, consetetur sadipscing elitr, sed diam nonumy eirmod tempor invidunt ut \
         labore et dolore magna aliquyam erat, sed diam voluptua, at vero eos et accusam et justo duo dolores \
         et ea rebum, stet clita kasd gubergren"
    };
}

struct Long;

#[tool_group(name = "long")]
impl Long {
    #[doc = long!()]
    #[action]
    fn a() {}

    #[doc = long!()]
    #[action]
    fn b() {}

    #[doc = long!()]
    #[action]
    fn c() {}

    #[doc = long!()]
    #[action]
    fn d() {}

    #[doc = long!()]
    #[action]
    fn e() {}
}

/// Keep long texts.
#[tool_group(name = "texts")]
struct Texts {
    #[group]
    long: Long,
}

#[test]
fn help_stands_above_the_actions_so_that_those_that_do_not_fit_continue_the_others() {
    let registry = builder()
        .tool(Long)
        .tool(Texts { long: Long })
        .build()
        .unwrap();
    let help = "help(topic?) Return the whole contract of an action or module, or an overview";
    let lines = |keys: &[&str]| -> String {
        let lines = keys.iter().map(|key| format!("{key}() {}", long!()));
        lines.collect::<Vec<_>>().join("\n")
    };
    let (fitting, others) = (lines(&["a", "b", "c"]), lines(&["d", "e"]));
    let details = "\n\nDetails under `action`.";
    let [flat, modules] = registry.tools() else {
        panic!("two tools are listed");
    };
    assert_eq!(
        flat.description,
        format!("(? optional)\n{help}\n{fitting}{details}")
    );
    let text = format!("Keep long texts. (? optional)\n{help}\nlong:\n{fitting}{details}");
    assert_eq!(modules.description, text);
    let continued = |tool: &ListedTool| {
        let text = tool.input_schema["properties"]["action"]["description"].as_str();
        text.unwrap().split_once("\n\n").unwrap().1.to_owned()
    };
    assert_eq!(continued(flat), others);
    assert_eq!(continued(modules), format!("long:\n{others}"));
}

#[test]
fn classes_fold_as_without_help() {
    let (brief, compact) = (
        view(Exposition::BySafety, Describe::Brief),
        view(Exposition::BySafety, Describe::Compact),
    );
    let listed = |view: &View| -> Vec<_> {
        let tools = view.tools().iter();
        tools
            .map(|tool| (tool.name.clone(), tool.title.clone(), tool.hints))
            .collect()
    };
    assert_eq!(listed(&brief), listed(&compact));
}

struct Scoped;

#[derive(fusion_core::Fields)]
struct Scope {
    /// The project.
    project: String,
}

#[tool_group(name = "scoped", common = Scope)]
impl Scoped {
    #[action]
    fn open(scope: &Scope) -> String {
        scope.project.clone()
    }

    #[action]
    fn close() {}
}

#[tokio::test]
async fn a_field_that_every_action_requires_is_not_required_of_help() {
    let registry = builder().tool(Scoped).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let tool = &view.tools()[0];
    assert_eq!(tool.input_schema["required"], json!(["action"]));
    let lines = tool.description.lines().skip(2).collect::<Vec<_>>();
    assert_eq!(lines, ["open()", "close()"]);
    let overview = answer(&view, "scoped", json!({"action": "help"})).await;
    let overview = overview.unwrap();
    assert!(
        overview.starts_with("Always required: project\nopen()\nclose()\n\n"),
        "{overview}"
    );
    let text = answer(&view, "scoped", json!({"action": "help", "topic": "close"})).await;
    assert_eq!(
        text.unwrap(),
        "close(project)\nArguments:\n- project: string (required). The project.\nHints: changes data"
    );
}

#[test]
fn no_catalog_and_no_metadata_contains_help() {
    let (brief, compact) = (
        view(Exposition::Grouped, Describe::Brief),
        view(Exposition::Grouped, Describe::Compact),
    );
    assert_eq!(brief.manifest(), compact.manifest());
    assert_eq!(brief.actions(), compact.actions());
    assert!(brief.actions().iter().all(|action| action.key != "help"));
}

#[test]
fn a_filter_cannot_name_help() {
    let brief = view(Exposition::Grouped, Describe::Brief);
    let compact = view(Exposition::Grouped, Describe::Compact);
    let error = |view: &View, key: &str| {
        let errors = view.filtered(&Filter::except([key])).unwrap_err();
        errors.to_string()
    };
    for key in ["desk/help", "desk.help", "desk:help"] {
        assert_eq!(
            error(&brief, key),
            format!(
                "a filter names `{key}`, which `Describe::Brief` adds to the tool and no author \
                 wrote: filters select the author's items, and `help` describes those that are left; \
                 remove it from the filter"
            )
        );
    }
    let errors = brief.filtered(&Filter::only(["desk/help"])).unwrap_err();
    let expected = BuildError::HelpInFilter {
        key: "desk/help".to_owned(),
    };
    assert_eq!(errors.iter().collect::<Vec<_>>(), [&expected]);
    // In another form, the tool has no `help`.
    assert!(error(&compact, "desk/help").contains("is no action, prompt or resource"));
}

#[tokio::test]
async fn a_tool_without_help_answers_as_for_any_other_unknown_action() {
    for (view, tool, available) in [
        (view(Exposition::Grouped, Describe::Brief), "clock", "now"),
        (
            view(Exposition::Grouped, Describe::Compact),
            "desk",
            "issues.list, issues.search, issues.assign, issues.purge, labels.list, labels.delete",
        ),
    ] {
        let text = answer(&view, tool, json!({"action": "help"}))
            .await
            .unwrap_err();
        assert_eq!(
            text,
            format!("Error: Unknown action \"help\". Available: {available}")
        );
    }
}
