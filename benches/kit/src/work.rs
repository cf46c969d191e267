//! The work: five actions, from no argument to twenty, and the calls of these actions. A handler
//! does as little as possible, so that the measurement shows the cost of reaching it.

mod calls;

use std::hint::black_box;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use calls::{Case, JsonMap};

/// Four scalars.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scalars {
    /// The name.
    pub name: String,
    /// The age in years.
    pub age: u8,
    /// The number of days.
    pub days: u32,
    /// True if it counts.
    pub active: bool,
}

/// A nested struct and a list of structs.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nested {
    /// The conditions to search for.
    pub filter: Filter,
    /// The ranges to search in.
    pub ranges: Vec<Range>,
}

/// The conditions to search for.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// Of this owner.
    pub owner: String,
    /// With all of these tags.
    pub tags: Vec<String>,
    /// Of this age.
    pub age: Range,
}

/// From one number to another.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// The least.
    pub from: u32,
    /// The greatest.
    pub to: u32,
}

/// An enum and optionals.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choices {
    /// The state to select.
    pub state: State,
    /// The label.
    pub label: Option<String>,
    /// The maximum number.
    pub limit: Option<u32>,
    /// The order.
    pub order: Option<Order>,
}

/// The state of something.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Not done.
    Open,
    /// Done.
    Closed,
    /// Either.
    Any,
}

/// An order of things.
#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Newest first.
    Newest,
    /// Oldest first.
    Oldest,
}

/// Twenty numbers.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(
    missing_docs,
    reason = "twenty numbers have nothing to say for themselves"
)]
pub struct Twenty {
    pub a00: u32,
    pub a01: u32,
    pub a02: u32,
    pub a03: u32,
    pub a04: u32,
    pub a05: u32,
    pub a06: u32,
    pub a07: u32,
    pub a08: u32,
    pub a09: u32,
    pub a10: u32,
    pub a11: u32,
    pub a12: u32,
    pub a13: u32,
    pub a14: u32,
    pub a15: u32,
    pub a16: u32,
    pub a17: u32,
    pub a18: u32,
    pub a19: u32,
}

/// Takes no argument, and answers.
pub fn ping() -> String {
    "pong".to_owned()
}

/// Takes four scalars, and answers with the name.
pub fn scalars(scalars: Scalars) -> String {
    black_box((scalars.age, scalars.days, scalars.active));
    scalars.name
}

/// Takes a nested struct and a list, and answers with the owner.
pub fn nested(nested: Nested) -> String {
    black_box((&nested.filter.tags, nested.filter.age.from, &nested.ranges));
    nested.filter.owner
}

/// Takes an enum and optionals, and answers with the label.
pub fn choices(choices: Choices) -> String {
    black_box((choices.state, choices.limit, choices.order));
    choices.label.unwrap_or_default()
}

/// Takes twenty numbers, and answers with a constant.
pub fn twenty(twenty: Twenty) -> String {
    black_box(twenty);
    "done".to_owned()
}
