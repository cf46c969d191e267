//! Keys as text: what the enum of `actions(…)` needs beside its own matches.

use std::{fmt::Display, str::FromStr};

use serde::{Deserialize, Deserializer, de::Error as _};

use super::ActionGroup;

/// Reads an action from its key.
pub fn deserialize_key<'de, T, D>(input: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    // Owned: a key may stand in a text with escapes, which cannot be borrowed.
    let key = String::deserialize(input)?;
    key.parse().map_err(D::Error::custom)
}

/// The action of a key or an alias among those that the author's enum has: a prompt or a resource
/// of the group is none of them.
pub fn named<G: ActionGroup, A: Copy>(
    key: &str,
    all: &[A],
    key_of: fn(A) -> &'static str,
) -> Option<A> {
    let mut rows = G::SPEC.actions.iter();
    let row = rows.find(|row| row.key == key || row.aliases.contains(&key))?;
    all.iter().copied().find(|one| key_of(*one) == row.key)
}
