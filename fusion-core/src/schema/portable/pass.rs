//! The walk of the pass: one schema at a time, then every schema inside of it.

use serde_json::{Map, Value};

use super::{
    choices::{self, ANNOTATIONS},
    nulls, numbers, objects, refs,
    refusal::{Refusal, is_field_name},
    tuples, types, values,
};
use crate::{
    args::{ALIAS, NULL_IS_VALUE},
    schema::property_docs,
    spec::sentence::with_tail,
};

/// Keywords that have no meaning for clients, or break them.
const NOISE: [&str; 10] = [
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$id",
    "$recursiveAnchor",
    "$schema",
    "$vocabulary",
    "definitions",
    "title",
];

/// The string formats of JSON Schema 2020-12. Validators warn of every other format.
pub(crate) const FORMATS: [&str; 19] = [
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

/// The side of a call that a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SchemaSide {
    /// The arguments.
    Input {
        /// `true` if the author allows a schema that accepts any JSON.
        any: bool,
    },
    /// The result.
    Output,
}

/// The pass over one document.
pub(super) struct PortablePass<'d> {
    side: SchemaSide,
    /// The targets of references.
    definitions: &'d Map<String, Value>,
}

/// The facts about the root that its schema does not contain.
pub(super) struct RootContext {
    /// The documentation of its enum values.
    pub(super) documented: Vec<(String, String)>,
    /// `true` if `null` was removed from it.
    pub(super) nullable: bool,
}

/// The position of a schema.
#[derive(Clone, Copy)]
struct SchemaPosition {
    /// The schema describes only a part of its value, so that it cannot be closed.
    open: bool,
    /// The value may be omitted, which is equivalent to `null`.
    absent: bool,
}

const WHOLE: SchemaPosition = SchemaPosition {
    open: false,
    absent: false,
};

impl<'d> PortablePass<'d> {
    pub(super) fn new(side: SchemaSide, definitions: &'d Map<String, Value>) -> Self {
        Self { side, definitions }
    }

    /// Converts a whole schema. The documentation of its enum values is returned separately.
    pub(super) fn root(&self, schema: &mut Map<String, Value>) -> Result<RootContext, Refusal> {
        let input = self.side != SchemaSide::Output;
        let place = SchemaPosition {
            open: false,
            absent: input,
        };
        let (documented, nullable) = self.schema(schema, place)?;
        Ok(RootContext {
            documented,
            nullable,
        })
    }

    /// Converts one schema and all schemas inside of it. Returns the documentation of its own enum
    /// values, and if it accepted `null`.
    fn schema(
        &self,
        schema: &mut Map<String, Value>,
        place: SchemaPosition,
    ) -> Result<(Vec<(String, String)>, bool), Refusal> {
        let mut nullable = self.unwrap(schema)?;
        self.default(schema);
        let mut documented = values::enumerate(schema);
        values::group(schema);
        // If only values are left, they form an enum.
        if choices::unwrap_single(schema) {
            documented.extend(values::enumerate(schema));
        }
        if matches!(schema.get("type"), Some(Value::Array(_))) {
            types::split(schema);
        }
        format(schema);
        choices::settle(schema);
        choices::unwrap_single(schema);
        tuples::prepare(schema);
        objects::settle(schema, place.open);
        self.convert_children(schema, place)?;
        choices::splice(schema);
        nullable |= nulls::take(schema);
        choices::unwrap_single(schema);
        tuples::settle(schema);
        if accepts_anything(schema)
            && !place.open
            && self.side == (SchemaSide::Input { any: false })
        {
            return Err(Refusal::any_value());
        }
        if nullable && !place.absent {
            nulls::restore(schema);
        }
        Ok((documented, nullable))
    }

    /// Removes the wrappers around the rules. Returns `true` if `null` was an alternative.
    fn unwrap(&self, schema: &mut Map<String, Value>) -> Result<bool, Refusal> {
        let mut nullable = false;
        loop {
            for keyword in NOISE {
                schema.remove(keyword);
            }
            choices::splice(schema);
            nullable |= nulls::take(schema);
            let inlined = refs::inline(schema, self.definitions)?;
            if !inlined && !choices::unwrap_single(schema) {
                return Ok(nullable);
            }
        }
    }

    /// Removes a default of `null`, which reads as "pass null" and which some clients cannot send.
    fn default(&self, schema: &mut Map<String, Value>) {
        match schema.get_mut("default") {
            Some(Value::Null) => {
                schema.remove("default");
            }
            Some(value) if self.side != SchemaSide::Output => nulls::strip(value),
            _ => {}
        }
    }

