//! Forms of descriptions in a registry: the built-in ones and those of an author.

use fusion_core::{
    Exposition, Filter, Registry, View,
    describe::{DescribedTool, Description, Form, brief, compact, toon, workflow},
    error::BuildError,
    spec::Describe,
    tool_group,
};
use serde_json::{Value, json};

use super::{
    answer,
    variants::{Clock, part, whole},
};

const EXPOSITIONS: [Exposition; 3] = [Exposition::Grouped, Exposition::BySafety, Exposition::Flat];

const FORMS: [Form; 5] = [compact, brief, workflow, toon, all_facts];

/// Writes everything that a form can read.
fn all_facts(tool: &DescribedTool<'_>) -> Description {
    Description::new(format!("{tool:?}"))
        .fields(tool.fields.iter().map(|field| format!("{field:?}")))
}

struct Search;

/// Search documents. There are many.
#[tool_group(name = "search", describe = "brief")]
impl Search {
    /// Search by a query. It may be long.
    #[action(read_only)]
    fn find(
        &self,
        /// The query.
        query: Query,
        /// How many.
        limit: Option<u32>,
    ) -> String {
        format!("{} {limit:?}", query.words.join(" "))
    }

    /// Forget a document.
    #[action(destructive)]
    fn forget(&self) {}
}

/// What to search for.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Query {
    /// All of these words.
    words: Vec<String>,
    /// None of these words.
    #[allow(dead_code)]
    without: Option<Vec<String>>,
    /// Only documents in this language.
    #[allow(dead_code)]
    language: Option<String>,
}

fn grouped(registry: &Registry) -> (&str, Value) {
    let tool = &registry.tools()[0];
    (
        &tool.description,
        Value::Object((*tool.input_schema).clone()),
    )
}

#[tokio::test]
async fn a_brief_tool_lists_little_and_its_calls_are_checked_against_everything() {
    let registry = Registry::builder().tool(Search).build().unwrap();
    let (description, schema) = grouped(&registry);
    assert_eq!(
        description,
        "Search documents. (? optional)\n\
         help(topic?) Return the whole contract of an action or module, or an overview\n\
         find(query, limit?) Search by a query\n\
         forget() Forget a document [DESTRUCTIVE]"
    );
    assert_eq!(
        schema["properties"]["query"],
        json!({"type": "object", "properties": {}})
    );
    assert_eq!(
        schema["properties"]["limit"],
        json!({"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32})
    );
    let view = registry.view(Exposition::Grouped).unwrap();
    let right = json!({"action": "find", "query": {"words": ["a", "b"]}});
    assert_eq!(answer(&view, "search", right).await, Ok("a b None".into()));
    let wrong = json!({"action": "find", "query": {"words": ["a"], "lang": "en"}});
    let error = answer(&view, "search", wrong).await.unwrap_err();
    assert!(error.contains("- query.lang: unknown field\n"), "{error}");
    // An action that is listed by itself has its whole contract there.
    let flat = registry.view(Exposition::Flat).unwrap();
    let query = &flat.tools()[0].input_schema["properties"]["query"];
    assert_eq!(
        query["properties"]["words"]["description"],
        "All of these words."
    );
}

#[test]
fn a_block_sets_its_form_before_the_registry_whichever_way_that_sets_its_own() {
    let first_lines = |registry: Registry| -> Vec<String> {
        let lines = registry
            .tools()
            .iter()
            .map(|tool| tool.description.lines().next());
        lines
            .map(|line| line.unwrap_or_default().to_owned())
            .collect()
    };
    let builder = || Registry::builder().tool(Search).tool(Clock);
    let search = "Search documents. (? optional)";
    for (builder, clock) in [
        (builder(), "Tell the time"),
        (
            builder().describe(Describe::Workflow),
            "Tell the time. Actions: now, set",
        ),
        (
            builder().describe_with(|tool| Description::new(tool.name)),
            "clock",
        ),
        (
            builder()
                .describe_with(|tool| Description::new(tool.name))
                .describe(Describe::Compact),
            "Tell the time",
        ),
    ] {
        assert_eq!(first_lines(builder.build().unwrap()), [search, clock]);
    }
}

#[test]
fn a_form_of_an_author_writes_all_texts() {
    fn form(tool: &DescribedTool<'_>) -> Description {
        let keys: Vec<_> = tool.actions.iter().map(|action| action.key).collect();
        let fields = tool.fields.iter().map(|field| format!("<{}>", field.docs));
        Description::new(keys.join(" "))
            .overflow("And more.")
            .fields(fields)
    }
    let registry = Registry::builder()
        .describe_with(form)
        .tool(Clock)
        .build()
        .unwrap();
    let (description, schema) = grouped(&registry);
    assert_eq!(description, "now set");
    assert_eq!(
        schema["properties"]["action"]["description"],
        "Which operation to perform\n\nAnd more."
    );
    assert_eq!(schema["properties"]["to"]["description"], "<To what.>");
}

#[test]
fn a_form_that_panics_is_an_error_of_the_build() {
    let built = Registry::builder()
        .describe_with(|_| panic!("no form"))
        .tool(Clock)
        .build();
    let errors = built.unwrap_err();
    let tool = "clock".to_owned();
    assert_eq!(
        errors.iter().collect::<Vec<_>>(),
        [&BuildError::FormPanicked { tool }]
    );
}

fn view(form: Form, exposition: Exposition, extra: bool) -> View {
    let builder = Registry::builder().describe_with(form);
    let registry = if extra {
        builder.tool(whole::desk()).build()
    } else {
        builder.tool(part::desk()).build()
    };
    registry.unwrap().view(exposition).unwrap()
}

#[test]
fn a_form_sees_only_what_its_view_shows() {
    let hidden = Filter::except(["desk/issues.purge", "desk/labels.rename"]);
    for exposition in EXPOSITIONS {
        for form in FORMS {
            let filtered = view(form, exposition, true).filtered(&hidden).unwrap();
            let without = view(form, exposition, false);
            assert_eq!(filtered.tools(), without.tools(), "{exposition:?}");
        }
    }
    let all = view(all_facts, Exposition::Grouped, true);
    assert!(all.tools()[0].description.contains("purge"));
}

#[test]
fn no_form_exceeds_what_clients_read() {
    for form in [compact as Form, brief, workflow, toon] {
        for exposition in EXPOSITIONS {
            for tool in view(form, exposition, true).tools() {
                assert!(tool.description.chars().count() <= 1_024, "{tool:?}");
                assert!(tool.name.len() <= 64, "{tool:?}");
            }
        }
    }
}
