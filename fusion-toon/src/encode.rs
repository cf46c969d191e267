//! The way of a value: straight into the text, or else through both passes.

use std::io;

use serde::Serialize;
use serde_json::Value;

use crate::{
    error::Error,
    options::Options,
    plan::Plan,
    scan::scan,
    write::{write, write_straight},
};

pub(crate) fn encode<T: Serialize + ?Sized>(
    value: &T,
    options: Options,
    sink: Option<&mut dyn io::Write>,
) -> Result<String, Error> {
    // What is in the sink cannot be taken back.
    if sink.is_none()
        && let Some(text) = write_straight(value, options)
    {
        return Ok(text);
    }
    let mut plan = Plan::new();
    scan(value, &mut plan, options)?;
    if plan.has_repeated_keys {
        return encode_merged(value, options, sink);
    }
    write(value, &plan, options, sink)
}

/// An object of the value has a key twice, which a flattened map can do. `serde_json::Value` has
/// the rule for that (the last one wins), so that the value becomes one.
#[cold]
fn encode_merged<T: Serialize + ?Sized>(
    value: &T,
    options: Options,
    sink: Option<&mut dyn io::Write>,
) -> Result<String, Error> {
    let merged: Value = serde_json::to_value(value).map_err(serde::ser::Error::custom)?;
    let mut plan = Plan::new();
    scan(&merged, &mut plan, options)?;
    write(&merged, &plan, options, sink)
}
