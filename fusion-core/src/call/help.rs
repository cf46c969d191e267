//! Calls of `help`. They go the way of every call up to the arguments, so that providers, access,
//! guards and observers see them; then a text of the view is the answer. No author's code runs after
//! the guards, so that middleware, state sync and the output cap do not apply.

use super::{reading::ReadingSettings, row::LocatedRow, run::EarlyEnd};
use crate::{
    args::{Args, CallArguments},
    error::{CallError, Problem, ProblemKind},
    result::ToolResponse,
};

/// Reads the topic, and returns the end of the call.
#[cold]
pub(super) fn answer(
    row: &LocatedRow<'_, '_>,
    reading: &ReadingSettings,
    arguments: CallArguments,
) -> EarlyEnd<ToolResponse> {
    let discriminator = row.listing.and_then(|(_, rows)| rows.discriminator);
    let mut args = Args::new(arguments, reading.rules(row.def, discriminator));
    let [topic] = args.slots();
    let topic: Option<Option<String>> = args.read(topic, 0);
    let problems = args.into_notes(&|_, _| false).map(|notes| notes.problems);
    match problems {
        Some(problems) if !problems.is_empty() => return row.invalid(problems).into(),
        _ => {}
    }
    match row.text(|context| context.help(topic.flatten().as_deref())) {
        Ok(text) => EarlyEnd::answer(ToolResponse::text(text)),
        Err(text) => CallError::Invalid {
            text,
            problems: vec![Problem::for_slot(0, ProblemKind::Rejected { reason: None })],
            fields: row.def.args.iter().map(|arg| arg.name.to_owned()).collect(),
        }
        .into(),
    }
}
