//! `with(…)` on a block, an action and a struct: how often middleware is made, and what it can
//! read.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use fusion_core::{
    Ctx, Ext, Fields, Registry, ToolResult,
    middleware::{Call, DynMiddleware, DynNext, Middleware, Next, from_fn},
    tool_group,
};
use serde_json::{Value, json};

use super::call_text;

/// Counts how often it is made.
struct Made;

impl Made {
    fn new(count: &AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Middleware for Made {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        next.run(call).await
    }
}

#[derive(Clone, Default)]
struct Counting(Arc<AtomicUsize>);

#[tool_group(name = "counting", with(Made::new(&self.0), Made::new(&self.0)))]
impl Counting {
    #[action(with(Self::middleware(&self.0)))]
    async fn one(&self) {}

    #[action(with(Made::new(&self.0), Self::middleware(&self.0)))]
    async fn two(&self) {}

    /// Its middleware go with it.
    #[cfg(any())]
    #[action(with(Made::new(&self.0)))]
    async fn compiled_out(&self) {}

    #[action]
    async fn none(&self) {}

    fn middleware(count: &AtomicUsize) -> Made {
        Made::new(count)
    }
}

#[tool_group(name = "both", with(Made::new(&self.count)))]
struct Both {
    #[group]
    first: Counting,
    #[group]
    second: Arc<Counting>,
    count: Arc<AtomicUsize>,
}

#[tokio::test]
async fn a_middleware_is_made_once_however_many_tools_and_calls_there_are() {
    let counting = Counting::default();
    let count = Arc::clone(&counting.0);
    let builder = Registry::builder()
        .middleware(Made::new(&count))
        .middleware_list(vec![Arc::new(Made::new(&count))])
        .tool(counting.clone());
    assert_eq!(count.load(Ordering::SeqCst), 2 + 5);
    let registry = builder
        .tool(Both {
            first: counting.clone(),
            second: Arc::new(counting),
            count: Arc::clone(&count),
        })
        .build()
        .unwrap();
    let expected = 2 + 5 + 1 + 5 + 5;
    assert_eq!(count.load(Ordering::SeqCst), expected);
    for _ in 0..100 {
        for key in ["one", "two", "none"] {
            let arguments = json!({"action": key});
            assert!(
                registry
                    .call("counting", arguments, Ctx::new())
                    .await
                    .is_ok()
            );
            let arguments = json!({"action": format!("second.{key}")});
            assert!(registry.call("both", arguments, Ctx::new()).await.is_ok());
        }
    }
    assert_eq!(count.load(Ordering::SeqCst), expected);
}

/// A block that a macro writes: its `self` is the macro's.
macro_rules! written {
    ($name:ident, $word:expr) => {
        struct $name {
            word: &'static str,
        }

        #[tool_group(with(Says(self.word)))]
        impl $name {
            #[action(with(Says($word), Says(self.word)))]
            async fn word(said: &Ext<Said>) -> String {
                said.0.0.join(" ")
            }
        }
    };
}

#[derive(Clone, Default)]
struct Said(Vec<&'static str>);

/// Leaves a word for the handler.
struct Says(&'static str);

impl Middleware for Says {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let mut said = call.ctx().get::<Said>().cloned().unwrap_or_default();
        said.0.push(self.0);
        call.ctx_mut().insert(said);
        next.run(call).await
    }
}

written!(Written, "between");

#[tokio::test]
async fn middleware_leave_values_for_the_handler_and_use_the_group() {
    let registry = Registry::builder()
        .expects::<Said>()
        .middleware(Says("registry"))
        .tool(Written { word: "own" })
        .build()
        .unwrap();
    let arguments = json!({"action": "word"});
    assert_eq!(
        call_text(&registry, "written", arguments, Ctx::new()).await,
        "registry own between own"
    );
}

#[test]
fn a_promise_of_another_type_is_not_kept() {
    let builder = Registry::builder().expects::<Vec<&'static str>>();
    let error = builder.tool(Written { word: "own" }).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "`written/word` injects `Ext<behaviour::middleware::groups::Said>`, which nothing provides: \
         add `.provide(…)` for it, or `.expects::<behaviour::middleware::groups::Said>()` \
         if middleware or an axum extension inserts it"
    );
}

/// The owner of the things.
#[derive(Fields)]
struct Scope {
    owner: String,
}

/// Refuses callers that do not own the thing.
struct Own;

impl Middleware for Own {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        match call.common::<Scope>() {
            Some(scope) if scope.owner != "ada" => Err("not yours".into()),
            _ => next.run(call).await,
        }
    }
}

