//! The canonical form of `anyOf`, `oneOf` and `allOf`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{
    normal,
    types::{put, types_of_value},
};
use crate::{
    args::VALUE_ALIASES,
    lock::covers::{are_disjoint, types_overlap},
};

/// Keywords that depend on others of the same group in the same schema, so that two schemas that have one of a
/// group each are not joined.
const GROUPS: [&[&str]; 4] = [
    &["additionalProperties", "patternProperties", "properties"],
    &["items", "prefixItems"],
    &["contains", "maxContains", "minContains"],
    &["else", "if", "then"],
];

/// Keywords that depend on all others.
const DEPENDENT: [&str; 2] = ["unevaluatedItems", "unevaluatedProperties"];

/// Brings the compositions of a schema into one form. Returns `false` if the schema accepts no value.
pub(super) fn settle(schema: &mut Map<String, Value>) -> bool {
    join_parts(schema) && settle_choice(schema, "anyOf") && settle_choice(schema, "oneOf")
}

/// Joins the parts of an `allOf` with the schema, as far as that keeps the meaning.
fn join_parts(schema: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(parts)) = schema.remove("allOf") else {
        return true;
    };
    let mut queue: Vec<_> = parts.into_iter().rev().collect();
    let mut left = Vec::new();
    while let Some(part) = queue.pop() {
        match part {
            Value::Object(mut part) => {
                if let Some(Value::Array(inner)) = part.remove("allOf") {
                    queue.extend(inner.into_iter().rev());
                }
                if can_join(schema, &part) {
                    schema.extend(part);
                } else {
                    left.push(Value::Object(part));
                }
            }
            Value::Bool(false) => return false,
            _ => {}
        }
    }
    if !left.is_empty() {
        schema.insert("allOf".to_owned(), in_order(left).into());
    }
    true
}

/// Returns `true` if one schema with the keywords of both accepts what both accept.
fn can_join(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let has = |schema: &Map<String, Value>, group: &[&str]| {
        group.iter().any(|keyword| schema.contains_key(*keyword))
    };
    let conflicts = other
        .iter()
        .any(|(keyword, value)| one.get(keyword).is_some_and(|own| own != value));
    let mut groups = GROUPS.iter();
    !conflicts
        && !groups.any(|group| has(one, group) && has(other, group))
        && (one.is_empty() || other.is_empty() || !has(one, &DEPENDENT) && !has(other, &DEPENDENT))
}

/// Brings `anyOf` or `oneOf` into one form: a `oneOf` of branches that exclude each other is an `anyOf`.
fn settle_choice(schema: &mut Map<String, Value>, keyword: &str) -> bool {
    let Some(Value::Array(branches)) = schema.remove(keyword) else {
        return true;
    };
    let mut branches: Vec<_> = branches
        .into_iter()
        .flat_map(|branch| flat(branch, keyword))
        .collect();
    let is_exclusive = keyword == "oneOf" && !are_pairwise_disjoint(&branches);
    if !is_exclusive {
        branches = branches
            .into_iter()
            .flat_map(|branch| flat(branch, "anyOf"))
            .collect();
        if branches
            .iter()
            .any(|branch| branch.as_object().is_some_and(Map::is_empty))
        {
            return true;
        }
        push_types_down(schema, &mut branches);
        branches = in_order(branches);
        branches = merge_values(branches);
        branches = merge_types(branches);
    }
    match branches.as_slice() {
        [] => false,
        [Value::Object(only)] if can_join(schema, only) => {
            schema.extend(only.clone());
            true
        }
        _ => {
            let is_free = !schema.contains_key("anyOf");
            let keyword = if is_exclusive || !is_free {
                keyword
            } else {
                "anyOf"
            };
            let branches = if is_exclusive {
                in_order_with_repeats(branches)
            } else {
                in_order(branches)
            };
            schema.insert(keyword.to_owned(), branches.into());
            true
        }
    }
}

/// Returns the branches of a branch that is only a choice; none of one that accepts nothing.
fn flat(branch: Value, keyword: &str) -> Vec<Value> {
    match branch {
        Value::Bool(false) => Vec::new(),
        Value::Object(mut map) if keyword == "anyOf" && map.len() == 1 => match map.remove("anyOf")
        {
            Some(Value::Array(inner)) => inner,
            Some(other) => vec![other],
            None => vec![Value::Object(map)],
        },
        other => vec![other],
    }
}

fn are_pairwise_disjoint(branches: &[Value]) -> bool {
    let mut rest = branches;
    while let [first, tail @ ..] = rest {
        if tail.iter().any(|other| !are_disjoint(first, other)) {
            return false;
        }
        rest = tail;
    }
    true
}

