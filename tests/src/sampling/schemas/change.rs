//! Small changes of a schema.

use serde_json::{Value, json};

use super::{NAMES, Tape, schema as drawn, value};

/// Changes one place of a schema. Half of the changes widen it.
pub fn change(schema: &mut Value, tape: &mut Tape<'_>) {
    let mut places = 0;
    count_schemas(schema, &mut places);
    let mut place = tape.below(places.max(1));
    change_at(schema, &mut place, tape);
}

fn count_schemas(schema: &Value, count: &mut usize) {
    *count += 1;
    inner_schemas(schema, &mut |inner| count_schemas(inner, count));
}

/// Changes the schema at a place in the order of the walk. `place` is negative after it as `usize::MAX`.
fn change_at(schema: &mut Value, place: &mut usize, tape: &mut Tape<'_>) {
    if *place == 0 {
        change_here(schema, tape);
        *place = usize::MAX;
        return;
    }
    if *place != usize::MAX {
        *place -= 1;
        inner_schemas_mut(schema, &mut |inner| change_at(inner, place, tape));
    }
}

fn change_here(schema: &mut Value, tape: &mut Tape<'_>) {
    let other = drawn(tape, 1);
    let keys: Vec<_> = schema
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys().cloned())
        .collect();
    match (tape.below(9), &mut *schema) {
        (0, Value::Object(map)) if !keys.is_empty() => drop(map.remove(&tape.one_of(&keys))),
        (1, _) => *schema = json!({"anyOf": [schema.clone(), other]}),
        (2, Value::Object(map)) if map.contains_key("enum") => {
            let extra = value(tape, 0);
            if let Some(Value::Array(values)) = map.get_mut("enum")
                && !values.contains(&extra)
            {
                values.push(extra);
            }
        }
        (2 | 3, Value::Object(map)) if map.contains_key("properties") => {
            map["properties"][tape.one_of(&NAMES)] = other;
        }
        (3 | 4, Value::Object(map)) if map.contains_key("required") => {
            map["required"] = NAMES.iter().filter(|_| tape.once_in(2)).copied().collect();
        }
        (5, Value::Object(map)) => {
            let Value::Object(more) = other else {
                return;
            };
            map.extend(more);
        }
        (6, Value::Object(map)) => {
            let keywords = [
                "minimum",
                "maximum",
                "minLength",
                "maxLength",
                "minItems",
                "maxItems",
            ];
            for keyword in keywords {
                let bound = map.get(keyword).and_then(Value::as_u64);
                if let Some(bound) = bound {
                    let is_lower = keyword.starts_with("min");
                    let looser = if is_lower {
                        bound.saturating_sub(1)
                    } else {
                        bound + 1
                    };
                    map.insert(keyword.to_owned(), looser.into());
                }
            }
        }
        (7, Value::Object(map)) => drop(map.remove("additionalProperties")),
        _ => *schema = other,
    }
}

fn inner_schemas(schema: &Value, visit: &mut dyn FnMut(&Value)) {
    let Value::Object(map) = schema else {
        return;
    };
    for (keyword, value) in map {
        match (keyword.as_str(), value) {
            ("properties" | "patternProperties", Value::Object(named)) => {
                named.values().for_each(&mut *visit);
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(list)) => {
                list.iter().for_each(&mut *visit);
            }
            ("items" | "additionalProperties" | "not" | "contains" | "if" | "then", inner) => {
                visit(inner);
            }
            _ => {}
        }
    }
}

fn inner_schemas_mut(schema: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    let Value::Object(map) = schema else {
        return;
    };
    for (keyword, value) in map {
        match (keyword.as_str(), value) {
            ("properties" | "patternProperties", Value::Object(named)) => {
                named.values_mut().for_each(&mut *visit);
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(list)) => {
                list.iter_mut().for_each(&mut *visit);
            }
            ("items" | "additionalProperties" | "not" | "contains" | "if" | "then", inner) => {
                visit(inner);
            }
            _ => {}
        }
    }
}
