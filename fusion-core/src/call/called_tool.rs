//! The choice of an action: from a listed tool and a discriminator to a row.

use serde_json::Value;

use super::{
    RegisteredTool,
    foreign_fields::{ForeignFields, ForeignRule},
    row::LocatedRow,
    run::EarlyEnd,
};
use crate::{
    args::SentArguments,
    error::{CallError, DiscriminatorProblem},
    observe::CallNotes,
    result::ToolResponse,
    surface::{ListedRows, ListedTool, RowLocation, Surface, TextContext},
};

/// A listed tool and the registered tool behind it, before the action is known.
#[derive(Clone, Copy)]
pub(super) struct CalledTool<'r, 's> {
    pub(super) surface: &'s Surface,
    pub(super) listed: &'s ListedTool,
    pub(super) rows: &'s ListedRows,
    pub(super) tool: &'r RegisteredTool,
    /// The handling of fields of other actions.
    pub(super) foreign: ForeignFields,
}

impl<'r, 's> CalledTool<'r, 's> {
    /// Finds the action that the discriminator names, and replaces aliases of its arguments.
    #[inline]
    pub(super) fn action(
        self,
        arguments: &mut SentArguments,
        notes: Option<&mut CallNotes<'r>>,
    ) -> Result<LocatedRow<'r, 's>, EarlyEnd<ToolResponse>> {
        let sent = match self.rows.discriminator {
            None => None,
            Some(discriminator) => match arguments.get(discriminator) {
                Some(Value::String(key)) => Some(key.as_str()),
                None | Some(Value::Null) => {
                    let problem = DiscriminatorProblem::Missing;
                    return Err(self.no_action(problem, |context| context.no_action()));
                }
                Some(other) => {
                    let problem = DiscriminatorProblem::NotString;
                    return Err(
                        self.no_action(problem, |context| context.action_is_no_string(other))
                    );
                }
            },
        };
        let action = match sent {
            None => self.rows.only_action(),
            Some(key) => self.tool.def.find(key),
        };
        let visible = action.filter(|&action| self.rows.accepts(action));
        let found = visible.and_then(|action| Some((action, self.tool.def.actions.get(action)?)));
        let Some((action, def)) = found else {
            return Err(self.unknown_action(sent, action, notes));
        };
        def.terms.replace_aliases(arguments, &|name, value| {
            let rule = ForeignRule {
                setting: self.foreign,
                tool: &self.tool.def,
                def,
                rows: self.rows,
            };
            rule.is_filled_in(name, value)
        });
        if let Some(notes) = notes {
            let tool = &self.tool.def;
            notes.action(tool, def, self.rows.discriminator, arguments);
        }
        Ok(LocatedRow {
            surface: self.surface,
            tool: self.tool,
            location: RowLocation {
                tool: self.rows.tool,
                row: action,
            },
            def,
            listing: Some((self.listed, self.rows)),
        })
    }

    /// The error for a key that the listed tool does not have. `action` is the row of that key if
    /// the registered tool has one.
    #[cold]
    fn unknown_action(
        &self,
        sent: Option<&str>,
        action: Option<usize>,
        notes: Option<&mut CallNotes<'r>>,
    ) -> EarlyEnd<ToolResponse> {
        let Some(key) = sent else {
            return CallError::unknown_tool(&self.listed.name).into();
        };
        if let Some(notes) = notes {
            notes.unknown_key(key);
        }
        let elsewhere = action.and_then(|action| self.surface.owning_part(self.rows, action));
        let problem = DiscriminatorProblem::Unknown;
        self.no_action(problem, |context| match elsewhere {
            Some(name) => context.action_of_another_tool(key, name),
            None => context.unknown_action(key),
        })
    }

    #[cold]
    fn no_action(
        &self,
        problem: DiscriminatorProblem,
        text: impl FnOnce(TextContext<'_>) -> String,
    ) -> EarlyEnd<ToolResponse> {
        let text = self.surface.render(self.rows, &self.tool.def, text);
        CallError::NoAction { text, problem }.into()
    }
}
