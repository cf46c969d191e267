//! The forms of questions to the user: flat objects of the few schemas that the protocol's elicitation has.

#[cfg(test)]
mod tests;

use serde_json::{Map, Number, Value, json};

use super::portable::is_safe;
use crate::spec::sentence::first_sentence;

/// The formats of texts that a form shows.
const FORM_FORMATS: [&str; 4] = ["date", "date-time", "email", "uri"];

/// The kinds of fields that a form has, for the texts of errors.
const KINDS: &str =
    "texts, numbers, booleans, enums without values, lists of such enums, and `Option`s of these";

/// Returns the form of a type with this schema. `Err` names the field that no form can show, and the way out.
pub(super) fn form(schema: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    let is_object = schema.get("type").and_then(Value::as_str) == Some("object");
    let composed = ["oneOf", "anyOf", "allOf", "$ref", "not", "if"];
    if !is_object || composed.iter().any(|keyword| schema.contains_key(*keyword)) {
        return Err(format!(
            "it is no flat struct: a form has fields of {KINDS}"
        ));
    }
    if let Some(Value::Object(_)) = schema.get("additionalProperties") {
        return Err("it has fields of any name: write them as the fields of a struct".to_owned());
    }
    let mut properties = Map::new();
    let mut nullable = Vec::new();
    if let Some(Value::Object(fields)) = schema.get("properties") {
        for (name, field) in fields {
            let (field, takes_null) = without_null(field);
            if takes_null {
                nullable.push(name.as_str());
            }
            let shown = form_field(&field).map_err(|reason| format!("field `{name}` {reason}"))?;
            properties.insert(name.clone(), Value::Object(shown));
        }
    }
    let required = schema.get("required").and_then(Value::as_array);
    let required = required.into_iter().flatten().filter_map(Value::as_str);
    let required: Vec<_> = required.filter(|name| !nullable.contains(name)).collect();
    let mut form = Map::new();
    form.insert("type".to_owned(), json!("object"));
    form.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        form.insert("required".to_owned(), json!(required));
    }
    Ok(form)
}

/// Returns the schema of a value that is not `null`, and whether it may be.
fn without_null(field: &Value) -> (Map<String, Value>, bool) {
    let Value::Object(field) = field else {
        return (Map::new(), false);
    };
    let mut field = field.clone();
    if let Some(Value::Array(names)) = field.get("type") {
        let others: Vec<_> = names
            .iter()
            .filter(|name| *name != "null")
            .cloned()
            .collect();
        let takes_null = others.len() < names.len();
        if let [only] = others.as_slice() {
            let only = only.clone();
            field.insert("type".to_owned(), only);
        }
        // An enum of an `Option` lists `null` among its values.
        if let Some(Value::Array(values)) = field.get_mut("enum") {
            values.retain(|value| !value.is_null());
        }
        return (field, takes_null);
    }
    if let Some(Value::Array(branches)) = field.get("anyOf") {
        let is_null = |branch: &&Value| branch.get("type").and_then(Value::as_str) == Some("null");
        let others: Vec<_> = branches
            .iter()
            .filter(|branch| !is_null(branch))
            .cloned()
            .collect();
        if let ([Value::Object(only)], true) = (others.as_slice(), others.len() < branches.len()) {
            let mut only = only.clone();
            field.remove("anyOf");
            only.extend(field);
            return (only, true);
        }
    }
    (field, false)
}

