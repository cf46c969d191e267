//! State sync: cache hints in lists, notices in responses, and what neither may reveal.

mod build_errors;
mod disabled;
mod hook;
mod list;
mod modules;
mod notices;
mod outcomes;
mod visibility;
mod wrapped_handler;

use fusion_core::{
    Cancellation, Content, Ctx, Registry, StateSync, ToolResponse,
    state_sync::{Cache, Policy},
    tool_group,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// How an action is to end.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum How {
    Good,
    Unchanged,
    Fails,
    Panics,
    Waits,
}

struct Desk;

/// Work at a desk.
#[tool_group(name = "desk")]
impl Desk {
    /// Read what lies there.
    #[action(read_only)]
    async fn read(&self) -> String {
        "papers".to_owned()
    }

    /// Sort what lies there.
    #[action]
    async fn sort(&self, how: How, cancellation: &Cancellation) -> Result<ToolResponse, String> {
        let done = ToolResponse::text("sorted").with_meta("example.com/papers", 3);
        match how {
            How::Good => Ok(done),
            How::Unchanged => Ok(done.unchanged()),
            How::Fails => Err("it fell".to_owned()),
            How::Panics => panic!("the desk broke"),
            How::Waits => {
                cancellation.cancelled().await;
                std::future::pending().await
            }
        }
    }
}

/// The state sync declaration of `desk/sort`.
#[derive(Clone, Copy, Debug)]
enum SyncDeclaration {
    Nothing,
    Directive,
    Invalidates,
    Both,
    Default,
}

const ALL: [SyncDeclaration; 5] = [
    SyncDeclaration::Nothing,
    SyncDeclaration::Directive,
    SyncDeclaration::Invalidates,
    SyncDeclaration::Both,
    SyncDeclaration::Default,
];

impl SyncDeclaration {
    fn sync(self) -> StateSync {
        let sort = Policy::new("desk/sort");
        let sync = StateSync::new();
        match self {
            Self::Nothing => sync,
            Self::Directive => sync.policy(sort.cache(Cache::NoStore)),
            Self::Invalidates => sync.policy(sort.invalidates(["desk/*"])),
            Self::Both => sync.policy(sort.cache(Cache::NoStore).invalidates(["desk/*"])),
            Self::Default => sync.default_cache(Cache::NoStore),
        }
    }

    fn invalidates(self) -> bool {
        matches!(self, Self::Invalidates | Self::Both)
    }

    fn registry(self) -> Registry {
        let builder = Registry::builder().state_sync(self.sync());
        builder.tool(Desk).build().unwrap()
    }
}

/// The notice of `desk.sort`.
fn notice() -> Content {
    Content::text("[System: Cache invalidated for desk.* — caused by desk.sort]")
}

/// An answer, or what a model reads of an error, with the reference of an internal one replaced.
async fn call_outcome(
    registry: &Registry,
    exposition: fusion_core::Exposition,
    arguments: serde_json::Value,
    ctx: Ctx,
) -> Result<ToolResponse, String> {
    let view = registry.view(exposition).unwrap();
    let tool = match exposition {
        fusion_core::Exposition::Grouped => "desk",
        // By safety, too: it is the only write.
        _ => "desk_sort",
    };
    let result = view.call(tool, arguments, ctx).await;
    result.map_err(|error| {
        let data = error.data();
        let text = error.to_string();
        match data["reference"].as_str() {
            Some(reference) => text.replace(reference, "######"),
            None => text,
        }
    })
}
