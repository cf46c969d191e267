//! Aliases of arguments and of fields inside of them: accepted, and not listed.

use std::sync::{Arc, Mutex};

use fusion_core::{
    Ctx, Exposition, Fields, Registry, ToolResult,
    build::RawCall,
    error::BuildError,
    middleware::{Call, Middleware, Next},
    observe::{CallRecord, Observer, Outcome},
    tool_group,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code)] // printed
struct Filter {
    #[serde(alias = "colour")]
    #[schemars(extend("x-fusion-alias" = ["colour", "tint"]))]
    color: String,
    #[schemars(range(max = 9), extend("x-fusion-alias" = "count"))]
    size: Option<u8>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
#[allow(dead_code)]
enum Shape {
    Circle {
        #[schemars(extend("x-fusion-alias" = ["radius"]))]
        r: u8,
    },
    Square {
        side: u8,
    },
}

/// Part of a list.
#[derive(Fields)]
struct Paging {
    /// The number of entries.
    #[arg(alias("per_page"))]
    limit: Option<u8>,
}

/// The finish of a paint.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Finish {
    /// Shines.
    #[schemars(extend("x-fusion-alias" = ["shiny"]))]
    Gloss,
    Matt,
    #[schemars(extend("x-fusion-alias" = ["silk", "satin"]))]
    Satin2,
}

struct Paints;

/// Mix paints.
#[tool_group(name = "paints")]
impl Paints {
    /// Find paints.
    #[action(read_only)]
    fn find(
        #[arg(alias("q", "text"))] query: String,
        #[arg(flatten)] paging: Paging,
        filter: Option<Filter>,
        filters: Option<Vec<Filter>>,
        shape: Option<Shape>,
        finish: Option<Vec<Finish>>,
    ) -> String {
        if let Some(finish) = finish {
            return format!("{finish:?}");
        }
        format!(
            "{query} {:?} {filter:?} {filters:?} {shape:?}",
            paging.limit
        )
    }

    /// Log in.
    #[action]
    fn login(#[arg(alias("password"), secret)] pin: u32) -> String {
        let _ = pin;
        "in".to_owned()
    }

    /// Write about a paint.
    #[prompt]
    fn write(#[arg(alias("subject"))] topic: String) -> String {
        format!("about {topic}")
    }
}

async fn told(registry: &Registry, arguments: Value) -> String {
    let answer = registry.call("paints", arguments, Ctx::new()).await;
    answer.map_or_else(
        |error| error.to_string(),
        |answer| super::text(&answer).to_owned(),
    )
}

fn registry() -> Registry {
    Registry::builder().tool(Paints).build().unwrap()
}

#[tokio::test]
async fn an_alias_is_read_at_every_level() {
    let registry = registry();
    for (arguments, expected) in [
        (json!({"query": "a"}), "a None None None None"),
        (json!({"q": "a"}), "a None None None None"),
        (
            json!({"text": "a", "per_page": "5"}),
            "a Some(5) None None None",
        ),
        (
            json!({"q": "a", "filter": {"colour": "red", "count": 3}}),
            r#"a None Some(Filter { color: "red", size: Some(3) }) None None"#,
        ),
        (
            json!({"q": "a", "filters": [{"color": "red"}, {"tint": "blue", "count": null}]}),
            r#"a None None Some([Filter { color: "red", size: None }, Filter { color: "blue", size: None }]) None"#,
        ),
        (
            json!({"q": "a", "filter": {"color": "red", "colour": null, "size": null, "count": 3}}),
            r#"a None Some(Filter { color: "red", size: Some(3) }) None None"#,
        ),
        (
            json!({"q": "a", "shape": {"radius": "3"}}),
            "a None None None Some(Circle { r: 3 })",
        ),
        (
            json!({"q": "a", "finish": ["gloss", "shiny", "matt", "silk"]}),
            "[Gloss, Gloss, Matt, Satin2]",
        ),
    ] {
        let mut arguments = arguments;
        arguments["action"] = json!("find");
        assert_eq!(
            told(&registry, arguments.clone()).await,
            expected,
            "{arguments}"
        );
    }
    let subject = json!({"subject": "red"}).as_object().unwrap().clone();
    let prompt = registry.prompt("paints_write", subject, Ctx::new()).await;
    assert!(format!("{:?}", prompt.unwrap().messages).contains("about red"));
}

