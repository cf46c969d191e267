//! The same call with and without state sync: off, on and silent, and on with a notice.

use fusion_bench_kit::{
    Result,
    probe::{Probe, Table},
    work::Case,
};
use fusion_core::{Cache, Ctx, Policy, Registry, StateSync};

use super::group::Work;

/// What the table is called.
pub const NAME: &str = "state sync";
/// The column that the others are compared with.
pub const OFF: &str = "off";

/// The table.
pub fn table() -> Result<Table> {
    let new = Registry::builder;
    let directive = || StateSync::new().default(Cache::NoStore);
    let notice = directive().policy(Policy::new("work/scalars").invalidates(["work/*"]));
    let registries = [
        (OFF, new().tool(Work).build()?),
        (
            "on, nothing said",
            new().state_sync(StateSync::new()).tool(Work).build()?,
        ),
        (
            "on, a directive",
            new().state_sync(directive()).tool(Work).build()?,
        ),
        (
            "on, a directive and a notice",
            new().state_sync(notice).tool(Work).build()?,
        ),
    ];
    let mut table = Table::new(NAME, &[OFF]);
    for (name, registry) in registries {
        let sample = Case::Scalars.grouped();
        table.push(Probe::new(
            Case::Scalars.name(),
            name,
            sample,
            async move |arguments| {
                let result = registry.call("work", arguments, Ctx::new()).await;
                std::hint::black_box(result).is_ok()
            },
        ));
    }
    Ok(table)
}
