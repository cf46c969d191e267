//! References inside of one document, and their definitions.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Returns the name in `#/$defs/Name`; `None` for any other reference.
pub(crate) fn definition_name(reference: &str) -> Option<String> {
    let name = reference
        .strip_prefix("#/$defs/")
        .or_else(|| reference.strip_prefix("#/definitions/"))?;
    (!name.contains('/')).then(|| decode_pointer(name))
}

/// Decodes the escapes of a JSON pointer inside of a URI fragment.
fn decode_pointer(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = match tail {
            [high, low, ..] if *first == b'%' => digit(*high).zip(digit(*low)),
            _ => None,
        };
        if let Some((high, low)) = hex {
            bytes.push(high * 16 + low);
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    let name = String::from_utf8_lossy(&bytes);
    name.replace("~1", "/").replace("~0", "~")
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16)?.try_into().ok()
}

/// Calls `found` with every reference at any depth.
pub(crate) fn references<'v>(value: &'v Value, found: &mut impl FnMut(&'v str)) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get("$ref") {
                found(reference);
            }
            map.values().for_each(|value| references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

/// Replaces the `#/definitions/` of older drafts by `#/$defs/`, because definitions of several
/// arguments share one keyword.
pub(super) fn rename(schema: &mut Map<String, Value>) {
    for (key, value) in schema.iter_mut() {
        match value {
            Value::String(reference) if key == "$ref" => {
                if let Some(name) = reference.strip_prefix("#/definitions/") {
                    *reference = format!("#/$defs/{name}");
                }
            }
            Value::Object(map) => rename(map),
            Value::Array(values) => {
                let maps = values.iter_mut().filter_map(Value::as_object_mut);
                maps.for_each(rename);
            }
            _ => {}
        }
    }
}

/// Returns the definitions that these schemas refer to, directly or through other definitions.
pub(super) fn reachable<'v>(
    schemas: impl IntoIterator<Item = &'v Value>,
    definitions: &'v Map<String, Value>,
) -> Map<String, Value> {
    let (mut names, mut open) = (BTreeSet::new(), Vec::new());
    let mut queue: Vec<&Value> = schemas.into_iter().collect();
    while let Some(schema) = queue.pop() {
        references(schema, &mut |reference| {
            open.extend(definition_name(reference));
        });
        for name in open.drain(..) {
            if let Some(definition) = definitions.get(&name)
                && names.insert(name)
            {
                queue.push(definition);
            }
        }
    }
    let definitions = definitions.iter();
    definitions
        .filter(|(name, _)| names.contains(*name))
        .map(|(name, schema)| (name.clone(), schema.clone()))
        .collect()
}

/// Returns `true` if a definition refers to itself, directly or through other definitions.
pub(crate) fn is_recursive(name: &str, definitions: &Map<String, Value>) -> bool {
    definitions.get(name).is_some_and(|definition| {
        let needed = reachable([definition], definitions);
        needed.contains_key(name)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_local_reference_is_read_with_its_escapes() {
        for (reference, name) in [
            ("#/$defs/Node", Some("Node")),
            ("#/definitions/Node", Some("Node")),
            ("#/$defs/a~1b~0c%20d", Some("a/b~c d")),
            ("#/$defs/100%", Some("100%")),
            ("#", None),
            ("#/properties/a", None),
            ("#/$defs/a/items", None),
            ("https://example.com/a.json", None),
        ] {
            assert_eq!(definition_name(reference).as_deref(), name);
        }
    }

    #[test]
    fn only_what_is_needed_is_reachable_and_recursion_is_seen_through_others() {
        let definitions = json!({
            "A": {"items": {"$ref": "#/$defs/B"}},
            "B": {"items": {"$ref": "#/$defs/A"}},
            "C": {"items": {"$ref": "#/$defs/A"}},
            "D": {"type": "string"}
        });
        let definitions = definitions.as_object().unwrap();
        let needed = reachable([&json!({"anyOf": [{"$ref": "#/$defs/B"}]})], definitions);
        let names: BTreeSet<_> = needed.keys().map(String::as_str).collect();
        assert_eq!(names, BTreeSet::from(["A", "B"]));
        let recursive = ["A", "B", "C", "D"].map(|name| is_recursive(name, definitions));
        assert_eq!(recursive, [true, true, false, false]);
    }
}
