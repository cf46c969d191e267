//! The contract of an action, a module or a tool, for a person who knows its key.

use super::View;
use crate::surface::TextContext;

impl View {
    /// Returns everything that a caller of an action must know, by its full key `tool/module.action`; the contracts of
    /// a module by `tool/module`, and an overview of a tool by its name. `None` for a key that the view does not show.
    pub(crate) fn contract(&self, key: &str) -> Option<String> {
        let (name, own) = key.split_once('/').unwrap_or((key, ""));
        let tools = self.registry.defs();
        let index = tools.iter().position(|tool| tool.spec.name == name)?;
        let tool = *tools.get(index)?;
        let row = tool.find(own);
        let is_module = || {
            let mut modules = tool.spec.modules.iter();
            modules.any(|module| module.name == Some(own))
        };
        // `help` accepts short keys as well, which are not unique.
        if row.is_none() && !own.is_empty() && !is_module() {
            return None;
        }
        let mut parts = self.surface.parts().iter();
        let part =
            parts.find(|part| part.tool == index && row.is_none_or(|row| part.shows(row)))?;
        let contract = |context: TextContext<'_>| context.help(Some(key)).ok();
        self.surface.render(part, tool, contract)
    }
}
