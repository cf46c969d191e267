//! Values of an enum: each must be accepted by the wide schema.

use serde_json::{Map, Value};

use super::{
    GapKind, SchemaComparison, are_disjoint,
    objects::{field_of, is_open_to, required_names},
    scalars::{is_multiple, is_ordered},
};
use crate::{
    args::value_aliases,
    lock::canonical::{is_within, types_of_value, value_types},
};

impl SchemaComparison<'_> {
    /// Compares the values that the narrow schema lists, and their aliases.
    pub(super) fn values(
        &mut self,
        path: &str,
        narrow: &Map<String, Value>,
        values: &[Value],
        wide: &Map<String, Value>,
    ) {
        let schema = Value::Object(wide.clone());
        let refused: Vec<_> = values
            .iter()
            .filter(|value| !accepts(&schema, value))
            .collect();
        let types = types_of_value(wide);
        let fits = |value: &&Value| {
            let own = value_types(std::slice::from_ref(value));
            own.iter()
                .all(|name| types.as_ref().is_none_or(|types| is_within(name, types)))
        };
        let has_choice = wide.contains_key("anyOf") || wide.contains_key("oneOf");
        if refused.len() == values.len() && !has_choice && !values.iter().any(|value| fits(&value))
        {
            let narrow = Value::Object(narrow.clone());
            self.add(path, GapKind::Type, Some(&narrow), Some(&schema));
            return;
        }
        if refused.as_slice() == [&Value::Null] {
            self.add(path, GapKind::Null, None, None);
        } else if !refused.is_empty() {
            let refused: Value = refused.into_iter().cloned().collect();
            self.add(path, GapKind::Values, Some(&refused), None);
        }
        for (alias, value) in value_aliases(narrow) {
            let alias = Value::String(alias);
            if accepts(&schema, &value) && !accepts(&schema, &alias) {
                self.add(path, GapKind::Alias, Some(&alias), None);
            }
        }
    }
}

/// Returns `true` if it is certain that a schema accepts a value, be it as an alias.
fn accepts(schema: &Value, value: &Value) -> bool {
    let map = match schema {
        Value::Object(map) => map,
        other => return *other == Value::Bool(true),
    };
    let own = value_types(std::slice::from_ref(value));
    let is_alias = value
        .as_str()
        .is_some_and(|text| value_aliases(map).any(|(alias, _)| alias == text));
    let listed = map.get("enum").and_then(Value::as_array);
    if let Some(values) = listed
        && !values.contains(value)
        && !is_alias
    {
        return false;
    }
    let fits =
        types_of_value(map).is_none_or(|types| own.iter().all(|name| is_within(name, &types)));
    // The schemas of properties are read where the whole object is.
    fits && map
        .iter()
        .all(|(keyword, rule)| holds(map, keyword, rule, value))
}

/// Returns `true` if it is certain that a value satisfies one keyword.
fn holds(schema: &Map<String, Value>, keyword: &str, rule: &Value, value: &Value) -> bool {
    let branches = || rule.as_array().map(Vec::as_slice).unwrap_or_default();
    match (keyword, value) {
        ("type" | "enum" | "default" | "$defs", _) => true,
        ("allOf", _) => branches().iter().all(|branch| accepts(branch, value)),
        ("anyOf", _) => branches().iter().any(|branch| accepts(branch, value)),
        ("oneOf", _) => {
            let alone = Value::Object(Map::from_iter([(
                "enum".to_owned(),
                Value::Array(vec![value.clone()]),
            )]));
            let (accepted, others): (Vec<_>, Vec<_>) =
                branches().iter().partition(|branch| accepts(branch, value));
            accepted.len() == 1 && others.iter().all(|other| are_disjoint(&alone, other))
        }
        (
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf",
            Value::Number(number),
        ) => {
            let Value::Number(bound) = rule else {
                return false;
            };
            match keyword {
                "minimum" => is_ordered(bound, number, false),
                "exclusiveMinimum" => is_ordered(bound, number, true),
                "maximum" => is_ordered(number, bound, false),
                "exclusiveMaximum" => is_ordered(number, bound, true),
                _ => is_multiple(number, bound),
            }
        }
        ("minLength", Value::String(text)) => {
            rule.as_u64().is_some_and(|least| characters(text) >= least)
        }
        ("maxLength", Value::String(text)) => {
            rule.as_u64().is_some_and(|most| characters(text) <= most)
        }
        ("pattern" | "format", Value::String(_)) => false,
        ("items", Value::Array(items)) => {
            !schema.contains_key("prefixItems") && items.iter().all(|item| accepts(rule, item))
        }
        ("minItems", Value::Array(items)) => rule
            .as_u64()
            .is_some_and(|least| items.len() as u64 >= least),
        ("maxItems", Value::Array(items)) => {
            rule.as_u64().is_some_and(|most| items.len() as u64 <= most)
        }
        ("required", Value::Object(fields)) => required_names(schema)
            .iter()
            .all(|name| fields.contains_key(*name)),
        ("properties" | "additionalProperties", Value::Object(fields)) => {
            fields
                .iter()
                .all(|(name, field)| match field_of(schema, name) {
                    Some((_, rule)) => accepts(rule, field),
                    None => is_open_to(schema, |rule| accepts(rule, field)),
                })
        }
        (keyword, _) if keyword.starts_with("x-fusion-") => true,
        // Anything else restricts other types, or is not decided here.
        (
            "minimum"
            | "maximum"
            | "exclusiveMinimum"
            | "exclusiveMaximum"
            | "multipleOf"
            | "minLength"
            | "maxLength"
            | "pattern"
            | "format"
            | "items"
            | "minItems"
            | "maxItems"
            | "required"
            | "properties"
            | "additionalProperties",
            _,
        ) => true,
        _ => false,
    }
}

fn characters(text: &str) -> u64 {
    text.chars().count() as u64
}
