//! The defaults of omitted arguments.

use serde_json::Value;

use super::Compiler;
use crate::{
    args::{Plan, refusal},
    error::BuildError,
    result::catch_call,
    spec::{DefaultFn, ToolSpec},
};

impl Compiler {
    /// Returns the default of one argument as JSON. It is published beside the argument's schema,
    /// so it must match that schema.
    pub(super) fn default_value(
        &mut self,
        make: DefaultFn,
        plan: &Plan,
        (tool, key, argument): (&ToolSpec, &str, &str),
    ) -> Option<Value> {
        let (tool, key, argument) = (tool.name.into(), key.into(), argument.into());
        let Ok(default) = catch_call(make) else {
            self.errors.push(BuildError::DefaultPanicked {
                tool,
                key,
                argument,
            });
            return None;
        };
        // `null` means that there is no default, so it is not published.
        let said = default.as_ref().filter(|value| !value.is_null());
        if let Some(reason) = said.and_then(|value| refusal(plan, value)) {
            self.errors.push(BuildError::DefaultRefused {
                tool,
                key,
                argument,
                reason,
            });
        }
        default
    }
}
