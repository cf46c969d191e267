//! Keywords by the way in which two schemas are compared.

use serde_json::{Map, Value};

use super::refers;
use crate::args::{ALIAS, NULL_IS_VALUE, VALUE_ALIASES};

/// Keywords that are equal or not compared.
pub(super) const OPAQUE: [&str; 16] = [
    "$anchor",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "maxContains",
    "minContains",
    "not",
    "then",
];

/// Keywords that mean the same wherever they stand. Others depend on those beside them.
const FREE: [&str; 22] = [
    "allOf",
    "anyOf",
    "dependentRequired",
    "dependentSchemas",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "propertyNames",
    "required",
    "uniqueItems",
];

/// Keywords that mean the same only together.
const TOGETHER: [&[&str]; 2] = [
    &["contains", "maxContains", "minContains"],
    &["else", "if", "then"],
];

/// Returns the wide schema without the keywords that the narrow one has, too, and without those that restrict
/// nothing.
pub(super) fn without_equal(
    narrow: &Map<String, Value>,
    wide: &Map<String, Value>,
) -> Map<String, Value> {
    let is_equal = |keyword: &str| {
        let value = wide.get(keyword);
        value == narrow.get(keyword) && !value.is_some_and(refers)
    };
    let mut kept = wide.clone();
    for keyword in FREE.iter().filter(|keyword| is_equal(keyword)) {
        kept.remove(*keyword);
    }
    for group in TOGETHER {
        if group.iter().all(|keyword| is_equal(keyword)) {
            kept.retain(|keyword, _| !group.contains(&keyword.as_str()));
        }
    }
    for keyword in ["$defs", "default", ALIAS, NULL_IS_VALUE] {
        kept.remove(keyword);
    }
    if !kept.contains_key("enum") {
        kept.remove(VALUE_ALIASES);
    }
    kept
}
