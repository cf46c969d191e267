//! Calls through a registry without a transport: arguments, errors, injection, middleware.

use std::{fmt, sync::Arc};

use fusion_core::{
    CallError, Cancellation, Content, Ctx, Ext, Json, Registry, ToolError, ToolResponse,
    ToolResult,
    ctx::Client,
    error::{BuildError, ExposeExt as _, IntoToolError},
    middleware::{Call, Middleware, Next},
    tool_group,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Where a thing stands.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    /// Still to be done.
    Open,
    /// Done.
    Closed,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Filter {
    tags: Vec<String>,
    note: Option<String>,
}

type Maybe<T> = Option<T>;

struct Things;

/// Keep things.
#[tool_group(name = "things")]
impl Things {
    /// Find things.
    #[action(read_only)]
    async fn find(
        &self,
        filter: Option<Filter>,
        state: Maybe<State>,
        #[arg(default = 20)] limit: u8,
    ) -> Json<Value> {
        Json(json!({"filter": filter, "state": state, "limit": limit}))
    }

    /// Rename a thing.
    #[action(name = "rename", alias("mv"))]
    fn change_name(id: u64, #[arg(name = "type")] kind: String) -> String {
        format!("{id} {kind}")
    }

    /// Log in.
    #[action]
    async fn login(&self, #[arg(secret)] pin: u32) -> String {
        format!("{} digits", pin.to_string().len())
    }

    #[action]
    async fn nothing(&self) {}
}

fn registry() -> Registry {
    Registry::builder().tool(Things).build().unwrap()
}

async fn call(registry: &Registry, arguments: Value) -> Result<String, String> {
    let result = registry.call("things", arguments, Ctx::new()).await;
    result
        .map(|response| response_text(&response))
        .map_err(|error| error.to_string())
}

fn response_text(response: &ToolResponse) -> String {
    match response.content() {
        [Content::Text(text)] => text.clone(),
        other => format!("{other:?}"),
    }
}

#[tokio::test]
async fn values_defaults_aliases_and_null_arrive_as_declared() {
    let registry = registry();
    for (arguments, expected) in [
        (
            json!({"action": "find"}),
            r#"{"filter":null,"limit":20,"state":null}"#,
        ),
        (
            json!({"action": "find", "state": "closed", "limit": 3, "filter": {"tags": ["a"], "note": null}}),
            r#"{"filter":{"note":null,"tags":["a"]},"limit":3,"state":"closed"}"#,
        ),
        (
            json!({"action": "find", "state": null, "limit": null, "filter": null}),
            r#"{"filter":null,"limit":20,"state":null}"#,
        ),
        (json!({"action": "rename", "id": 7, "type": "x"}), "7 x"),
        (json!({"action": "mv", "id": 7, "type": "x"}), "7 x"),
        (json!({"action": "nothing"}), "ok"),
        (json!({"action": "login", "pin": 1234}), "4 digits"),
    ] {
        assert_eq!(call(&registry, arguments).await.as_deref(), Ok(expected));
    }
}

#[tokio::test]
async fn every_problem_is_told_at_once() {
    let registry = registry();
    let find = "Expected: filter: object, state: open|closed, limit: integer 0..255\nFix these fields and call again.";
    let rename = "Expected: id: integer 0.. (required), type: string (required)\nFix these fields and call again.";
    for (arguments, problems, rest) in [
        (
            json!({"action": "find", "state": "opne", "limit": 300, "lmit": 1}),
            "find:\n- state: expected open|closed, got \"opne\". Did you mean \"open\"?\n- limit: expected integer 0..255, got 300\n- lmit: unknown field. Did you mean \"limit\"?",
            find,
        ),
        (
            json!({"action": "find", "filter": {"tags": ["a", 5], "note": "n", "tagz": 1}, "id": 3}),
            "find:\n- filter.tags[1]: expected string, got 5. Send it as a string, in quotes\n- filter.tagz: unknown field. Did you mean \"tags\"?\n- id: not a field of find; it belongs to rename",
            find,
        ),
        (
            json!({"action": "find", "filter": {}}),
            "find:\n- filter.tags: required, but missing",
            find,
        ),
        (
            json!({"action": "rename", "type": null}),
            "rename:\n- id: required, but missing\n- type: expected string, got null",
            rename,
        ),
        (
            json!({"action": "mv", "id": -1, "type": "x", "zzz": 0}),
            "rename:\n- id: expected integer 0.., got -1\n- zzz: unknown field",
            rename,
        ),
    ] {
        let expected = format!("Validation failed for things/{problems}\n{rest}");
        assert_eq!(call(&registry, arguments).await, Err(expected));
    }
}

#[tokio::test]
async fn a_secret_is_never_repeated() {
    let registry = registry();
    for pin in [json!("hunter2"), json!(-77_777), json!(77_777_777_777_u64)] {
        let text = call(&registry, json!({"action": "login", "pin": pin}))
            .await
            .unwrap_err();
        assert!(
            !text.contains("hunter2") && !text.contains("7777"),
            "{text}"
        );
        assert!(text.contains("- pin: expected integer"), "{text}");
    }
}

#[tokio::test]
async fn a_call_that_fails_says_which_fields_to_a_program_too() {
    let arguments = json!({"action": "rename", "typ": "x"});
    let error = registry()
        .call("things", arguments, Ctx::new())
        .await
        .unwrap_err();
    let fields = json!(["id", "type", "typ"]);
    assert_eq!(
        error.data(),
        json!({"code": "invalid_arguments", "fields": fields})
    );
}

// ---- errors of handlers

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error("there is no issue {0}")]
    #[tool_error(code = "not_found", hint = "Numbers start at 1.", suggest("shown"))]
    NotFound(u64),
    #[error("busy")]
    #[tool_error(retry_after = "5s")]
    Busy,
    #[error("password of db.internal is wrong")]
    Connection,
}

