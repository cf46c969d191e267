//! The `jsonschema` crate, for the schemas that [`SchemaRules`](super::SchemaRules) do not know.

use jsonschema::{
    Draft, EmailOptions, Keyword, PatternOptions, ValidationError, ValidationOptions, Validator,
    error::ValidationErrorKind,
    paths::{Location, LocationSegment},
};
use serde_json::Value;

use super::Violation;
use crate::args::plan::pattern::BoundedPattern;

/// The formats that the crate knows, and that are notes here.
const NOTES: [&str; 12] = [
    "duration",
    "hostname",
    "idn-email",
    "idn-hostname",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri-reference",
    "uri-template",
];

/// A schema, compiled by the crate.
#[derive(Debug)]
pub(in crate::args) struct FullValidator(Validator);

impl FullValidator {
    /// Compiles a schema with enforced formats; `None` if it is no valid JSON Schema.
    pub(in crate::args) fn compile(schema: &Value) -> Option<Self> {
        let options = options()
            .should_validate_formats(true)
            // The format requires a mailbox without a display name.
            .with_email_options(EmailOptions::default().without_display_text());
        let options = NOTES.into_iter().fold(options, |options, format| {
            options.with_format(format, |_: &str| true)
        });
        options.build(schema).ok().map(Self)
    }

    /// Compiles the schema of a result, in which formats are notes.
    #[cfg(feature = "validate-full")]
    pub(in crate::args) fn of_result(schema: &Value) -> Option<Self> {
        options().build(schema).ok().map(Self)
    }

    #[cfg(feature = "validate-full")]
    pub(in crate::args) fn fits(&self, value: &Value) -> bool {
        self.0.is_valid(value)
    }

    /// Returns the violations of a value; if `all` is `false`, the first one.
    pub(in crate::args) fn violations(&self, value: &Value, all: bool) -> Vec<Violation> {
        if all {
            let errors = self.0.iter_errors(value);
            return errors.map(|error| violation(&error)).collect();
        }
        let first = self.0.validate(value).err();
        first.iter().map(violation).collect()
    }
}

/// Returns options with our own engine of patterns, whose cost is bounded.
fn options() -> ValidationOptions<'static> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .with_pattern_options(PatternOptions::regex())
        .with_keyword("pattern", |_, pattern, _| bounded_pattern(pattern))
}

fn bounded_pattern<'a>(
    pattern: &'a Value,
) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'a>> {
    match pattern.as_str().map(BoundedPattern::compile) {
        Some(Ok(pattern)) => Ok(Box::new(pattern)),
        _ => Err(ValidationError::custom("the pattern does not compile")),
    }
}

impl<'i> Keyword<'i> for BoundedPattern {
    fn validate(&self, value: &'i Value) -> Result<(), ValidationError<'i>> {
        if value.as_str().is_none_or(|text| self.fits(text)) {
            Ok(())
        } else {
            Err(ValidationError::custom("the pattern does not match"))
        }
    }

    fn is_valid(&self, value: &'i Value) -> bool {
        value.as_str().is_none_or(|text| self.fits(text))
    }
}

fn violation(error: &ValidationError<'_>) -> Violation {
    let path = path(error.instance_path());
    if let ValidationErrorKind::Required { property } = error.kind()
        && let Some(name) = property.as_str()
    {
        let name = name.to_owned();
        return Violation::Missing { path, name };
    }
    Violation::Keyword {
        path,
        keyword: error.kind().keyword().to_owned(),
    }
}

/// Returns the path to a value, such as `.tags[1]`.
fn path(location: &Location) -> String {
    let steps = location.into_iter().map(|step| match step {
        LocationSegment::Property(name) => format!(".{name}"),
        LocationSegment::Index(index) => format!("[{index}]"),
    });
    steps.collect()
}
