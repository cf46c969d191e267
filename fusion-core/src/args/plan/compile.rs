//! The compiler from a schema to its plan.

use std::fmt;

use serde_json::{Map, Value};

use super::{
    ANY, ARRAY, BOOL, Choice, CountRange, Definitions, FLOAT, Fields, INTEGER, NULL, NodeRules,
    Numbers, OBJECT, PlanNode, STRING, SchemaValidator, fields::compile_nested, kind,
    matching::FastCheck,
};
use crate::args::{expected::expected, marks::value_aliases};

/// A rule that cannot be enforced, with its place in the schema.
#[derive(Debug)]
pub(super) struct UnenforceableRule {
    path: String,
    reason: String,
}

impl UnenforceableRule {
    pub(super) fn new(reason: String) -> Self {
        Self {
            path: String::new(),
            reason,
        }
    }

    pub(super) fn with_step(mut self, step: &str) -> Self {
        self.path.insert_str(0, step);
        self
    }
}

impl fmt::Display for UnenforceableRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.strip_prefix('.').unwrap_or(&self.path) {
            "" => f.write_str(&self.reason),
            path => write!(f, "at `{path}`, {}", self.reason),
        }
    }
}

/// Compiles one schema; `defs` are the `$defs` of its document.
pub(super) fn node(
    schema: &Map<String, Value>,
    defs: Option<&Value>,
) -> Result<PlanNode, UnenforceableRule> {
    let rules = NodeRules::compile(schema, defs)?;
    let choices = rules.iter().flat_map(|rules| &rules.choices);
    let parts = rules.iter().flat_map(|rules| &rules.parts);
    let composed = choices.map(Choice::kinds).chain(parts.map(|one| one.kinds));
    let values = rules.iter().filter_map(|rules| rules.values.as_deref());
    let listed = values.map(|values| values.iter().fold(0, |all, one| all | kind(one)));
    let kinds = composed
        .chain(listed)
        .fold(kinds(schema), |all, kinds| all & kinds);
    Ok(PlanNode {
        kinds,
        quick: FastCheck::new(kinds, rules.as_ref()),
        rules: rules.map(Box::new),
        expected: expected(schema).into(),
    })
}

impl PlanNode {
    /// Returns a node that refuses every value.
    pub(super) fn refuse_all() -> Self {
        Self {
            kinds: 0,
            rules: None,
            quick: FastCheck::KindOnly,
            expected: "no value".into(),
        }
    }

    pub(super) fn is_idle(&self) -> bool {
        self.kinds == ANY && self.rules.is_none()
    }

    pub(in crate::args) fn fields(&self) -> Option<&Fields> {
        self.rules.as_ref()?.fields.as_ref()
    }

    /// Gives a field that has rules a place among the answers of a choice.
    pub(super) fn share(&mut self, name: &str, place: u8) {
        let fields = self.rules.as_mut().and_then(|rules| rules.fields.as_mut());
        let known = fields.into_iter().flat_map(|fields| &mut fields.known);
        for field in known.filter(|field| field.name == name && field.node.rules.is_some()) {
            field.shared = Some(place);
        }
    }
}

impl NodeRules {
    fn compile(
        schema: &Map<String, Value>,
        defs: Option<&Value>,
    ) -> Result<Option<Self>, UnenforceableRule> {
        let (first, items) = items(schema, defs)?;
        let mut choices = Vec::new();
        for keyword in ["anyOf", "oneOf"] {
            choices.extend(Choice::compile(keyword, schema, defs)?);
        }
        let rules = Self {
            values: values(schema),
            value_aliases: value_aliases(schema).collect(),
            numbers: Numbers::compile(schema),
            length: span(schema, "minLength", "maxLength"),
            count: span(schema, "minItems", "maxItems"),
            size: span(schema, "minProperties", "maxProperties"),
            first,
            items,
            fields: Fields::compile(schema, defs)?,
            parts: compile_each(schema, "allOf", defs)?,
            choices,
            target: target(schema).map(Into::into),
            validator: SchemaValidator::compile(schema, defs)?,
        };
        Ok((!rules.is_idle()).then_some(rules))
    }

    fn is_idle(&self) -> bool {
        let free = CountRange::default();
        self.values.is_none()
            && self.numbers.is_idle()
            && [self.length, self.count, self.size] == [free; 3]
            && self.first.is_empty()
            && self.items.is_none()
            && self.fields.is_none()
            && self.parts.is_empty()
            && self.choices.is_empty()
            && self.validator.is_none()
    }
}

/// Compiles the definitions of a document; `None` if it has none. One that cannot be compiled is left out,
/// because its uses report the reason.
pub(super) fn definitions(document: &Map<String, Value>) -> Option<Definitions> {
    let defs = document.get("$defs")?;
    let named = defs.as_object().filter(|named| !named.is_empty())?.iter();
    let compiled = named.filter_map(|(name, schema)| {
        let node = compile_nested(schema, Some(defs)).ok()?;
        Some((name.clone(), node))
    });
    Some(compiled.collect())
}

/// Returns the name of the definition that a schema refers to.
fn target(schema: &Map<String, Value>) -> Option<&str> {
    let reference = schema.get("$ref")?.as_str()?;
    let name = reference.strip_prefix("#/$defs/")?;
    (!name.contains(['/', '~', '%'])).then_some(name)
}

fn values(schema: &Map<String, Value>) -> Option<Vec<Value>> {
    match (schema.get("enum"), schema.get("const")) {
        (Some(Value::Array(values)), _) => Some(values.clone()),
        (_, Some(value)) => Some(vec![value.clone()]),
        _ => None,
    }
}

/// Compiles the plans of the first items, and that of the other items if they are restricted.
fn items(
    schema: &Map<String, Value>,
    defs: Option<&Value>,
) -> Result<(Vec<PlanNode>, Option<PlanNode>), UnenforceableRule> {
    let first = compile_each(schema, "prefixItems", defs)?;
    let rest = schema
        .get("items")
        .map(|schema| compile_nested(schema, defs));
    let rest = rest.transpose().map_err(|no| no.with_step("[]"))?;
    Ok((first, rest.filter(|node| !node.is_idle())))
}

fn compile_each(
    schema: &Map<String, Value>,
    keyword: &str,
    defs: Option<&Value>,
) -> Result<Vec<PlanNode>, UnenforceableRule> {
    let schemas = schema.get(keyword).and_then(Value::as_array);
    let nodes = schemas.into_iter().flatten();
    nodes.map(|schema| compile_nested(schema, defs)).collect()
}

fn span(schema: &Map<String, Value>, low: &str, high: &str) -> CountRange {
    let end = |key| schema.get(key).and_then(Value::as_u64);
    CountRange {
        low: end(low).unwrap_or(0),
        high: end(high).unwrap_or(u64::MAX),
    }
}

fn kinds(schema: &Map<String, Value>) -> u8 {
    match schema.get("type") {
        Some(Value::String(name)) => kinds_of_type(name),
        Some(Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str);
            names.map(kinds_of_type).fold(0, |all, kind| all | kind)
        }
        // Without a type, only the enumerated values are checked, and serde does the rest.
        _ => ANY,
    }
}

pub(super) fn kinds_of_type(name: &str) -> u8 {
    match name {
        "null" => NULL,
        "boolean" => BOOL,
        "integer" => INTEGER,
        "number" => INTEGER | FLOAT,
        "string" => STRING,
        "array" => ARRAY,
        "object" => OBJECT,
        _ => ANY,
    }
}
