//! One call with and without state sync: off, on without a notice, and on with a notice.

use fusion_bench_kit::{
    Result,
    probe::{Probe, Table},
    work::Case,
};
use fusion_core::{
    Ctx, Registry, StateSync,
    state_sync::{Cache, Policy},
};

use super::group::Work;

/// The name of the table.
pub const NAME: &str = "state sync";
/// The column with which the others are compared.
pub const OFF: &str = "off";

/// Makes the table.
pub fn table() -> Result<Table> {
    let new = Registry::builder;
    let directive = || StateSync::new().default_cache(Cache::NoStore);
    let notice = directive().policy(Policy::new("work/scalars").invalidates(["work/*"]));
    let registries = [
        (OFF, new().tool(Work).build()?),
        (
            "on, no directive",
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
        let sample = Case::Scalars.grouped_arguments();
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