/// An error without `Display`.
struct Bare;

impl IntoToolError for Bare {
    fn into_tool_error(self) -> ToolError {
        ToolError::new("bare")
    }
}

#[derive(Debug)]
struct Leaky;

impl fmt::Display for Leaky {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("secret path")
    }
}

impl std::error::Error for Leaky {}

struct Failing;

#[tool_group(name = "failing")]
impl Failing {
    #[action]
    async fn missing(&self) -> Result<(), StoreError> {
        Err(StoreError::NotFound(7))
    }

    #[action(idempotent)]
    async fn busy(&self) -> Result<Json<u8>, StoreError> {
        Err(StoreError::Busy)
    }

    #[action]
    async fn busy_once(&self) -> Result<Json<u8>, StoreError> {
        Err(StoreError::Busy)
    }

    #[action]
    async fn lost(&self) -> Result<String, StoreError> {
        Err(StoreError::Connection)
    }

    #[action]
    async fn bare(&self) -> Result<String, Bare> {
        Err(Bare)
    }

    #[action]
    async fn words(&self) -> Result<String, String> {
        Err("in my own words".to_owned())
    }

    #[action]
    async fn leak(&self) -> Result<String, Leaky> {
        Err(Leaky)
    }

    #[action]
    async fn question(&self) -> Result<String, ToolError> {
        Err(Leaky)?;
        Ok(String::new())
    }

    #[action]
    async fn borrowed(&self) -> Result<String, ToolError> {
        let lock = std::sync::Mutex::new(1);
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _guard = lock.lock();
            std::panic::resume_unwind(Box::new(()));
        }));
        let one = lock
            .lock()
            .map_err(|error| error.to_string())
            .expose()?
            .to_string();
        Ok(one)
    }

    #[action]
    async fn exposed(&self) -> Result<String, ToolError> {
        Ok("x".parse::<u8>().expose()?.to_string())
    }

    #[action]
    async fn boxed(&self) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
        Err("boxed".into())
    }

    #[action]
    async fn shown(&self) -> &'static str {
        "static"
    }

    #[action]
    async fn blocks(&self) -> ToolResponse {
        ToolResponse::blocks(vec![Content::text("a"), Content::text("b")])
    }
}

