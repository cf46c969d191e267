//! The check of a server over HTTP: an answer of a user counts only for the caller who was asked.

use super::View;

impl View {
    /// Returns the first action that asks its user, as `tool/key`, if nothing names the callers of the registry.
    pub(crate) fn asks_unknown_callers(&self) -> Option<String> {
        let runtime = &self.registry.inner.runtime;
        if runtime.asking.principal.is_set() {
            return None;
        }
        let tools = runtime.tools.iter().map(|tool| &tool.def);
        let mut rows = tools.flat_map(|tool| tool.actions.iter().map(move |action| (tool, action)));
        let (tool, action) = rows.find(|(_, action)| action.asking.is_some())?;
        Some(tool.qualified_key(action))
    }
}