/// Moves the types of a schema into the branches of its choice.
fn push_types_down(schema: &mut Map<String, Value>, branches: &mut Vec<Value>) {
    let types = schema
        .contains_key("type")
        .then(|| types_of_value(schema))
        .flatten();
    let Some(types) = types else {
        return;
    };
    schema.remove("type");
    let restricted = branches.drain(..).map(|branch| match branch {
        Value::Object(mut branch) => {
            let listed = branch.get("enum").and_then(Value::as_array);
            if listed.is_some() {
                put(&mut branch, &types);
            } else {
                let own = types_of_value(&branch);
                put(&mut branch, &common(&types, own.as_ref()));
            }
            normal(Value::Object(branch))
        }
        other => other,
    });
    *branches = restricted
        .filter(|branch| *branch != Value::Bool(false))
        .collect();
}

/// Returns the types of both sets.
fn common(
    types: &BTreeSet<&'static str>,
    own: Option<&BTreeSet<&'static str>>,
) -> BTreeSet<&'static str> {
    let Some(own) = own else {
        return types.clone();
    };
    let within = |one: &BTreeSet<&'static str>, other: &BTreeSet<&'static str>| {
        let names = one.iter().copied();
        names
            .filter(|name| super::is_within(name, other))
            .collect::<BTreeSet<_>>()
    };
    let (mut both, other) = (within(types, own), within(own, types));
    both.extend(other);
    both
}

/// Merges the branches that only list values into one.
fn merge_values(branches: Vec<Value>) -> Vec<Value> {
    let is_list = |branch: &Value| {
        branch.as_object().is_some_and(|map| {
            let mut keys = map.keys();
            map.contains_key("enum") && keys.all(|key| key == "enum" || key == VALUE_ALIASES)
        })
    };
    let (lists, mut others): (Vec<_>, Vec<_>) = branches.into_iter().partition(is_list);
    if lists.is_empty() {
        return others;
    }
    let (mut values, mut aliases) = (Vec::new(), Map::new());
    for list in lists {
        let Value::Object(mut list) = list else {
            continue;
        };
        if let Some(Value::Array(listed)) = list.remove("enum") {
            values.extend(listed);
        }
        if let Some(Value::Object(named)) = list.remove(VALUE_ALIASES) {
            aliases.extend(named);
        }
    }
    let null = Value::Object(Map::from_iter([("type".to_owned(), "null".into())]));
    let before = others.len();
    others.retain(|branch| *branch != null);
    if others.len() < before {
        values.push(Value::Null);
    }
    let mut merged = Map::from_iter([("enum".to_owned(), Value::Array(values))]);
    if !aliases.is_empty() {
        merged.insert(VALUE_ALIASES.to_owned(), aliases.into());
    }
    others.push(normal(Value::Object(merged)));
    others
}

/// Merges branches of different types into one with several types.
fn merge_types(branches: Vec<Value>) -> Vec<Value> {
    const OWN: [&str; 8] = [
        "$ref", "allOf", "anyOf", "default", "enum", "if", "not", "oneOf",
    ];
    let mut merged: Option<Map<String, Value>> = None;
    let mut others = Vec::new();
    for branch in branches {
        let plain = match branch {
            Value::Object(map)
                if map.contains_key("type")
                    && !map
                        .keys()
                        .any(|key| OWN.contains(&key.as_str()) || key.starts_with('x')) =>
            {
                map
            }
            other => {
                others.push(other);
                continue;
            }
        };
        match &mut merged {
            None => merged = Some(plain),
            Some(known) => {
                let (types, more) = (types_of_value(known), types_of_value(&plain));
                let (types, more) = (types.unwrap_or_default(), more.unwrap_or_default());
                if types_overlap(&types, &more) {
                    others.push(Value::Object(plain));
                } else {
                    let all = types.union(&more).copied().collect();
                    known.extend(plain);
                    put(known, &all);
                }
            }
        }
    }
    others.extend(merged.map(Value::Object));
    others
}

/// Returns schemas in the order of their texts, each once.
fn in_order(schemas: Vec<Value>) -> Vec<Value> {
    let schemas: BTreeMap<_, _> = schemas
        .into_iter()
        .map(|schema| (schema.to_string(), schema))
        .collect();
    schemas.into_values().collect()
}

/// Returns schemas in the order of their texts. A `oneOf` with a branch twice does not accept its values.
fn in_order_with_repeats(mut schemas: Vec<Value>) -> Vec<Value> {
    schemas.sort_by_cached_key(Value::to_string);
    schemas
}
