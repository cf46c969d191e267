//! Fusion beside hand-written code and its peers: the same handler behind each contender.

pub mod floor;
pub mod fusion;
mod handler;
pub mod layers;
pub mod list;
pub mod reading;
pub mod router;
pub mod sync;

use serde_json::{Map, Value, json};
use tokio::runtime::{Builder, Runtime};

/// What the contenders are called, in the order of [`Contenders::round`].
pub const NAMES: [&str; 3] = [
    "hand-written match + from_value",
    "fusion Registry::call",
    "rmcp ToolRouter::call",
];

/// Everything that is built before the first call.
pub struct Contenders {
    runtime: Runtime,
    fusion: fusion_core::Registry,
    router: router::Bench,
    context: router::Context,
}

impl Contenders {
    pub fn new() -> Self {
        let runtime = match Builder::new_current_thread().build() {
            Ok(runtime) => runtime,
            Err(error) => panic!("no runtime: {error}"),
        };
        let context = runtime.block_on(router::context());
        Self {
            runtime,
            fusion: fusion::registry(),
            router: router::Bench::new(),
            context,
        }
    }

    /// One contender's round of `calls` calls, their arguments made before; `measured` sees the
    /// calls only.
    pub fn round<T>(
        &self,
        contender: usize,
        calls: usize,
        measured: impl FnOnce(&dyn Fn()) -> T,
    ) -> T {
        let sets = std::cell::Cell::new(vec![arguments(); calls]);
        let contexts = std::cell::Cell::new(match contender {
            2 => vec![self.context.clone(); calls],
            _ => Vec::new(),
        });
        measured(&|| match contender {
            0 => self.runtime.block_on(floor::run(sets.take())),
            1 => self
                .runtime
                .block_on(fusion::run(&self.fusion, sets.take())),
            _ => {
                let run = self.router.run(sets.take(), contexts.take());
                self.runtime.block_on(run);
            }
        })
    }
}

impl Default for Contenders {
    fn default() -> Self {
        Self::new()
    }
}

fn arguments() -> Map<String, Value> {
    let arguments = json!({
        "action": "invite",
        "email": "someone@example.org",
        "role": "admin",
        "tags": ["a", "b"]
    });
    match arguments {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
