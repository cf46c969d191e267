//! The judge: a validator of JSON Schema 2020-12 that asserts the formats which are promised.

use jsonschema::{Draft, Validator};
use serde_json::Value;

use super::nulls;

/// A validator for one schema, independent of the crate's own checks.
#[derive(Debug)]
pub struct Oracle {
    schema: Value,
    validator: Validator,
}

impl Oracle {
    /// Compiles a schema.
    ///
    /// # Panics
    ///
    /// If it is no schema.
    pub fn new(schema: &Value) -> Self {
        Self {
            schema: schema.clone(),
            validator: validator(schema),
        }
    }

    /// Returns `true` if the schema accepts `value` exactly as it is.
    pub fn is_valid(&self, value: &Value) -> bool {
        self.validator.is_valid(value)
    }

    /// Returns `true` if the schema accepts `value`, with `null` in an optional field as absence.
    pub fn accepts(&self, value: &Value) -> bool {
        self.validator.is_valid(value)
            || nulls::without(&self.schema, value)
                .is_some_and(|settled| self.validator.is_valid(&settled))
    }
}

pub(super) fn validator(schema: &Value) -> Validator {
    let options = jsonschema::options().with_draft(Draft::Draft202012);
    // All but date, date-time, email, ipv4, ipv6, uri and uuid: those are promised.
    let noted = [
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
    let options = options.should_validate_formats(true);
    let options = noted.into_iter().fold(options, |options, format| {
        options.with_format(format, |_: &str| true)
    });
    options.build(schema).expect("a schema")
}

/// Returns the error that makes `schema` invalid under JSON Schema 2020-12.
pub fn meta_error(schema: &Value) -> Option<String> {
    let error = jsonschema::draft202012::meta::validate(schema).err()?;
    Some(format!("{}: {error}", error.instance_path()))
}