    fn convert_children(
        &self,
        schema: &mut Map<String, Value>,
        place: SchemaPosition,
    ) -> Result<(), Refusal> {
        let part = SchemaPosition {
            open: true,
            ..WHOLE
        };
        // Branches beside properties, or beside other branches, describe parts of one object.
        let parts = SchemaPosition {
            open: place.open || schema.contains_key("properties") || schema.contains_key("allOf"),
            ..WHOLE
        };
        if let Some(Value::Object(mut properties)) = schema.remove("properties") {
            let required = schema.get("required").and_then(Value::as_array);
            self.properties(&mut properties, required)?;
            schema.insert("properties".to_owned(), properties.into());
        }
        for (keyword, value) in schema.iter_mut() {
            match (keyword.as_str(), value) {
                ("anyOf" | "oneOf", Value::Array(schemas)) => self.convert_all(schemas, parts)?,
                ("allOf", Value::Array(schemas)) => self.convert_all(schemas, part)?,
                ("dependentSchemas", Value::Object(schemas)) => {
                    for schema in schemas.values_mut() {
                        self.convert_nested(schema, part)?;
                    }
                }
                ("prefixItems", Value::Array(schemas)) => {
                    self.convert_all(schemas, WHOLE)
                        .map_err(|refusal| refusal.with_step("[]"))?;
                }
                ("additionalProperties", Value::Bool(false)) => {}
                ("additionalProperties" | "unevaluatedProperties", schema) => {
                    self.convert_nested(schema, WHOLE)
                        .map_err(|refusal| refusal.with_step(".*"))?;
                }
                ("items" | "contains" | "unevaluatedItems", schema) => {
                    self.convert_nested(schema, WHOLE)
                        .map_err(|refusal| refusal.with_step("[]"))?;
                }
                ("not" | "if" | "then" | "else" | "propertyNames", schema) => {
                    self.convert_nested(schema, part)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn properties(
        &self,
        properties: &mut Map<String, Value>,
        required: Option<&Vec<Value>>,
    ) -> Result<(), Refusal> {
        let input = self.side != SchemaSide::Output;
        for (name, schema) in properties {
            if input && !is_field_name(name) {
                return Err(Refusal::illegal_name(name));
            }
            // The marks of a field would keep a schema with one branch from being unwrapped.
            let marks = take_field_marks(schema);
            let is_null_value = marks.iter().any(|(mark, _)| *mark == NULL_IS_VALUE);
            let required = required.is_some_and(|names| names.iter().any(|one| one == name));
            let place = SchemaPosition {
                open: false,
                absent: input && !required && !is_null_value,
            };
            self.convert_nested(schema, place)
                .map_err(|refusal| refusal.with_step(&format!(".{name}")))?;
            if let Value::Object(schema) = schema {
                let marks = marks.into_iter();
                schema.extend(marks.map(|(mark, value)| (mark.to_owned(), value)));
            }
        }
        Ok(())
    }

    fn convert_all(&self, schemas: &mut [Value], place: SchemaPosition) -> Result<(), Refusal> {
        schemas
            .iter_mut()
            .try_for_each(|schema| self.convert_nested(schema, place))
    }

    /// Converts a schema inside of another one, where the documentation of enum values moves into
    /// its description.
    fn convert_nested(&self, schema: &mut Value, place: SchemaPosition) -> Result<(), Refusal> {
        if let Value::Bool(takes) = schema {
            if !*takes {
                return Err(Refusal::no_value());
            }
            *schema = Value::Object(Map::new());
        }
        if let Value::Object(schema) = schema {
            let (values, _) = self.schema(schema, place)?;
            document(schema, &values);
        }
        Ok(())
    }
}

/// Removes the marks that an author wrote at a field.
fn take_field_marks(schema: &mut Value) -> Vec<(&'static str, Value)> {
    let Value::Object(schema) = schema else {
        return Vec::new();
    };
    let marks = [ALIAS, NULL_IS_VALUE].into_iter();
    marks
        .filter_map(|mark| Some((mark, schema.remove(mark)?)))
        .collect()
}

/// Adds the documentation of enum values to the description: `open: …; closed: …`.
pub(super) fn document(schema: &mut Map<String, Value>, values: &[(String, String)]) {
    if values.is_empty() {
        return;
    }
    let values = property_docs::values(values.iter().map(|(value, docs)| (&**value, &**docs)));
    let docs = schema.get("description").and_then(Value::as_str);
    let text = with_tail(docs.unwrap_or_default(), &values);
    schema.insert("description".to_owned(), text.into());
}

/// Returns `true` if a schema accepts any value, with or without a description.
pub(super) fn accepts_anything(schema: &Map<String, Value>) -> bool {
    schema.keys().all(|key| ANNOTATIONS.contains(&key.as_str()))
}

fn format(schema: &mut Map<String, Value>) {
    numbers::bound(schema);
    let known = |format: &Value| format.as_str().is_some_and(|f| FORMATS.contains(&f));
    if schema.get("format").is_some_and(|format| !known(format)) {
        schema.remove("format");
    }
}
