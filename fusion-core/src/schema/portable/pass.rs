//! The walk itself: one schema at a time, then every schema inside it.

use std::fmt;

use serde_json::{Map, Value};

use super::{
    nulls::{self, Nulls},
    numbers, objects, values,
};
use crate::schema::words;

/// What says nothing to a client, or breaks it.
const NOISE: [&str; 8] = [
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$id",
    "$schema",
    "definitions",
    "title",
];

/// The string formats of JSON Schema 2020-12; validators warn of others, for each of them.
const FORMATS: [&str; 19] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

/// Makes one schema and all inside it portable; returns the documentation of its own enum values.
///
/// `open`: the schema describes only a part of its value, so that it cannot be closed.
pub(super) fn portable(
    schema: &mut Map<String, Value>,
    nulls: Nulls,
    open: bool,
) -> Result<Vec<(String, String)>, Refusal> {
    let mut nullable = false;
    loop {
        for keyword in NOISE {
            schema.remove(keyword);
        }
        if let Some(reference) = schema.get("$ref") {
            return Err(Refusal::reference(reference));
        }
        nullable |= nulls::take(schema);
        if !unwrap_single(schema) {
            break;
        }
    }
    if schema.get("default") == Some(&Value::Null) {
        schema.remove("default");
    }
    let documented = values::enumerate(schema);
    format(schema);
    objects::settle(schema, open);
    if schema.get("type") == Some(&Value::from("array")) && !schema.contains_key("items") {
        schema.insert("items".to_owned(), Value::Object(Map::new()));
    }
    children(schema, nulls, open)?;
    if nullable && nulls == Nulls::Kept {
        nulls::restore(schema);
    }
    Ok(documented)
}

/// A schema inside another one: there, the documentation of enum values goes to its description.
fn nested(schema: &mut Value, nulls: Nulls, open: bool) -> Result<(), Refusal> {
    let Value::Object(schema) = schema else {
        return Err(Refusal::anything());
    };
    let values = portable(schema, nulls, open)?;
    document(schema, &values);
    Ok(())
}

/// Writes the documentation of enum values into the description: `open: …; closed: …`.
pub(super) fn document(schema: &mut Map<String, Value>, values: &[(String, String)]) {
    if values.is_empty() {
        return;
    }
    let values = words::values(values.iter().map(|(value, docs)| (&**value, &**docs)));
    let docs = schema.get("description").and_then(Value::as_str);
    let text = words::description(docs.unwrap_or_default(), &values, "");
    schema.insert("description".to_owned(), text.into());
}

fn children(schema: &mut Map<String, Value>, nulls: Nulls, open: bool) -> Result<(), Refusal> {
    // Branches beside properties, or beside each other, describe parts of one object.
    let parts = open || schema.contains_key("properties") || schema.contains_key("allOf");
    for (keyword, value) in schema.iter_mut() {
        match (keyword.as_str(), value) {
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(schemas)) => {
                for (name, schema) in schemas.iter_mut() {
                    nested(schema, nulls, false).map_err(|no| no.inside(&format!(".{name}")))?;
                }
            }
            ("anyOf" | "oneOf", Value::Array(schemas)) => {
                each(schemas, nulls, parts)?;
            }
            ("allOf", Value::Array(schemas)) => each(schemas, nulls, true)?,
            ("prefixItems", Value::Array(schemas)) => {
                each(schemas, nulls, false).map_err(|no| no.inside("[]"))?;
            }
            ("additionalProperties", Value::Bool(false)) => {}
            ("additionalProperties" | "unevaluatedProperties", schema) => {
                nested(schema, nulls, false).map_err(|no| no.inside(".*"))?;
            }
            ("items" | "contains" | "unevaluatedItems", schema) => {
                nested(schema, nulls, false).map_err(|no| no.inside("[]"))?;
            }
            ("not" | "if" | "then" | "else" | "propertyNames", schema) => {
                nested(schema, nulls, true)?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn each(schemas: &mut [Value], nulls: Nulls, open: bool) -> Result<(), Refusal> {
    schemas
        .iter_mut()
        .try_for_each(|schema| nested(schema, nulls, open))
}

/// A choice of one is no choice. What stands outside it is said of this place, and wins.
fn unwrap_single(schema: &mut Map<String, Value>) -> bool {
    const ANNOTATIONS: [&str; 4] = ["default", "deprecated", "description", "examples"];

    for keyword in ["anyOf", "oneOf", "allOf"] {
        let Some([Value::Object(only)]) = schema
            .get(keyword)
            .and_then(Value::as_array)
            .map(Vec::as_slice)
        else {
            continue;
        };
        // The description of a single documented value is the value's, not the type's.
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

fn format(schema: &mut Map<String, Value>) {
    numbers::bound(schema);
    let known = |format: &Value| format.as_str().is_some_and(|f| FORMATS.contains(&f));
    if schema.get("format").is_some_and(|format| !known(format)) {
        schema.remove("format");
    }
}

/// What cannot be published, and where in the type.
#[derive(Debug)]
pub(super) struct Refusal {
    path: String,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// The name of a type that contains itself.
    Reference(String),
    Anything,
}

impl Refusal {
    /// A boolean schema: it takes whatever comes.
    pub(super) fn anything() -> Self {
        Self {
            path: String::new(),
            kind: Kind::Anything,
        }
    }

    fn reference(to: &Value) -> Self {
        let to = to.as_str().unwrap_or_default();
        Self {
            path: String::new(),
            kind: Kind::Reference(to.rsplit('/').next().unwrap_or_default().to_owned()),
        }
    }

    fn inside(mut self, step: &str) -> Self {
        self.path.insert_str(0, step);
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.strip_prefix('.').unwrap_or(&self.path);
        if !path.is_empty() {
            write!(f, "at `{path}`, ")?;
        }
        match &self.kind {
            Kind::Reference(name) => write!(
                f,
                "`{name}` contains itself, and clients do not follow `$ref`: nest ids instead of values, or give the field a schema of another type with `#[schemars(with = \"…\")]`"
            ),
            Kind::Anything => f.write_str(
                "any JSON is taken, and clients drop the whole list over a schema that says nothing: name a type, or `serde_json::Map<String, Value>` for any object",
            ),
        }
    }
}
