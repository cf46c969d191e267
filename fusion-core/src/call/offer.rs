//! Requests of prompts and resources. They differ from calls of actions in what is for models alone:
//! no cap truncates what a user chose to read, no state sync applies, and a text that is read as a
//! number is no repair to report.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{
    ForeignFields, Reference, Runtime,
    action::start,
    dispatch::{CallEffects, CallSlot, HandlerRun, PreparedCall},
    reading::ReadingSettings,
    row::LocatedRow,
    run::{CallKind, EarlyEnd, FindResult, run},
    scope::CallScope,
};
use crate::{
    args::{CallArguments, ReadingRules, SentArguments},
    ctx::Ctx,
    definition::ActionDef,
    error::CallError,
    observe::{CallNotes, CallWatch},
    result::{PromptResponse, ResourceContents, ToolForm, ToolResponse},
    spec::Kind,
    surface::{RowLocation, Surface},
};

/// A resource that a registry itself offers. It is no row of a tool: filters, guards and observers do
/// not see it, and its text depends on the caller's surface alone.
pub(crate) struct BuiltinResource {
    pub(crate) uri: &'static str,
    pub(crate) mime: &'static str,
    pub(crate) text: fn(&Runtime, &Surface) -> Arc<str>,
}

/// A request of a prompt or a resource, and the parts of the response that are not the handler's.
struct OfferCall<'r> {
    requested: Reference<'r>,
    /// The description of the prompt.
    description: Option<String>,
    /// The media type that the resource states.
    mime: Option<&'static str>,
}

/// Fills in a prompt, by its wire name.
pub(crate) async fn prompt<'r>(
    runtime: &'r Runtime,
    scope: CallScope<'r>,
    name: &'r str,
    arguments: Map<String, Value>,
    ctx: Ctx,
) -> Result<PromptResponse, CallError> {
    let mut call = OfferCall::new(Reference::Prompt(name));
    let answer = run(runtime, scope, &mut call, arguments, ctx).await?;
    let (messages, meta) = answer.into_messages();
    Ok(PromptResponse {
        description: call.description,
        messages,
        meta,
    })
}

/// Reads a resource, by its URI.
pub(crate) async fn read<'r>(
    runtime: &'r Runtime,
    scope: CallScope<'r>,
    uri: &'r str,
    ctx: Ctx,
) -> Result<Vec<ResourceContents>, CallError> {
    let mut call = OfferCall::new(Reference::Resource(uri));
    let answer = run(runtime, scope, &mut call, SentArguments::default(), ctx).await?;
    let mut contents = answer.into_contents();
    for one in &mut contents {
        if one.uri.is_empty() {
            uri.clone_into(&mut one.uri);
        }
        if one.mime_type.is_none() {
            one.mime_type = call.mime.map(str::to_owned);
        }
    }
    Ok(contents)
}

/// Returns an error if the caller of a surface lacks scopes of the resource at a URI.
#[cfg(feature = "rmcp")]
pub(crate) fn require_scopes(
    runtime: &Runtime,
    surface: &Surface,
    uri: &str,
) -> Result<(), CallError> {
    let found = surface.offers().resource(uri);
    let row = found.and_then(|(location, _)| LocatedRow::unlisted(runtime, surface, location));
    row.map_or(Ok(()), |row| row.require_scopes())
}

impl<'r> OfferCall<'r> {
    fn new(requested: Reference<'r>) -> Self {
        Self {
            requested,
            description: None,
            mime: None,
        }
    }

    /// The resource of the registry itself, if that is requested.
    fn builtin(&self, runtime: &'r Runtime) -> Option<&'r BuiltinResource> {
        let builtin = runtime.builtin.as_ref()?;
        (self.requested == Reference::Resource(builtin.uri)).then_some(builtin)
    }

    /// Finds the row and its arguments. Those of a resource are in its URI.
    fn locate(
        &mut self,
        surface: &Surface,
        sent: Map<String, Value>,
    ) -> Option<(RowLocation, Map<String, Value>)> {
        match self.requested {
            Reference::Prompt(name) => {
                let (location, listed) = surface.offers().prompt(name)?;
                self.description.clone_from(&listed.description);
                Some((location, sent))
            }
            Reference::Resource(uri) => {
                let (location, variables) = surface.offers().resource(uri)?;
                let variables = variables.into_iter();
                let arguments = variables.map(|(name, value)| (name.to_owned(), value.into()));
                Some((location, arguments.collect()))
            }
        }
    }
}

impl<'r> CallKind<'r> for &mut OfferCall<'r> {
    type Answer = ToolResponse;

