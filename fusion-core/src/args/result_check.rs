//! The check of structured content against the output schema of its action.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use super::plan::{SchemaValidator, Violation, start_call};

/// The check of one output schema, compiled at its first use: most results are of a type that determines
/// its own schema, and are not checked. `None` for a schema that cannot be enforced.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResultCheck(Arc<OnceLock<Option<SchemaValidator>>>);

impl ResultCheck {
    /// Returns the first place at which `value` violates `schema`, without the value itself.
    #[cold]
    pub(crate) fn violation(&self, schema: &Map<String, Value>, value: &Value) -> Option<String> {
        let check = self.0.get_or_init(|| SchemaValidator::of_result(schema));
        let check = check.as_ref()?;
        start_call();
        let (path, keyword) = match check.violations(value).into_iter().next()? {
            Violation::Missing { path, .. } => (path, "required".to_owned()),
            Violation::Keyword { path, keyword } => (path, keyword),
            // Nothing is known about a value that takes too long.
            Violation::Unmatched { .. } => return None,
        };
        Some(match path.trim_start_matches('.') {
            "" => format!("it violates `{keyword}`"),
            path => format!("`{path}` violates `{keyword}`"),
        })
    }
}