struct Things;

async fn sees(call: &mut Call<'_>, next: DynNext<'_>) -> ToolResult {
    let owner = call.common::<Scope>().map(|scope| scope.owner.clone());
    let seen = json!({
        "tool": call.tool().name,
        "key": call.key(),
        "spec": call.spec().key,
        "read_only": call.spec().hints.read_only,
        "tags": call.spec().tags,
        "owner": owner,
    });
    Ok(next.run(call).await?.with_meta("test/seen", seen))
}

#[tool_group(name = "things", common = Scope, with(Own))]
impl Things {
    #[action(read_only, tags("a"), alias("show"), with(from_fn(sees)))]
    async fn get(scope: &Scope) -> String {
        scope.owner.clone()
    }

    #[action(omit_common, with(from_fn(sees)))]
    async fn help() {}
}

async fn seen_by_middleware(registry: &Registry, arguments: Value) -> Value {
    let response = registry.call("things", arguments, Ctx::new()).await;
    response.unwrap().meta().unwrap()["test/seen"].clone()
}

#[tokio::test]
async fn middleware_see_the_row_of_the_action_and_the_common_arguments_of_the_group() {
    let registry = Registry::builder().tool(Things).build().unwrap();
    assert_eq!(
        seen_by_middleware(&registry, json!({"action": "show", "owner": "ada"})).await,
        json!({
            "tool": "things", "key": "get", "spec": "get",
            "read_only": true, "tags": ["a"], "owner": "ada",
        })
    );
    assert_eq!(
        seen_by_middleware(&registry, json!({"action": "help"})).await,
        json!({
            "tool": "things", "key": "help", "spec": "help",
            "read_only": false, "tags": [], "owner": null,
        })
    );
    let arguments = json!({"action": "get", "owner": "bob"});
    assert_eq!(
        call_text(&registry, "things", arguments, Ctx::new()).await,
        "[things/get] not yours"
    );
}

/// Wants the arguments.
struct Reads;

impl Middleware for Reads {
    const READS_ARGUMENTS: bool = true;

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let sent = json!(call.arguments());
        Ok(next.run(call).await?.with_meta("test/sent", sent))
    }
}

struct OnAction;

#[tool_group(name = "on_action")]
impl OnAction {
    #[action(with(Reads))]
    async fn get(n: u8) -> String {
        n.to_string()
    }
}

struct OnBlock;

#[tool_group(name = "on_block", with(Reads))]
impl OnBlock {
    #[action]
    async fn get(n: u8) -> String {
        n.to_string()
    }
}

struct Plain;

#[tool_group(name = "plain")]
impl Plain {
    #[action]
    async fn get(n: u8) -> String {
        n.to_string()
    }
}

#[tool_group(name = "on_struct", with(Reads))]
struct OnStruct {
    #[group]
    plain: Plain,
}

#[tokio::test]
async fn a_middleware_reads_arguments_wherever_it_stands() {
    let registry = Registry::builder()
        .tool(OnAction)
        .tool(OnBlock)
        .tool(OnStruct { plain: Plain })
        .build()
        .unwrap();
    for (tool, key) in [
        ("on_action", "get"),
        ("on_block", "get"),
        ("on_struct", "plain.get"),
    ] {
        let arguments = json!({"action": key, "n": 5});
        let response = registry.call(tool, arguments, Ctx::new()).await.unwrap();
        assert_eq!(response.meta().unwrap()["test/sent"], json!({"n": 5}));
    }
}

#[test]
fn middleware_after_a_tool_is_a_build_error_that_names_both() {
    let builder = Registry::builder().tool(OnAction).tool(OnBlock);
    let error = builder.middleware(Reads).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "middleware `{}` was added after tool `on_action`: middleware stands around all tools, so \
             add it before the first `.tool(…)`; for one tool alone, write `#[tool_group(with(…))]`",
            std::any::type_name::<Reads>()
        )
    );
    let list = vec![Arc::new(Reads) as Arc<dyn DynMiddleware>];
    let builder = Registry::builder().tool(OnAction).middleware_list(list);
    assert!(builder.tool(OnBlock).build().is_err());
}
