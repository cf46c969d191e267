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
#[cfg_attr(not(feature = "validate"), allow(dead_code))] // nothing finds one
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::args) enum Violation {
    /// A required property is missing. The path, such as `.tags[1]`, leads to it.
    Missing {
        /// The path to the property.
        path: String,
    },
    /// A value violates a keyword.
    Keyword {
        /// The path to the value.
        path: String,
        /// The name of the keyword.
        keyword: String,
    },
    /// The cost of a pattern exceeds a limit, so that nothing is known about the value.
    Unmatched {
        /// The limit and the way out.
        reason: String,
    },
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
        Draft, EmailOptions, Keyword, PatternOptions, ValidationError, ValidationOptions,
        Validator,
        error::ValidationErrorKind,
        paths::{Location, LocationSegment},
    };
    use serde_json::{Map, Value};

    use super::{UnenforceableRule, Violation, unplanned_part};
    use crate::args::plan::pattern::{BoundedPattern, exceeded_limit, is_linear, reset_limit};

    /// The number of values up to which all violations are collected; of a larger value, the first is
    /// reported. The validator collects all of them before it returns the first, with a copy of each path.
    const MAX_COLLECTED: usize = 1_000;

    /// The compiled part of a schema that the plan does not check by itself.
    #[derive(Clone, Debug)]
    pub(in crate::args) struct SchemaValidator {
        validator: Arc<Validator>,
        /// `true` if the validator's own engine does not match all patterns in linear time, so that
        /// ours matches them.
        has_own_patterns: bool,
    }

    impl SchemaValidator {
        pub(in crate::args::plan) fn compile(
            schema: &Map<String, Value>,
            defs: Option<&Value>,
        ) -> Result<Option<Self>, UnenforceableRule> {
            let part = unplanned_part(schema, defs);
            part.map(|part| Self::compile_part(&part, schema))
                .transpose()
        }

        fn compile_part(
            part: &Value,
            schema: &Map<String, Value>,
        ) -> Result<Self, UnenforceableRule> {
            check_patterns(part)?;
            if let Ok(validator) = options().build(part) {
                return Ok(Self {
                    validator: Arc::new(validator),
                    has_own_patterns: false,
                });
            }
            let own = options().with_keyword("pattern", |_, pattern, _| bounded_pattern(pattern));
            match own.build(part) {
                Ok(validator) => Ok(Self {
                    validator: Arc::new(validator),
                    has_own_patterns: true,
                }),
                Err(_) => Err(UnenforceableRule::new(reason(schema))),
            }
        }

        /// Compiles a whole schema, which checks all of its keywords. `Err` is the reason why it does
        /// not compile.
        pub(in crate::args) fn whole(schema: &Map<String, Value>) -> Result<Self, String> {
            let part = Value::Object(schema.clone());
            Self::compile_part(&part, schema).map_err(|rule| rule.to_string())
        }

        pub(in crate::args) fn fits(&self, value: &Value) -> bool {
            if !self.has_own_patterns {
                return self.validator.is_valid(value);
            }
            reset_limit();
            self.validator.is_valid(value) && exceeded_limit().is_none()
        }

        pub(in crate::args) fn violations(&self, value: &Value) -> Vec<Violation> {
            reset_limit();
            let mut room = MAX_COLLECTED;
            let found: Vec<_> = if is_small(value, &mut room) {
                let errors = self.validator.iter_errors(value);
                errors.map(|error| violation(&error)).collect()
            } else {
                let first = self.validator.validate(value).err();
                first.iter().map(violation).collect()
            };
            match exceeded_limit() {
                Some(limit) => vec![Violation::Unmatched {
                    reason: limit.to_string(),
                }],
                None => found,
            }
        }
    }

    fn options() -> ValidationOptions<'static> {
        jsonschema::options()
            .with_draft(Draft::Draft202012)
            // The format requires a mailbox without a display name.
            .with_email_options(EmailOptions::default().without_display_text())
            .with_pattern_options(PatternOptions::regex())
            .should_validate_formats(true)
    }

    fn bounded_pattern<'a>(
        pattern: &'a Value,
    ) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>> {
        match pattern.as_str().and_then(BoundedPattern::compile) {
            Some(pattern) => Ok(Box::new(pattern)),
            None => Err(ValidationError::custom("the pattern does not compile")),
        }
    }

    /// Returns `true` if `value` contains no more values than `room`, which it uses up.
    fn is_small(value: &Value, room: &mut usize) -> bool {
        let Some(left) = room.checked_sub(1) else {
            return false;
        };
        *room = left;
        match value {
            Value::Array(values) => values.iter().all(|value| is_small(value, room)),
            Value::Object(map) => map.values().all(|value| is_small(value, room)),
            _ => true,
        }
    }

    fn violation(error: &ValidationError<'_>) -> Violation {
        let path = instance_path(error.instance_path());
        if let ValidationErrorKind::Required { property } = error.kind()
            && let Some(name) = property.as_str()
        {
            return Violation::Missing {
                path: format!("{path}.{name}"),
            };
        }
        Violation::Keyword {
            path,
            keyword: error.kind().keyword().to_owned(),
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

    /// Refuses patterns that clients refuse: most compile them as ECMA-262 with the flag `u`, and drop
    /// the tool or all tools if that fails; the validator accepts more. Also refuses names of
    /// properties that only backtracking can match, because the validator has no limit for a call.
    fn check_patterns(part: &Value) -> Result<(), UnenforceableRule> {
        let mut wrong = None;
        visit_patterns(part, &mut |pattern, is_name| {
            if wrong.is_some() {
                return;
            }
            if regress::Regex::with_flags(pattern, "u").is_err() {
                wrong = Some(does_not_compile(pattern));
            } else if is_name && !is_linear(pattern) {
                wrong = Some(format!(
                    "the pattern `{pattern}` of `patternProperties` takes more than linear time: write it without look-around and back-references"
                ));
            }
        });
        wrong.map_or(Ok(()), |reason| Err(UnenforceableRule::new(reason)))
    }

    /// Calls `visit` with each pattern inside of a schema, and `true` if it is one of names.
    fn visit_patterns(schema: &Value, visit: &mut dyn FnMut(&str, bool)) {
        match schema {
            Value::Object(map) => {
                for (keyword, value) in map {
                    match (keyword.as_str(), value) {
                        ("pattern", Value::String(pattern)) => visit(pattern, false),
                        ("const" | "default" | "enum" | "examples", _) => {}
                        ("patternProperties", Value::Object(named)) => {
                            for (pattern, schema) in named {
                                visit(pattern, true);
                                visit_patterns(schema, visit);
                            }
                        }
                        (_, nested) => visit_patterns(nested, visit),
                    }
                }
            }
            Value::Array(list) => list.iter().for_each(|one| visit_patterns(one, visit)),
            _ => {}
        }
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

    const NEEDS_FEATURE: &str = "what it asks for needs the feature `validate` of fusion-core";

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
                Some(_) => Err(UnenforceableRule::new(NEEDS_FEATURE.to_owned())),
            }
        }

        pub(in crate::args) fn whole(_: &Map<String, Value>) -> Result<Self, String> {
            Err(NEEDS_FEATURE.to_owned())
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
