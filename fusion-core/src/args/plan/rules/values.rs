//! The equality of JSON values: numbers are equal if they have the same value, however they are written.

use std::{
    collections::HashSet,
    hash::{BuildHasher as _, Hash, Hasher, RandomState},
};

use serde_json::{Map, Number, Value};

/// The number of items up to which each pair is compared, which is cheaper than to hash all of them.
const FEW: usize = 15;

/// Returns `true` if two values are equal.
pub(super) fn is_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => Exact::of(one) == Exact::of(other),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_equal(a, b))
        }
        (Value::Object(one), Value::Object(other)) => are_equal_objects(one, other),
        _ => one == other,
    }
}

fn are_equal_objects(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let is_in_other = |(name, value): (&String, &Value)| {
        other.get(name).is_some_and(|other| is_equal(value, other))
    };
    one.len() == other.len() && one.iter().all(is_in_other)
}

/// Returns `true` if no two values are equal.
pub(super) fn are_unique(values: &[Value]) -> bool {
    if values.len() <= FEW {
        let mut earlier = values.iter().enumerate();
        return earlier.all(|(index, value)| {
            let mut earlier = values.iter().take(index);
            !earlier.any(|other| is_equal(value, other))
        });
    }
    let state = RandomState::new();
    let mut seen = HashSet::with_capacity(values.len());
    let mut values = values.iter();
    values.all(|value| {
        seen.insert(ByValue {
            value,
            state: &state,
        })
    })
}

/// A number, as an integer if it is one.
#[derive(Clone, Copy, Debug)]
enum Exact {
    Integer(i128),
    Float(f64),
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(one), Self::Integer(other)) => one == other,
            (Self::Float(one), Self::Float(other)) => one == other,
            _ => false,
        }
    }
}

impl Exact {
    #[expect(clippy::cast_possible_truncation)] // whole, and inside of the range
    fn of(number: &Number) -> Self {
        let signed = number.as_i64().map(i128::from);
        if let Some(integer) = signed.or_else(|| number.as_u64().map(i128::from)) {
            return Self::Integer(integer);
        }
        let float = number.as_f64().unwrap_or(f64::NAN);
        if float.fract() == 0.0 && float.abs() < 1e38 {
            Self::Integer(float as i128)
        } else {
            Self::Float(float)
        }
    }
}

/// A value that is hashed by what it is equal to.
struct ByValue<'v> {
    value: &'v Value,
    /// The keys of the hash, which no client knows.
    state: &'v RandomState,
}

impl PartialEq for ByValue<'_> {
    fn eq(&self, other: &Self) -> bool {
        is_equal(self.value, other.value)
    }
}

impl Eq for ByValue<'_> {}

impl Hash for ByValue<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let state = self.state;
        match self.value {
            Value::Null => 0_u8.hash(hasher),
            Value::Bool(value) => value.hash(hasher),
            Value::String(text) => text.hash(hasher),
            Value::Number(number) => match Exact::of(number) {
                Exact::Integer(integer) => integer.hash(hasher),
                Exact::Float(float) => float.to_bits().hash(hasher),
            },
            Value::Array(values) => {
                values.len().hash(hasher);
                for value in values {
                    ByValue { value, state }.hash(hasher);
                }
            }
            // The order of the members means nothing.
            Value::Object(map) => {
                let members = map.iter().map(|(name, value)| {
                    let value = ByValue { value, state };
                    state.hash_one((name, value))
                });
                members.fold(0, u64::wrapping_add).hash(hasher);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_equal_by_value_and_members_in_any_order() {
        for (one, other, equal) in [
            (json!(1), json!(1.0), true),
            (json!(-0.0), json!(0), true),
            (
                json!([1, {"a": 1, "b": [2.0]}]),
                json!([1.0, {"b": [2], "a": 1}]),
                true,
            ),
            (
                json!(9_007_199_254_740_993_u64),
                json!(9_007_199_254_740_992.0),
                false,
            ),
            (json!(u64::MAX), json!(-1), false),
            (json!(0.5), json!(0.5), true),
            (json!(1e300), json!(1e300), true),
            (json!({"a": 1}), json!({"b": 1}), false),
            (json!({"a": 1}), json!({"a": 1, "b": 1}), false),
            (json!("1"), json!(1), false),
            (json!(null), json!(false), false),
        ] {
            assert_eq!(is_equal(&one, &other), equal, "{one} {other}");
            // The same by hash.
            let mut many: Vec<_> = (100..120).map(Value::from).collect();
            many.extend([one.clone(), other.clone()]);
            assert_eq!(are_unique(&many), !equal, "{one} {other}");
            assert_eq!(are_unique(&[one, other]), !equal);
        }
    }
}