/// Returns a field as a form shows it.
fn form_field(field: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    let is_secret = field.get("writeOnly") == Some(&Value::Bool(true))
        || field.get("format").and_then(Value::as_str) == Some("password");
    if is_secret {
        return Err(
            "is a secret, which a client and its model would see: read it from the server's own settings or pages, \
             and remove the field"
                .to_owned(),
        );
    }
    let mut shown = Map::new();
    if let Some(values) = enumerated(field) {
        shown.insert("type".to_owned(), json!("string"));
        add_choices(&mut shown, values?, "oneOf");
        // The titles of an older revision.
        copy(field, &mut shown, &["enumNames"]);
        return Ok(with_texts(shown, field));
    }
    match field.get("type").and_then(Value::as_str) {
        Some("string") => {
            copy(field, &mut shown, &["type", "minLength", "maxLength"]);
            let format = field.get("format").filter(|format| {
                format
                    .as_str()
                    .is_some_and(|format| FORM_FORMATS.contains(&format))
            });
            if let Some(format) = format {
                shown.insert("format".to_owned(), format.clone());
            }
        }
        Some("boolean") => copy(field, &mut shown, &["type"]),
        Some("integer") => {
            shown.insert("type".to_owned(), json!("integer"));
            for (bound, exclusive, step) in [
                ("minimum", "exclusiveMinimum", 1),
                ("maximum", "exclusiveMaximum", -1),
            ] {
                let inclusive = field.get(bound).and_then(Value::as_i64);
                let next = |value: &Value| value.as_i64()?.checked_add(step);
                let limit = inclusive.or_else(|| field.get(exclusive).and_then(next));
                if let Some(limit) = limit.filter(|limit| is_safe(&Number::from(*limit))) {
                    shown.insert(bound.to_owned(), json!(limit));
                }
            }
        }
        Some("number") => copy(field, &mut shown, &["type", "minimum", "maximum"]),
        Some("array") => {
            let items = field.get("items").and_then(Value::as_object);
            let Some(values) = items.and_then(enumerated) else {
                return Err(refused(field));
            };
            let mut items = Map::new();
            add_choices(&mut items, values?, "anyOf");
            if items.contains_key("enum") {
                items.insert("type".to_owned(), json!("string"));
            }
            copy(field, &mut shown, &["type", "minItems", "maxItems"]);
            shown.insert("items".to_owned(), items.into());
        }
        _ => return Err(refused(field)),
    }
    Ok(with_texts(shown, field))
}

/// Adds the title, the description and the default of a field.
fn with_texts(mut shown: Map<String, Value>, field: &Map<String, Value>) -> Map<String, Value> {
    copy(field, &mut shown, &["title", "description"]);
    if let Some(default) = field.get("default").filter(|default| !default.is_null()) {
        shown.insert("default".to_owned(), default.clone());
    }
    shown
}

fn copy(from: &Map<String, Value>, to: &mut Map<String, Value>, keywords: &[&str]) {
    for keyword in keywords {
        if let Some(value) = from.get(*keyword) {
            to.insert((*keyword).to_owned(), value.clone());
        }
    }
}

/// A value that a form offers, with its title.
struct FormChoice {
    value: String,
    title: Option<String>,
}

/// Returns the values of an enum; `None` for another schema.
fn enumerated(field: &Map<String, Value>) -> Option<Result<Vec<FormChoice>, String>> {
    let mut choices = Vec::new();
    let branches = ["oneOf", "anyOf"]
        .iter()
        .find_map(|keyword| field.get(*keyword)?.as_array());
    match branches {
        Some(branches) => {
            for branch in branches {
                choices.extend(listed(branch.as_object()?)?);
            }
        }
        None => choices.extend(listed(field)?),
    }
    let texts: Option<Vec<_>> = choices.into_iter().collect();
    Some(texts.ok_or_else(|| format!("has values that are no texts: a form has {KINDS}")))
}

/// Returns the values that one schema lists; each is `None` if it is no text.
fn listed(schema: &Map<String, Value>) -> Option<Vec<Option<FormChoice>>> {
    let choice = |value: &Value, title: Option<String>| {
        let value = value.as_str()?.to_owned();
        Some(FormChoice { value, title })
    };
    if let Some(value) = schema.get("const") {
        let text = |keyword| schema.get(keyword).and_then(Value::as_str);
        let described = || text("description").map(|docs| first_sentence(docs).text);
        let title = text("title").map(str::to_owned);
        let title = title.or_else(described);
        return Some(vec![choice(value, title)]);
    }
    let values = schema.get("enum")?.as_array()?;
    Some(values.iter().map(|value| choice(value, None)).collect())
}

/// Adds the values of an enum: with titles if any has one.
fn add_choices(shown: &mut Map<String, Value>, choices: Vec<FormChoice>, titled: &str) {
    if choices.iter().all(|choice| choice.title.is_none()) {
        let values = choices.into_iter().map(|choice| choice.value.into());
        shown.insert("enum".to_owned(), Value::Array(values.collect()));
        return;
    }
    let choices = choices.into_iter().map(|FormChoice { value, title }| {
        let title = title.unwrap_or_else(|| value.clone());
        json!({"const": value, "title": title})
    });
    shown.insert(titled.to_owned(), Value::Array(choices.collect()));
}

fn refused(field: &Map<String, Value>) -> String {
    let kind = match field.get("type").and_then(Value::as_str) {
        Some("object") => "is an object",
        Some("array") => "is a list of other values than texts of an enum",
        _ => "has no single type",
    };
    format!("{kind}: a form has {KINDS}; ask for its parts, one field each")
}
