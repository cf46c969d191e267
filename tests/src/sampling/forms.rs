//! A schema as the plain schemas that it is a choice of: references followed, `allOf` joined, each
//! branch of `anyOf` and `oneOf` put together with what stands around it.

use serde_json::{Map, Value, json};

pub(super) type Form = Map<String, Value>;

/// Two choices beside each other make a form for each pair; beyond this many they are not drawn.
const MOST: usize = 64;

/// The plain schemas of which a value satisfies one. `root` is what references lead into.
pub(super) fn forms(root: &Value, schema: &Value) -> Vec<Form> {
    let own = match schema {
        Value::Object(own) => own,
        Value::Bool(false) => return Vec::new(),
        _ => return vec![Map::new()],
    };
    let mut own = own.clone();
    let mut parts = Vec::new();
    if let Some(Value::String(reference)) = own.remove("$ref") {
        let place = reference.trim_start_matches('#');
        parts.extend(root.pointer(place).map(|target| forms(root, target)));
    }
    if let Some(Value::Array(schemas)) = own.remove("allOf") {
        parts.extend(schemas.iter().map(|part| forms(root, part)));
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(schemas)) = own.remove(keyword) {
            let branches = schemas.iter().flat_map(|branch| forms(root, branch));
            parts.push(branches.collect());
        }
    }
    parts.iter().fold(vec![own], |wholes, part| {
        let pairs = wholes
            .iter()
            .flat_map(|whole| part.iter().filter_map(|one| intersect(whole, one)));
        pairs.take(MOST).collect()
    })
}

/// Returns a form that satisfies both; `None` if no value does.
fn intersect(one: &Form, other: &Form) -> Option<Form> {
    let mut whole = one.clone();
    for (keyword, theirs) in other {
        let value = match whole.get(keyword) {
            None => theirs.clone(),
            Some(ours) if ours == theirs => continue,
            Some(ours) => intersect_keyword(keyword, ours, theirs)?,
        };
        whole.insert(keyword.clone(), value);
    }
    Some(whole)
}

fn intersect_keyword(keyword: &str, ours: &Value, theirs: &Value) -> Option<Value> {
    let as_number = |value: &Value| value.as_f64().unwrap_or_default();
    let less = as_number(ours) < as_number(theirs);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    Some(match keyword {
        "type" if equals(ours, "number") && equals(theirs, "integer") => theirs.clone(),
        "type" if equals(ours, "integer") && equals(theirs, "number") => ours.clone(),
        "type" => return None,
        "enum" => {
            let values = list(ours).into_iter();
            let shared: Vec<_> = values.filter(|one| list(theirs).contains(one)).collect();
            (!shared.is_empty()).then_some(shared)?.into()
        }
        "required" => {
            let ours = list(ours);
            let more = list(theirs).into_iter().filter(|one| !ours.contains(one));
            ours.iter().cloned().chain(more).collect()
        }
        "properties" => properties(ours.as_object()?, theirs.as_object()?).into(),
        "additionalProperties" if *theirs == json!(false) => theirs.clone(),
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" if less => theirs.clone(),
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" if !less => theirs.clone(),
        _ => ours.clone(),
    })
}

fn equals(value: &Value, name: &str) -> bool {
    value == name
}

fn properties(ours: &Form, theirs: &Form) -> Form {
    let mut all = ours.clone();
    for (name, schema) in theirs {
        let whole = match all.get(name) {
            Some(own) if own != schema => json!({"allOf": [own, schema]}),
            _ => schema.clone(),
        };
        all.insert(name.clone(), whole);
    }
    all
}
