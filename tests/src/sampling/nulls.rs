//! `null` in a field that may be left out: the same as leaving it out, and in no schema.

use serde_json::{Map, Value};

use super::oracle::validator;

/// `value` with every such `null` left out; `None` where there is none.
pub(super) fn without(schema: &Value, value: &Value) -> Option<Value> {
    has_member(value).then(|| Document { root: schema }.settled(schema, value))
}

fn has_member(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.values().any(|one| one.is_null() || has_member(one)),
        Value::Array(values) => values.iter().any(has_member),
        _ => false,
    }
}

/// A schema with those inside it.
#[derive(Clone, Copy)]
struct Document<'s> {
    /// Has the definitions.
    root: &'s Value,
}

impl<'s> Document<'s> {
    /// Returns `true` if a schema inside the document accepts `value`.
    fn takes(self, schema: &Value, value: &Value) -> bool {
        let mut schema = schema.clone();
        if let (Value::Object(schema), Some(defs)) = (&mut schema, self.root.get("$defs")) {
            schema.insert("$defs".to_owned(), defs.clone());
        }
        validator(&schema).is_valid(value)
    }

    /// Returns the schema that a schema refers to.
    fn target(self, schema: &Value) -> Option<&'s Value> {
        let pointer = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
        self.root.pointer(pointer)
    }

    fn settled(self, schema: &Value, value: &Value) -> Value {
        if let Some(target) = self.target(schema) {
            return self.settled(target, value);
        }
        if let Some(Value::Array(parts)) = schema.get("allOf") {
            let whole = value.clone();
            return parts
                .iter()
                .fold(whole, |value, part| self.settled(part, &value));
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = schema.get(keyword) {
                let mut read = branches.iter().map(|one| (one, self.settled(one, value)));
                let taken = read.find(|(branch, read)| self.takes(branch, read));
                return taken.map_or_else(|| value.clone(), |(_, read)| read);
            }
        }
        match value {
            Value::Object(map) => Value::Object(self.members(schema, map)),
            Value::Array(values) => {
                let first = schema.get("prefixItems").and_then(Value::as_array);
                let items = values.iter().enumerate().map(|(index, value)| {
                    let own = first.and_then(|first| first.get(index));
                    match own.or(schema.get("items")) {
                        Some(schema) => self.settled(schema, value),
                        None => value.clone(),
                    }
                });
                items.collect()
            }
            other => other.clone(),
        }
    }

    fn members(self, schema: &Value, map: &Map<String, Value>) -> Map<String, Value> {
        let required = schema.get("required").and_then(Value::as_array);
        let mut kept = Map::new();
        for (name, value) in map {
            let known = schema
                .get("properties")
                .and_then(|properties| properties.get(name));
            let may_go = !required.is_some_and(|names| names.iter().any(|one| one == name));
            match known.or(schema.get("additionalProperties")) {
                Some(own) if value.is_null() => {
                    if !(known.is_some() && may_go && !self.takes(own, value)) {
                        kept.insert(name.clone(), Value::Null);
                    }
                }
                Some(own) => {
                    kept.insert(name.clone(), self.settled(own, value));
                }
                None => {
                    kept.insert(name.clone(), value.clone());
                }
            }
        }
        kept
    }
}
