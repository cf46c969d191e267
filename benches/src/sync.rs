//! The same call with and without state sync: off, on and silent, and on with a notice.

use fusion_core::{Cache, Ctx, Policy, Registry, StateSync, tool_group};
use serde_json::{Map, Value};
use tokio::runtime::{Builder, Runtime};

use crate::{
    arguments,
    handler::{Role, invite},
};

/// What is measured, in the order of [`Registries::round`].
pub const NAMES: [&str; 4] = [
    "no state sync",
    "on, nothing said of the action",
    "on, a directive",
    "on, a directive and a notice",
];

struct Members;

#[tool_group(name = "members")]
impl Members {
    #[action]
    async fn invite(
        &self,
        email: String,
        role: Option<Role>,
        #[arg(default = 7)] days: u32,
        tags: Vec<String>,
    ) -> String {
        invite(email, role, days, tags).await
    }
}

/// Everything that is built before the first call.
pub struct Registries {
    runtime: Runtime,
    all: Vec<Registry>,
}

impl Registries {
    pub fn new() -> Self {
        let runtime = match Builder::new_current_thread().build() {
            Ok(runtime) => runtime,
            Err(error) => panic!("no runtime: {error}"),
        };
        let directive = || StateSync::new().default(Cache::NoStore);
        let notice = directive().policy(Policy::new("members.invite").invalidates(["members.*"]));
        let all = [
            None,
            Some(StateSync::new()),
            Some(directive()),
            Some(notice),
        ];
        Self {
            runtime,
            all: all.into_iter().map(registry).collect(),
        }
    }

    /// A round of `calls` calls, their arguments made before; `measured` sees the calls only.
    pub fn round<T>(&self, index: usize, calls: usize, measured: impl FnOnce(&dyn Fn()) -> T) -> T {
        let sets = std::cell::Cell::new(vec![arguments(); calls]);
        measured(&|| self.runtime.block_on(run(&self.all[index], sets.take())))
    }
}

impl Default for Registries {
    fn default() -> Self {
        Self::new()
    }
}

fn registry(sync: Option<StateSync>) -> Registry {
    let mut builder = Registry::builder();
    if let Some(sync) = sync {
        builder = builder.state_sync(sync);
    }
    match builder.tool(Members).build() {
        Ok(registry) => registry,
        Err(errors) => panic!("{errors}"),
    }
}

async fn run(registry: &Registry, sets: Vec<Map<String, Value>>) {
    for set in sets {
        if let Err(error) = registry.call("members", set, Ctx::new()).await {
            panic!("{error}");
        }
    }
}
