//! The same call through layers: static ones, a list of boxed ones, and each that is built in.

use std::{sync::Arc, time::Duration};

use fusion_core::{
    Audit, AuditQueue, Call, CallRecord, Concurrency, Ctx, DynMiddleware, Exclusive, Heartbeat,
    Middleware, Next, Observer, Outcome, OutputCap, RateLimit, Registry, Rest, Timeout, ToolResult,
    Trace, TraceMetrics, from_fn, tool_group,
};
use serde_json::{Map, Value};
use tokio::runtime::{Builder, Runtime};

use crate::{
    arguments,
    handler::{Role, invite},
};

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

/// A layer that does nothing.
struct Idle;

impl Middleware for Idle {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        next.run(call).await
    }
}

/// A layer that wants the arguments.
struct Reading;

impl Middleware for Reading {
    const READS_ARGUMENTS: bool = true;

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        next.run(call).await
    }
}

/// An observer that does nothing.
struct Blind;

impl Observer for Blind {
    fn observe(&self, _: &CallRecord<'_>, _: &Outcome<'_>) {}
}

fn list(length: usize) -> Vec<Arc<dyn DynMiddleware>> {
    let idle: Arc<dyn DynMiddleware> = Arc::new(Idle);
    vec![idle; length]
}

/// Registries that differ in what stands in front of the handler.
pub struct Chains {
    runtime: Runtime,
    registries: Vec<(&'static str, Registry)>,
    _queue: AuditQueue,
}

macro_rules! registries {
    ($($name:literal => $builder:expr;)*) => {
        vec![$(match $builder.tool(Members).build() {
            Ok(registry) => ($name, registry),
            Err(errors) => panic!("{errors}"),
        }),*]
    };
}

impl Chains {
    pub fn new() -> Self {
        let runtime = match Builder::new_current_thread().enable_time().build() {
            Ok(runtime) => runtime,
            Err(error) => panic!("no runtime: {error}"),
        };
        let (audit, queue) = Audit::channel(1);
        let new = Registry::builder;
        let registries = registries! {
            "no layer" => new();
            "1 static layer" => new().with(Idle);
            "3 static layers" => new().with(Idle).with(Idle).with(Idle);
            "10 static layers" => new()
                .with(Idle).with(Idle).with(Idle).with(Idle).with(Idle)
                .with(Idle).with(Idle).with(Idle).with(Idle).with(Idle);
            "list of 1" => new().layer_list(list(1));
            "list of 3" => new().layer_list(list(3));
            "list of 10" => new().layer_list(list(10));
            "from_fn" => new().with(from_fn(
                async |call: &mut Call<'_>, next: Rest<'_>| next.run(call).await
            ));
            "a layer that reads arguments" => new().with(Reading);
            "Timeout" => new().with(Timeout::secs(30));
            "Concurrency" => new().with(Concurrency::new(8));
            "RateLimit" => new().with(RateLimit::per_second(u32::MAX));
            "Exclusive, no key" => new().with(Exclusive::by(|_: &Call<'_>| None::<u64>));
            "Exclusive, one key" => new().with(Exclusive::by(|_: &Call<'_>| Some(7_u64)));
            "Heartbeat, nobody listens" => new().with(Heartbeat::new(Duration::from_secs(15)));
            "Trace, no subscriber" => new().with(Trace::new());
            "OutputCap" => new().output_cap(OutputCap::bytes(20_000));
            "a guard" => new().guard(|_| Ok(()));
            "an observer" => new().observe(Blind);
            "TraceMetrics, no subscriber" => new().observe(TraceMetrics);
            "Audit, queue full" => new().observe(audit);
        };
        Self {
            runtime,
            registries,
            _queue: queue,
        }
    }

    /// What the registries are called, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.registries.iter().map(|(name, _)| *name)
    }

    /// A round of `calls` calls of one registry; `measured` sees the calls only.
    pub fn round<T>(&self, index: usize, calls: usize, measured: impl FnOnce(&dyn Fn()) -> T) -> T {
        let sets = std::cell::Cell::new(vec![arguments(); calls]);
        measured(&|| {
            self.runtime
                .block_on(run(&self.registries[index].1, sets.take()));
        })
    }
}

impl Default for Chains {
    fn default() -> Self {
        Self::new()
    }
}

async fn run(registry: &Registry, sets: Vec<Map<String, Value>>) {
    for set in sets {
        let result = registry.call("members", set, Ctx::new()).await;
        assert!(std::hint::black_box(result).is_ok());
    }
}
