//! The contents of nested values: the fields of objects at any depth, from published schemas.

use serde_json::{Map, Value};

use super::arguments::{described, push_documented};
use crate::{
    args::{expected, span},
    spec::sentence::one_line,
};

type Schema = Map<String, Value>;

/// Keywords that the words and lines of this module contain, or that restrict nothing.
const WRITTEN: [&str; 35] = [
    "$defs",
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "default",
    "deprecated",
    "description",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "prefixItems",
    "properties",
    "readOnly",
    "required",
    "title",
    "type",
    "uniqueItems",
    "writeOnly",
];

/// A walk through the schema of one argument.
pub(super) struct Nested<'s> {
    /// The targets of references.
    definitions: &'s Schema,
    /// The references that the walk is inside of. A recursive type is written once.
    open: Vec<&'s str>,
}

impl<'s> Nested<'s> {
    pub(super) fn new(definitions: &'s Schema) -> Self {
        Self {
            definitions,
            open: Vec::new(),
        }
    }

    /// Adds the lines below a value: the fields of an object, of the items of an array, of the
    /// values of a map, or of each branch of a choice.
    pub(super) fn contents(&mut self, schema: &'s Schema, depth: usize, lines: &mut Vec<String>) {
        if let Some(name) = reference(schema) {
            if let Some((name, target)) = self.definition(name)
                && !self.open.contains(&name)
            {
                self.open.push(name);
                self.contents(target, depth, lines);
                self.open.pop();
            }
            return;
        }
        self.fields(schema, depth, lines);
        for keyword in ["items", "additionalProperties"] {
            if let Some(Value::Object(inner)) = schema.get(keyword)
                && !schema.contains_key("prefixItems")
            {
                if !docs(inner).is_empty() {
                    lines.push(labelled("each:", docs(inner), depth));
                }
                self.contents(inner, depth, lines);
            }
        }
        for (index, item) in objects(schema, "prefixItems").enumerate() {
            let head = format!("- [{index}]: {}", words(item));
            self.element(&head, item, depth, lines);
        }
        for part in objects(schema, "allOf") {
            self.contents(part, depth, lines);
        }
        for keyword in ["anyOf", "oneOf"] {
            self.branches(objects(schema, keyword), depth, lines);
        }
    }

    /// Adds the fields of an object, sorted by name.
    fn fields(&mut self, schema: &'s Schema, depth: usize, lines: &mut Vec<String>) {
        let Some(Value::Object(properties)) = schema.get("properties") else {
            return;
        };
        let required = schema.get("required").and_then(Value::as_array);
        let mut properties: Vec<_> = properties.iter().collect();
        properties.sort_unstable_by_key(|(name, _)| *name);
        for (name, property) in properties {
            let Value::Object(property) = property else {
                continue;
            };
            let required = required.is_some_and(|names| names.iter().any(|one| one == name));
            let words = words(property);
            let head = described(name, &words, required, property.get("default"));
            self.element(&head, property, depth, lines);
        }
    }

    /// Adds one value inside another: its line, and its contents below.
    fn element(&mut self, head: &str, schema: &'s Schema, depth: usize, lines: &mut Vec<String>) {
        push_documented(lines, head, docs(schema), depth);
        self.contents(schema, depth + 1, lines);
    }

    /// Adds the branches of a choice that have contents.
    fn branches(
        &mut self,
        branches: impl Iterator<Item = &'s Schema>,
        depth: usize,
        lines: &mut Vec<String>,
    ) {
        let mut label = "one of:";
        for branch in branches {
            let mut inside = Vec::new();
            self.contents(branch, depth, &mut inside);
            if inside.is_empty() {
                continue;
            }
            lines.push(labelled(label, docs(branch), depth));
            lines.append(&mut inside);
            label = "or:";
        }
    }

    fn definition(&self, name: &str) -> Option<(&'s str, &'s Schema)> {
        let (name, target) = self.definitions.get_key_value(name)?;
        Some((name, target.as_object()?))
    }
}

/// Returns the type with all of its bounds: as the `Expected:` line of an error writes it, and then
/// the rules that this line omits.
pub(super) fn words(schema: &Schema) -> String {
    let mut words = expected(schema);
    if let Some(span) = span(schema, "minProperties", "maxProperties") {
        words = format!("{words}, properties {span}");
    }
    let rest = schema.iter();
    let mut rest: Vec<_> = rest
        .filter(|(key, _)| !WRITTEN.contains(&key.as_str()))
        .collect();
    // The order of a map depends on the build; the order of the text must not.
    rest.sort_unstable_by_key(|(key, _)| *key);
    for (key, value) in rest {
        words = format!("{words}, {key} {value}");
    }
    words
}

/// Returns the name of the definition that a schema refers to.
fn reference(schema: &Schema) -> Option<&str> {
    let reference = schema.get("$ref")?.as_str()?;
    reference.rsplit('/').next()
}

/// `one of: A circle`, indented.
fn labelled(label: &str, docs: &str, depth: usize) -> String {
    let line = format!("{}{label} {}", "  ".repeat(depth), one_line(docs));
    line.trim_end().to_owned()
}

fn docs(schema: &Schema) -> &str {
    let docs = schema.get("description").and_then(Value::as_str);
    docs.unwrap_or_default()
}

/// Returns the schemas that a keyword lists.
fn objects<'s>(schema: &'s Schema, keyword: &str) -> impl Iterator<Item = &'s Schema> {
    let list = schema.get(keyword).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_object)
}
