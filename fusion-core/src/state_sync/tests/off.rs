//! Tests that no state sync code runs while it is off, and that a list is decorated once while it
//! is on.

use serde_json::json;

use crate::{
    ctx::Ctx,
    error::{BuildErrors, CallError},
    registry::Registry,
    result::ToolResponse,
    spec::Describe,
    state_sync::{StateSync, entry_counter},
    surface::Exposition,
    tool_group,
};

struct Issues;

/// Track issues.
#[tool_group(name = "issues", crate = crate)]
impl Issues {
    /// List issues.
    #[action(read_only, cache = "no-store")]
    fn list() -> String {
        "none".to_owned()
    }

    /// Open an issue.
    #[action(invalidates("self.*"))]
    fn open() -> String {
        "opened".to_owned()
    }
}

const EXPOSITIONS: [Exposition; 2] = [Exposition::Grouped, Exposition::Flat];

fn build_registry(sync: Option<StateSync>) -> Result<Registry, BuildErrors> {
    // The compact form writes the directives itself, in one line after the actions.
    let builder = Registry::builder().describe(Describe::Workflow);
    match sync {
        Some(sync) => builder.state_sync(sync).tool(Issues).build(),
        None => builder.tool(Issues).build(),
    }
}

async fn open(registry: &Registry) -> Result<ToolResponse, CallError> {
    let arguments = json!({"action": "open"});
    registry.call("issues", arguments, Ctx::new()).await
}

#[tokio::test(flavor = "current_thread")]
async fn none_of_it_runs_where_it_is_off() {
    let before = entry_counter::count();
    let registry = build_registry(None).unwrap();
    for exposition in EXPOSITIONS {
        registry.view(exposition).unwrap();
    }
    assert_eq!(open(&registry).await.unwrap(), ToolResponse::text("opened"));
    assert_eq!(entry_counter::count(), before);
}

#[tokio::test(flavor = "current_thread")]
async fn lists_are_decorated_once_and_a_call_runs_two_steps() {
    let before = entry_counter::count();
    let registry = build_registry(Some(StateSync::new())).unwrap();
    for exposition in EXPOSITIONS {
        registry.view(exposition).unwrap();
    }
    // Entries: the engine, two actions, then one directive and one notice for each of two surfaces.
    let built = entry_counter::count();
    assert_eq!(built - before, 1 + 2 + 2 * 2);
    for exposition in EXPOSITIONS {
        let _ = registry.view(exposition).unwrap().tools();
    }
    let _ = registry.lint();
    let linted = entry_counter::count();
    open(&registry).await.unwrap();
    // Entries: the hook lookup and the added notice.
    assert_eq!(entry_counter::count() - linted, 2);
    let arguments = json!({"action": "list"});
    registry
        .call("issues", arguments, Ctx::new())
        .await
        .unwrap();
    assert_eq!(entry_counter::count() - linted, 2);
}
