//! Completion: the values for an argument of a prompt or a variable of a template. Observers do not
//! see it, and no middleware runs.

use serde_json::{Map, Value};

use super::{
    Runtime,
    dispatch::{CallEffects, CallSlot, HandlerRun},
    row::LocatedRow,
    run::{CallKind, EarlyEnd, FindResult, run},
    scope::CallScope,
};
use crate::{
    args::{CallArguments, SentArguments},
    ctx::Ctx,
    error::{BoundedList, CallError, Problem},
    macro_support::{CompletionRequest, FilledArguments},
    observe::{CallNotes, CallWatch},
    result::catch_call,
    surface::Surface,
};

/// The maximum number of values in one response of the protocol.
const MAX_VALUES: usize = 100;

/// A prompt or a resource, by what a client calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference<'a> {
    /// A prompt, by its wire name.
    Prompt(&'a str),
    /// A resource, by its URI or template.
    Resource(&'a str),
}

/// The values that complete an argument.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The best values, at most 100.
    pub values: Vec<String>,
    /// The number of all values.
    pub total: usize,
    /// True if there are more values than `values` holds.
    pub has_more: bool,
}

impl<'a> Reference<'a> {
    /// Returns the name or the URI.
    pub(super) fn name(self) -> &'a str {
        match self {
            Self::Prompt(name) | Self::Resource(name) => name,
        }
    }

    /// The error for a reference to nothing. A hidden prompt or resource gives the same error.
    #[cold]
    pub(crate) fn unknown(self) -> CallError {
        match self {
            Self::Prompt(name) => CallError::unknown_prompt(name),
            Self::Resource(uri) => CallError::unknown_resource(uri),
        }
    }
}

/// A request to complete one argument.
pub(crate) struct CompletionCall<'r> {
    pub(crate) reference: Reference<'r>,
    /// The argument to complete.
    pub(crate) argument: &'r str,
    /// The text so far.
    pub(crate) value: &'r str,
}

/// Completes an argument. `filled` are the arguments that have a value already.
pub(crate) async fn complete<'r>(
    runtime: &'r Runtime,
    scope: CallScope<'r>,
    call: CompletionCall<'r>,
    filled: Map<String, Value>,
    ctx: Ctx,
) -> Result<Completion, CallError> {
    let values = run(runtime, scope, call, filled, ctx).await?;
    Ok(Completion::new(values))
}

impl<'r> CallKind<'r> for CompletionCall<'r> {
    type Answer = Vec<String>;

    fn begin(&self, _: &'r Runtime, _: &mut CallWatch<'r>) {}

    fn find<'s>(
        &mut self,
        runtime: &'r Runtime,
        surface: &'s Surface,
        _: &mut SentArguments,
        _: Option<&mut CallNotes<'r>>,
    ) -> FindResult<'r, 's, Vec<String>> {
        let offers = surface.offers();
        let location = match self.reference {
            Reference::Prompt(name) => offers.prompt(name).map(|(location, _)| location),
            Reference::Resource(uri) => {
                let resource = || offers.resource(uri).map(|(location, _)| location);
                offers.template(uri).or_else(resource)
            }
        };
        let row = location.and_then(|location| LocatedRow::unlisted(runtime, surface, location));
        let row = row.ok_or_else(|| self.reference.unknown())?;
        // Guards see them: a caller who may not use a prompt must not learn its values.
        Ok(row)
    }

    fn start<'f>(
        &mut self,
        _: &'f Runtime,
        row: &LocatedRow<'f, '_>,
        filled: CallArguments<'_>,
        slot: CallSlot<'f, Vec<String>>,
        _: &mut CallEffects,
    ) -> Result<HandlerRun<'f>, EarlyEnd<Vec<String>>>
    where
        'r: 'f,
    {
        let mut args = row.def.args.iter().enumerate();
        let Some((index, arg)) = args.find(|(_, arg)| arg.name == self.argument) else {
            return Err(row
                .invalid(BoundedList::from(Problem::unknown(self.argument)))
                .into());
        };
        if arg.secret {
            return Err(EarlyEnd::answer(Vec::new()));
        }
        let CallSlot { ctx, answer } = slot;
        ctx.insert(FilledArguments(row.def.renames.to_own(filled.into_sent())));
        let request = CompletionRequest {
            slot: index,
            value: self.value,
            ctx,
        };
        let completing = catch_call(|| row.tool.dispatch.complete(row.location.row, request));
        let Some(completing) = completing.map_err(|error| row.failed(error))? else {
            return Err(EarlyEnd::answer(matching_values(
                &arg.leaf.schema,
                self.value,
            )));
        };
        Ok(HandlerRun::Boxed(Box::pin(async move {
            *answer = Some(completing.await);
            Ok(())
        })))
    }

    fn finish(
        &self,
        _: &'r Runtime,
        _: &LocatedRow<'r, '_>,
        _: &mut Vec<String>,
        _: &CallEffects,
    ) -> Result<(), CallError> {
        Ok(())
    }

    fn end(_: &mut CallWatch<'r>, _: &Result<Vec<String>, CallError>) {}
}

impl Completion {
    /// The first of all values, in their order.
    fn new(mut values: Vec<String>) -> Self {
        let total = values.len();
        values.truncate(MAX_VALUES);
        Self {
            has_more: total > values.len(),
            values,
            total,
        }
    }
}

/// Returns the values of a schema that contain `value`, in either case: those that start with it come
/// first.
fn matching_values(schema: &Map<String, Value>, value: &str) -> Vec<String> {
    let value = value.to_lowercase();
    let (mut first, mut then) = (Vec::new(), Vec::new());
    for listed in schema_values(schema) {
        let folded = listed.to_lowercase();
        if folded.starts_with(&value) {
            first.push(listed);
        } else if folded.contains(&value) {
            then.push(listed);
        }
    }
    first.append(&mut then);
    first
}

/// Returns the values of an enum or a boolean.
fn schema_values(schema: &Map<String, Value>) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    match (schema.get("enum"), schema.get("type")) {
        (Some(Value::Array(values)), _) => values.iter().filter_map(text).collect(),
        (_, Some(Value::String(name))) if name == "boolean" => {
            vec!["true".to_owned(), "false".to_owned()]
        }
        _ => Vec::new(),
    }
}
