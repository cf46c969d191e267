//! The notation of single values in the file: hints by their names, and JSON that TOML cannot hold.

use serde_json::Value;

/// The key of a table that contains a JSON text in the place of a value that TOML does not have: `null`, an
/// integer above `i64::MAX`, and an object that has this key itself.
pub(super) const JSON: &str = "$json";

/// Returns `true` for the value of a field that is left out.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Returns a value as read from TOML with every JSON text in it parsed.
fn decoded(value: Value) -> Result<Value, String> {
    match value {
        Value::Object(map) => match map.get(JSON) {
            Some(text) if map.len() == 1 => {
                let text = text.as_str().ok_or("`$json` takes a text")?;
                serde_json::from_str(text).map_err(|error| format!("`$json`: {error}"))
            }
            _ => {
                let entries = map.into_iter();
                let decoded = entries.map(|(key, value)| Ok((key, decoded(value)?)));
                decoded.collect::<Result<_, String>>().map(Value::Object)
            }
        },
        Value::Array(values) => {
            let decoded = values.into_iter().map(decoded);
            decoded.collect::<Result<_, String>>().map(Value::Array)
        }
        other => Ok(other),
    }
}

/// The notation of any JSON value.
pub(super) mod value {
    use serde::{Deserialize, Deserializer, de::Error};
    use serde_json::Value;

    pub(in crate::lock) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Value>, D::Error> {
        let value = Value::deserialize(deserializer)?;
        super::decoded(value).map(Some).map_err(D::Error::custom)
    }
}

/// The notation of a schema. What is read is brought into the canonical form, so that an edited file has the
/// meaning of its schemas and not their form.
pub(super) mod schema {
    use serde::{Deserializer, de::Error};
    use serde_json::Value;

    use crate::lock::canonical::normal;

    pub(in crate::lock) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Value>, D::Error> {
        match super::value::deserialize(deserializer)? {
            Some(schema @ (Value::Object(_) | Value::Bool(_))) => {
                Ok(Some(normal(schema)).filter(|schema| !super::accepts_all(schema)))
            }
            _ => Err(D::Error::custom("a schema is a table, `true` or `false`")),
        }
    }
}

/// Returns `true` for a schema without restrictions.
pub(super) fn accepts_all(schema: &Value) -> bool {
    match schema {
        Value::Object(map) => map.is_empty(),
        other => *other == Value::Bool(true),
    }
}

/// The notation of hints: the names of those that are `true`.
pub(super) mod hints {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::spec::Hints;

    /// Generic, because serde passes a reference also to what is cheaper to copy.
    pub(in crate::lock) fn serialize<H: Copy + Into<Hints>, S: Serializer>(
        hints: &H,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let named = names((*hints).into()).into_iter();
        serializer.collect_seq(named.filter_map(|(name, is_set)| is_set.then_some(name)))
    }

    pub(in crate::lock) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Hints, D::Error> {
        let mut hints = Hints::default();
        for name in Vec::<String>::deserialize(deserializer)? {
            match name.as_str() {
                "read_only" => hints.read_only = true,
                "destructive" => hints.destructive = true,
                "idempotent" => hints.idempotent = true,
                "open_world" => hints.open_world = true,
                other => {
                    return Err(D::Error::custom(format!(
                        "unknown hint `{other}`, expected `read_only`, `destructive`, `idempotent` or \
                         `open_world`"
                    )));
                }
            }
        }
        Ok(hints)
    }

    /// Returns the hints with their names, in the order of the fields.
    pub(in crate::lock) fn names(hints: Hints) -> [(&'static str, bool); 4] {
        [
            ("read_only", hints.read_only),
            ("destructive", hints.destructive),
            ("idempotent", hints.idempotent),
            ("open_world", hints.open_world),
        ]
    }
}

/// The notation of the behaviour for clients that cannot ask: the word of the attribute.
pub(super) mod unasked {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::spec::Unasked;

    /// Generic, because serde passes a reference also to what is cheaper to copy.
    pub(in crate::lock) fn serialize<U: Copy + Into<Unasked>, S: Serializer>(
        unasked: &U,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let unasked: Unasked = (*unasked).into();
        serializer.serialize_str(unasked.name())
    }

    pub(in crate::lock) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Unasked, D::Error> {
        let word = String::deserialize(deserializer)?;
        let known = [Unasked::Refuse, Unasked::Allow, Unasked::Token];
        let found = known.into_iter().find(|unasked| unasked.name() == word);
        found.ok_or_else(|| {
            D::Error::custom(format!(
                "unknown word `{word}`, expected `refuse`, `allow` or `token`"
            ))
        })
    }
}
