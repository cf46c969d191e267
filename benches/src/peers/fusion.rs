//! Fusion: the work as a group, grouped and flat.

use std::rc::Rc;

use fusion_bench_kit::{
    Result,
    probe::{Probe, Table},
    program::Task,
    work::{self, Case, Filter, JsonMap, Order, Range, State},
};
use fusion_core::{Ctx, Exposition, Registry, Server, View, server_info, tool_group};

/// The column name of Fusion with its actions in one tool.
pub const GROUPED: &str = "fusion, grouped";
/// The column name of Fusion with a tool for each action.
pub const FLAT: &str = "fusion, flat";
/// The name of Fusion with its actions in one tool, and without the lane.
pub const WITHOUT_LANE: &str = "fusion, without the lane";
/// The environment variable, and its value, that start Fusion without the lane.
pub const LANE_OFF: (&str, &str) = ("LANE", "off");

struct Work;

/// Do the work.
#[tool_group(name = "work")]
impl Work {
    /// Take no argument.
    #[action(read_only)]
    async fn ping(&self) -> String {
        work::ping()
    }

    /// Take four scalars.
    #[action(read_only)]
    async fn scalars(
        &self,
        /** The name. */
        name: String,
        /** The age in years. */
        age: u8,
        /** The number of days. */
        days: u32,
        /** True if it counts. */
        active: bool,
    ) -> String {
        work::scalars(work::Scalars {
            name,
            age,
            days,
            active,
        })
    }

    /// Take a nested struct and a list.
    #[action(read_only)]
    async fn nested(
        &self,
        /** The conditions to search for. */
        filter: Filter,
        /** The ranges to search in. */
        ranges: Vec<Range>,
    ) -> String {
        work::nested(work::Nested { filter, ranges })
    }

    /// Take an enum and optionals.
    #[action(read_only)]
    async fn choices(
        &self,
        /** The state to select. */
        state: State,
        /** The label. */
        label: Option<String>,
        /** The maximum number. */
        limit: Option<u32>,
        /** The order. */
        order: Option<Order>,
    ) -> String {
        work::choices(work::Choices {
            state,
            label,
            limit,
            order,
        })
    }

    /// Take twenty numbers.
    #[action(read_only)]
    async fn twenty(
        &self,
        a00: u32,
        a01: u32,
        a02: u32,
        a03: u32,
        a04: u32,
        a05: u32,
        a06: u32,
        a07: u32,
        a08: u32,
        a09: u32,
        a10: u32,
        a11: u32,
        a12: u32,
        a13: u32,
        a14: u32,
        a15: u32,
        a16: u32,
        a17: u32,
        a18: u32,
        a19: u32,
    ) -> String {
        work::twenty(work::Twenty {
            a00,
            a01,
            a02,
            a03,
            a04,
            a05,
            a06,
            a07,
            a08,
            a09,
            a10,
            a11,
            a12,
            a13,
            a14,
            a15,
            a16,
            a17,
            a18,
            a19,
        })
    }
}

fn registry() -> Result<Registry> {
    Ok(Registry::builder().tool(Work).build()?)
}

/// Returns the server of the work, with its actions in one tool.
pub fn server() -> Result<Server> {
    Ok(Server::new(registry()?, server_info!()))
}

/// Adds a column for each exposition.
pub fn probes(table: &mut Table) -> Result<()> {
    let registry = registry()?;
    let grouped = Rc::new(registry.view(Exposition::Grouped)?);
    let flat = Rc::new(registry.view(Exposition::Flat)?);
    for case in Case::ALL {
        let name = format!("work_{}", case.action());
        table.push(probe(
            GROUPED,
            case,
            &grouped,
            "work".to_owned(),
            case.grouped_arguments(),
        ));
        table.push(probe(FLAT, case, &flat, name, case.arguments()));
    }
    Ok(())
}

fn probe(column: &str, case: Case, view: &Rc<View>, tool: String, sample: JsonMap) -> Probe {
    let (view, right) = (Rc::clone(view), case.answer().is_some());
    Probe::new(case.name(), column, sample, async move |arguments| {
        let result = view.call(&tool, arguments, Ctx::new()).await;
        std::hint::black_box(result).is_ok() == right
    })
}

/// Serves the work until the client disconnects; `flat` selects the exposition, and without `lane` the
/// SDK answers all calls.
pub async fn serve(task: Task, flat: bool, lane: bool) -> Result<()> {
    let exposition = if flat {
        Exposition::Flat
    } else {
        Exposition::Grouped
    };
    let server = server()?.lane(lane).exposition(exposition)?;
    match task {
        Task::Stdio => server.serve_stdio().await?,
        Task::Http(port) => server.serve_http(([127, 0, 0, 1], port)).await?,
        Task::Time(_) => return Err("the program `process` measures".into()),
    }
    Ok(())
}
