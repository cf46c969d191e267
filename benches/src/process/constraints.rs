//! Arguments with constraints: by hand as checks after serde, by Fusion as attributes.

use fusion_bench_kit::{
    Result, floor,
    probe::{Probe, Table},
    work::{self, Case, JsonMap, Scalars},
};
use fusion_core::{Ctx, Registry, tool_group};
use serde_json::Value;

use crate::peers::fusion;

/// The name of the table.
pub const NAME: &str = "constraints";

struct Work;

#[tool_group(name = "work")]
impl Work {
    #[action]
    async fn scalars(
        &self,
        #[arg(length(min = 1, max = 80))] name: String,
        #[arg(range(max = 130))] age: u8,
        #[arg(range(min = 1, max = 365))] days: u32,
        active: bool,
    ) -> String {
        work::scalars(Scalars {
            name,
            age,
            days,
            active,
        })
    }
}

fn by_hand(mut arguments: JsonMap) -> std::result::Result<String, String> {
    let action = arguments.remove("action");
    if action.as_ref().and_then(Value::as_str) != Some("scalars") {
        return Err("unknown action".to_owned());
    }
    let given: Scalars =
        serde_json::from_value(Value::Object(arguments)).map_err(|error| error.to_string())?;
    if !(1..=80).contains(&given.name.chars().count()) {
        return Err("name: 1 to 80 characters".to_owned());
    }
    if given.age > 130 {
        return Err("age: at most 130".to_owned());
    }
    if !(1..=365).contains(&given.days) {
        return Err("days: 1 to 365".to_owned());
    }
    Ok(work::scalars(given))
}

/// Makes the table.
pub fn table() -> Result<Table> {
    let registry = Registry::builder().tool(Work).build()?;
    let row = "4 scalars with constraints";
    let sample = Case::Scalars.grouped_arguments();
    let mut table = Table::new(NAME, &[floor::NAME]);
    table.push(Probe::new(
        row,
        floor::NAME,
        sample.clone(),
        async |arguments| std::hint::black_box(by_hand(arguments)).is_ok(),
    ));
    table.push(Probe::new(
        row,
        fusion::GROUPED,
        sample,
        async move |arguments| {
            let result = registry.call("work", arguments, Ctx::new()).await;
            std::hint::black_box(result).is_ok()
        },
    ));
    Ok(table)
}
