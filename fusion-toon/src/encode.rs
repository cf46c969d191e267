//! Encodes a value: in one pass if that is possible, otherwise in two.

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
    // Text that was written to the sink cannot be revoked, so a sink always takes two passes.
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

/// Encodes a value in which an object has a key twice, as a flattened map can. The value is
/// converted to a `serde_json::Value`, whose rule is that the last value wins.
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
