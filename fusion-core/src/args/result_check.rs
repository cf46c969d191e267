//! The check of structured content against the output schema of its action.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

#[cfg(feature = "validate-full")]
use super::plan::FullValidator;
use super::plan::{RuleFault, SchemaRules, Violation, exceeded_limit, start_call};

/// The check of one output schema, compiled at its first use: most results are of a type that determines
/// its own schema, and are not checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResultCheck(Arc<OnceLock<Option<ResultValidator>>>);

#[derive(Debug)]
enum ResultValidator {
    Rules(SchemaRules),
    #[cfg(feature = "validate-full")]
    Full(FullValidator),
}

impl ResultCheck {
    /// Returns the first place at which `value` violates `schema`, without the value itself.
    #[cold]
    pub(crate) fn violation(&self, schema: &Map<String, Value>, value: &Value) -> Option<String> {
        let check = self.0.get_or_init(|| ResultValidator::compile(schema));
        check.as_ref()?.violation(value)
    }
}

impl ResultValidator {
    /// Compiles a schema, in which formats are annotations, as they are for clients. `None` if it cannot
    /// be enforced.
    fn compile(schema: &Map<String, Value>) -> Option<Self> {
        let schema = Value::Object(schema.clone());
        match SchemaRules::compile(&schema, false) {
            Ok(rules) => Some(Self::Rules(rules)),
            #[cfg(feature = "validate-full")]
            Err(RuleFault::Unsupported(_)) => FullValidator::of_result(&schema).map(Self::Full),
            #[cfg(not(feature = "validate-full"))]
            Err(RuleFault::Unsupported(_)) => None,
            Err(RuleFault::Malformed | RuleFault::Pattern(_)) => None,
        }
    }

    fn violation(&self, value: &Value) -> Option<String> {
        start_call();
        let found = match self {
            Self::Rules(rules) => rules.violations(value, false),
            #[cfg(feature = "validate-full")]
            Self::Full(full) => full.violations(value, false),
        };
        // Nothing is known about a value that takes too long.
        if exceeded_limit().is_some() {
            return None;
        }
        let (path, keyword) = match found.into_iter().next()? {
            Violation::Missing { path, .. } => (path, "required".to_owned()),
            Violation::Keyword { path, keyword } => (path, keyword),
            Violation::Unmatched { reason } => return Some(reason),
        };
        Some(match path.trim_start_matches('.') {
            "" => format!("it violates `{keyword}`"),
            path => format!("`{path}` violates `{keyword}`"),
        })
    }
}
