//! The arguments of every action that returns one page of a long list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many to return.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(super) struct Limit(#[schemars(range(min = 1, max = 100))] pub(super) u32);

impl Default for Limit {
    fn default() -> Self {
        Self(20)
    }
}

/// How many to skip, for the next page.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(super) struct Offset(pub(super) u32);
