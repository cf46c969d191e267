//! The names of an action's middleware, in its metadata and in the manifest.

use std::sync::Arc;

use fusion_core::{
    Exposition, Registry, ToolResult,
    build::Tool,
    middleware::{
        Call, Concurrency, DynMiddleware, DynNext, Middleware, MiddlewareList, MiddlewareNames,
        Next, NoMiddleware, Timeout, Trace, from_fn,
    },
    tool_group,
    view::ActionMetadata,
};
use serde_json::{Value, json};

/// A middleware with a type of its own, and parameters.
struct Around<T>(T);

impl<T: Send + Sync + 'static> Middleware for Around<T> {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        next.run(call).await
    }
}

/// A middleware that names itself for destructive actions only.
struct Confirm;

impl Middleware for Confirm {
    fn names(&self, into: &mut MiddlewareNames) {
        if into.spec().hints.destructive {
            into.push("ask first");
        }
    }

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        next.run(call).await
    }
}

async fn noted(call: &mut Call<'_>, next: DynNext<'_>) -> ToolResult {
    next.run(call).await
}

struct Books {
    limit: Arc<Concurrency>,
}

#[tool_group(timeout = "5s", with(Around(0_u8), self.limit.clone()))]
impl Books {
    #[action(read_only)]
    fn list() {}

    #[cfg(not(any()))]
    #[action(
        destructive,
        name = "burn",
        alias("delete"),
        with(from_fn(noted), Trace::new())
    )]
    fn remove() {}

    /// Its middleware go with it.
    #[cfg(any())]
    #[action(destructive, name = "burn", with(Around("compiled out")))]
    fn compiled_out() {}

    #[cfg(not(any()))]
    #[action(read_only, timeout = "1s", with(Around("compiled in")))]
    fn count() {}

    #[prompt(with(Timeout::secs(1)))]
    fn advise() -> String {
        String::new()
    }

    #[resource(uri = "books://all", with(Trace::new()))]
    fn all() -> String {
        String::new()
    }

    #[resource(uri = "books://{id}")]
    fn one(id: u32) -> String {
        id.to_string()
    }
}

/// Keys of the same names, and nothing around them.
struct Films;

#[tool_group]
impl Films {
    #[action(read_only)]
    fn list() {}

    #[action(read_only, timeout = "1s")]
    fn count() {}

    #[action(destructive)]
    fn burn() {}
}

#[tool_group(name = "shelf", with(Around(()), Confirm))]
struct Shelf {
    #[group]
    books: Books,
    #[cfg(any())]
    #[group(name = "films")]
    compiled_out: Books,
    #[cfg(not(any()))]
    #[group]
    films: Arc<Films>,
}

fn shelf() -> Shelf {
    Shelf {
        books: Books {
            limit: Arc::new(Concurrency::new(1)),
        },
        films: Arc::new(Films),
    }
}

/// A middleware, a list with a list in it, and one that is none.
fn registry_with_middleware<T: Tool>(tool: T) -> Registry {
    let inner: Vec<Arc<dyn DynMiddleware>> =
        vec![Arc::new(Timeout::secs(9)), Arc::new(NoMiddleware)];
    Registry::builder()
        .middleware(Trace::new())
        .middleware_list(vec![
            Arc::new(from_fn(async |call: &mut Call<'_>, next: DynNext<'_>| {
                next.run(call).await
            })),
            Arc::new(MiddlewareList::new(inner)),
        ])
        .middleware(Arc::new(Around(())))
        .tool(tool)
        .build()
        .unwrap()
}

/// The key of each action, and its middleware.
fn keys_with_middleware(actions: &[ActionMetadata]) -> Vec<(&str, String)> {
    let told = actions.iter();
    told.map(|action| (&*action.key, action.middleware.join(" > ")))
        .collect()
}

