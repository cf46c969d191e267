//! The errors of a call. All of it is cold: the way of a good call makes no room for it.

use serde_json::Value;

use super::Found;
use crate::{
    args::{Problem, ProblemKind},
    definition::ActionDef,
    registry::CallError,
    result::ToolError,
    surface::TextContext,
};

/// The most fields that an error names to a program.
const FIELDS: usize = 16;

#[cold]
pub(super) fn unknown_tool(name: &str) -> CallError {
    CallError::UnknownTool {
        name: crate::args::cut(name),
    }
}

#[cold]
pub(super) fn no_object(sent: &Value) -> CallError {
    CallError::NoObject {
        text: TextContext::arguments_are_no_object(sent),
    }
}

#[cold]
pub(in crate::registry) fn refused(error: ToolError) -> CallError {
    log(&error, None);
    CallError::Refused {
        text: TextContext::refused(&error),
        error,
    }
}

#[cold]
pub(super) fn invalid(found: &Found<'_, '_>, problems: Vec<Problem>) -> CallError {
    CallError::Invalid {
        text: found.place.say(|scene| scene.invalid(found.def, &problems)),
        fields: fields(found.def, &problems),
        problems,
    }
}

/// The names of the arguments that these concern.
#[cold]
pub(in crate::registry) fn fields(def: &ActionDef, problems: &[Problem]) -> Vec<String> {
    let name = |problem: &Problem| match (problem.slot, &problem.kind) {
        (Some(slot), _) => def.args.get(slot).map(|arg| arg.name.to_owned()),
        (None, ProblemKind::Unknown { name, .. }) => Some(name.escape_debug().to_string()),
        (None, _) => None,
    };
    let mut fields: Vec<_> = problems.iter().filter_map(name).take(FIELDS).collect();
    fields.dedup();
    fields
}

#[cold]
pub(super) fn failed(found: &Found<'_, '_>, error: ToolError) -> CallError {
    log(
        &error,
        Some((found.place.tool.def.spec.name, &found.def.key)),
    );
    CallError::Failed {
        text: found.place.say(|scene| scene.failed(found.def, &error)),
        error,
    }
}

/// Writes down what the model does not read, under the reference that it does.
pub(in crate::registry) fn log(error: &ToolError, place: Option<(&str, &str)>) {
    if let (Some(detail), Some(reference)) = (error.detail(), error.reference()) {
        let action = place.map(|(tool, key)| format!("{tool}/{key}"));
        tracing::error!(reference, action, "{detail}");
    }
}
