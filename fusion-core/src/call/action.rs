//! Calls of actions: from a wire name and arguments to a row, and from an answer to a response with its
//! cap, its notice and its repairs.

use std::mem::take;

#[cfg(feature = "ask")]
use super::once::{Claiming, OnceClaim, ReplyForm, claim};
use super::{
    Runtime,
    called_tool::CalledTool,
    changed_arguments::changed_resources,
    dispatch::{CallEffects, CallSlot, HandlerRun, PreparedCall},
    help, reading,
    row::LocatedRow,
    run::{CallKind, EarlyEnd, FindResult},
    search::{self, ActionSearch},
    structured::hold_to_schema,
};
#[cfg(feature = "ask")]
use crate::ctx::Ctx;
use crate::{
    args::{CallArguments, ReadingRules, SentArguments},
    ctx::Era,
    error::CallError,
    observe::{CallNotes, CallWatch},
    result::{ToolForm, ToolResponse, catch_call},
    spec::Format,
    state_sync::Notice,
    surface::{ListingTarget, Surface},
};

/// A call of a listed tool, by its wire name. The arguments hold the discriminator.
pub(crate) struct ActionCall<'r>(pub(crate) &'r str);

impl<'r> CallKind<'r> for ActionCall<'r> {
    type Answer = ToolResponse;

    #[inline]
    fn begin(&self, runtime: &'r Runtime, watch: &mut CallWatch<'r>) {
        watch.begin(&runtime.observers, self.0);
    }

    #[inline]
    fn find<'s>(
        &mut self,
        runtime: &'r Runtime,
        surface: &'s Surface,
        sent: &mut SentArguments,
        mut notes: Option<&mut CallNotes<'r>>,
    ) -> FindResult<'r, 's, ToolResponse> {
        let unknown = || CallError::unknown_tool(self.0);
        let (listed, target) = surface.find(self.0).ok_or_else(unknown)?;
        let registered = match target {
            ListingTarget::Rows(rows) => runtime.tools.get(rows.tool).map(|tool| (rows, tool)),
            ListingTarget::Find | ListingTarget::Call(_) => None,
        };
        if let (Some(notes), Some((_, tool))) = (&mut notes, registered) {
            notes.tool(tool.def.spec);
        }
        if let Some(other) = sent.no_object() {
            return Err(CallError::no_object(other).into());
        }
        let (rows, tool) = match target {
            ListingTarget::Rows(_) => registered.ok_or_else(unknown)?,
            ListingTarget::Find => return search::find_row(surface, sent, notes),
            ListingTarget::Call(called) => {
                let search = ActionSearch {
                    runtime,
                    surface,
                    listed,
                    called,
                };
                return search.action(sent, notes);
            }
        };
        CalledTool {
            surface,
            listed,
            rows,
            tool,
            foreign: runtime.reading.foreign_fields,
        }
        .action(sent, notes)
    }

    #[cfg(feature = "ask")]
    fn claim<'c>(
        &self,
        runtime: &'r Runtime,
        row: &'c LocatedRow<'r, 'c>,
        sent: &mut SentArguments,
        ctx: &'c Ctx,
    ) -> Option<Claiming<'c, 'r, ToolResponse>>
    where
        'r: 'c,
    {
        let form = ReplyForm {
            structured: form(row, ctx.era()).structured,
            whole_json: ctx.wants_whole_json(),
        };
        claim(runtime, row, sent, ctx, form)
    }

    #[inline]
    fn start<'f>(
        &mut self,
        runtime: &'f Runtime,
        row: &LocatedRow<'f, '_>,
        mut arguments: CallArguments<'_>,
        slot: CallSlot<'f, ToolResponse>,
        effects: &mut CallEffects,
    ) -> Result<HandlerRun<'f>, EarlyEnd<ToolResponse>>
    where
        'r: 'f,
    {
        if row.def.is_help() {
            return Err(help::answer(runtime, row, arguments));
        }
        let rules = reading_rules(runtime, row);
        // Before the arguments are read.
        if let Some(patterns) = row.def.sync.notifies.as_deref() {
            let changed = changed_resources(row.def, patterns, &mut arguments, &rules);
            effects.changed = Some(changed);
        }
        let mut form = form(row, slot.ctx.era());
        effects.structured = form.structured;
        if slot.ctx.wants_whole_json() {
            form = form.in_format(Format::Json);
            effects.whole_json = true;
        }
        let call = PreparedCall {
            row,
            rules: &rules,
            foreign: runtime.reading.foreign_fields,
            form,
        };
        start(call, arguments, slot, effects)
    }

    #[inline]
    fn rules<'f>(
        &self,
        runtime: &'f Runtime,
        row: &LocatedRow<'f, '_>,
    ) -> Option<ReadingRules<'f>> {
        Some(reading_rules(runtime, row))
    }

    #[inline]
    fn finish(
        &self,
        runtime: &'r Runtime,
        row: &LocatedRow<'r, '_>,
        answer: &mut ToolResponse,
        effects: &CallEffects,
    ) -> Result<(), CallError> {
        let stale = row.def.sync.stale.as_deref();
        let stale = stale.filter(|_| !answer.is_unchanged());
        // Before the checks of the result: one that cannot be sent was produced all the same.
        if let (Some(stale), Some(state_sync)) = (stale, &runtime.state_sync) {
            state_sync.call_hook(stale);
            if let Some(replica) = &runtime.replica {
                replica.publish_invalidation(stale);
            }
        }
        if let Some(changed) = &effects.changed
            && !answer.is_unchanged()
        {
            runtime.updates.notify_all(changed);
            if let Some(replica) = &runtime.replica {
                replica.publish_resources(changed);
            }
        }
        // Most answers are one text, which has no encoding.
        if answer.only_text().is_none_or(str::is_empty) {
            if let Err(error) = answer.check_encodings() {
                return Err(row.failed(error));
            }
            if !effects.whole_json {
                answer.fill_empty_texts();
            }
        }
        if let Err(error) = hold_to_schema(runtime, row, answer, effects.structured) {
            return Err(row.failed(error));
        }
        if let Some(cap) = row.def.output_cap.or(runtime.output_cap)
            && !effects.whole_json
        {
            *answer = match cap.apply(take(answer), row.def) {
                Ok(answer) => answer,
                Err(error) => return Err(row.failed(error)),
            };
        }
        if stale.is_some()
            && let Some(state_sync) = &runtime.state_sync
            && let Some((_, rows)) = row.listing
            && let Some(notice) = row.surface.notice(rows, row.location.row)
        {
            let place = if effects.whole_json {
                Notice::Meta
            } else {
                state_sync.notice
            };
            *answer = notice.add_to(take(answer), place);
        }
        if let Some(notes) = &effects.notes {
            let tool = row.tool.def.spec.name;
            *answer = reading::report(take(answer), tool, row.def, notes);
        }
        Ok(())
    }

    #[cfg(feature = "ask")]
    fn keep<'c>(
        claim: Box<OnceClaim<'c>>,
        result: &'c Result<ToolResponse, CallError>,
    ) -> impl Future<Output = ()> + Send + 'c {
        claim.end(result)
    }

    #[inline]
    fn end(watch: &mut CallWatch<'r>, result: &Result<ToolResponse, CallError>) {
        watch.end(result);
    }
}

