//! The scopes of a view for the transports: who knows those of a caller, and which of them a call lacks.

use super::View;
use crate::scopes::GrantedScopes;
use crate::surface::ListingTarget;
#[cfg(feature = "rmcp")]
use crate::{scopes::ScopesFn, surface::RowLocation};

impl View {
    /// Lets `granted` return the scopes of a caller, unless the builder of the registry set a function. A
    /// view whose registry needs no scopes stays as it is.
    #[cfg(feature = "rmcp")]
    pub(crate) fn granted_by(mut self, granted: ScopesFn) -> Self {
        if self.granted.is_none() && !self.registry.inner.scopes.is_empty() {
            self.granted = Some(granted);
        }
        self
    }

    /// Returns true if the builder of the registry set a function that returns the scopes of a caller.
    #[cfg(feature = "oauth")]
    pub(crate) fn knows_scopes(&self) -> bool {
        self.registry.inner.granted.is_some()
    }

    /// Returns the scopes that rows need and those that imply others, sorted.
    #[cfg(feature = "oauth")]
    pub(crate) fn scope_names(&self) -> Vec<&str> {
        self.registry.scope_names()
    }

    /// Runs `log` unless it ran before for a view of the same registry.
    #[cfg(feature = "rmcp")]
    pub(crate) fn log_unknown_scopes(&self, log: impl FnOnce()) {
        self.registry.inner.logged_unknown_scopes.call_once(log);
    }

    /// Returns the first shown action, prompt or resource that needs a scope, as `tool/key`, if nothing knows
    /// the scopes of a caller.
    #[cfg(feature = "rmcp")]
    pub(crate) fn needs_unknown_scopes(&self) -> Option<String> {
        if self.granted.is_some() || self.registry.inner.scopes.is_empty() {
            return None;
        }
        let shown = |place: RowLocation| {
            let mut actions = self.surface.actions();
            actions.any(|(tool, row, ..)| RowLocation { tool, row } == place)
                || self.surface.offers().find_row(place).is_some()
        };
        for (tool, def) in self.registry.defs().into_iter().enumerate() {
            for (row, action) in def.actions.iter().enumerate() {
                if !action.scopes.is_empty() && shown(RowLocation { tool, row }) {
                    return Some(def.qualified_key(action));
                }
            }
        }
        None
    }

    /// Returns the scopes that a call lacks if the caller was granted `granted`, for a tool that
    /// [steps up](crate::auth::Scopes::StepUp). `tool` is the wire name, and `action` the value of the
    /// discriminator, if the tool has one.
    ///
    /// It is empty for everything that this view does not show, so that it reveals no hidden name. Only the
    /// view that [`View::seen_by`] returns considers the filter of [`View::access`].
    pub fn missing_scopes(
        &self,
        tool: &str,
        action: Option<&str>,
        granted: &GrantedScopes,
    ) -> Vec<&'static str> {
        let missing = || {
            let held = self.registry.inner.scopes.held(granted)?;
            let tools = &self.registry.inner.runtime.tools;
            let def = |index: usize| tools.get(index).map(|tool| &tool.def);
            let (index, row) = match self.surface.find(tool)?.1 {
                ListingTarget::Rows(rows) => {
                    let row = match rows.discriminator {
                        Some(_) => def(rows.tool)?
                            .find(action?)
                            .filter(|&row| rows.accepts(row)),
                        None => rows.only_action(),
                    };
                    (rows.tool, row?)
                }
                ListingTarget::Call(called) => {
                    let place = self.surface.action_named(action?, &def)?;
                    let rows = self.surface.part_at(place)?;
                    let is_called = rows.is_searched() && rows.name == called.name();
                    is_called.then_some((place.tool, place.row))?
                }
                ListingTarget::Find => return None,
            };
            let def = def(index)?;
            let action = def.actions.get(row)?;
            let missing = held.missing(action.scopes);
            def.steps_up.then(|| missing.collect())
        };
        missing().unwrap_or_default()
    }
}
