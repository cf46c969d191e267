//! Choices: one flat `anyOf`, closed wherever its branches are whole objects.

use serde_json::{Map, Value, json};

/// Keywords that describe a place and do not restrict it.
pub(super) const ANNOTATIONS: [&str; 7] = [
    "default",
    "deprecated",
    "description",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
];

/// Replaces a choice of one branch by that branch. Annotations beside the choice take precedence.
pub(super) fn unwrap_single(schema: &mut Map<String, Value>) -> bool {
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let Some([Value::Object(only)]) = schema
            .get(keyword)
            .and_then(Value::as_array)
            .map(Vec::as_slice)
        else {
            continue;
        };
        // The description of a single documented value belongs to the value, not to the type.
        let is_a_value = keyword == "oneOf" && only.contains_key("const");
        let collides = only
            .keys()
            .any(|key| schema.contains_key(key) && !ANNOTATIONS.contains(&key.as_str()));
        if is_a_value || collides {
            continue;
        }
        let only = only.clone();
        schema.remove(keyword);
        for (key, value) in only {
            schema.entry(key).or_insert(value);
        }
        return true;
    }
    false
}

/// Moves the branches of a nested `anyOf` into the outer one, which is equivalent.
pub(super) fn splice(schema: &mut Map<String, Value>) {
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = schema.get_mut(keyword) else {
            continue;
        };
        let mut flat = Vec::with_capacity(branches.len());
        for branch in branches.drain(..) {
            match choice_branches(&branch) {
                Some((inner, docs)) => {
                    for mut branch in inner {
                        document(&mut branch, docs.as_deref());
                        flat.push(branch);
                    }
                }
                None => flat.push(branch),
            }
        }
        for branch in flat {
            if !branches.contains(&branch) {
                branches.push(branch);
            }
        }
    }
}

/// Returns the branches of a schema that contains only a choice, and its description. Values in a
/// `oneOf` are an enum with documentation, not branches.
fn choice_branches(branch: &Value) -> Option<(Vec<Value>, Option<String>)> {
    let branch = branch.as_object()?;
    let (keyword, choices) = branch
        .iter()
        .find(|(key, _)| matches!(key.as_str(), "anyOf" | "oneOf"))?;
    let rest = branch.keys().filter(|key| *key != keyword);
    if !rest.clone().all(|key| ANNOTATIONS.contains(&key.as_str())) {
        return None;
    }
    let choices = choices.as_array()?;
    let value = |one: &Value| one.get("const").is_some() || one.get("enum").is_some();
    if keyword == "oneOf" && choices.iter().all(value) {
        return None;
    }
    let docs = branch.get("description").and_then(Value::as_str);
    Some((choices.clone(), docs.map(str::to_owned)))
}

fn document(branch: &mut Value, docs: Option<&str>) {
    if let (Value::Object(branch), Some(docs)) = (branch, docs)
        && !branch.get("type").is_some_and(|name| name == "null")
    {
        branch
            .entry("description")
            .or_insert_with(|| Value::from(docs));
    }
}

/// Converts `oneOf` into `anyOf`, because serde uses the first matching branch, and some clients
/// support no other keyword. The properties beside it move into its branches, so that each is a
/// whole object.
pub(super) fn settle(schema: &mut Map<String, Value>) {
    if !schema.contains_key("anyOf")
        && let Some(branches) = schema.remove("oneOf")
    {
        schema.insert("anyOf".to_owned(), branches);
    }
    if let Some(branches) = distribute_fields(schema) {
        for keyword in [
            "type",
            "properties",
            "required",
            "additionalProperties",
            "unevaluatedProperties",
            "allOf",
        ] {
            schema.remove(keyword);
        }
        schema.insert("anyOf".to_owned(), branches);
    }
}

/// The maximum number of branches that distribution may produce. Two flattened enums produce one
/// branch for each pair; above the maximum they stay separate, and open.
const MOST_BRANCHES: usize = 64;

