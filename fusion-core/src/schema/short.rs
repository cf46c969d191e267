//! Schemas of short values: those that a sentence can show.

use serde_json::{Map, Value};

/// Returns `Err` with the kind of the values that a sentence cannot show, such as `a list`, if a schema accepts any.
/// References are those to `definitions`.
pub(crate) fn check_short(
    schema: &Map<String, Value>,
    definitions: &Map<String, Value>,
) -> Result<(), &'static str> {
    let mut open = Vec::new();
    Definitions(definitions).check(schema, &mut open)
}

const ANY: &str = "a value of any kind";
const LIST: &str = "a list";
const OBJECT: &str = "an object";

struct Definitions<'d>(&'d Map<String, Value>);

impl<'d> Definitions<'d> {
    /// Checks a schema. `open` has the names of the definitions that it stands in.
    fn check<'s>(
        &self,
        schema: &'s Map<String, Value>,
        open: &mut Vec<&'s str>,
    ) -> Result<(), &'static str>
    where
        'd: 's,
    {
        if let Some(value) = schema.get("const") {
            return check_value(value);
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            return values.iter().try_for_each(check_value);
        }
        match schema.get("type") {
            Some(Value::String(name)) => return check_type(name),
            Some(Value::Array(names)) => {
                let mut names = names.iter().filter_map(Value::as_str);
                return names.try_for_each(check_type);
            }
            _ => {}
        }
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.strip_prefix("#/$defs/").ok_or(ANY)?;
            let definition = self.0.get(name).and_then(Value::as_object).ok_or(ANY)?;
            if open.contains(&name) {
                // The definition contains itself, so that only its other branches accept a value.
                return Ok(());
            }
            open.push(name);
            let checked = self.check(definition, open);
            open.pop();
            return checked;
        }
        for keyword in ["oneOf", "anyOf"] {
            if let Some(Value::Array(branches)) = schema.get(keyword) {
                let mut branches = branches.iter();
                return branches
                    .try_for_each(|branch| self.check(branch.as_object().ok_or(ANY)?, open));
            }
        }
        let Some(Value::Array(parts)) = schema.get("allOf") else {
            return Err(ANY);
        };
        // A value fits all parts, so that one of them is enough.
        let mut refused = Err(ANY);
        for part in parts.iter().filter_map(Value::as_object) {
            match self.check(part, open) {
                Ok(()) => return Ok(()),
                Err(kind) if refused == Err(ANY) => refused = Err(kind),
                Err(_) => {}
            }
        }
        refused
    }
}

fn check_type(name: &str) -> Result<(), &'static str> {
    match name {
        "array" => Err(LIST),
        "object" => Err(OBJECT),
        _ => Ok(()),
    }
}

fn check_value(value: &Value) -> Result<(), &'static str> {
    match value {
        Value::Array(_) => Err(LIST),
        Value::Object(_) => Err(OBJECT),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_short_values_are_shown() {
        let definitions = json!({
            "Id": {"type": "string"},
            "Ids": {"type": "array", "items": {"type": "string"}},
            "Loop": {"anyOf": [{"$ref": "#/$defs/Loop"}, {"type": "integer"}]},
            "Tree": {"anyOf": [{"type": "object"}, {"$ref": "#/$defs/Tree"}]},
        });
        let (ok, definitions) = (Ok(()), definitions.as_object().unwrap());
        for (schema, expected) in [
            (json!({"type": "string", "format": "date"}), ok),
            (json!({"type": ["integer", "null"]}), ok),
            (json!({"enum": ["a", 1, null]}), ok),
            (json!({"const": true}), ok),
            (json!({"oneOf": [{"const": "a"}, {"type": "boolean"}]}), ok),
            (json!({"$ref": "#/$defs/Id"}), ok),
            (
                json!({"anyOf": [{"$ref": "#/$defs/Id"}, {"type": "null"}]}),
                ok,
            ),
            (
                json!({"allOf": [{"description": "x"}, {"$ref": "#/$defs/Id"}]}),
                ok,
            ),
            (json!({"$ref": "#/$defs/Loop"}), ok),
            (json!({"type": "object"}), Err(OBJECT)),
            (json!({"type": ["array", "null"]}), Err(LIST)),
            (json!({"enum": ["a", []]}), Err(LIST)),
            (
                json!({"oneOf": [{"const": "a"}, {"type": "object"}]}),
                Err(OBJECT),
            ),
            (json!({"$ref": "#/$defs/Ids"}), Err(LIST)),
            (json!({"$ref": "#/$defs/Tree"}), Err(OBJECT)),
            (
                json!({"allOf": [{"description": "x"}, {"$ref": "#/$defs/Ids"}]}),
                Err(LIST),
            ),
            (json!({"anyOf": [true, {"type": "string"}]}), Err(ANY)),
            (json!({"$ref": "#/$defs/None"}), Err(ANY)),
            (json!({}), Err(ANY)),
        ] {
            let checked = check_short(schema.as_object().unwrap(), definitions);
            assert_eq!(checked, expected, "{schema}");
        }
    }
}
