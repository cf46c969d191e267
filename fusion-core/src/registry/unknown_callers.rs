//! The checks of a server over HTTP: an answer of a user counts only for the caller who was asked, and claims are
//! those of a verified token.

#[cfg(feature = "oauth")]
use std::any::TypeId;
#[cfg(feature = "ask")]
use std::borrow::Cow;

use super::View;
#[cfg(feature = "oauth")]
use crate::ctx::Claims;
#[cfg(feature = "ask")]
use crate::ctx::Ctx;

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
        let is_set = self.registry.inner.runtime.asking.principal.is_set();
        (!is_set).then(|| self.asking_action())?
    }

    /// Returns the first action that asks its user, as `tool/key`.
    #[cfg(feature = "ask")]
    pub(crate) fn asking_action(&self) -> Option<String> {
        let tools = self.registry.inner.runtime.tools.iter();
        let tools = tools.map(|tool| &tool.def);
        let mut rows = tools.flat_map(|tool| tool.actions.iter().map(move |action| (tool, action)));
        let (tool, action) = rows.find(|(_, action)| action.asking.is_some())?;
        Some(tool.qualified_key(action))
    }

    /// Returns the name of the caller of a request, as the calls of this registry have it: runs the providers, whose
    /// values it may be made of. `None` if the request has no caller, or a provider refuses it.
    #[cfg(feature = "ask")]
    pub(crate) async fn caller(&self, ctx: &mut Ctx) -> Option<String> {
        let runtime = &self.registry.inner.runtime;
        let principal = &runtime.asking.principal;
        if principal.is_set() {
            #[cfg(feature = "testing")]
            if let Some(substitutes) = &self.substitutes {
                substitutes.insert_into(ctx);
            }
            if runtime.providers.must_run(ctx) {
                runtime.providers.run(ctx).await.ok()?;
            }
        }
        principal.of(ctx).map(Cow::into_owned)
    }
}
