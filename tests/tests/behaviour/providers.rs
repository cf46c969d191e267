//! Providers run once a request: for each kind of request, in process and over the wire, in both
//! eras, and whether or not the caller's view was selected before the call.

use std::{
    future::ready,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use fusion_core::{
    Ctx, Exposition, Filter, Registry, Server, ToolError, View, prompt::Reference, server_info,
    tool_group,
};
use fusion_tests::{
    full::Full,
    wire::{Wire, modern, request},
};
use serde_json::{Map, Value, json};

const MANIFEST: &str = "fusion://manifest.json";

/// The value that the provider inserts.
#[derive(Clone)]
struct Caller;

struct Shelf;

/// Keep books.
#[tool_group(name = "shelf")]
impl Shelf {
    /// Count the books.
    #[action(read_only)]
    async fn count(&self) -> &'static str {
        "2"
    }

    /// Recommend a book.
    #[prompt]
    async fn recommend(&self, #[arg(complete = topics)] topic: String) -> String {
        topic
    }

    /// The list of books.
    #[resource(uri = "shelf://list")]
    async fn list(&self) -> &'static str {
        "one, two"
    }

    /// One book.
    #[resource(uri = "shelf://books/{name}")]
    async fn book(&self, name: String) -> String {
        name
    }
}

async fn topics(_: &str, _: &Ctx) -> Vec<String> {
    vec!["gardens".to_owned()]
}

/// Counts the runs of the provider of a registry.
#[derive(Clone, Default)]
struct Runs(Arc<AtomicU32>);

impl Runs {
    /// Builds a registry whose provider counts its runs, and fails if `fails` returns true.
    fn registry_with(&self, fails: fn(&Ctx) -> bool) -> Registry {
        let runs = self.clone();
        let provide = move |ctx: &Ctx| {
            runs.0.fetch_add(1, Ordering::Relaxed);
            let refused = fails(ctx).then(|| ToolError::new("not you"));
            ready(refused.map_or(Ok(Caller), Err))
        };
        let builder = Registry::builder().provide(provide).manifest();
        builder.tool(Shelf).build().unwrap()
    }

    fn registry(&self) -> Registry {
        self.registry_with(|_| false)
    }

    /// Returns the runs since the last call.
    fn take(&self) -> u32 {
        self.0.swap(0, Ordering::Relaxed)
    }
}

fn grouped_view(registry: &Registry) -> View {
    registry.view(Exposition::Grouped).unwrap()
}

fn per_caller(registry: &Registry) -> View {
    grouped_view(registry)
        .access(|_: &Caller| Filter::all())
        .unwrap()
}

/// One request that a view answers in process.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Action,
    Prompt,
    Resource(&'static str),
    Completion(Reference<'static>, &'static str),
}

const KINDS: [Kind; 6] = [
    Kind::Action,
    Kind::Prompt,
    Kind::Resource("shelf://list"),
    Kind::Resource("shelf://books/a"),
    Kind::Resource(MANIFEST),
    Kind::Completion(Reference::Prompt("shelf_recommend"), "topic"),
];

fn topic() -> Map<String, Value> {
    Map::from_iter([("topic".to_owned(), json!("gardens"))])
}

impl Kind {
    async fn request(self, view: &View, ctx: Ctx) {
        match self {
            Self::Action => {
                let arguments = json!({"action": "count"});
                view.call("shelf", arguments, ctx).await.unwrap();
            }
            Self::Prompt => {
                view.prompt("shelf_recommend", topic(), ctx).await.unwrap();
            }
            Self::Resource(uri) => {
                view.read(uri, ctx).await.unwrap();
            }
            Self::Completion(of, argument) => {
                let completed = view.complete(of, argument, "", Map::new(), ctx).await;
                assert_eq!(completed.unwrap().values, ["gardens"]);
            }
        }
    }
}

