//! Arrays: every array has `items`, including tuples.

use serde_json::{Map, Value, json};

use super::choices;

/// Converts a tuple to one form: `prefixItems`, and `items` for the remaining elements as a schema
/// or absent.
pub(super) fn prepare(schema: &mut Map<String, Value>) {
    // Before 2020-12, `items` contained the list.
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
            if max_items(schema).is_none_or(|most| most > len) {
                schema.insert("maxItems".to_owned(), len.into());
            }
        }
        Some(Value::Bool(true)) => {
            schema.remove("items");
        }
        _ => {}
    }
}

/// Adds `items` to an array that has none.
///
/// A tuple of one type is an array of that type. In any other tuple, `items` lists the schemas of
/// all elements for readers that do not know `prefixItems`; other readers apply it to no element.
pub(super) fn settle(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(list)) = schema.get("prefixItems")
        && !schema.contains_key("items")
    {
        let full = max_items(schema).is_some_and(|most| most <= list.len());
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

/// Returns a schema that accepts every element of a tuple.
pub(in crate::schema) fn any_of(list: &[Value]) -> Value {
    let mut choice = Map::from_iter([("anyOf".to_owned(), list.into())]);
    choices::splice(&mut choice);
    if let Some(Value::Array(branches)) = choice.get_mut("anyOf") {
        // `null` is last in every choice.
        branches.sort_by_key(|one| *one == json!({"type": "null"}));
    }
    choices::unwrap_single(&mut choice);
    Value::Object(choice)
}

fn max_items(schema: &Map<String, Value>) -> Option<usize> {
    schema.get("maxItems")?.as_u64()?.try_into().ok()
}
