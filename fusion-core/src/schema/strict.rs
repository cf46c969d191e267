//! The conversion of a finished schema into the subset of OpenAI's strict function calling.
//!
//! Rules that the subset lacks are dropped where the rest stays true of every accepted value; the
//! plan of the argument still enforces them. The conversion fails where the shape would change.

mod keywords;
mod limits;
mod refusal;
#[cfg(test)]
mod tests;

pub(crate) use limits::{ExceededLimit, exceeded};

use serde_json::{Map, Value, json};

use self::{
    keywords::{ARRAY, BESIDE_CHOICE, COMPOSITIONS, FORMATS, NUMBER},
    refusal::StrictRefusal,
};
use crate::{
    args::{expected, span},
    definition::ArgDef,
    spec::sentence::{append_sentence, with_tail},
};

/// Returns the reason why an argument cannot be published, and the fix.
pub(super) fn refusal(arg: &ArgDef) -> Option<String> {
    if arg.leaf.nested_option && !arg.required {
        return Some(null_refusal());
    }
    if let Some(path) = &arg.leaf.null_field {
        return Some(StrictRefusal::nested_option().inside(path).to_string());
    }
    match convert(&arg.leaf.schema) {
        Err(refusal) => Some(refusal.to_string()),
        // The tool's own object is one level.
        Ok(schema) => limits::too_deep(limits::depth(&schema) + 1)
            .map(|levels| StrictRefusal::depth(levels).to_string()),
    }
}

/// Returns the reason why an optional argument for which `null` is a value cannot be published.
pub(super) fn null_refusal() -> String {
    StrictRefusal::nested_option().to_string()
}

/// Returns the published form of a whole input schema.
pub(super) fn input(schema: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    let choice = ["anyOf", "oneOf"]
        .iter()
        .find(|keyword| schema.contains_key(**keyword));
    if let Some(keyword) = choice {
        return Err(StrictRefusal::keyword(keyword).to_string());
    }
    let strict = convert(schema).map_err(|refusal| refusal.to_string())?;
    match limits::too_deep(limits::depth(&strict)) {
        None => Ok(strict),
        Some(levels) => Err(StrictRefusal::depth(levels).to_string()),
    }
}

/// Converts one schema and all schemas inside of it.
fn convert(own: &Map<String, Value>) -> Result<Map<String, Value>, StrictRefusal> {
    let foreign = COMPOSITIONS
        .iter()
        .find(|keyword| own.contains_key(**keyword));
    if let Some(keyword) = foreign {
        return Err(StrictRefusal::keyword(keyword));
    }
    let mut schema = shape(own)?;
    let docs = own.get("description").and_then(Value::as_str);
    let docs = docs.unwrap_or_default();
    let text = with_tail(docs, &dropped_rules(own, docs));
    if !text.is_empty() {
        schema.insert("description".to_owned(), text.into());
    }
    Ok(schema)
}

fn shape(own: &Map<String, Value>) -> Result<Map<String, Value>, StrictRefusal> {
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = own.get(keyword) {
            return choice(own, keyword, branches);
        }
    }
    if let Some(Value::Array(values)) = own.get("enum") {
        return enumeration(own, values);
    }
    if let Some(value) = own.get("const") {
        return enumeration(own, std::slice::from_ref(value));
    }
    let types = types(own)?;
    let mut schema = Map::new();
    for name in &types {
        match *name {
            "string" => string(own, &mut schema),
            "integer" | "number" => copy(&NUMBER, own, &mut schema),
            "array" => array(own, &mut schema)?,
            "object" => object(own, &mut schema)?,
            _ => {}
        }
    }
    schema.insert("type".to_owned(), type_value(&types));
    Ok(schema)
}

/// Converts a choice. The subset has `anyOf` only.
fn choice(
    own: &Map<String, Value>,
    keyword: &str,
    branches: &[Value],
) -> Result<Map<String, Value>, StrictRefusal> {
    let others = ["anyOf", "oneOf"];
    let others = others.iter().filter(|other| **other != keyword);
    let mut beside = BESIDE_CHOICE.iter().chain(others);
    if beside.any(|keyword| own.contains_key(*keyword)) {
        return Err(StrictRefusal::open_object());
    }
    let branches = branches.iter().map(convert_value);
    let branches: Vec<Value> = branches
        .map(|branch| branch.map(Value::Object))
        .collect::<Result<_, _>>()?;
    Ok(Map::from_iter([("anyOf".to_owned(), branches.into())]))
}

fn convert_value(schema: &Value) -> Result<Map<String, Value>, StrictRefusal> {
    match schema {
        Value::Object(schema) => convert(schema),
        _ => Err(StrictRefusal::anything()),
    }
}

fn enumeration(
    own: &Map<String, Value>,
    values: &[Value],
) -> Result<Map<String, Value>, StrictRefusal> {
    let mut names: Vec<&str> = Vec::new();
    for value in values {
        let name = type_of(value).ok_or_else(|| StrictRefusal::keyword("enum"))?;
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let stated = own.get("type").cloned();
    Ok(Map::from_iter([
        (
            "type".to_owned(),
            stated.unwrap_or_else(|| type_value(&names)),
        ),
        ("enum".to_owned(), values.into()),
    ]))
}

/// Returns the type of a value in an enum; `None` for arrays and objects.
fn type_of(value: &Value) -> Option<&'static str> {
    match value {
        Value::Null => Some("null"),
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) if number.is_f64() => Some("number"),
        Value::Number(_) => Some("integer"),
        Value::String(_) => Some("string"),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns the types that a schema states, or that its keywords imply.
fn types(own: &Map<String, Value>) -> Result<Vec<&str>, StrictRefusal> {
    let types: Vec<&str> = match own.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ if own.contains_key("properties") => vec!["object"],
        _ if own.contains_key("items") => vec!["array"],
        _ => Vec::new(),
    };
    if types.is_empty() {
        return Err(StrictRefusal::anything());
    }
    Ok(types)
}

