//! Actions that confirm, in a build without the feature `ask`.

use super::Compiler;
use crate::{
    error::AskError,
    spec::{ActionSpec, ToolSpec},
};

impl Compiler {
    /// Refuses a row that confirms, because it would run without its question.
    pub(super) fn refuse_confirm(&mut self, tool: &ToolSpec, key: &str, spec: &ActionSpec) {
        if spec.confirm.is_some() {
            let (tool, key) = (tool.name.to_owned(), key.to_owned());
            self.errors.push(AskError::FeatureOff { tool, key }.into());
        } else {
            self.refuse_unasked(tool, key, spec);
        }
    }
}
