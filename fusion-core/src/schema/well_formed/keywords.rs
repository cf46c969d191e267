//! The keywords of JSON Schema 2020-12 with the forms of their values.

use serde_json::Value;

use super::TYPES;

/// The form of the value of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeywordForm {
    /// A whole number from 0.
    Count,
    Number,
    /// A number above 0.
    Step,
    Flag,
    Text,
    /// Any number of any values.
    Values,
    /// At least one value.
    Enum,
    /// Any value.
    Any,
    /// The name of a type, or several.
    Type,
    /// The names of properties, each once.
    Names,
    /// Names of properties under names of properties.
    NamesByName,
    Schema,
    /// At least one schema.
    SchemaList,
    /// Schemas under names.
    Schemas,
}

/// The keywords, with those of older drafts and of `OpenAPI` that mean nothing here.
pub(super) const KEYWORDS: [(&str, KeywordForm); 67] = [
    ("$anchor", KeywordForm::Text),
    ("$comment", KeywordForm::Text),
    ("$defs", KeywordForm::Schemas),
    ("$dynamicAnchor", KeywordForm::Text),
    ("$dynamicRef", KeywordForm::Text),
    ("$id", KeywordForm::Text),
    ("$recursiveAnchor", KeywordForm::Any),
    ("$recursiveRef", KeywordForm::Text),
    ("$ref", KeywordForm::Text),
    ("$schema", KeywordForm::Text),
    ("$vocabulary", KeywordForm::Any),
    ("additionalItems", KeywordForm::Schema),
    ("additionalProperties", KeywordForm::Schema),
    ("allOf", KeywordForm::SchemaList),
    ("anyOf", KeywordForm::SchemaList),
    ("const", KeywordForm::Any),
    ("contains", KeywordForm::Schema),
    ("contentEncoding", KeywordForm::Text),
    ("contentMediaType", KeywordForm::Text),
    ("contentSchema", KeywordForm::Schema),
    ("default", KeywordForm::Any),
    ("definitions", KeywordForm::Schemas),
    ("dependencies", KeywordForm::Any),
    ("dependentRequired", KeywordForm::NamesByName),
    ("dependentSchemas", KeywordForm::Schemas),
    ("deprecated", KeywordForm::Flag),
    ("description", KeywordForm::Text),
    ("discriminator", KeywordForm::Any),
    ("else", KeywordForm::Schema),
    ("enum", KeywordForm::Enum),
    ("example", KeywordForm::Any),
    ("examples", KeywordForm::Values),
    ("exclusiveMaximum", KeywordForm::Number),
    ("exclusiveMinimum", KeywordForm::Number),
    ("externalDocs", KeywordForm::Any),
    ("format", KeywordForm::Text),
    ("id", KeywordForm::Any),
    ("if", KeywordForm::Schema),
    ("items", KeywordForm::Schema),
    ("maxContains", KeywordForm::Count),
    ("maxItems", KeywordForm::Count),
    ("maxLength", KeywordForm::Count),
    ("maxProperties", KeywordForm::Count),
    ("maximum", KeywordForm::Number),
    ("minContains", KeywordForm::Count),
    ("minItems", KeywordForm::Count),
    ("minLength", KeywordForm::Count),
    ("minProperties", KeywordForm::Count),
    ("minimum", KeywordForm::Number),
    ("multipleOf", KeywordForm::Step),
    ("not", KeywordForm::Schema),
    ("nullable", KeywordForm::Any),
    ("oneOf", KeywordForm::SchemaList),
    ("pattern", KeywordForm::Text),
    ("patternProperties", KeywordForm::Schemas),
    ("prefixItems", KeywordForm::SchemaList),
    ("properties", KeywordForm::Schemas),
    ("propertyNames", KeywordForm::Schema),
    ("readOnly", KeywordForm::Flag),
    ("required", KeywordForm::Names),
    ("then", KeywordForm::Schema),
    ("title", KeywordForm::Text),
    ("type", KeywordForm::Type),
    ("unevaluatedItems", KeywordForm::Schema),
    ("unevaluatedProperties", KeywordForm::Schema),
    ("uniqueItems", KeywordForm::Flag),
    ("writeOnly", KeywordForm::Flag),
];

/// Returns the form of a keyword; `None` for one that JSON Schema does not define.
pub(super) fn form(keyword: &str) -> Option<KeywordForm> {
    let at = KEYWORDS.binary_search_by_key(&keyword, |(name, _)| *name);
    at.ok()
        .and_then(|at| KEYWORDS.get(at))
        .map(|(_, form)| *form)
}

impl KeywordForm {
    /// Returns `true` if a value has this form.
    pub(super) fn fits(self, value: &Value) -> bool {
        match self {
            Self::Any => true,
            Self::Count => is_count(value),
            Self::Number => value.is_number(),
            Self::Step => value.as_f64().is_some_and(|step| step > 0.0),
            Self::Flag => value.is_boolean(),
            Self::Text => value.is_string(),
            Self::Values => value.is_array(),
            Self::Enum => value.as_array().is_some_and(|values| !values.is_empty()),
            Self::Type => is_type(value),
            Self::Names => is_names(value),
            Self::NamesByName => value
                .as_object()
                .is_some_and(|by| by.values().all(is_names)),
            Self::Schema => is_schema(value),
            Self::SchemaList => value
                .as_array()
                .is_some_and(|list| !list.is_empty() && list.iter().all(is_schema)),
            Self::Schemas => value
                .as_object()
                .is_some_and(|by| by.values().all(is_schema)),
        }
    }

    /// Describes the values of this form.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Any => "any value",
            Self::Count => "a whole number from 0",
            Self::Number => "a number",
            Self::Step => "a number above 0",
            Self::Flag => "`true` or `false`",
            Self::Text => "a text",
            Self::Values => "an array",
            Self::Enum => "an array of the accepted values, at least one",
            Self::Type => "the name of a type, or an array of such names",
            Self::Names => "an array of names of properties, each once",
            Self::NamesByName => "an object with arrays of names of properties",
            Self::Schema => "a schema, which is an object, `true` or `false`",
            Self::SchemaList => "an array of schemas, at least one",
            Self::Schemas => "an object with a schema for each name",
        }
    }
}

fn is_count(value: &Value) -> bool {
    let whole = |float: f64| float >= 0.0 && float.fract() == 0.0;
    value.is_u64() || value.is_f64() && value.as_f64().is_some_and(whole)
}

fn is_type(value: &Value) -> bool {
    let is_name = |value: &Value| value.as_str().is_some_and(|name| TYPES.contains(&name));
    match value {
        Value::Array(names) => !names.is_empty() && names.iter().all(is_name) && are_unique(names),
        one => is_name(one),
    }
}

fn is_names(value: &Value) -> bool {
    let names = value.as_array();
    names.is_some_and(|names| names.iter().all(Value::is_string) && are_unique(names))
}

fn are_unique(values: &[Value]) -> bool {
    let mut rest = values;
    while let [first, tail @ ..] = rest {
        if tail.contains(first) {
            return false;
        }
        rest = tail;
    }
    true
}

fn is_schema(value: &Value) -> bool {
    value.is_object() || value.is_boolean()
}