#[test]
fn an_action_tells_the_middleware_of_every_level_outermost_first() {
    let registry = registry_with_middleware(shelf());
    let actions = registry.actions();
    let expected = [
        (
            "books.list",
            "Trace > closure > Around > Around > Timeout(5 s) > Around > Concurrency",
        ),
        (
            "books.burn",
            "Trace > closure > Around > Around > ask first > Timeout(5 s) > Around > Concurrency > \
             noted > Trace",
        ),
        (
            "books.count",
            "Trace > closure > Around > Around > Timeout(1 s) > Around > Concurrency > Around",
        ),
        (
            "films.list",
            "Trace > closure > Timeout(9 s) > Around > Around",
        ),
        (
            "films.count",
            "Trace > closure > Around > Around > Timeout(1 s)",
        ),
        (
            "films.burn",
            "Trace > closure > Timeout(9 s) > Around > Around > ask first",
        ),
    ];
    let expected = expected.map(|(key, middleware)| (key, middleware.to_owned()));
    assert_eq!(keys_with_middleware(&actions), expected);

    // How they are listed is no matter.
    let flat = registry.view(Exposition::Flat).unwrap().actions();
    assert_eq!(keys_with_middleware(&flat), expected);
}

#[test]
fn a_flat_tool_tells_the_same_and_none_where_there_are_none() {
    let registry = Registry::builder().tool(shelf().books).tool(Films);
    let actions = registry.build().unwrap().actions();
    let expected = [
        ("list", "Timeout(5 s) > Around > Concurrency"),
        (
            "burn",
            "Timeout(5 s) > Around > Concurrency > noted > Trace",
        ),
        ("count", "Timeout(1 s) > Around > Concurrency > Around"),
        ("list", ""),
        ("count", "Timeout(1 s)"),
        ("burn", ""),
    ];
    let expected = expected.map(|(key, middleware)| (key, middleware.to_owned()));
    assert_eq!(keys_with_middleware(&actions), expected);
}

/// Returns the `_meta` of every entity in a group of the manifest.
fn metas(group: &Value) -> Vec<&Value> {
    let entities = ["tools", "prompts", "resources"].into_iter();
    let entities = entities.flat_map(|kind| group[kind].as_array().into_iter().flatten());
    entities.map(|entity| &entity["_meta"]).collect()
}

#[test]
fn the_manifest_tells_them_of_actions_prompts_and_resources() {
    let registry = Registry::builder().tool(shelf()).build().unwrap();
    let manifest = registry.view(Exposition::Grouped).unwrap().manifest();
    let groups = &manifest["groups"][0]["groups"];
    assert_eq!(
        metas(&groups[0]),
        [
            &json!({"dev.fusion/action": {
                "tool": "shelf",
                "key": "books.list",
                "call": {"name": "shelf", "arguments": {"action": "books.list"}},
                "middleware": ["Around", "Timeout(5 s)", "Around", "Concurrency"],
            }}),
            &json!({"dev.fusion/action": {
                "tool": "shelf",
                "key": "books.burn",
                "call": {"name": "shelf", "arguments": {"action": "books.burn"}},
                "middleware": [
                    "Around", "ask first", "Timeout(5 s)", "Around", "Concurrency", "noted", "Trace",
                ],
            }}),
            &json!({"dev.fusion/action": {
                "tool": "shelf",
                "key": "books.count",
                "call": {"name": "shelf", "arguments": {"action": "books.count"}},
                "middleware": ["Around", "Timeout(1 s)", "Around", "Concurrency", "Around"],
            }}),
            &json!({"dev.fusion/prompt": {
                "tool": "shelf",
                "key": "books.advise",
                "name": "shelf_books_advise",
                "middleware": ["Around", "Timeout(5 s)", "Around", "Concurrency", "Timeout(1 s)"],
            }}),
            &json!({"dev.fusion/resource": {
                "tool": "shelf",
                "key": "books.all",
                "name": "shelf_books_all",
                "middleware": ["Around", "Timeout(5 s)", "Around", "Concurrency", "Trace"],
            }}),
            &json!({"dev.fusion/resource": {
                "tool": "shelf",
                "key": "books.one",
                "name": "shelf_books_one",
                "middleware": ["Around", "Timeout(5 s)", "Around", "Concurrency"],
            }}),
        ]
    );
}
