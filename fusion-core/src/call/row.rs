//! The row that a request leads to, and the errors that name it. The errors are cold: the path of a
//! successful call reserves no space for them.

use super::{RegisteredTool, Runtime, refusals::log_internal};
use crate::{
    definition::{ActionDef, ArgDef},
    error::{BoundedList, CallError, Problem, ProblemKind, ToolError},
    surface::{ListedRows, ListedTool, RowLocation, Surface, TextContext},
};

/// The number of fields that an error names to a program.
const MAX_FIELDS: usize = 16;

/// An action, prompt or resource that the caller may see, or `help`.
pub(crate) struct LocatedRow<'r, 's> {
    pub(super) surface: &'s Surface,
    pub(super) tool: &'r RegisteredTool,
    pub(super) location: RowLocation,
    pub(super) def: &'r ActionDef,
    /// The tool that lists the row; `None` for prompts and resources, which no tool lists.
    pub(super) listing: Option<(&'s ListedTool, &'s ListedRows)>,
}

impl<'r, 's> LocatedRow<'r, 's> {
    /// A prompt or a resource.
    pub(super) fn unlisted(
        runtime: &'r Runtime,
        surface: &'s Surface,
        location: RowLocation,
    ) -> Option<Self> {
        let tool = runtime.tools.get(location.tool)?;
        let def = tool.def.actions.get(location.row)?;
        Some(Self {
            surface,
            tool,
            location,
            def,
            listing: None,
        })
    }

    /// Renders a text for the caller. A row that no tool lists is named by its flat name.
    #[cold]
    pub(super) fn text<T>(&self, text: impl FnOnce(TextContext<'_>) -> T) -> T {
        let tool = &self.tool.def;
        if let Some((_, rows)) = self.listing {
            return self.surface.render(rows, tool, text);
        }
        let rows = ListedRows::single_action(self.location.tool, tool, self.location.row);
        self.surface.render(&rows, tool, text)
    }

    /// Returns an error if the caller lacks scopes of the row.
    #[inline]
    pub(super) fn require_scopes(&self) -> Result<(), CallError> {
        if self.def.scopes.is_empty() {
            return Ok(());
        }
        match self.surface.missing_scopes(self.def) {
            missing if missing.is_empty() => Ok(()),
            missing => Err(self.missing_scopes(missing)),
        }
    }

    #[cold]
    fn missing_scopes(&self, scopes: Vec<&'static str>) -> CallError {
        CallError::MissingScopes {
            text: self.text(|context| context.missing_scopes(self.def, &scopes)),
            scopes,
        }
    }

    /// The error for arguments that are wrong.
    #[cold]
    pub(super) fn invalid(&self, problems: BoundedList<Problem>) -> CallError {
        let (mut problems, omitted) = problems.into_parts();
        // Without a required field of `common`, no action of the group can be called.
        problems.sort_by_key(|problem| {
            let arg = problem.slot.and_then(|slot| self.def.args.get(slot));
            !arg.is_some_and(ArgDef::is_required_common)
        });
        CallError::Invalid {
            text: self.text(|context| context.invalid(self.def, &problems, omitted)),
            fields: fields(self.def, &problems),
            problems,
        }
    }

    /// The error for a handler or middleware that failed.
    #[cold]
    pub(super) fn failed(&self, mut error: ToolError) -> CallError {
        if self.def.spec.hints.idempotent {
            error = error.of_idempotent();
        }
        log_internal(&error, Some((self.tool.def.spec.name, &self.def.key)));
        CallError::Failed {
            text: self.text(|context| context.failed(self.def, &error)),
            error,
        }
    }
}

/// Returns the names of the arguments that `problems` concern.
#[cold]
fn fields(def: &ActionDef, problems: &[Problem]) -> Vec<String> {
    let name = |problem: &Problem| match (problem.slot, &problem.kind) {
        (Some(slot), _) => def.args.get(slot).map(|arg| arg.name.to_owned()),
        (None, ProblemKind::Unknown { name, .. }) => Some(name.clone()),
        (None, _) => None,
    };
    let mut fields: Vec<String> = Vec::new();
    for name in problems.iter().filter_map(name) {
        if fields.len() == MAX_FIELDS {
            break;
        }
        // The problems of one argument are neighbours.
        if fields.last() != Some(&name) {
            fields.push(name);
        }
    }
    fields
}