#[tokio::test]
async fn errors_are_shown_where_the_author_says_so_and_nowhere_else() {
    let registry = Registry::builder().tool(Failing).build().unwrap();
    for (key, expected) in [
        (
            "missing",
            "there is no issue 7\nHint: Numbers start at 1.\nTry: shown",
        ),
        ("busy", "busy\nRetry after 5 s"),
        ("busy_once", "busy"),
        ("lost", "internal error (reference ######)"),
        ("bare", "bare"),
        ("words", "in my own words"),
        ("leak", "internal error (reference ######)"),
        ("question", "internal error (reference ######)"),
        ("borrowed", "poisoned lock: another task failed inside"),
        ("exposed", "invalid digit found in string"),
        ("boxed", "internal error (reference ######)"),
    ] {
        let result = registry
            .call("failing", json!({"action": key}), Ctx::new())
            .await;
        let Err(CallError::Failed { text, error }) = result else {
            panic!("{key}: {result:?}");
        };
        let text = match error.reference() {
            Some(reference) => text.replace(reference, "######"),
            None => text,
        };
        assert_eq!(text, format!("[failing/{key}] {expected}"));
    }
}

// ---- injection and middleware

#[derive(Clone, Debug, PartialEq)]
struct Caller(String);

async fn caller(ctx: &Ctx) -> Result<Caller, ToolError> {
    let client = ctx.client().ok_or("who are you?")?;
    Ok(Caller(client.name.clone()))
}

#[derive(Clone)]
struct Mark(&'static str);

struct Marking(&'static str);

impl Middleware for Marking {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let before = call.ctx().get::<Mark>().map_or("", |mark| mark.0);
        assert!(before.is_empty() || before == "outer");
        call.ctx_mut().insert(Mark(self.0));
        next.run(call).await
    }
}

/// Wants the arguments as they were sent.
struct Reading;

impl Middleware for Reading {
    const READS_ARGUMENTS: bool = true;

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let sent = call.arguments().cloned();
        let response = next.run(call).await?;
        Ok(response.with_meta("test/sent", json!(sent)))
    }
}

struct Who;

