//! Action keys as text: functions for the enum that `actions(…)` generates.

use std::{fmt::Display, str::FromStr};

use serde::{Deserialize, Deserializer, de::Error as _};

use super::ActionGroup;

/// Deserializes an action from its key.
pub fn deserialize_key<'de, T, D>(input: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    // An owned `String`, because a JSON string with escapes cannot be borrowed.
    let key = String::deserialize(input)?;
    key.parse().map_err(D::Error::custom)
}

/// Returns the action with this key or alias among the variants of the author's enum. The enum has no
/// variants for the prompts and resources of the group.
pub fn action_by_key<G: ActionGroup, A: Copy>(
    key: &str,
    all: &[A],
    key_of: fn(A) -> &'static str,
) -> Option<A> {
    let mut rows = G::SPEC.actions.iter();
    let row = rows.find(|row| row.key == key || row.aliases.contains(&key))?;
    all.iter().copied().find(|one| key_of(*one) == row.key)
}
