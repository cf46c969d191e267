//! Arrays: `items` on each of them, tuples too.

use serde_json::{Map, Value, json};

use super::choices;

/// Brings a tuple to one form: `prefixItems`, and what follows them as a schema or not at all.
pub(super) fn prepare(schema: &mut Map<String, Value>) {
    // Before 2020-12, `items` was the list.
    if let Some(Value::Array(_)) = schema.get("items")
        && let Some(list) = schema.remove("items")
    {
        schema.entry("prefixItems").or_insert(list);
        if let Some(further) = schema.remove("additionalItems") {
            schema.insert("items".to_owned(), further);
        }
    }
    let Some(Value::Array(list)) = schema.get("prefixItems") else {
        return;
    };
    let len = list.len();
    match schema.get("items") {
        Some(Value::Bool(false)) => {
            schema.remove("items");
            if most(schema).is_none_or(|most| most > len) {
                schema.insert("maxItems".to_owned(), len.into());
            }
        }
        Some(Value::Bool(true)) => {
            schema.remove("items");
        }
        _ => {}
    }
}

/// Writes `items` where an array has none.
///
/// A tuple of one type is an array of it. In any other, readers that do not know `prefixItems` are
/// told by `items` what may stand anywhere in it; to those that do, nothing is left for it.
pub(super) fn settle(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(list)) = schema.get("prefixItems")
        && !schema.contains_key("items")
    {
        let full = most(schema).is_some_and(|most| most <= list.len());
        let items = if full { any_of(list) } else { json!({}) };
        let uniform = full && list.iter().all(|one| *one == list[0]);
        if uniform {
            schema.remove("prefixItems");
        }
        schema.insert("items".to_owned(), items);
    }
    let array = schema.get("type").is_some_and(|name| name == "array");
    if array && !schema.contains_key("items") {
        schema.insert("items".to_owned(), json!({}));
    }
}

/// The schema of whatever stands somewhere in a tuple.
pub(in crate::schema) fn any_of(list: &[Value]) -> Value {
    let mut choice = Map::from_iter([("anyOf".to_owned(), list.into())]);
    choices::splice(&mut choice);
    if let Some(Value::Array(branches)) = choice.get_mut("anyOf") {
        // `null` stands last in every choice.
        branches.sort_by_key(|one| *one == json!({"type": "null"}));
    }
    choices::unwrap_single(&mut choice);
    Value::Object(choice)
}

fn most(schema: &Map<String, Value>) -> Option<usize> {
    schema.get("maxItems")?.as_u64()?.try_into().ok()
}
