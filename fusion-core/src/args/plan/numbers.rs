//! The range of a number.

use serde_json::{Map, Number, Value};

#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::args) struct Numbers {
    low: Option<(Number, BoundKind)>,
    high: Option<(Number, BoundKind)>,
}

/// Defines if the bound itself is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoundKind {
    Included,
    Excluded,
}

impl Numbers {
    pub(super) fn compile(schema: &Map<String, Value>) -> Self {
        let end = |key, ends| {
            let number = schema.get(key).and_then(Value::as_number)?;
            Some((number.clone(), ends))
        };
        let low = [
            end("minimum", BoundKind::Included),
            end("exclusiveMinimum", BoundKind::Excluded),
        ];
        let high = [
            end("maximum", BoundKind::Included),
            end("exclusiveMaximum", BoundKind::Excluded),
        ];
        Self {
            low: tighter_bound(low, |new, old| is_less(old, new)),
            high: tighter_bound(high, is_less),
        }
    }

    pub(super) fn is_idle(&self) -> bool {
        self.low.is_none() && self.high.is_none()
    }

    /// Returns the range, if both ends are inclusive `i64` bounds or absent.
    pub(super) fn integers(&self) -> Option<(i64, i64)> {
        let end = |end: &Option<(Number, BoundKind)>, free| match end {
            None => Some(free),
            Some((number, BoundKind::Included)) => number.as_i64(),
            Some((_, BoundKind::Excluded)) => None,
        };
        // Without an upper bound, an integer may exceed an `i64`.
        self.high.as_ref()?;
        Some((end(&self.low, i64::MIN)?, end(&self.high, i64::MAX)?))
    }

    pub(super) fn contains(&self, number: &Number) -> bool {
        let over = |(low, ends): &(Number, BoundKind)| match ends {
            BoundKind::Included => !is_less(number, low),
            BoundKind::Excluded => is_less(low, number),
        };
        let under = |(high, ends): &(Number, BoundKind)| match ends {
            BoundKind::Included => !is_less(high, number),
            BoundKind::Excluded => is_less(number, high),
        };
        self.low.as_ref().is_none_or(over) && self.high.as_ref().is_none_or(under)
    }
}

/// Returns the tighter bound; of equal ones, the exclusive one.
fn tighter_bound(
    ends: [Option<(Number, BoundKind)>; 2],
    leaves_less: fn(&Number, &Number) -> bool,
) -> Option<(Number, BoundKind)> {
    let [included, excluded] = ends;
    match (included, excluded) {
        (Some(included), Some(excluded)) => {
            if leaves_less(&included.0, &excluded.0) {
                Some(included)
            } else {
                Some(excluded)
            }
        }
        (one, other) => one.or(other),
    }
}

/// Compares two numbers, as integers if both are, so that the bounds of 64-bit types stay exact.
fn is_less(a: &Number, b: &Number) -> bool {
    if let (Some(a), Some(b)) = (a.as_i64(), b.as_i64()) {
        return a < b;
    }
    match (integer(a), integer(b)) {
        (Some(a), Some(b)) => a < b,
        _ => a.as_f64() < b.as_f64(),
    }
}

/// Compares two numbers by their values: `2` and `2.0` are equal.
pub(in crate::args) fn is_equal(a: &Number, b: &Number) -> bool {
    /// The largest integer that a float represents exactly.
    const SAFE: f64 = 9_007_199_254_740_991.0;

    if a.is_f64() == b.is_f64() {
        return a == b;
    }
    let (a, b) = (a.as_f64(), b.as_f64());
    a == b && a.is_some_and(|value| value.abs() <= SAFE)
}

fn integer(number: &Number) -> Option<i128> {
    let signed = number.as_i64().map(i128::from);
    signed.or_else(|| number.as_u64().map(i128::from))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn of_two_bounds_the_tighter_one_holds() {
        for (schema, holds, not) in [
            (json!({"minimum": 1, "exclusiveMinimum": 1}), 2, 1),
            (json!({"minimum": 3, "exclusiveMinimum": 1}), 3, 2),
            (json!({"exclusiveMaximum": 5, "maximum": 9}), 4, 5),
            (json!({"exclusiveMaximum": 9, "maximum": 5}), 5, 6),
        ] {
            let numbers = Numbers::compile(schema.as_object().unwrap());
            assert!(numbers.contains(&holds.into()), "{schema}");
            assert!(!numbers.contains(&not.into()), "{schema}");
        }
    }

    #[test]
    fn the_ends_of_64_bits_are_exact() {
        let schema = json!({"maximum": u64::MAX - 1});
        let numbers = Numbers::compile(schema.as_object().unwrap());
        assert!(numbers.contains(&(u64::MAX - 1).into()));
        assert!(!numbers.contains(&u64::MAX.into()));
    }
}