/// Returns the branches of flattened enums with the fields around them; `None` if one of them is
/// more than a plain object, or accepts further fields.
fn distribute_fields(schema: &Map<String, Value>) -> Option<Value> {
    let choices = choices(schema)?;
    let composed = |key: &str| key == "anyOf" || key == "allOf";
    let plain = schema
        .iter()
        .all(|(key, value)| composed(key) || is_plain(key, value));
    // Branches that only contain `required` need no properties of their own.
    let named = |branches: &&Vec<Value>| {
        let mut branches = branches.iter();
        branches.any(|branch| branch.get("properties").is_some())
    };
    let count = choices
        .iter()
        .map(|branches| branches.len())
        .product::<usize>();
    if !plain || !choices.iter().all(named) || count > MOST_BRANCHES {
        return None;
    }
    let mut outer = Map::new();
    for keyword in ["properties", "required"] {
        outer.extend(
            schema
                .get(keyword)
                .map(|own| (keyword.to_owned(), own.clone())),
        );
    }
    let mut wholes = vec![outer];
    for branches in choices {
        let mut next = Vec::new();
        for whole in &wholes {
            for branch in branches {
                next.push(join_objects(whole, branch.as_object()?)?);
            }
        }
        wholes = next;
    }
    Some(wholes.into_iter().map(Value::Object).collect())
}

/// Returns the choices that apply to one object at once, if it has fields beside the choice, or
/// several choices.
fn choices(schema: &Map<String, Value>) -> Option<Vec<&Vec<Value>>> {
    if let Some(branches) = schema.get("anyOf") {
        let object = schema.get("type").is_some_and(|name| name == "object");
        let around = object && !schema.contains_key("allOf");
        return around.then(|| branches.as_array().map(|all| vec![all]))?;
    }
    let all = schema.get("allOf")?.as_array()?.iter();
    all.map(|part| {
        let part = part.as_object().filter(|part| part.len() == 1)?;
        part.get("oneOf").or_else(|| part.get("anyOf"))?.as_array()
    })
    .collect()
}

/// Joins two parts of one object; `None` if they are more than fields of different names.
fn join_objects(
    outer: &Map<String, Value>,
    branch: &Map<String, Value>,
) -> Option<Map<String, Value>> {
    let named = |part: &Map<String, Value>| part.get("properties")?.as_object().cloned();
    let (mut properties, inner) = (
        named(outer).unwrap_or_default(),
        named(branch).unwrap_or_default(),
    );
    let shared = properties.keys().any(|name| inner.contains_key(name));
    let plain = branch.iter().all(|(key, value)| is_plain(key, value));
    if shared || !plain {
        return None;
    }
    properties.extend(inner);
    let required = [outer, branch].map(|part| part.get("required")?.as_array());
    let required: Vec<_> = required.into_iter().flatten().flatten().cloned().collect();
    let docs = [outer, branch].map(|part| part.get("description")?.as_str());
    let docs: Vec<_> = docs.into_iter().flatten().collect();
    let mut whole = Map::new();
    whole.insert("type".to_owned(), "object".into());
    whole.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        whole.insert("required".to_owned(), required.into());
    }
    if !docs.is_empty() {
        whole.insert("description".to_owned(), docs.join("\n\n").into());
    }
    Some(whole)
}

fn is_plain(key: &str, value: &Value) -> bool {
    match key {
        "type" => value == "object",
        "additionalProperties" | "unevaluatedProperties" => *value == Value::Bool(false),
        "properties" | "required" => true,
        other => ANNOTATIONS.contains(&other),
    }
}

/// Adds `type: object` to a choice between objects, because old peers require it at the root of a
/// result.
pub(super) fn name_objects(schema: &mut Map<String, Value>) {
    let Some(Value::Array(branches)) = schema.get("anyOf") else {
        return;
    };
    let object = |branch: &Value| branch.get("type").is_some_and(|name| name == "object");
    if branches.iter().all(object) {
        schema.entry("type").or_insert_with(|| json!("object"));
    }
}
