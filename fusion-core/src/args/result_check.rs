//! The check of structured content against the output schema of its action.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

/// The check of one output schema, compiled at its first use: most results are of a type that determines
/// its own schema, and are not checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResultCheck(Arc<OnceLock<Option<backend::ResultValidator>>>);

impl ResultCheck {
    /// Returns the first place at which `value` violates `schema`, without the value itself.
    #[cold]
    pub(crate) fn violation(&self, schema: &Map<String, Value>, value: &Value) -> Option<String> {
        let check = self.0.get_or_init(|| backend::compile(schema));
        check.as_ref()?.violation(value)
    }
}

#[cfg(feature = "validate")]
mod backend {
    use jsonschema::{Draft, PatternOptions, Validator};
    use serde_json::{Map, Value};

    use crate::args::plan::instance_path;

    #[derive(Debug)]
    pub(super) struct ResultValidator(Validator);

    /// The number of steps back that one match of a pattern with look-around may take.
    const BACKTRACKS: usize = 8_192;

    /// Formats are annotations, as they are for clients. Patterns are matched in linear time, if that is
    /// possible.
    pub(super) fn compile(schema: &Map<String, Value>) -> Option<ResultValidator> {
        let options = || jsonschema::options().with_draft(Draft::Draft202012);
        let linear = options().with_pattern_options(PatternOptions::regex());
        let limited = PatternOptions::fancy_regex().backtrack_limit(BACKTRACKS);
        let schema = Value::Object(schema.clone());
        let check = linear.build(&schema);
        let check = check.or_else(|_| options().with_pattern_options(limited).build(&schema));
        check.ok().map(ResultValidator)
    }

    impl ResultValidator {
        pub(super) fn violation(&self, value: &Value) -> Option<String> {
            let error = self.0.iter_errors(value).next()?;
            let path = instance_path(error.instance_path());
            let keyword = error.kind().keyword();
            Some(match path.trim_start_matches('.') {
                "" => format!("it violates `{keyword}`"),
                path => format!("`{path}` violates `{keyword}`"),
            })
        }
    }
}

/// Without the feature `validate`, the plan of an argument checks kinds, bounds and fields.
#[cfg(not(feature = "validate"))]
mod backend {
    use serde_json::{Map, Value};

    use crate::args::Plan;

    #[derive(Debug)]
    pub(super) struct ResultValidator(Plan);

    pub(super) fn compile(schema: &Map<String, Value>) -> Option<ResultValidator> {
        Plan::compile(schema).ok().map(ResultValidator)
    }

    impl ResultValidator {
        pub(super) fn violation(&self, value: &Value) -> Option<String> {
            let fits = self.0.fits(value);
            (!fits).then(|| "it has another shape".to_owned())
        }
    }
}
