//! Bounds that no value satisfies.

use serde_json::{Map, Number, Value};

use crate::schema::constrain::is_less;

/// The pairs of bounds. `true` if the bounds themselves are not allowed.
const PAIRS: [(&str, &str, bool); 8] = [
    ("minimum", "maximum", false),
    ("minimum", "exclusiveMaximum", true),
    ("exclusiveMinimum", "maximum", true),
    ("exclusiveMinimum", "exclusiveMaximum", true),
    ("minLength", "maxLength", false),
    ("minItems", "maxItems", false),
    ("minProperties", "maxProperties", false),
    ("minContains", "maxContains", false),
];

/// Checks that the bounds of a schema leave a value.
pub(super) fn check(schema: &Map<String, Value>) -> Result<(), String> {
    let end = |keyword: &str| schema.get(keyword).and_then(Value::as_number);
    for (low, high, excluded) in PAIRS {
        if let Some((from, to)) = end(low).zip(end(high))
            && is_crossed(from, to, excluded)
        {
            return Err(format!(
                "`{low}` {from} and `{high}` {to} leave no value: loosen one of them"
            ));
        }
    }
    Ok(())
}

fn is_crossed(low: &Number, high: &Number, excluded: bool) -> bool {
    if excluded {
        !is_less(low, high)
    } else {
        is_less(high, low)
    }
}