fn type_value(names: &[&str]) -> Value {
    match names {
        [only] => (*only).into(),
        names => names.into(),
    }
}

fn string(own: &Map<String, Value>, schema: &mut Map<String, Value>) {
    for (keyword, value) in kept_text_rules(own) {
        schema.insert(keyword.to_owned(), value.into());
    }
}

/// Returns the pattern and the format, if the subset has them.
fn kept_text_rules(own: &Map<String, Value>) -> impl Iterator<Item = (&'static str, &str)> {
    let text = |keyword: &'static str| Some((keyword, own.get(keyword)?.as_str()?));
    let pattern = text("pattern").filter(|(_, pattern)| !looks_around(pattern));
    let format = text("format").filter(|(_, format)| FORMATS.contains(format));
    pattern.into_iter().chain(format)
}

/// Returns `true` if a regular expression looks ahead or behind, which the subset refuses.
fn looks_around(pattern: &str) -> bool {
    ["(?=", "(?!", "(?<=", "(?<!"]
        .iter()
        .any(|group| pattern.contains(group))
}

fn copy(keywords: &[&str], own: &Map<String, Value>, schema: &mut Map<String, Value>) {
    for keyword in keywords {
        if let Some(value) = own.get(*keyword) {
            schema.insert((*keyword).to_owned(), value.clone());
        }
    }
}

/// Converts an array. The elements of a tuple are also described by `items`, which the subset has.
fn array(own: &Map<String, Value>, schema: &mut Map<String, Value>) -> Result<(), StrictRefusal> {
    let items = own.get("items").ok_or_else(StrictRefusal::anything);
    let items = items.and_then(convert_value);
    let items = items.map_err(|refusal| refusal.inside("[]"))?;
    schema.insert("items".to_owned(), items.into());
    copy(&ARRAY, own, schema);
    Ok(())
}

/// Converts an object: each of its fields becomes required, and an optional one nullable.
fn object(own: &Map<String, Value>, schema: &mut Map<String, Value>) -> Result<(), StrictRefusal> {
    let empty = Map::new();
    let fields = own.get("properties").and_then(Value::as_object);
    match own.get("additionalProperties") {
        Some(Value::Bool(false)) => {}
        Some(_) if fields.is_none_or(Map::is_empty) => return Err(StrictRefusal::map()),
        _ => return Err(StrictRefusal::open_object()),
    }
    let required = own.get("required").and_then(Value::as_array);
    let required: Vec<_> = required
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut properties = Map::new();
    for (name, field) in fields.unwrap_or(&empty) {
        let step = format!(".{name}");
        let field = convert_value(field).map_err(|refusal| refusal.inside(&step));
        let mut field = field?;
        if !required.contains(&name.as_str()) {
            accept_null(&mut field);
        }
        properties.insert(name.clone(), field.into());
    }
    // The fields that are required anyway stay first, as clients find the discriminator there.
    let known = required
        .iter()
        .filter(|name| properties.contains_key(**name));
    let others = properties.keys().map(String::as_str);
    let others = others.filter(|name| !required.contains(name));
    let names: Vec<Value> = known.copied().chain(others).map(Value::from).collect();
    schema.insert("properties".to_owned(), properties.into());
    schema.insert("required".to_owned(), names.into());
    schema.insert("additionalProperties".to_owned(), false.into());
    Ok(())
}

/// Adds `null` to the values that a converted schema accepts.
fn accept_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        let null = json!({"type": "null"});
        if !branches.contains(&null) {
            branches.push(null);
        }
        return;
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    match schema.get_mut("type") {
        Some(Value::Array(names)) if !names.iter().any(|name| name == "null") => {
            names.push("null".into());
        }
        Some(name) if name.is_string() && name != "null" => *name = json!([name, "null"]),
        _ => {}
    }
}

/// Formats the rules that a model must know and that the subset lacks: `Default: 20. Length: 1..80`.
fn dropped_rules(own: &Map<String, Value>, docs: &str) -> String {
    let mut text = String::new();
    let mut add = |rule: Option<String>| {
        append_sentence(&mut text, &rule.unwrap_or_default());
    };
    let is_new = |words: &String| !docs.contains(words);
    // The docs may end with limits in words.
    let default = own.get("default").map(ToString::to_string);
    let default = default.filter(|value| is_new(&format!("default {value}")));
    add(default.map(|value| format!("Default: {value}")));
    let length = span(own, "minLength", "maxLength");
    let length = length.filter(|span| is_new(&format!("length {span}")));
    add(length.map(|span| format!("Length: {span}")));
    let kept: Vec<&str> = kept_text_rules(own).map(|(keyword, _)| keyword).collect();
    for (keyword, words) in [("format", "Format"), ("pattern", "Pattern")] {
        let rule = own.get(keyword).and_then(Value::as_str);
        let rule = rule.filter(|_| !kept.contains(&keyword));
        add(rule.map(|rule| format!("{words}: {rule}")));
    }
    let not = own.get("not").and_then(Value::as_object);
    add(not.map(|not| format!("Not: {}", expected(not))));
    let unique = own.get("uniqueItems") == Some(&Value::Bool(true));
    add(unique.then(|| "No duplicates".to_owned()));
    text
}
