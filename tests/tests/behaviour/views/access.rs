//! Access: each caller sees and calls only the actions that its value allows.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use fusion_core::{
    CallError, Content, Ctx, Exposition, Filter, Registry, ToolError, View, ctx::Client,
    error::BuildError,
};
use serde_json::json;

use super::variants::{Clock, whole};

#[derive(Clone)]
struct Caller {
    role: String,
}

impl Caller {
    async fn from_request(ctx: &Ctx) -> Result<Self, ToolError> {
        let client = ctx.client().ok_or("who are you?")?;
        Ok(Self {
            role: client.name.clone(),
        })
    }
}

fn registry() -> Registry {
    let builder = Registry::builder().provide(Caller::from_request);
    builder.tool(whole::Issues).tool(Clock).build().unwrap()
}

fn view(exposition: Exposition) -> View {
    let view = registry().view(exposition).unwrap();
    view.access(|caller: &Caller| match caller.role.as_str() {
        "root" => Filter::all(),
        "broken" => panic!("broken"),
        role => Filter::any_tags([role]),
    })
    .unwrap()
}

fn ctx(role: &str) -> Ctx {
    Ctx::new().with_client(Arc::new(Client::new(role, "1")))
}

async fn tool_names(view: &View, role: &str) -> Vec<String> {
    let seen = view.seen_by(&mut ctx(role)).await.unwrap();
    assert!(!seen.depends_on_caller());
    seen.tools().iter().map(|tool| tool.name.clone()).collect()
}

async fn call_text(view: &View, role: &str, tool: &str, action: &str) -> String {
    let arguments = json!({"action": action});
    match view.call(tool, arguments, ctx(role)).await {
        Ok(response) => match response.content() {
            [Content::Text(text)] => text.clone(),
            other => panic!("{other:?}"),
        },
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn each_caller_sees_and_calls_what_its_value_opens() {
    let view = view(Exposition::Flat);
    assert!(view.depends_on_caller());
    assert_eq!(
        tool_names(&view, "public").await,
        ["issues_list", "issues_get", "clock_now"]
    );
    assert_eq!(
        tool_names(&view, "admin").await,
        ["issues_purge", "clock_set"]
    );
    assert_eq!(tool_names(&view, "stranger").await, [] as [&str; 0]);
    assert_eq!(tool_names(&view, "root").await.len(), 8);

    let view = self::view(Exposition::Grouped);
    assert_eq!(
        call_text(&view, "public", "clock", "set").await,
        "Error: Unknown action \"set\". Available: now"
    );
    assert_eq!(
        call_text(&view, "public", "issues", "wipe").await,
        "Error: Unknown action \"wipe\". Available: list, get"
    );
    assert_eq!(
        call_text(&view, "stranger", "clock", "now").await,
        "unknown tool `clock`"
    );
    assert_eq!(
        call_text(&view, "stranger", "clocks", "now").await,
        "unknown tool `clocks`"
    );
    assert_eq!(
        call_text(&view, "admin", "issues", "wipe").await,
        "purge None None"
    );
}

#[tokio::test]
async fn who_is_not_known_sees_nothing_and_is_told_why() {
    let view = view(Exposition::Grouped);
    let error = view.seen_by(&mut Ctx::new()).await.unwrap_err();
    assert!(matches!(error, CallError::Refused { .. }));
    assert_eq!(error.to_string(), "Error: who are you?");
    let error = view
        .call("clock", json!({"action": "now"}), Ctx::new())
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "Error: who are you?");
    let error = view
        .seen_by(&mut ctx("broken"))
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("Error: internal error (reference "),
        "{error}"
    );
}

#[tokio::test]
async fn a_value_that_nobody_provides_is_a_mistake_and_one_that_is_missing_opens_nothing() {
    let registry = Registry::builder().tool(Clock).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let errors = view.clone().access(|_: &Caller| Filter::all()).unwrap_err();
    assert_eq!(
        errors.iter().collect::<Vec<_>>(),
        [&BuildError::NoCaller {
            type_name: "behaviour::views::access::Caller"
        }]
    );
    let registry = Registry::builder()
        .expects::<Caller>()
        .tool(Clock)
        .build()
        .unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let view = view.access(|_: &Caller| Filter::all()).unwrap();
    let seen = view.seen_by(&mut Ctx::new()).await.unwrap();
    assert_eq!(seen.tools(), []);
    let mut ctx = Ctx::new();
    ctx.insert(Caller {
        role: String::new(),
    });
    assert_eq!(view.seen_by(&mut ctx).await.unwrap().tools().len(), 1);
}

#[tokio::test]
async fn providers_run_once_a_call_and_not_for_lists_that_do_not_ask() {
    static RUNS: AtomicU32 = AtomicU32::new(0);

    async fn counted(_: &Ctx) -> Result<u8, ToolError> {
        RUNS.fetch_add(1, Ordering::Relaxed);
        Ok(1)
    }

    let registry = Registry::builder()
        .provide(counted)
        .tool(Clock)
        .build()
        .unwrap();
    let whole = registry.view(Exposition::Grouped).unwrap();
    whole.seen_by(&mut Ctx::new()).await.unwrap();
    assert_eq!(RUNS.load(Ordering::Relaxed), 0);
    let view = whole.access(|_: &u8| Filter::any_tags(["public"])).unwrap();
    view.call("clock", json!({"action": "now"}), Ctx::new())
        .await
        .unwrap();
    assert_eq!(RUNS.load(Ordering::Relaxed), 1);
    view.seen_by(&mut Ctx::new()).await.unwrap();
    assert_eq!(RUNS.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn access_shows_less_than_a_filter_never_more() {
    let view = registry().view(Exposition::Flat).unwrap();
    let view = view.filtered(&Filter::except(["clock/now"])).unwrap();
    let view = view
        .access(|_: &Caller| Filter::any_tags(["public"]))
        .unwrap();
    assert_eq!(tool_names(&view, "x").await, ["issues_list", "issues_get"]);
}
