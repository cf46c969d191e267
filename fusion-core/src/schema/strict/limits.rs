//! The limits of one schema in the strict subset.

use serde_json::{Map, Value};

/// The maximum number of levels of arrays and objects, the root included.
pub(super) const MAX_DEPTH: usize = 10;
/// The maximum number of properties of all objects.
const MAX_PROPERTIES: usize = 5_000;
/// The maximum number of values of all enums.
const MAX_VALUES: usize = 1_000;
/// The maximum length of all names of properties and all values of enums, in characters.
const MAX_TEXT: usize = 120_000;
/// The number of values from which the length of one enum's values is limited.
const LARGE_ENUM: usize = 250;
/// The maximum length of the values of a large enum, in characters.
const MAX_ENUM_TEXT: usize = 15_000;

/// A limit that a schema exceeds.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ExceededLimit {
    /// The counted things, in the plural.
    pub(crate) what: &'static str,
    pub(crate) found: usize,
    pub(crate) limit: usize,
}

/// Returns the limits that a converted input schema exceeds.
pub(crate) fn exceeded(schema: &Map<String, Value>) -> Vec<ExceededLimit> {
    let mut size = SchemaSize::default();
    size.add(schema);
    let checks = [
        ("fields", size.properties, MAX_PROPERTIES),
        ("enum values", size.values, MAX_VALUES),
        ("characters of names and enum values", size.text, MAX_TEXT),
        (
            "characters of values in one enum",
            size.large_enum,
            MAX_ENUM_TEXT,
        ),
    ];
    let exceeded = checks.into_iter().filter(|(_, found, limit)| found > limit);
    exceeded
        .map(|(what, found, limit)| ExceededLimit { what, found, limit })
        .collect()
}

/// Returns `levels` if they are too many.
pub(super) fn too_deep(levels: usize) -> Option<usize> {
    (levels > MAX_DEPTH).then_some(levels)
}

/// Returns the number of levels of arrays and objects of a converted schema.
pub(super) fn depth(schema: &Map<String, Value>) -> usize {
    let inner = children(schema).map(depth).max().unwrap_or_default();
    let container = schema.contains_key("items") || schema.contains_key("properties");
    inner + usize::from(container)
}

#[derive(Default)]
struct SchemaSize {
    properties: usize,
    values: usize,
    text: usize,
    /// The length of the values of the longest enum with more than [`LARGE_ENUM`] values.
    large_enum: usize,
}

impl SchemaSize {
    fn add(&mut self, schema: &Map<String, Value>) {
        if let Some(Value::Object(fields)) = schema.get("properties") {
            self.properties += fields.len();
            self.text += fields.keys().map(|name| length(name)).sum::<usize>();
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            let texts = values.iter().filter_map(Value::as_str);
            let text = texts.map(length).sum();
            self.values += values.len();
            self.text += text;
            if values.len() > LARGE_ENUM {
                self.large_enum = self.large_enum.max(text);
            }
        }
        children(schema).for_each(|schema| self.add(schema));
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Returns the schemas directly inside of a converted schema.
fn children(schema: &Map<String, Value>) -> impl Iterator<Item = &Map<String, Value>> {
    let fields = schema.get("properties").and_then(Value::as_object);
    let branches = schema.get("anyOf").and_then(Value::as_array);
    let fields = fields.into_iter().flat_map(Map::values);
    let branches = branches.into_iter().flatten();
    let all = fields.chain(branches).chain(schema.get("items"));
    all.filter_map(Value::as_object)
}
