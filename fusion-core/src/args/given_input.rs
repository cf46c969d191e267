//! The plans of an action whose whole input schema its author wrote. Where that schema is published, it
//! decides about the arguments, and not the schemas of their types.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::{
    ArgumentPlans, Plan, argument_plans::PlannedArgument, plan::SchemaValidator, plan::Violation,
};
use crate::error::{Problem, ProblemKind};

/// The keywords at the root of an input schema that the plans of its arguments check, or that restrict
/// nothing.
const PLANNED: [&str; 15] = [
    "$comment",
    "$defs",
    "$id",
    "$schema",
    "additionalProperties",
    "default",
    "deprecated",
    "description",
    "examples",
    "properties",
    "readOnly",
    "required",
    "title",
    "type",
    "writeOnly",
];

/// The rules of an input schema for the arguments as a whole.
#[derive(Clone, Debug)]
pub(super) struct WholeInput {
    /// `true` if the schema accepts properties that it does not list. They are ignored.
    pub(super) is_open: bool,
    /// The whole schema, if its plans do not check all of it.
    validator: Option<SchemaValidator>,
}

impl WholeInput {
    /// Returns `true` if the arguments are checked as a whole.
    pub(super) fn has_validator(&self) -> bool {
        self.validator.is_some()
    }

    /// Returns the problems of arguments of which each by itself is valid. `slot` finds an argument by
    /// its name.
    pub(super) fn problems(
        &self,
        arguments: &Value,
        slot: &dyn Fn(&str) -> Option<usize>,
    ) -> Vec<Problem> {
        let Some(validator) = &self.validator else {
            return Vec::new();
        };
        if validator.fits(arguments) {
            return Vec::new();
        }
        let problem = |violation| {
            let (path, kind) = match violation {
                Violation::Missing { path, name } => {
                    (format!("{path}.{name}"), ProblemKind::Missing)
                }
                Violation::Unmatched { reason } => {
                    let reason = Some(reason);
                    (String::new(), ProblemKind::Rejected { reason })
                }
                Violation::Keyword { path, keyword } => {
                    let reason = Some(format!("breaks the schema's rule `{keyword}`"));
                    (path, ProblemKind::Rejected { reason })
                }
            };
            let (name, inner) = first_step(&path);
            match slot(name) {
                Some(slot) => Problem {
                    slot: Some(slot),
                    path: inner.to_owned(),
                    kind,
                },
                None => Problem {
                    slot: None,
                    path,
                    kind,
                },
            }
        };
        let violations = validator.violations(arguments);
        violations.into_iter().map(problem).collect()
    }
}

/// Splits a path such as `.tags[1]` after its first name.
fn first_step(path: &str) -> (&str, &str) {
    let path = path.strip_prefix('.').unwrap_or(path);
    let end = path.find(['.', '[']).unwrap_or(path.len());
    path.split_at(end)
}

impl ArgumentPlans {
    /// Returns the plans of the same arguments under the input schema that their author wrote. `Err`
    /// describes what cannot be enforced, and the fix.
    pub(crate) fn under(&self, schema: &Map<String, Value>) -> Result<Self, String> {
        let empty = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties = properties.unwrap_or(&empty);
        let required = schema.get("required").and_then(Value::as_array);
        let required: Vec<&str> = required
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        self.check_names(properties, &required)?;
        let patterns = schema.contains_key("patternProperties");
        let further = schema.get("additionalProperties");
        let is_open = patterns || further != Some(&Value::Bool(false));
        let refers = refers_elsewhere(&Value::Object(schema.clone()));
        let is_planned = |(keyword, value): (&String, &Value)| {
            PLANNED.contains(&keyword.as_str())
                && (keyword != "additionalProperties" || value.is_boolean())
        };
        let validator = if !refers && schema.iter().all(is_planned) {
            None
        } else {
            Some(SchemaValidator::whole(schema)?)
        };
        let mut wanted = Vec::new();
        for one in &self.wanted {
            let listed = properties.get(one.name).filter(|_| !refers);
            let plan = match listed {
                Some(own) => compile(own, schema.get("$defs"))
                    .map_err(|reason| format!("at `{}`, {reason}", one.name))?,
                None if properties.contains_key(one.name) => compile(&Value::Bool(true), None)?,
                None if is_open => one.plan.clone(),
                None => continue,
            };
            wanted.push(PlannedArgument {
                plan: plan.for_argument(required.contains(&one.name), one.plan.secret),
                ..one.clone()
            });
        }
        let whole = WholeInput { is_open, validator };
        Ok(Self {
            required: wanted.iter().filter(|one| one.plan.required).count(),
            has_validator: whole.has_validator()
                || wanted.iter().any(|one| one.plan.has_validator()),
            wanted,
            whole: Some(whole),
            words: OnceLock::new(),
            ..self.clone()
        })
    }

    /// Checks that the schema and the action name the same arguments.
    fn check_names(
        &self,
        properties: &Map<String, Value>,
        required: &[&str],
    ) -> Result<(), String> {
        let is_argument = |name: &&str| self.wanted.iter().any(|one| one.name == *name);
        let mut named = properties
            .keys()
            .map(String::as_str)
            .chain(required.iter().copied());
        if let Some(name) = named.find(|name| !is_argument(name)) {
            return Err(format!(
                "it names `{name}`, which is no argument of the action: remove it, or add a parameter"
            ));
        }
        let mut wanted = self.wanted.iter().filter(|one| one.plan.required);
        match wanted.find(|one| !required.contains(&one.name)) {
            None => Ok(()),
            Some(one) => Err(format!(
                "the action requires `{0}`, and the schema does not: write `{0}` into `required`, or make it an `Option`",
                one.name
            )),
        }
    }
}

fn compile(schema: &Value, definitions: Option<&Value>) -> Result<Plan, String> {
    let mut document = match schema {
        Value::Object(schema) => schema.clone(),
        Value::Bool(false) => Map::from_iter([("enum".to_owned(), Value::Array(Vec::new()))]),
        _ => Map::new(),
    };
    if let Some(definitions) = definitions {
        document.insert("$defs".to_owned(), definitions.clone());
    }
    Plan::compile(&document)
}

/// Returns `true` if a schema refers to a part of itself that is no definition, so that its properties
/// mean nothing by themselves.
fn refers_elsewhere(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.iter().any(|(key, value)| match (key.as_str(), value) {
            ("$ref" | "$dynamicRef", Value::String(to)) => !to.starts_with("#/$defs/"),
            (_, value) => refers_elsewhere(value),
        }),
        Value::Array(values) => values.iter().any(refers_elsewhere),
        _ => false,
    }
}
