//! The checks of a server over HTTP: an answer of a user counts only for the caller who was asked, and claims are
//! those of a verified token.

#[cfg(feature = "oauth")]
use std::any::TypeId;

use super::View;
#[cfg(feature = "oauth")]
use crate::ctx::Claims;

impl View {
    /// Returns the first row that injects [`Claims`], as `tool/key`, if nothing but a verified token would insert
    /// them.
    #[cfg(feature = "oauth")]
    pub(crate) fn needs_unknown_claims(&self) -> Option<String> {
        let inner = &self.registry.inner;
        if inner.has_own_claims {
            return None;
        }
        let tools = inner.runtime.tools.iter().map(|tool| &tool.def);
        let mut rows = tools.flat_map(|tool| tool.actions.iter().map(move |action| (tool, action)));
        let (tool, action) = rows.find(|(_, action)| {
            let mut needs = action.spec.needs.iter().filter_map(|need| need());
            needs.any(|need| need.id == TypeId::of::<Claims>())
        })?;
        Some(tool.qualified_key(action))
    }

    /// Returns the first action that asks its user, as `tool/key`, if nothing names the callers of the registry.
    #[cfg(feature = "ask")]
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
