//! The keywords that restrict a value, and the canonical form of numbers and bounds. All other keywords are
//! annotations.

use std::collections::BTreeSet;

use serde_json::{Map, Number, Value};

use crate::{
    args::{ALIAS, INTEGER_KEYS, NULL_IS_VALUE, VALUE_ALIASES},
    schema::subject,
};

/// The largest integer up to which each integer is a float.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The content of the value of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeywordContent {
    Schema,
    SchemaList,
    Schemas,
    /// Names whose order means nothing.
    Names,
    Plain,
}

/// Returns the content of a keyword that restricts a value; `None` for an annotation. The default of a field
/// is not one: it is a value that an omission stands for.
pub(super) fn content(keyword: &str) -> Option<KeywordContent> {
    Some(match keyword {
        "additionalProperties"
        | "contains"
        | "else"
        | "if"
        | "items"
        | "not"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties" => KeywordContent::Schema,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => KeywordContent::SchemaList,
        "$defs" | "dependentSchemas" | "patternProperties" | "properties" => {
            KeywordContent::Schemas
        }
        "required" => KeywordContent::Names,
        "$anchor" | "$dynamicAnchor" | "$dynamicRef" | "$id" | "$recursiveAnchor"
        | "$recursiveRef" | "$ref" | "default" | "dependencies" | "dependentRequired" | "enum"
        | "exclusiveMaximum" | "exclusiveMinimum" | "format" | "maxContains" | "maxItems"
        | "maxLength" | "maxProperties" | "maximum" | "minContains" | "minItems" | "minLength"
        | "minProperties" | "minimum" | "multipleOf" | "pattern" | "type" | "uniqueItems"
        | ALIAS | INTEGER_KEYS | NULL_IS_VALUE | VALUE_ALIASES => KeywordContent::Plain,
        _ => return None,
    })
}

/// Returns `true` unless the keyword restricts only values of types that the schema does not accept.
pub(super) fn is_relevant(keyword: &str, types: Option<&BTreeSet<&'static str>>) -> bool {
    let Some(types) = types else {
        return true;
    };
    let subject = match keyword {
        INTEGER_KEYS => Some(&["object"][..]),
        _ => subject(keyword),
    };
    subject.is_none_or(|names| names.iter().any(|name| types.contains(name)))
}

/// Writes whole floats as integers, because JSON Schema does not distinguish `1.0` from `1`.
pub(in crate::lock) fn plain_numbers(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::Number(plain_number(number)),
        Value::Array(values) => values.into_iter().map(plain_numbers).collect(),
        Value::Object(map) => {
            let entries = map.into_iter();
            Value::Object(
                entries
                    .map(|(key, value)| (key, plain_numbers(value)))
                    .collect(),
            )
        }
        other => other,
    }
}

fn plain_number(number: Number) -> Number {
    match number.as_f64() {
        Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < EXACT => {
            let whole = format!("{float:.0}").parse::<i64>();
            whole.map_or(number, Number::from)
        }
        _ => number,
    }
}

/// Writes the bounds of integers as inclusive integers.
pub(super) fn settle_bounds(schema: &mut Map<String, Value>) {
    if schema.get("type").is_none_or(|name| name != "integer") {
        return;
    }
    for (exclusive, inclusive, step) in [
        ("exclusiveMinimum", "minimum", 1),
        ("exclusiveMaximum", "maximum", -1),
    ] {
        let Some(bound) = schema.get(exclusive).and_then(Value::as_i64) else {
            continue;
        };
        let Some(bound) = bound.checked_add(step) else {
            continue;
        };
        let tighter = match schema.get(inclusive) {
            None => Some(bound),
            Some(other) => other.as_i64().map(|other| {
                if step > 0 {
                    bound.max(other)
                } else {
                    bound.min(other)
                }
            }),
        };
        if let Some(tighter) = tighter {
            schema.remove(exclusive);
            schema.insert(inclusive.to_owned(), tighter.into());
        }
    }
}
