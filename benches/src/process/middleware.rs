//! One call through middleware: static middleware, a list of boxed ones, and each one that is
//! built in.

use std::{rc::Rc, sync::Arc, time::Duration};

use fusion_bench_kit::{
    Result,
    probe::{Probe, Table},
    work::Case,
};
use fusion_core::{
    Ctx, Registry, ToolResult,
    middleware::{
        Call, Concurrency, DynMiddleware, DynNext, Exclusive, Heartbeat, Middleware, Next,
        RateLimit, Timeout, Trace, from_fn,
    },
    observe::{Audit, CallRecord, Observer, Outcome, TraceMetrics},
    spec::OutputCap,
};

use super::group::Work;

/// The name of the table.
pub const NAME: &str = "middleware";
/// The column with which the others are compared.
pub const NONE: &str = "no middleware";
/// The only row.
pub const ROW: &str = "4 scalars";

/// Middleware that does nothing.
struct IdleMiddleware;

impl Middleware for IdleMiddleware {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        next.run(call).await
    }
}

/// Middleware that reads the arguments.
struct ArgumentReader;

impl Middleware for ArgumentReader {
    const READS_ARGUMENTS: bool = true;

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        next.run(call).await
    }
}

/// An observer that does nothing.
struct IdleObserver;

impl Observer for IdleObserver {
    fn observe(&self, _: &CallRecord<'_>, _: &Outcome<'_>) {}
}

fn list(length: usize) -> Vec<Arc<dyn DynMiddleware>> {
    let idle: Arc<dyn DynMiddleware> = Arc::new(IdleMiddleware);
    vec![idle; length]
}

/// A macro, because each builder has a type of its own, and a function could not take a list of
/// them.
macro_rules! registries {
    ($($name:literal => $builder:expr;)*) => {
        vec![$(($name, $builder.tool(Work).build()?)),*]
    };
}

/// Makes the table.
pub fn table() -> Result<Table> {
    let (audit, queue) = Audit::channel(1);
    let new = Registry::builder;
    let registries = registries! {
        "no middleware" => new();
        "1 static middleware" => new().middleware(IdleMiddleware);
        "3 static middleware" => new().middleware(IdleMiddleware).middleware(IdleMiddleware).middleware(IdleMiddleware);
        "10 static middleware" => new()
            .middleware(IdleMiddleware).middleware(IdleMiddleware).middleware(IdleMiddleware).middleware(IdleMiddleware).middleware(IdleMiddleware)
            .middleware(IdleMiddleware).middleware(IdleMiddleware).middleware(IdleMiddleware).middleware(IdleMiddleware).middleware(IdleMiddleware);
        "list of 1" => new().middleware_list(list(1));
        "list of 3" => new().middleware_list(list(3));
        "list of 10" => new().middleware_list(list(10));
        "from_fn" => new().middleware(from_fn(
            async |call: &mut Call<'_>, next: DynNext<'_>| next.run(call).await
        ));
        "middleware that reads arguments" => new().middleware(ArgumentReader);
        "Timeout" => new().middleware(Timeout::secs(30));
        "Concurrency" => new().middleware(Concurrency::new(8));
        "RateLimit" => new().middleware(RateLimit::per_second(u32::MAX));
        "Exclusive, no key" => new().middleware(Exclusive::by(|_: &Call<'_>| None::<u64>));
        "Exclusive, one key" => new().middleware(Exclusive::by(|_: &Call<'_>| Some(7_u64)));
        "Heartbeat, no progress token" => new().middleware(Heartbeat::new(Duration::from_secs(15)));
        "Trace, no subscriber" => new().middleware(Trace::new());
        "OutputCap" => new().output_cap(OutputCap::bytes(20_000));
        "a guard" => new().guard(|_| Ok(()));
        "an observer" => new().observe(IdleObserver);
        "TraceMetrics, no subscriber" => new().observe(TraceMetrics);
        "Audit, queue full" => new().observe(audit);
    };
    let mut table = Table::new(NAME, &[NONE]).with_differences();
    // The queue stays full as long as it has a receiver.
    let queue = Rc::new(queue);
    for (name, registry) in registries {
        let queue = Rc::clone(&queue);
        table.push(Probe::new(
            ROW,
            name,
            Case::Scalars.grouped_arguments(),
            async move |arguments| {
                let result = registry.call("work", arguments, Ctx::new()).await;
                std::hint::black_box(&queue);
                std::hint::black_box(result).is_ok()
            },
        ));
    }
    Ok(table)
}
