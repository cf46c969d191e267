//! The checks of a server over HTTP: an answer of a user counts only for the caller who was asked, a kept answer is read
//! only by the caller whose call it answers, and claims are those of a verified token.

#[cfg(feature = "oauth")]
use std::any::TypeId;
#[cfg(feature = "ask")]
use std::borrow::Cow;

use super::View;
#[cfg(feature = "oauth")]
use crate::ctx::Claims;
#[cfg(feature = "ask")]
use crate::{ctx::Ctx, definition::ActionDef};

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

    /// Logs an action whose `idempotency_key` is refused in requests that nothing names the caller of, if the registry
    /// has one. A server with verified tokens does not call it.
    #[cfg(feature = "ask")]
    pub(crate) fn warn_of_refused_keys(&self) {
        if self.registry.inner.runtime.asking.principal.is_set() {
            return;
        }
        if let Some(action) = self.first_action(|action| action.spec.once) {
            tracing::warn!(
                action,
                "an action with `once` is served over HTTP, and nothing but an `Authorization` header names the callers: \
                 each `idempotency_key` in a request without one is refused; set `principal` of the registry's builder, \
                 to `|_| None` for a server without callers"
            );
        }
    }

    /// Returns the first action that asks its user, as `tool/key`.
    #[cfg(feature = "ask")]
    pub(crate) fn asking_action(&self) -> Option<String> {
        self.first_action(|action| action.asking.is_some())
    }

    /// Returns the first action that `is_wanted` accepts, as `tool/key`.
    #[cfg(feature = "ask")]
    fn first_action(&self, is_wanted: impl Fn(&ActionDef) -> bool) -> Option<String> {
        let tools = self.registry.inner.runtime.tools.iter();
        let tools = tools.map(|tool| &tool.def);
        let mut rows = tools.flat_map(|tool| tool.actions.iter().map(move |action| (tool, action)));
        let (tool, action) = rows.find(|(_, action)| is_wanted(action))?;
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