/// Returns the rules by which the arguments of a row are read.
#[inline]
fn reading_rules<'f>(runtime: &'f Runtime, row: &LocatedRow<'f, '_>) -> ReadingRules<'f> {
    let discriminator = row.listing.and_then(|(_, rows)| rows.discriminator);
    runtime.reading.rules(row.def, discriminator)
}

/// Parses the arguments of a row and creates the future of its handler. An author's `Deserialize`
/// may panic, too. The payload of such a panic may contain the value that was read, so it is dropped
/// if an argument of the row is secret.
pub(super) fn start<'f>(
    call: PreparedCall<'_, 'f, '_>,
    arguments: CallArguments<'_>,
    slot: CallSlot<'f, ToolResponse>,
    effects: &mut CallEffects,
) -> Result<HandlerRun<'f>, EarlyEnd<ToolResponse>> {
    let row = call.row;
    let notes = &mut effects.notes;
    match catch_call(|| row.tool.dispatch.start(call, arguments, slot, notes)) {
        Ok(Some(run)) => Ok(run),
        Ok(None) => {
            let problems = notes.take().map(|notes| notes.problems);
            Err(row.invalid(problems.unwrap_or_default()).into())
        }
        Err(error) => {
            let has_secrets = row.def.args.iter().any(|arg| arg.secret);
            let error = if has_secrets {
                error.without_payload()
            } else {
                error
            };
            Err(row.failed(error).into())
        }
    }
}

/// Structured content goes together with an output schema, and never without.
#[inline]
fn form(row: &LocatedRow<'_, '_>, era: Era) -> ToolForm {
    let schema = row
        .listing
        .and_then(|(listed, _)| listed.output_schema_for(era));
    let form = match schema {
        Some(_) => ToolForm::structured(),
        None => ToolForm::text(),
    };
    form.in_format(row.def.format)
}
