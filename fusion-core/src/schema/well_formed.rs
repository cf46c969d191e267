//! The check that a schema is one: `build()` refuses a schema that its author wrote, or added to a type,
//! if a keyword has a value of the wrong kind, accepts nothing, or is misspelt. Validators of clients
//! refuse such a schema, or enforce nothing of it.

mod bounds;
mod keywords;
mod own_keywords;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use self::keywords::{KeywordForm, form};
use crate::{
    args::{Plan, refusal},
    error::{cut, nearest},
};

/// The names of JSON Schema's types.
const TYPES: [&str; 7] = [
    "array", "boolean", "integer", "null", "number", "object", "string",
];

/// Checks a schema and all schemas inside of it. `Err` names the place, the keyword, and the fix.
pub(crate) fn check_schema(schema: &Map<String, Value>) -> Result<(), String> {
    let root = SchemaPlace {
        definitions: schema.get("$defs"),
        path: String::new(),
        role: PlaceRole::Other,
    };
    root.check(schema)
}

/// The place of a schema inside of its document.
struct SchemaPlace<'d> {
    definitions: Option<&'d Value>,
    /// The path of the values, such as `.tags[]`.
    path: String,
    role: PlaceRole,
}

/// The part that a schema has in the schema around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlaceRole {
    RequiredField,
    OptionalField,
    Other,
}

impl SchemaPlace<'_> {
    fn check(&self, schema: &Map<String, Value>) -> Result<(), String> {
        for (keyword, value) in schema {
            let wrong = match form(keyword) {
                Some(form) => check_form(form, keyword, value),
                None => own_keywords::check(keyword, value, schema, self.role),
            };
            wrong.map_err(|reason| self.fault(&reason))?;
        }
        bounds::check(schema).map_err(|reason| self.fault(&reason))?;
        for (keyword, value) in schema {
            self.check_inside(keyword, value, schema)?;
        }
        // After the schemas inside, because a default is checked by all of them.
        match schema.get("default") {
            None | Some(Value::Null) => Ok(()),
            Some(value) => self.check_default(schema, value),
        }
    }

    /// Checks the schemas under one keyword.
    fn check_inside(
        &self,
        keyword: &str,
        value: &Value,
        schema: &Map<String, Value>,
    ) -> Result<(), String> {
        match (form(keyword), value) {
            (Some(KeywordForm::Schemas), Value::Object(named)) => {
                let required = schema.get("required").and_then(Value::as_array);
                named.iter().try_for_each(|(name, one)| {
                    let is_required = required.is_some_and(|all| all.iter().any(|it| it == name));
                    let (step, role) = match keyword {
                        "properties" if is_required => {
                            (format!(".{name}"), PlaceRole::RequiredField)
                        }
                        "properties" => (format!(".{name}"), PlaceRole::OptionalField),
                        "patternProperties" => (".*".to_owned(), PlaceRole::Other),
                        "dependentSchemas" => (String::new(), PlaceRole::Other),
                        keyword => (format!(".{keyword}.{name}"), PlaceRole::Other),
                    };
                    self.step(&step, role, one)
                })
            }
            (Some(KeywordForm::SchemaList), Value::Array(list)) => {
                let step = if keyword == "prefixItems" { "[]" } else { "" };
                list.iter()
                    .try_for_each(|one| self.step(step, PlaceRole::Other, one))
            }
            (Some(KeywordForm::Schema), one) => {
                let step = match keyword {
                    "items" | "contains" | "unevaluatedItems" => "[]",
                    "additionalProperties" | "unevaluatedProperties" => ".*",
                    _ => "",
                };
                self.step(step, PlaceRole::Other, one)
            }
            _ => Ok(()),
        }
    }

    fn step(&self, step: &str, role: PlaceRole, schema: &Value) -> Result<(), String> {
        let Value::Object(schema) = schema else {
            return Ok(());
        };
        let place = SchemaPlace {
            definitions: self.definitions,
            path: format!("{}{step}", self.path),
            role,
        };
        place.check(schema)
    }

    fn check_default(&self, schema: &Map<String, Value>, value: &Value) -> Result<(), String> {
        let mut document = schema.clone();
        if let Some(definitions) = self.definitions {
            document.insert("$defs".to_owned(), definitions.clone());
        }
        // A rule that cannot be enforced is reported by the plan of the whole.
        let Ok(plan) = Plan::compile(&document) else {
            return Ok(());
        };
        match refusal(&plan, value) {
            None => Ok(()),
            Some(reason) => Err(self.fault(&format!(
                "the schema refuses its own `default`: {reason}: change one of them"
            ))),
        }
    }

    /// Prefixes a reason with the place.
    fn fault(&self, reason: &str) -> String {
        match self.path.strip_prefix('.').unwrap_or(&self.path) {
            "" => reason.to_owned(),
            path => format!("at `{path}`, {reason}"),
        }
    }
}

/// Checks the value of a keyword.
fn check_form(form: KeywordForm, keyword: &str, value: &Value) -> Result<(), String> {
    if form.fits(value) {
        return Ok(());
    }
    let sent = value.to_string();
    let sent = cut(&sent);
    if form != KeywordForm::Type {
        return Err(format!("`{keyword}` is `{sent}`: write {}", form.words()));
    }
    let names = match value {
        Value::Array(names) => names.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut names = names.iter().filter_map(Value::as_str);
    let wrong = names.find(|name| !TYPES.contains(name));
    let near = wrong.and_then(|name| nearest(name, TYPES));
    Err(match near {
        Some(near) => format!("`type` is `{sent}`: did you mean `{near}`?"),
        None => format!("`type` is `{sent}`: write one of {}", TYPES.join(", ")),
    })
}