    fn begin(&self, runtime: &'r Runtime, watch: &mut CallWatch<'r>) {
        if self.builtin(runtime).is_none() {
            watch.begin(&runtime.observers, self.requested.name());
        }
    }

    fn find<'s>(
        &mut self,
        runtime: &'r Runtime,
        surface: &'s Surface,
        sent: &mut SentArguments,
        notes: Option<&mut CallNotes<'r>>,
    ) -> FindResult<'r, 's, ToolResponse> {
        if let Some(builtin) = self.builtin(runtime) {
            self.mime = Some(builtin.mime);
            let text = (builtin.text)(runtime, surface);
            let contents = vec![ResourceContents::text(&*text)];
            return Err(EarlyEnd::answer(ToolResponse::contents(contents)));
        }
        let located = self
            .locate(surface, sent.take_map())
            .and_then(|(location, arguments)| {
                let row = LocatedRow::unlisted(runtime, surface, location)?;
                Some((row, arguments))
            });
        // Another notation of a number would be another URI of the same resource.
        let is_canonical = |row: &LocatedRow<'_, '_>, arguments: &Map<String, Value>| {
            let mut texts = arguments.iter();
            matches!(self.requested, Reference::Prompt(_))
                || texts.all(|(name, text)| row.def.terms.is_canonical(name, text))
        };
        let located = located.filter(|(row, arguments)| is_canonical(row, arguments));
        let Some((row, arguments)) = located else {
            return Err(self.requested.unknown().into());
        };
        *sent = without_blanks(arguments, row.def).into();
        row.def.terms.replace_aliases(sent, &|_, _| false);
        if let Kind::Resource(spec) = row.def.spec.kind {
            self.mime = spec.mime;
        }
        if let Some(notes) = notes {
            notes.tool(row.tool.def.spec);
            notes.action(&row.tool.def, row.def, None, sent);
        }
        Ok(row)
    }

    fn start<'f>(
        &mut self,
        _: &'f Runtime,
        row: &LocatedRow<'f, '_>,
        arguments: CallArguments<'_>,
        slot: CallSlot<'f, ToolResponse>,
        effects: &mut CallEffects,
    ) -> Result<HandlerRun<'f>, EarlyEnd<ToolResponse>>
    where
        'r: 'f,
    {
        let call = PreparedCall {
            row,
            rules: &ReadingSettings::rules_for_texts(row.def),
            foreign: ForeignFields::default(),
            form: ToolForm::text(),
        };
        start(call, arguments, slot, effects)
    }

    fn rules<'f>(&self, _: &'f Runtime, row: &LocatedRow<'f, '_>) -> Option<ReadingRules<'f>> {
        Some(ReadingSettings::rules_for_texts(row.def))
    }

    fn finish(
        &self,
        _: &'r Runtime,
        row: &LocatedRow<'r, '_>,
        answer: &mut ToolResponse,
        _: &CallEffects,
    ) -> Result<(), CallError> {
        if answer.is_missing_resource() {
            // A resource that its handler does not find gives the error of one that does not exist.
            return Err(self.requested.unknown());
        }
        if let Err(error) = answer.check_encodings() {
            return Err(row.failed(error));
        }
        Ok(())
    }

    fn end(watch: &mut CallWatch<'r>, result: &Result<ToolResponse, CallError>) {
        watch.end(result);
    }
}

/// Removes the empty strings that forms send for empty fields, unless an empty string is a valid value
/// of the argument.
fn without_blanks(mut arguments: Map<String, Value>, def: &ActionDef) -> Map<String, Value> {
    arguments.retain(|name, value| !def.terms.is_blank(name, value));
    arguments
}
