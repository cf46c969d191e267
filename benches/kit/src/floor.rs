//! The floor: handwritten code that takes the action out of the arguments, matches on it, and
//! deserializes the rest into a struct. It reports the first problem of a call, where some
//! contenders report all problems.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{
    probe::{Probe, Table},
    work::{self, Case, JsonMap},
};

/// The column name of the floor.
pub const NAME: &str = "by hand";

/// Runs one call. The error is the text that a model would read.
pub fn call(mut arguments: JsonMap) -> Result<String, String> {
    let action = arguments.remove("action");
    match action.as_ref().and_then(Value::as_str) {
        Some("ping") if arguments.is_empty() => Ok(work::ping()),
        Some("ping") => Err("unknown field".to_owned()),
        Some("scalars") => read(arguments).map(work::scalars),
        Some("nested") => read(arguments).map(work::nested),
        Some("choices") => read(arguments).map(work::choices),
        Some("twenty") => read(arguments).map(work::twenty),
        _ => Err("unknown action".to_owned()),
    }
}

fn read<T: DeserializeOwned>(arguments: JsonMap) -> Result<T, String> {
    serde_json::from_value(Value::Object(arguments)).map_err(|error| error.to_string())
}

/// Adds the floor's probes of all cases, which are the first column of a comparison.
pub fn probes(table: &mut Table) {
    for case in Case::ALL {
        let right = case.answer().is_some();
        table.push(Probe::new(
            case.name(),
            NAME,
            case.grouped_arguments(),
            async move |arguments| {
                // Every contender runs an async function; this one has nothing to wait for.
                let result = std::future::ready(call(arguments)).await;
                std::hint::black_box(result).is_ok() == right
            },
        ));
    }
}
