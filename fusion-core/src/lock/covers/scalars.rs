//! Bounds, patterns and formats.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use super::{GapKind, SchemaComparison};

/// The largest integer up to which each integer is a float.
const EXACT: i128 = 1 << 53;

/// A lower or upper bound: the keyword, that of the exclusive bound, and `true` for the lower one.
const BOUNDS: [(&str, &str, bool); 2] = [
    ("minimum", "exclusiveMinimum", true),
    ("maximum", "exclusiveMaximum", false),
];

impl SchemaComparison<'_> {
    pub(super) fn numbers(
        &mut self,
        path: &str,
        narrow: &Map<String, Value>,
        wide: &Map<String, Value>,
    ) {
        for (inclusive, exclusive, is_lower) in BOUNDS {
            for keyword in [inclusive, exclusive] {
                let Some(bound) = wide.get(keyword) else {
                    continue;
                };
                let holds = [inclusive, exclusive].into_iter().any(|own| {
                    // An inclusive bound of the same number does not imply the exclusive one.
                    let strictly = keyword == exclusive && own == inclusive;
                    match (narrow.get(own), bound) {
                        (Some(Value::Number(own)), Value::Number(bound)) => {
                            let (low, high) = if is_lower { (bound, own) } else { (own, bound) };
                            is_ordered(low, high, strictly)
                        }
                        _ => false,
                    }
                });
                if !holds {
                    let own = narrow.get(inclusive).or_else(|| narrow.get(exclusive));
                    self.add(path, GapKind::Bound(keyword), own, Some(bound));
                }
            }
        }
        if let Some(Value::Number(step)) = wide.get("multipleOf") {
            let own = narrow.get("multipleOf");
            let holds = match own {
                Some(Value::Number(own)) => is_multiple(own, step),
                _ => {
                    narrow.get("type").is_some_and(|name| name == "integer")
                        && step.as_i64() == Some(1)
                }
            };
            if !holds {
                self.add(
                    path,
                    GapKind::Bound("multipleOf"),
                    own,
                    wide.get("multipleOf"),
                );
            }
        }
    }

    pub(super) fn strings(
        &mut self,
        path: &str,
        narrow: &Map<String, Value>,
        wide: &Map<String, Value>,
    ) {
        self.counts(path, narrow, wide, ["minLength", "maxLength"]);
        for (keyword, kind) in [("pattern", GapKind::Pattern), ("format", GapKind::Format)] {
            // An equal one is left out before.
            if let Some(rule) = wide.get(keyword) {
                self.add(path, kind, narrow.get(keyword), Some(rule));
            }
        }
    }

    /// Compares the bounds of a length.
    pub(super) fn counts(
        &mut self,
        path: &str,
        narrow: &Map<String, Value>,
        wide: &Map<String, Value>,
        [least, most]: [&'static str; 2],
    ) {
        for keyword in [least, most] {
            let Some(bound) = wide.get(keyword) else {
                continue;
            };
            let own = narrow.get(keyword);
            let holds = match (own.and_then(Value::as_u64), bound.as_u64()) {
                (Some(own), Some(bound)) if keyword == least => own >= bound,
                (Some(own), Some(bound)) => own <= bound,
                _ => false,
            };
            if !holds {
                self.add(path, GapKind::Bound(keyword), own, Some(bound));
            }
        }
    }
}

/// Returns `true` if it is certain that `low` is below `high`, or equal to it unless `strictly`.
pub(super) fn is_ordered(low: &Number, high: &Number, strictly: bool) -> bool {
    match compared(low, high) {
        Some(Ordering::Less) => true,
        Some(Ordering::Equal) => !strictly,
        _ => false,
    }
}

/// Compares two numbers exactly; `None` if an integer is beyond those that a float distinguishes.
fn compared(one: &Number, other: &Number) -> Option<Ordering> {
    if let (Some(one), Some(other)) = (one.as_i128(), other.as_i128()) {
        return Some(one.cmp(&other));
    }
    let exact = |number: &Number| match number.as_i128() {
        Some(integer) if integer.abs() > EXACT => None,
        _ => number.as_f64(),
    };
    exact(one)?.partial_cmp(&exact(other)?)
}

/// Returns `true` if it is certain that each multiple of `number` is one of `step`.
pub(super) fn is_multiple(number: &Number, step: &Number) -> bool {
    match (number.as_i128(), step.as_i128()) {
        (Some(number), Some(step)) => step != 0 && number % step == 0,
        _ => number == step,
    }
}