#[tool_group(name = "who")]
impl Who {
    #[action(read_only)]
    async fn am_i(&self, caller: &Ext<Caller>, mark: &Ext<Mark>, ctx: &Ctx, n: u8) -> String {
        let same = ctx.get::<Caller>() == Some(&caller.0);
        format!("{} {} {n} {same}", caller.0.0, mark.0)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[tokio::test]
async fn providers_come_first_then_middleware_outermost_first_then_the_handler() {
    let registry = Registry::builder()
        .provide(caller)
        .expects::<Mark>()
        .middleware(Marking("outer"))
        .middleware(Marking("inner"))
        .middleware(Reading)
        .tool(Who)
        .build()
        .unwrap();
    let arguments = json!({"action": "am_i", "n": 3});
    let known = Ctx::new().with_client(Arc::new(Client::new("ada", "1")));
    let response = registry
        .call("who", arguments.clone(), known)
        .await
        .unwrap();
    let expected = ToolResponse::text("ada inner 3 true").with_meta("test/sent", json!({"n": 3}));
    assert_eq!(response, expected);

    let refused = registry
        .call("who", arguments, Ctx::new())
        .await
        .unwrap_err();
    assert_eq!(refused.to_string(), "Error: who are you?");
    assert_eq!(refused.data(), json!({"code": "refused"}));
}

#[tokio::test]
async fn an_async_closure_provides_as_well() {
    let registry = Registry::builder()
        .provide(async |_: &Ctx| Ok::<_, String>(Caller("closure".to_owned())))
        .provide(async |ctx: &Ctx| {
            let caller = ctx.get::<Caller>().cloned();
            tokio::task::yield_now().await;
            caller.map(|_| Mark("seen")).ok_or("no caller")
        })
        .tool(Who)
        .build()
        .unwrap();
    let arguments = json!({"action": "am_i", "n": 3});
    let response = registry.call("who", arguments, Ctx::new()).await.unwrap();
    assert_eq!(response_text(&response), "closure seen 3 true");
}

#[test]
fn an_injected_value_that_nothing_provides_is_a_build_error() {
    let errors = Registry::builder()
        .provide(caller)
        .tool(Who)
        .build()
        .unwrap_err();
    let expected = BuildError::NotProvided {
        tool: "who".into(),
        key: "am_i".into(),
        type_name: std::any::type_name::<Mark>(),
    };
    assert_eq!(errors.iter().collect::<Vec<_>>(), [&expected]);
}

#[test]
fn two_tools_of_one_name_are_a_build_error() {
    let errors = Registry::builder()
        .tool(Things)
        .tool(Things)
        .build()
        .unwrap_err();
    assert_eq!(
        errors.to_string(),
        "two tools are named `things`: give one of them another `name`"
    );
}

#[test]
fn tools_are_added_in_loops_and_behind_an_arc() {
    let mut builder = Registry::builder().tool(Arc::new(Things));
    for _ in 0..1 {
        builder = builder.tool(Failing);
    }
    let registry = builder.build().unwrap();
    let names: Vec<_> = registry
        .tools()
        .iter()
        .map(|tool| tool.name.as_str())
        .collect();
    assert_eq!(names, ["things", "failing"]);
}

struct Waiting;

#[tool_group(name = "waiting")]
impl Waiting {
    #[action]
    async fn forever(&self, cancellation: &Cancellation) -> String {
        cancellation.cancelled().await;
        std::future::pending().await
    }
}

#[tokio::test]
async fn a_cancelled_call_ends_at_its_next_await() {
    let registry = Registry::builder().tool(Waiting).build().unwrap();
    let cancellation = Cancellation::new();
    let ctx = Ctx::new().with_cancellation(cancellation.clone());
    let call = registry.call("waiting", json!({"action": "forever"}), ctx);
    let cancel = async {
        tokio::task::yield_now().await;
        cancellation.cancel();
    };
    let (result, ()) = tokio::join!(call, cancel);
    assert!(matches!(result, Err(CallError::Cancelled)), "{result:?}");
}

/// Two shapes under one name.
struct Conflicting;

#[derive(Debug, Deserialize, JsonSchema)]
struct Point {
    #[allow(dead_code)]
    x: i32,
}

#[tool_group(name = "conflicting")]
impl Conflicting {
    #[action]
    async fn one(&self, at: Point) {
        let _ = at;
    }

    #[action]
    async fn two(&self, at: Vec<u8>) {
        let _ = at;
    }
}

#[test]
fn one_field_with_two_shapes_is_a_build_error_that_names_both() {
    let errors = Registry::builder().tool(Conflicting).build().unwrap_err();
    let expected = BuildError::FieldConflict {
        tool: "conflicting".into(),
        field: "at".into(),
        first: "one".into(),
        first_shape: "object {x}".into(),
        second: "two".into(),
        second_shape: "array of integer 0..255".into(),
    };
    assert_eq!(errors.iter().collect::<Vec<_>>(), [&expected]);
}

// ---- what a newcomer broke

async fn panicking(_: &Ctx) -> Result<Caller, ToolError> {
    panic!("the secret of the provider")
}

#[tokio::test]
async fn a_provider_that_panics_is_answered() {
    let builder = Registry::builder().provide(panicking).expects::<Mark>();
    let registry = builder.tool(Who).build().unwrap();
    let arguments = json!({"action": "am_i", "n": 3});
    let error = registry
        .call("who", arguments, Ctx::new())
        .await
        .unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("Error: internal error (reference "),
        "{text}"
    );
}

async fn never(_: &Ctx) -> Result<Caller, ToolError> {
    std::future::pending().await
}

#[tokio::test]
async fn a_provider_that_waits_is_cancelled_with_its_call() {
    let builder = Registry::builder().provide(never).expects::<Mark>();
    let registry = builder.tool(Who).build().unwrap();
    let cancellation = Cancellation::new();
    let ctx = Ctx::new().with_cancellation(cancellation.clone());
    let call = registry.call("who", json!({"action": "am_i", "n": 3}), ctx);
    let cancel = async {
        tokio::task::yield_now().await;
        cancellation.cancel();
    };
    let (result, ()) = tokio::join!(call, cancel);
    assert!(matches!(result, Err(CallError::Cancelled)), "{result:?}");
}

#[tokio::test]
async fn arguments_written_as_text_are_refused_without_being_repeated() {
    let arguments = json!(r#"{"action":"login","pin":"hunter2"}"#);
    let error = registry()
        .call("things", arguments, Ctx::new())
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "Error: arguments: expected object, got string"
    );
    assert_eq!(error.data(), json!({"code": "invalid_arguments"}));
}

#[tokio::test]
async fn the_fields_that_a_program_reads_are_few_and_as_they_were_sent() {
    let mut arguments = json!({"action": "nothing", "a\u{202e}b": 1});
    for n in 0..1_000 {
        arguments[format!("z{n}")] = json!(n);
    }
    let error = registry()
        .call("things", arguments, Ctx::new())
        .await
        .unwrap_err();
    let data = error.data();
    let fields = data["fields"].as_array().unwrap();
    assert_eq!((fields.len(), &fields[0]), (16, &json!("a\u{202e}b")));
}

struct Careless;

fn no_default() -> u8 {
    panic!("no default")
}

#[tool_group(name = "careless")]
impl Careless {
    #[action]
    fn one(#[arg(default = no_default())] n: u8) -> String {
        n.to_string()
    }
}

#[test]
fn a_default_that_panics_is_a_build_error() {
    let errors = Registry::builder().tool(Careless).build().unwrap_err();
    let expected = BuildError::DefaultPanicked {
        tool: "careless".into(),
        key: "one".into(),
        argument: "n".into(),
    };
    assert_eq!(errors.iter().collect::<Vec<_>>(), [&expected]);
}

/// A type whose own errors repeat what was sent.
#[derive(Debug)]
struct Picky;

impl<'de> Deserialize<'de> for Picky {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Err(serde::de::Error::custom(format!("not to my taste: {text}")))
    }
}

impl JsonSchema for Picky {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Picky".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

struct Diner;

#[tool_group(name = "diner")]
impl Diner {
    #[action]
    fn one(dish: Picky) -> String {
        format!("{dish:?}")
    }

    #[action]
    fn many(dishes: Vec<Picky>) -> String {
        format!("{dishes:?}")
    }
}

#[tokio::test]
async fn a_type_that_repeats_what_was_sent_is_heard_only_where_that_is_short() {
    let registry = Registry::builder().tool(Diner).build().unwrap();
    let long = "soup ".repeat(20);
    for (arguments, said) in [
        (
            json!({"action": "one", "dish": "soup"}),
            "- dish: not to my taste: soup",
        ),
        (
            json!({"action": "one", "dish": long}),
            "- dish: not a valid value",
        ),
        (
            json!({"action": "many", "dishes": ["soup"]}),
            "- dishes: not to my taste: soup",
        ),
        (
            json!({"action": "many", "dishes": [long]}),
            "- dishes: not a valid value",
        ),
    ] {
        let error = registry
            .call("diner", arguments, Ctx::new())
            .await
            .unwrap_err();
        let text = error.to_string();
        assert_eq!(text.lines().nth(1), Some(said), "{text}");
    }
}
