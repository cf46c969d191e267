//! Values drawn from a JSON Schema: such as it takes, and such with one place broken. And what an
//! independent validator says of them.
//!
//! Drawing is aimed, not exact: what a value is worth, only the validator says. It knows the
//! keywords that published schemas use, and none of the code that is on trial.

mod accepted;
mod broken;
mod forms;
pub mod locks;
mod nulls;
mod oracle;
pub mod published;
mod samples;
pub mod schemas;

use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestError, TestRunner},
};
use serde_json::Value;

pub use accepted::{accepted, anything};
pub use broken::broken;
pub use oracle::{Oracle, meta_error};

/// Values on both sides of what a schema takes, and some far away from it.
pub fn mixed(schema: &Value) -> BoxedStrategy<Value> {
    prop_oneof![
        5 => accepted(schema),
        5 => broken(schema),
        1 => strewn(schema),
    ]
    .boxed()
}

/// The right names, and anything in them.
fn strewn(schema: &Value) -> BoxedStrategy<Value> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let names = properties.into_iter().flat_map(|map| map.keys().cloned());
    let members: Vec<_> = names
        .map(|name| (Just(name), proptest::option::of(anything())))
        .collect();
    let object = |members: Vec<(String, Option<Value>)>| {
        let given = members
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        Value::Object(given.collect())
    };
    members.prop_map(object).boxed()
}

/// Returns the number of cases for one test: `FUSION_CASES`, or 2,000.
pub fn cases() -> u32 {
    let cases = std::env::var("FUSION_CASES").ok();
    cases.and_then(|n| n.parse().ok()).unwrap_or(2_000)
}

/// Draws `cases` values and checks each; the smallest that fails, with what `check` says of it.
pub fn fault(
    cases: u32,
    values: &BoxedStrategy<Value>,
    check: impl Fn(&Value) -> Result<(), String>,
) -> Option<String> {
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 2_000,
        // Each part of a value forks the generator, and a fork of this one costs next to nothing.
        rng_algorithm: RngAlgorithm::XorShift,
        ..Config::default()
    };
    let checked = |value| check(&value).map_err(TestCaseError::fail);
    match TestRunner::new(config).run(values, checked) {
        Ok(()) => None,
        Err(TestError::Fail(reason, value)) => Some(format!("{value}: {reason}")),
        Err(TestError::Abort(reason)) => Some(format!("nothing was drawn: {reason}")),
    }
}
