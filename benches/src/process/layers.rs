//! The same call through layers: static ones, a list of boxed ones, and each that is built in.

use std::{rc::Rc, sync::Arc, time::Duration};

use fusion_bench_kit::{
    Result,
    probe::{Probe, Table},
    work::Case,
};
use fusion_core::{
    Audit, Call, CallRecord, Concurrency, Ctx, DynMiddleware, Exclusive, Heartbeat, Middleware,
    Next, Observer, Outcome, OutputCap, RateLimit, Registry, Rest, Timeout, ToolResult, Trace,
    TraceMetrics, from_fn,
};

use super::group::Work;

/// What the table is called.
pub const NAME: &str = "layers";
/// The column that the others are compared with.
pub const NONE: &str = "no layer";
/// The only row.
pub const ROW: &str = "4 scalars";

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

/// Each builder has a type of its own, which is what a function could not take a list of.
macro_rules! registries {
    ($($name:literal => $builder:expr;)*) => {
        vec![$(($name, $builder.tool(Work).build()?)),*]
    };
}

/// The table.
pub fn table() -> Result<Table> {
    let (audit, queue) = Audit::channel(1);
    let new = Registry::builder;
    let registries = registries! {
        "no layer" => new();
        "1 static layer" => new().with(Idle);
        "3 static layers" => new().with(Idle).with(Idle).with(Idle);
        "10 static layers" => new()
            .with(Idle).with(Idle).with(Idle).with(Idle).with(Idle)
            .with(Idle).with(Idle).with(Idle).with(Idle).with(Idle);
        "list of 1" => new().middleware_list(list(1));
        "list of 3" => new().middleware_list(list(3));
        "list of 10" => new().middleware_list(list(10));
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
    let mut table = Table::new(NAME, &[NONE]).with_differences();
    // A full queue stays full as long as somebody could still empty it.
    let queue = Rc::new(queue);
    for (name, registry) in registries {
        let queue = Rc::clone(&queue);
        table.push(Probe::new(
            ROW,
            name,
            Case::Scalars.grouped(),
            async move |arguments| {
                let result = registry.call("work", arguments, Ctx::new()).await;
                std::hint::black_box(&queue);
                std::hint::black_box(result).is_ok()
            },
        ));
    }
    Ok(table)
}