#[tokio::test]
async fn the_problems_of_an_aliased_value_have_the_published_name() {
    let registry = registry();
    for (arguments, line) in [
        (
            json!({"action": "find", "q": 5}),
            "query: expected string, got 5. Send it as a string, in quotes",
        ),
        (
            json!({"action": "find", "q": "a", "query": "b"}),
            "query: also sent as `q`, which is another name of it: send it once",
        ),
        (
            json!({"action": "find", "q": "a", "filter": {"colour": "red", "count": 10}}),
            "filter.size: expected integer 0..9, got 10",
        ),
        (
            json!({"action": "find", "q": "a", "filter": {"colour": "red", "color": "red"}}),
            "filter.colour: another name of `color`, which is given, too",
        ),
        (
            json!({"action": "find", "q": "a", "filter": {"color": "red", "colr": 1}}),
            "filter.colr: unknown field. Did you mean \"color\"?",
        ),
        (
            json!({"action": "find", "q": "a", "finish": ["shinny"]}),
            "finish[0]: expected matt|gloss|satin2, got \"shinny\"",
        ),
        // A field of another action, under either name.
        (
            json!({"action": "find", "q": "a", "pin": 5}),
            "pin: not a field of find; it belongs to login",
        ),
        (
            json!({"action": "find", "q": "a", "password": 5}),
            "password: not a field of find; it belongs to login",
        ),
        (
            json!({"action": "login", "password": "x"}),
            "pin: expected integer 0..4294967295",
        ),
        (
            json!({"action": "login", "password": 1, "pin": 2}),
            "exactly one of pin, password is required, got 2. Leave the others out or send null",
        ),
        // A misspelt alias.
        (
            json!({"action": "find", "q": "a", "per_pag": 5}),
            "per_pag: unknown field. Did you mean \"limit\"?",
        ),
        (
            json!({"action": "find", "q": "a", "filter": {"color": "red", "coutn": 1}}),
            "filter.coutn: unknown field. Did you mean \"size\"?",
        ),
    ] {
        let text = told(&registry, arguments.clone()).await;
        assert_eq!(
            text.lines().find_map(|line| line.strip_prefix("- ")),
            Some(line),
            "{arguments}"
        );
    }
}

#[test]
fn an_alias_is_listed_nowhere() {
    for exposition in [Exposition::Grouped, Exposition::Flat] {
        let registry = registry();
        let view = registry.view(exposition).unwrap();
        for tool in view.tools() {
            let listed = format!("{} {:?}", tool.description, tool.input_schema);
            for alias in [
                "\"q\"", "per_page", "colour", "tint", "count", "radius", "shiny", "silk",
                "password", "x-fusion",
            ] {
                assert!(!listed.contains(alias), "{alias}: {listed}");
            }
        }
    }
}

/// Keeps what it sees.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<Value>>>);

impl Seen {
    fn keep(&self, arguments: Option<&serde_json::Map<String, Value>>) {
        let seen = arguments.cloned().map_or(Value::Null, Value::Object);
        self.0.lock().unwrap().push(seen);
    }
}

impl Middleware for Seen {
    const READS_ARGUMENTS: bool = true;

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        self.keep(call.arguments());
        next.run(call).await
    }
}

impl Observer for Seen {
    const READS_ARGUMENTS: bool = true;

    fn observe(&self, call: &CallRecord<'_>, _: &Outcome<'_>) {
        self.keep(call.arguments());
    }
}

#[tokio::test]
async fn guards_middleware_and_observers_read_the_own_name() {
    let (guarded, wrapped, observed) = (Seen::default(), Seen::default(), Seen::default());
    let kept = guarded.clone();
    let registry = Registry::builder()
        .observe(observed.clone())
        .guard(move |call: &mut RawCall<'_>| {
            kept.keep(Some(call.arguments()));
            Ok(())
        })
        .middleware(wrapped.clone())
        .tool(Paints)
        .build()
        .unwrap();
    assert_eq!(
        told(&registry, json!({"action": "login", "password": 5})).await,
        "in"
    );
    // Of two names, one is left over. Neither is shown.
    drop(
        told(
            &registry,
            json!({"action": "login", "password": 5, "pin": 6}),
        )
        .await,
    );
    drop(
        told(
            &registry,
            json!({"action": "find", "q": "a", "password": 5}),
        )
        .await,
    );
    let seen = |seen: &Seen| seen.0.lock().unwrap().clone();
    assert_eq!(seen(&guarded)[0], json!({"action": "login", "pin": 5}));
    assert_eq!(seen(&wrapped), [json!({"pin": 5})]);
    assert_eq!(
        seen(&observed),
        [
            json!({"pin": "[secret]"}),
            json!({"password": "[secret]", "pin": "[secret]"}),
            json!({"password": "[secret]", "query": "a"}),
        ]
    );
}

struct Clashes;

#[tool_group(name = "clashes", discriminator = "do")]
impl Clashes {
    #[action]
    fn find(#[arg(alias("limit", "do"))] text: String, #[arg(flatten)] paging: Paging) -> String {
        format!("{text} {:?}", paging.limit)
    }
}

#[test]
fn an_alias_that_is_another_name_is_an_error_of_build() {
    let errors = Registry::builder().tool(Clashes).build().unwrap_err();
    let taken = |alias: &str| BuildError::AliasTaken {
        tool: "clashes".to_owned(),
        key: "find".to_owned(),
        argument: "text".to_owned(),
        alias: alias.to_owned(),
    };
    let found: Vec<_> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [taken("limit"), taken("do")].map(|error| error.to_string())
    );
}
