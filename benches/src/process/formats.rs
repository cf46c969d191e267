//! Results as JSON and as TOON: a whole call that returns fifty rows, and the encoders alone.

use std::rc::Rc;

use fusion_bench_kit::{
    Result,
    probe::{Probe, Table},
};
use fusion_core::{Ctx, Json, Registry, spec::Format, tool_group};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The name of the table of calls.
pub const CALLS: &str = "format";
/// The name of the table of encoders.
pub const ENCODERS: &str = "encode";
/// The column of both tables with which the others are compared.
pub const JSON: &str = "JSON";
/// The column of the TOON encoders.
pub const TOON: &str = "TOON";
/// Typed rows, which are encoded through serde.
pub const TYPED: &str = "50 typed rows";
/// The rows as JSON values.
pub const VALUES: &str = "50 rows as Value";

#[derive(Clone, Serialize, JsonSchema)]
struct Row {
    id: u64,
    title: String,
    state: &'static str,
    votes: i32,
    open: bool,
}

fn rows() -> Vec<Row> {
    let row = |id: u64| Row {
        id,
        title: format!("The title of number {id}"),
        state: ["open", "closed"][usize::from(id.is_multiple_of(3))],
        votes: 7,
        open: !id.is_multiple_of(3),
    };
    (0..50).map(row).collect()
}

struct Rows(Vec<Row>);

#[tool_group(name = "rows")]
impl Rows {
    #[action(read_only)]
    async fn list(&self) -> Json<Vec<Row>> {
        Json(self.0.clone())
    }
}

/// Makes the table of calls.
pub fn calls() -> Result<Table> {
    let mut table = Table::new(CALLS, &[JSON]);
    let formats = [
        (JSON, Format::Json),
        (TOON, Format::Toon),
        ("Auto", Format::Auto),
    ];
    for (name, format) in formats {
        let registry = Registry::builder()
            .format(format)
            .tool(Rows(rows()))
            .build()?;
        let mut sample = Map::new();
        sample.insert("action".to_owned(), json!("list"));
        table.push(Probe::new(
            "50 rows",
            name,
            sample,
            async move |arguments| {
                let result = registry.call("rows", arguments, Ctx::new()).await;
                std::hint::black_box(result).is_ok()
            },
        ));
    }
    Ok(table)
}

/// Makes the table of encoders.
pub fn encoders() -> Result<Table> {
    let rows = Rc::new(rows());
    let values: Rc<Value> = Rc::new(serde_json::to_value(&*rows)?);
    let mut table = Table::new(ENCODERS, &[JSON]);
    let (typed, json) = (Rc::clone(&rows), Rc::clone(&values));
    table.push(Probe::new(TYPED, JSON, (), async move |()| {
        std::hint::black_box(serde_json::to_string(&*typed)).is_ok()
    }));
    table.push(Probe::new(TYPED, TOON, (), async move |()| {
        std::hint::black_box(fusion_toon::to_string(&*rows)).is_ok()
    }));
    table.push(Probe::new(VALUES, JSON, (), async move |()| {
        std::hint::black_box(serde_json::to_string(&*json)).is_ok()
    }));
    table.push(Probe::new(VALUES, TOON, (), async move |()| {
        std::hint::black_box(fusion_toon::value_to_string(&values)).is_ok()
    }));
    Ok(table)
}
