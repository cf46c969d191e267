//! The rules that the `jsonschema` crate checks: patterns, formats and rare keywords.

use serde_json::{Map, Value};

use super::compile::UnenforceableRule;

/// The formats that are enforced. Other formats are annotations.
#[cfg(feature = "validate")]
const FORMATS: [&str; 7] = ["date", "date-time", "email", "ipv4", "ipv6", "uri", "uuid"];

/// The keywords that the validator checks without their siblings.
const INDEPENDENT_KEYWORDS: [&str; 10] = [
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "maxContains",
    "minContains",
    "multipleOf",
    "not",
    "pattern",
    "propertyNames",
    "uniqueItems",
];

/// The keywords whose meaning depends on their siblings.
const DEPENDENT_KEYWORDS: [&str; 9] = [
    "$dynamicRef",
    "$ref",
    "else",
    "if",
    "patternProperties",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
    "dependencies",
];

/// A violation that the validator found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::args) struct Violation {
    /// The path to the value, such as `.tags[1]`.
    pub(in crate::args) path: String,
    /// The missing required property.
    pub(in crate::args) missing: Option<String>,
    /// The violated keyword, if it does not belong to the root of the schema.
    pub(in crate::args) keyword: String,
}

/// Returns the part of a schema that the plan does not check by itself; `None` if there is none.
fn unplanned_part(schema: &Map<String, Value>, defs: Option<&Value>) -> Option<Value> {
    let has = |keywords: &[&str]| keywords.iter().any(|key| schema.contains_key(*key));
    let mut part = if has(&DEPENDENT_KEYWORDS) {
        schema.clone()
    } else {
        let ours = |(key, _): &(&String, &Value)| INDEPENDENT_KEYWORDS.contains(&key.as_str());
        let ours = schema.iter().filter(ours);
        ours.map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    };
    if part.get("uniqueItems") == Some(&Value::Bool(false)) {
        part.remove("uniqueItems");
    }
    #[cfg(feature = "validate")]
    if let Some(format) = schema.get("format").and_then(Value::as_str)
        && FORMATS.contains(&format)
    {
        part.insert("format".to_owned(), format.into());
    }
    if part.is_empty() {
        return None;
    }
    if let Some(defs) = defs {
        part.insert("$defs".to_owned(), defs.clone());
    }
    Some(Value::Object(part))
}

#[cfg(feature = "validate")]
mod backend {
    use std::sync::Arc;

    use jsonschema::{
        Draft, EmailOptions, Validator,
        error::ValidationErrorKind,
        paths::{Location, LocationSegment},
    };
    use serde_json::{Map, Value};

    use super::{UnenforceableRule, Violation, unplanned_part};

    /// The maximum number of violations that are reported for one value.
    const MAX_VIOLATIONS: usize = 8;

    /// The compiled part of a schema that the plan does not check by itself.
    #[derive(Clone, Debug)]
    pub(in crate::args) struct SchemaValidator(Arc<Validator>);

    impl SchemaValidator {
        pub(in crate::args::plan) fn compile(
            schema: &Map<String, Value>,
            defs: Option<&Value>,
        ) -> Result<Option<Self>, UnenforceableRule> {
            let Some(part) = unplanned_part(schema, defs) else {
                return Ok(None);
            };
            if let Some(reason) = invalid_pattern(schema) {
                return Err(UnenforceableRule::new(reason));
            }
            let options = jsonschema::options()
                .with_draft(Draft::Draft202012)
                // The format requires a mailbox without a display name.
                .with_email_options(EmailOptions::default().without_display_text())
                .should_validate_formats(true);
            match options.build(&part) {
                Ok(validator) => Ok(Some(Self(Arc::new(validator)))),
                Err(_) => Err(UnenforceableRule::new(reason(schema))),
            }
        }

        pub(in crate::args) fn fits(&self, value: &Value) -> bool {
            self.0.is_valid(value)
        }

        pub(in crate::args) fn violations(&self, value: &Value) -> Vec<Violation> {
            let errors = self.0.iter_errors(value).take(MAX_VIOLATIONS);
            errors
                .map(|error| Violation {
                    path: instance_path(error.instance_path()),
                    missing: match error.kind() {
                        ValidationErrorKind::Required { property } => {
                            property.as_str().map(str::to_owned)
                        }
                        _ => None,
                    },
                    keyword: error.kind().keyword().to_owned(),
                })
                .collect()
        }
    }

    /// Returns the text for a schema that does not compile, based on the kind of the error. The
    /// error's own text may repeat the schema.
    fn reason(schema: &Map<String, Value>) -> String {
        match schema.get("pattern").and_then(Value::as_str) {
            Some(pattern) => does_not_compile(pattern),
            None => {
                "its schema is no valid JSON Schema 2020-12: fix it where it is written".to_owned()
            }
        }
    }

    /// Returns the reason why clients refuse a pattern. Most compile it as ECMA-262 with the flag
    /// `u`, and drop the tool or all tools if that fails; the validator accepts more patterns.
    fn invalid_pattern(schema: &Map<String, Value>) -> Option<String> {
        let own = schema.get("pattern").and_then(Value::as_str);
        let names = schema.get("patternProperties").and_then(Value::as_object);
        let names = names.into_iter().flat_map(Map::keys).map(String::as_str);
        let mut patterns = own.into_iter().chain(names);
        let wrong = patterns.find(|pattern| regress::Regex::with_flags(pattern, "u").is_err())?;
        Some(does_not_compile(wrong))
    }

    fn does_not_compile(pattern: &str) -> String {
        format!("the pattern `{pattern}` does not compile: write a regular expression of ECMA-262")
    }

    /// Returns the path to a value, such as `.tags[1]`.
    pub(in crate::args) fn instance_path(location: &Location) -> String {
        let steps = location.into_iter().map(|step| match step {
            LocationSegment::Property(name) => format!(".{name}"),
            LocationSegment::Index(index) => format!("[{index}]"),
        });
        steps.collect()
    }
}

#[cfg(not(feature = "validate"))]
mod backend {
    use serde_json::{Map, Value};

    use super::{UnenforceableRule, Violation, unplanned_part};

    /// An uninhabited type, because the feature `validate` is off.
    #[derive(Clone, Debug)]
    pub(in crate::args) enum SchemaValidator {}

    impl SchemaValidator {
        pub(in crate::args::plan) fn compile(
            schema: &Map<String, Value>,
            defs: Option<&Value>,
        ) -> Result<Option<Self>, UnenforceableRule> {
            match unplanned_part(schema, defs) {
                None => Ok(None),
                Some(_) => Err(UnenforceableRule::new(
                    "what it asks for needs the feature `validate` of fusion-core".to_owned(),
                )),
            }
        }

        pub(in crate::args) fn fits(&self, _: &Value) -> bool {
            match *self {}
        }

        pub(in crate::args) fn violations(&self, _: &Value) -> Vec<Violation> {
            match *self {}
        }
    }
}

pub(in crate::args) use backend::SchemaValidator;
#[cfg(feature = "validate")]
pub(in crate::args) use backend::instance_path;
