//! The cost of a limit that replicas share, beside that of a local one: `REDIS_URL=… shared [quick]`. Prints a table.

use std::rc::Rc;

use fusion_bench_kit::{
    Result,
    pace::Pace,
    probe::{self, Probe, Table},
    rounds::{self, Effort},
    work::{self, Case, Scalars},
};
use fusion_benches::report::table::pivot;
use fusion_core::{
    Ctx, Registry,
    middleware::{Middleware, RateLimit},
    shared::Redis,
    tool_group,
};

const NAME: &str = "limits";
const LOCAL: &str = "RateLimit";

struct Work;

#[tool_group(name = "work")]
impl Work {
    #[action]
    async fn scalars(&self, name: String, age: u8, days: u32, active: bool) -> String {
        work::scalars(Scalars {
            name,
            age,
            days,
            active,
        })
    }
}

/// A limit that no run reaches.
fn limit() -> RateLimit {
    RateLimit::per_second(1_000_000).burst(u32::MAX)
}

fn shared_limit() -> impl Middleware {
    limit().shared("calls", |_: &Ctx| String::new())
}

fn main() -> Result<()> {
    let effort = match std::env::args().nth(1).as_deref() {
        None => Effort::Full,
        Some("quick") => Effort::Quick,
        Some(_) => return Err("say nothing or `quick`".into()),
    };
    let url = std::env::var("REDIS_URL").map_err(|_| "set REDIS_URL")?;
    let runtime = probe::runtime()?;
    let redis = runtime.block_on(Redis::connect_as("benches", &url))?;
    let new = Registry::builder;
    let registries = [
        ("no limit", new().tool(Work).build()?),
        (LOCAL, new().middleware(limit()).tool(Work).build()?),
        (
            "RateLimit::shared, in memory",
            new().middleware(shared_limit()).tool(Work).build()?,
        ),
        (
            "RateLimit::shared, over Redis",
            new()
                .shared(redis)
                .middleware(shared_limit())
                .tool(Work)
                .build()?,
        ),
    ];
    let mut table = Table::new(NAME, &[LOCAL]).with_differences();
    for (name, registry) in registries {
        let registry = Rc::new(registry);
        table.push(Probe::new(
            "4 scalars",
            name,
            Case::Scalars.grouped_arguments(),
            async move |arguments| {
                let result = registry.call("work", arguments, Ctx::new()).await;
                std::hint::black_box(result).is_ok()
            },
        ));
    }
    let mut pace = Pace::find();
    let readings = rounds::time(&table, &runtime, &mut pace, effort)?;
    for unit in ["ns", "× RateLimit"] {
        println!("{}\n", pivot(&readings, NAME, unit));
    }
    Ok(())
}
