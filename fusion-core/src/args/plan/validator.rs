//! The rules beside those of the plan: patterns, formats and rare keywords. They are checked by
//! [`SchemaRules`], in every build alike; only a schema with a keyword that these do not know is left to
//! the `jsonschema` crate, which is the feature `validate-full`.

#[cfg(any(feature = "validate-full", all(test, feature = "validate")))]
mod full;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::{Map, Value};

#[cfg(any(feature = "validate-full", all(test, feature = "validate")))]
use self::full::FullValidator;
use super::{
    compile::UnenforceableRule,
    formats::EnforcedFormat,
    pattern::{check_patterns, exceeded_limit, reset_limit},
    rules::{RuleFault, SchemaRules},
};

/// The keywords that are checked without their siblings.
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

/// The number of values up to which all violations are collected; of a larger value, the first is
/// reported. The violations of a value are collected before the first is shown, with a copy of each path.
const MAX_COLLECTED: usize = 1_000;

/// A violation that the validator found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::args) enum Violation {
    /// A required property is missing.
    Missing {
        /// The path to the object.
        path: String,
        /// The name of the property.
        name: String,
    },
    /// A value violates a keyword.
    Keyword {
        /// The path to the value, such as `.tags[1]`.
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

/// The compiled part of a schema that the plan does not check by itself.
#[derive(Clone, Debug)]
pub(in crate::args) enum SchemaValidator {
    Rules(Arc<SchemaRules>),
    #[cfg(feature = "validate-full")]
    Full(Arc<FullValidator>),
}

impl SchemaValidator {
    pub(super) fn compile(
        schema: &Map<String, Value>,
        defs: Option<&Value>,
    ) -> Result<Option<Self>, UnenforceableRule> {
        let part = unplanned_part(schema, defs);
        let validator = part.map(|part| Self::compile_part(&part));
        validator.transpose().map_err(UnenforceableRule::new)
    }

    /// Compiles a whole schema, which checks all of its keywords. `Err` is the reason why it does not
    /// compile.
    pub(in crate::args) fn whole(schema: &Map<String, Value>) -> Result<Self, String> {
        Self::compile_part(&Value::Object(schema.clone()))
    }

    /// Compiles the schema of a result, in which formats are annotations, as they are for clients. `None` if it
    /// cannot be enforced.
    pub(in crate::args) fn of_result(schema: &Map<String, Value>) -> Option<Self> {
        let schema = Value::Object(schema.clone());
        match SchemaRules::compile(&schema, false) {
            Ok(rules) => Some(Self::Rules(Arc::new(rules))),
            #[cfg(feature = "validate-full")]
            Err(RuleFault::Unsupported(_)) => {
                let full = FullValidator::of_result(&schema)?;
                Some(Self::Full(Arc::new(full)))
            }
            Err(_) => None,
        }
    }

    fn compile_part(part: &Value) -> Result<Self, String> {
        check_patterns(part)?;
        match SchemaRules::compile(part, true) {
            Ok(rules) => Ok(Self::Rules(Arc::new(rules))),
            Err(RuleFault::Pattern(reason)) => Err(reason),
            Err(RuleFault::Malformed) => Err(MALFORMED.to_owned()),
            Err(RuleFault::Unsupported(keyword)) => Self::compile_full(part, &keyword),
        }
    }

    #[cfg(feature = "validate-full")]
    fn compile_full(part: &Value, _: &str) -> Result<Self, String> {
        let full = FullValidator::compile(part).ok_or(MALFORMED)?;
        Ok(Self::Full(Arc::new(full)))
    }

    #[cfg(not(feature = "validate-full"))]
    fn compile_full(_: &Value, keyword: &str) -> Result<Self, String> {
        Err(format!(
            "its `{keyword}` needs the feature `validate-full` of fusion-core: turn it on, or describe the values without `{keyword}`"
        ))
    }

    pub(in crate::args) fn fits(&self, value: &Value) -> bool {
        reset_limit();
        let fits = match self {
            Self::Rules(rules) => rules.fits(value),
            #[cfg(feature = "validate-full")]
            Self::Full(full) => full.fits(value),
        };
        fits && exceeded_limit().is_none()
    }

    pub(in crate::args) fn violations(&self, value: &Value) -> Vec<Violation> {
        reset_limit();
        let mut room = MAX_COLLECTED;
        let all = is_small(value, &mut room);
        let found = match self {
            Self::Rules(rules) => rules.violations(value, all),
            #[cfg(feature = "validate-full")]
            Self::Full(full) => full.violations(value, all),
        };
        match exceeded_limit() {
            Some(limit) => vec![Violation::Unmatched {
                reason: limit.to_string(),
            }],
            None => found,
        }
    }
}

const MALFORMED: &str = "its schema is no valid JSON Schema 2020-12: fix it where it is written";

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
    if let Some(format) = schema.get("format").and_then(Value::as_str)
        && EnforcedFormat::named(format).is_some()
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