#[tokio::test]
async fn a_request_in_process_runs_them_once() {
    let runs = Runs::default();
    let registry = runs.registry();
    for view in [grouped_view(&registry), per_caller(&registry)] {
        for kind in KINDS {
            kind.request(&view, Ctx::new()).await;
            assert_eq!(runs.take(), 1, "{kind:?}, {}", view.depends_on_caller());
        }
    }
    let arguments = json!({"action": "count"});
    registry.call("shelf", arguments, Ctx::new()).await.unwrap();
    let name = "shelf_recommend";
    registry.prompt(name, topic(), Ctx::new()).await.unwrap();
    registry.read("shelf://list", Ctx::new()).await.unwrap();
    let of = Reference::Prompt(name);
    let completed = registry.complete(of, "topic", "", Map::new(), Ctx::new());
    completed.await.unwrap();
    assert_eq!(runs.take(), 4);
}

#[tokio::test]
async fn a_request_after_seen_by_does_not_run_them_again() {
    let runs = Runs::default();
    let registry = runs.registry();
    let view = per_caller(&registry);
    for kind in KINDS {
        let mut ctx = Ctx::new();
        let seen = view.seen_by(&mut ctx).await.unwrap();
        assert_eq!((seen.tools().len(), runs.take()), (1, 1));
        kind.request(&seen, ctx).await;
        assert_eq!(runs.take(), 0, "{kind:?}");

        // A second selection, and a call of the view that selects by itself.
        let mut ctx = Ctx::new();
        view.seen_by(&mut ctx).await.unwrap();
        view.seen_by(&mut ctx).await.unwrap();
        kind.request(&view, ctx).await;
        assert_eq!(runs.take(), 1, "{kind:?}");
    }
}

#[tokio::test]
async fn a_view_without_access_runs_them_in_the_call_and_not_in_seen_by() {
    let runs = Runs::default();
    let view = grouped_view(&runs.registry());
    let mut ctx = Ctx::new();
    let seen = view.seen_by(&mut ctx).await.unwrap();
    assert_eq!(runs.take(), 0);
    Kind::Action.request(&seen, ctx).await;
    assert_eq!(runs.take(), 1);
}

#[tokio::test]
async fn a_context_of_another_registry_does_not_skip_those_of_this_one() {
    let (runs, others) = (Runs::default(), Runs::default());
    let (registry, other) = (runs.registry(), others.registry());
    let (view, other) = (per_caller(&registry), per_caller(&other));
    for kind in KINDS {
        let mut ctx = Ctx::new();
        other.seen_by(&mut ctx).await.unwrap();
        kind.request(&view, ctx).await;
        assert_eq!((runs.take(), others.take()), (1, 1), "{kind:?}");

        // The other registry's provider has replaced the value of this one.
        let mut ctx = Ctx::new();
        view.seen_by(&mut ctx).await.unwrap();
        other.seen_by(&mut ctx).await.unwrap();
        kind.request(&view, ctx).await;
        assert_eq!((runs.take(), others.take()), (2, 1), "{kind:?}");
    }
    // A registry never has the identity of one that was dropped.
    let mut ctx = Ctx::new();
    view.seen_by(&mut ctx).await.unwrap();
    drop((view, registry));
    Kind::Action
        .request(&grouped_view(&runs.registry()), ctx)
        .await;
    assert_eq!(runs.take(), 2);
}

#[tokio::test]
async fn providers_that_failed_run_again() {
    let runs = Runs::default();
    let registry = runs.registry_with(|ctx| ctx.id() == Some("refused"));
    let view = per_caller(&registry);
    let mut ctx = Ctx::new().with_id("refused");
    assert!(view.seen_by(&mut ctx).await.is_err());
    let ctx = ctx.with_id("known");
    Kind::Action.request(&view, ctx).await;
    assert_eq!(runs.take(), 2);
}

