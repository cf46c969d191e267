//! Actions that confirm or run once, in a build without the feature `ask`.

use super::Compiler;
use crate::{
    error::{AskError, OnceError},
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

    /// Refuses a row whose calls run once, because a repeated call would run again.
    pub(super) fn refuse_once(&mut self, tool: &ToolSpec, key: &str, spec: &ActionSpec) {
        if spec.once {
            let (tool, key) = (tool.name.to_owned(), key.to_owned());
            self.errors.push(OnceError::FeatureOff { tool, key }.into());
        }
    }
}
