//! Calls of `help` and `find`. They go the way of every call up to the arguments, so that providers, access,
//! guards and observers see them; then a text of the view is the answer. No author's code runs after
//! the guards, so that middleware, state sync and the output cap do not apply.

use serde_json::Value;

use super::{
    Runtime, foreign_fields::ForeignRule, reading, row::LocatedRow, run::EarlyEnd, search,
};
use crate::{
    args::{Args, CallArguments},
    error::{CallError, Problem, ProblemKind},
    result::ToolResponse,
};

/// Reads the topic or query, and returns the end of the call.
#[cold]
pub(super) fn answer(
    runtime: &Runtime,
    row: &LocatedRow<'_, '_>,
    arguments: CallArguments<'_>,
) -> EarlyEnd<ToolResponse> {
    let settings = &runtime.reading;
    let discriminator = row.listing.and_then(|(_, rows)| rows.discriminator);
    let rules = settings.rules(row.def, discriminator);
    let mut args = Args::new(arguments, &rules);
    let [topic] = args.slots();
    let topic: Option<Option<String>> = args.read(topic, 0);
    let topic = topic.flatten();
    let is_ignored = |name: &str, value: &Value| {
        let foreign = ForeignRule::new(row, settings.foreign_fields);
        foreign.is_some_and(|rule| rule.ignores(name, value))
    };
    let notes = args.take_notes(&is_ignored);
    let notes = match notes {
        Some(notes) if !notes.problems.is_empty() => return row.invalid(notes.problems).into(),
        notes => notes,
    };
    // `help` is in the list of its tool, and `find` in that of none.
    let text = match row.listing {
        Some(_) => row.text(|context| context.help(topic.as_deref())),
        None => Ok(search::answer(
            runtime,
            row.surface,
            &topic.unwrap_or_default(),
        )),
    };
    match text {
        Ok(text) => {
            let mut answer = ToolResponse::text(text);
            if let Some(notes) = notes {
                answer = reading::report(answer, row.tool.def.spec.name, row.def, &notes);
            }
            EarlyEnd::answer(answer)
        }
        Err(text) => CallError::Invalid {
            text,
            problems: vec![Problem::for_slot(0, ProblemKind::Rejected { reason: None })],
            fields: row.def.args.iter().map(|arg| arg.name.to_owned()).collect(),
        }
        .into(),
    }
}
