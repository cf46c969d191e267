//! The definitions of built tools with another form of descriptions.

use super::Compiler;
use crate::{
    definition::{ArgumentUses, ToolDef, names},
    describe::ChosenForm,
    spec::Describe,
};

impl Compiler {
    /// Returns `tool` in another form, with `help` exactly if that form has it, and appends mistakes to `errors`.
    /// Only lists may be computed from it: the index of `help` is none of the rows that calls use.
    pub(crate) fn with_other_form(&mut self, tool: &ToolDef, form: Describe) -> ToolDef {
        let mut tool = tool.clone();
        tool.describe = ChosenForm::BuiltIn(form);
        tool.actions.retain(|row| !row.is_help());
        let help = self.help(tool.spec, tool.describe, &tool.actions);
        tool.actions.extend(help);
        tool.names = names(&tool.actions);
        tool.uses = ArgumentUses::default();
        tool
    }
}
