//! The tools of a wrapped handler that its mount hides.

use std::{
    collections::BTreeSet,
    sync::{Arc, Once},
};

use rmcp::{ErrorData, model::Tool};

use super::convert;
use crate::error::CallError;

/// The names of hidden tools. Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub(super) struct HiddenTools {
    names: Arc<BTreeSet<String>>,
}

impl HiddenTools {
    pub(super) fn new(names: Arc<BTreeSet<String>>) -> Self {
        Self { names }
    }

    /// Returns true if the handler's tool of this name is hidden.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Returns the error for a call of a hidden tool, which is that for an unknown one.
    pub(super) fn unknown(&self, name: &str) -> Option<ErrorData> {
        let is_hidden = self.contains(name);
        is_hidden.then(|| convert::error(&CallError::unknown_tool(name)).err())?
    }

    /// Removes hidden tools from a page of the handler's list. `is_whole` is true if the page is the whole
    /// list: a name that it lacks is then logged once for the process.
    pub(super) fn remove_from(&self, tools: &mut Vec<Tool>, is_whole: bool) {
        static MISSING: Once = Once::new();

        if self.names.is_empty() {
            return;
        }
        if is_whole {
            let listed: BTreeSet<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
            let mut names = self.names.iter();
            if let Some(name) = names.find(|name| !listed.contains(name.as_str())) {
                MISSING.call_once(|| {
                    tracing::warn!(
                        name,
                        "`Mount::hide` names a tool that the handler does not list: it hides nothing"
                    );
                });
            }
        }
        tools.retain(|tool| !self.contains(&tool.name));
    }
}