/// Returns requests over the wire, each with the expected runs of the provider: for a view that depends
/// on its caller, and for one that does not.
fn wire_requests() -> Vec<(&'static str, Value, u32, u32)> {
    let read = |uri: &str| ("resources/read", json!({"uri": uri}), 1, 1);
    let complete = |of: Value, name: &str| {
        let argument = json!({"name": name, "value": ""});
        let params = json!({"ref": of, "argument": argument});
        ("completion/complete", params, 1, 1)
    };
    let call = json!({"name": "shelf", "arguments": {"action": "count"}});
    let prompt = json!({"name": "shelf_recommend", "arguments": {"topic": "gardens"}});
    vec![
        ("tools/list", json!({}), 1, 0),
        ("prompts/list", json!({}), 1, 0),
        ("resources/list", json!({}), 1, 0),
        ("resources/templates/list", json!({}), 1, 0),
        ("tools/call", call, 1, 1),
        ("prompts/get", prompt, 1, 1),
        read("shelf://list"),
        read("shelf://books/a"),
        read(MANIFEST),
        complete(
            json!({"type": "ref/prompt", "name": "shelf_recommend"}),
            "topic",
        ),
        complete(
            json!({"type": "ref/resource", "uri": "shelf://books/{name}"}),
            "name",
        ),
    ]
}

/// Opens a connection to a server of `registry`, and one to another handler that it is mounted on.
fn connections(registry: &Registry, per_caller: bool) -> [Wire; 2] {
    let mut server = Server::new(registry.clone(), server_info!());
    let mut mount = registry.clone().mount();
    if per_caller {
        server = server.access(|_: &Caller| Filter::all()).unwrap();
        mount = mount.access(|_: &Caller| Filter::all()).unwrap();
    }
    [
        Wire::serve(server),
        Wire::handler(mount.attach(Full::default())),
    ]
}

#[tokio::test]
async fn a_request_of_the_legacy_era_runs_them_once() {
    for per_caller in [true, false] {
        let runs = Runs::default();
        for mut wire in connections(&runs.registry(), per_caller) {
            wire.shake_hands().await;
            assert_eq!(runs.take(), u32::from(per_caller), "initialize");
            let mut requests = wire_requests();
            let subscribed = json!({"uri": "shelf://list"});
            requests.push(("resources/subscribe", subscribed, 1, 0));
            for (id, (method, params, own, shared)) in (1..).zip(requests) {
                wire.send(&request(id, method, params)).await;
                let answer = wire.receive().await;
                assert!(answer["result"].is_object(), "{answer}");
                let expected = if per_caller { own } else { shared };
                assert_eq!(runs.take(), expected, "{method}, {per_caller}");
            }
        }
    }
}

#[tokio::test]
async fn a_request_of_the_modern_era_runs_them_once() {
    for per_caller in [true, false] {
        let runs = Runs::default();
        for mut wire in connections(&runs.registry(), per_caller) {
            let mut requests = wire_requests();
            requests.push(("server/discover", json!({}), 1, 0));
            for (id, (method, params, own, shared)) in (1..).zip(requests) {
                wire.send(&modern(id, method, params)).await;
                let answer = wire.receive().await;
                assert!(answer["result"].is_object(), "{answer}");
                let expected = if per_caller { own } else { shared };
                assert_eq!(runs.take(), expected, "{method}, {per_caller}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_never_ends_refuses_the_request_in_time() {
    let endless = async |_: &Ctx| -> Result<Caller, ToolError> { std::future::pending().await };
    for (limit, seconds) in [(None, 30), (Some(Duration::from_secs(2)), 2)] {
        let mut builder = Registry::builder().provide(endless);
        if let Some(limit) = limit {
            builder = builder.provider_timeout(limit);
        }
        let registry = builder.tool(Shelf).build().unwrap();
        let begun = tokio::time::Instant::now();
        let arguments = json!({"action": "count"});
        let error = registry
            .call("shelf", arguments, Ctx::new())
            .await
            .unwrap_err();
        assert_eq!(begun.elapsed().as_secs(), seconds);
        let text = format!(
            "Error: the request was not accepted within {seconds} s, and nothing was done\nHint: Call again later."
        );
        assert_eq!(error.to_string(), text);
    }
}
