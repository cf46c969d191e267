//! Values that a schema probably accepts.

use serde_json::{Map, Value, json};

use super::{NAMES, TEXTS, Tape, value};

/// Returns a value that a schema probably accepts.
pub fn near(schema: &Value, tape: &mut Tape<'_>) -> Value {
    let Value::Object(map) = schema else {
        return value(tape, 1);
    };
    let list = |keyword: &str| {
        map.get(keyword)
            .and_then(Value::as_array)
            .filter(|list| !list.is_empty())
    };
    if let Some(values) = list("enum") {
        return tape.one_of(values);
    }
    for keyword in ["anyOf", "oneOf", "allOf"] {
        if let Some(branches) = list(keyword) {
            return near(&tape.one_of(branches), tape);
        }
    }
    let name = match map.get("type") {
        Some(Value::Array(names)) => tape.one_of(names),
        Some(name) => name.clone(),
        None => return value(tape, 2),
    };
    let bound = |keyword: &str| {
        map.get(keyword)
            .and_then(Value::as_u64)
            .and_then(|bound| usize::try_from(bound).ok())
    };
    match name.as_str() {
        Some("string") => {
            let fits = |text: &&str| {
                let pattern = map
                    .get("pattern")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                text.len() >= bound("minLength").unwrap_or(0)
                    && text.len() <= bound("maxLength").unwrap_or(9)
                    && (!pattern.starts_with('^') || text.starts_with('a'))
                    && (!pattern.ends_with('$') || text.ends_with('b'))
            };
            let texts: Vec<_> = TEXTS.into_iter().filter(fits).collect();
            if texts.is_empty() {
                "x".repeat(bound("minLength").unwrap_or(1)).into()
            } else {
                tape.one_of(&texts).into()
            }
        }
        Some("integer" | "number") => {
            let ends = ["minimum", "maximum"].map(|keyword| map.get(keyword).cloned());
            let mut numbers: Vec<_> = ends.into_iter().flatten().collect();
            numbers.extend([json!(2), json!(1), json!(4), json!(0), json!(0.5)]);
            tape.one_of(&numbers)
        }
        Some("boolean") => Value::Bool(tape.once_in(2)),
        Some("null") => Value::Null,
        Some("array") => {
            let least = bound("minItems").unwrap_or(0);
            let most = bound("maxItems").unwrap_or(3).max(least);
            let count = least + tape.below(most - least + 1);
            let first = list("prefixItems").map(Vec::as_slice).unwrap_or_default();
            let item = |index: usize| {
                first
                    .get(index)
                    .or_else(|| map.get("items"))
                    .unwrap_or(&Value::Null)
            };
            (0..count).map(|index| near(item(index), tape)).collect()
        }
        _ => near_object(map, tape),
    }
}

fn near_object(map: &Map<String, Value>, tape: &mut Tape<'_>) -> Value {
    let required = map
        .get("required")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let fields = map.get("properties").and_then(Value::as_object);
    let mut object = Map::new();
    for (name, field) in fields.into_iter().flatten() {
        if required.iter().any(|one| one == name) || tape.once_in(2) {
            object.insert(name.clone(), near(field, tape));
        }
    }
    let rest = map.get("additionalProperties");
    if rest != Some(&Value::Bool(false)) && tape.once_in(3) {
        object.insert(
            tape.one_of(&NAMES).to_owned(),
            near(rest.unwrap_or(&Value::Null), tape),
        );
    }
    object.into()
}
