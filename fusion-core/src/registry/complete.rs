//! Completion: what may be written for an argument of a prompt, or a variable of a template.

use std::future::Future;

use serde_json::{Map, Value};

use super::{
    CallError, Registry, View,
    call::{Of, guarded},
    guard,
    offers::{Offered, seen, unknown_prompt, unknown_resource},
};
use crate::{error::Problem, ctx::Ctx, macro_support::{CompletionRequest, FilledArguments}, result::catch_call, surface::Offers};

/// The most values that the protocol lets an answer have.
const MOST: usize = 100;

/// What an argument that is to be completed belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference<'a> {
    /// A prompt, by its wire name.
    Prompt(&'a str),
    /// A resource, by its URI or template.
    Resource(&'a str),
}

/// What may be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The best of them, 100 at most.
    pub values: Vec<String>,
    /// How many there are in all.
    pub total: usize,
    /// Whether there are more than `values` has.
    pub has_more: bool,
}

impl View {
    /// Completes what was written so far for one argument of a prompt or one variable of a
    /// template. `filled` are the arguments that have a value already.
    ///
    /// # Errors
    ///
    /// [`CallError::UnknownPrompt`], [`CallError::UnknownResource`], and [`CallError::Invalid`] for
    /// an argument that does not exist; as [`View::call`] for what providers and guards refuse.
    pub fn complete<'a>(
        &'a self,
        of: Reference<'a>,
        argument: &'a str,
        value: &'a str,
        filled: Map<String, Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<Completion, CallError>> + Send + 'a {
        complete(
            &self.registry,
            self.of(),
            (of, argument),
            value,
            filled,
            ctx,
        )
    }

    /// The same where [`seen_by`](Self::seen_by) made the view and has run the providers.
    #[cfg(feature = "rmcp")]
    pub(crate) fn complete_provided<'a>(
        &'a self,
        of: Reference<'a>,
        argument: &'a str,
        value: &'a str,
        filled: Map<String, Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<Completion, CallError>> + Send + 'a {
        let seen = Of::Provided(&self.surface);
        complete(&self.registry, seen, (of, argument), value, filled, ctx)
    }
}

impl Registry {
    /// Completes an argument of the whole registry; see [`View::complete`].
    ///
    /// # Errors
    ///
    /// As [`View::complete`].
    pub fn complete<'a>(
        &'a self,
        of: Reference<'a>,
        argument: &'a str,
        value: &'a str,
        filled: Map<String, Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<Completion, CallError>> + Send + 'a {
        let all = Of::All(&self.inner.grouped);
        complete(self, all, (of, argument), value, filled, ctx)
    }
}

async fn complete<'a>(
    registry: &'a Registry,
    seen_by: Of<'a>,
    (of, argument): (Reference<'a>, &'a str),
    value: &'a str,
    filled: Map<String, Value>,
    mut ctx: Ctx,
) -> Result<Completion, CallError> {
    let cancellation = ctx.cancellation().token().cloned();
    let surface = seen(registry, seen_by, &mut ctx).await?;
    let offered = referred(registry, surface.offers(), of)?;
    let tool = offered.tool;
    // Who may not have a prompt is not told what could be filled in.
    let guards = &registry.inner.guards;
    guard::pass(guards, tool.def.spec, offered.def, &filled, &mut ctx).map_err(|error| *error)?;
    let mut args = offered.def.args.iter().enumerate();
    let Some((slot, arg)) = args.find(|(_, arg)| arg.name == argument) else {
        let problem = Problem::unknown(argument);
        return Err(offered.invalid(&surface, vec![problem]));
    };
    if arg.secret {
        return Ok(Completion::default());
    }
    ctx.insert(FilledArguments(filled));
    let asked = CompletionRequest {
        slot,
        value,
        ctx: &ctx,
    };
    let running = catch_call(|| tool.dispatch.complete(offered.place.row, asked));
    let running = running.map_err(|error| offered.failed(&surface, error))?;
    let Some(running) = running else {
        return Ok(Completion::of(matching(&arg.leaf.schema, value)));
    };
    let mut values = Vec::new();
    let leaving = Box::pin(async {
        values = running.await;
        Ok(())
    });
    let ended = guarded(leaving, cancellation.as_ref()).await?;
    ended.map_err(|error| offered.failed(&surface, error))?;
    Ok(Completion::of(values))
}

/// The prompt or resource of a reference, if the caller sees it.
fn referred<'r>(
    registry: &'r Registry,
    offers: &Offers,
    reference: Reference<'_>,
) -> Result<Offered<'r>, CallError> {
    let (place, unknown) = match reference {
        Reference::Prompt(name) => {
            let place = offers.prompt(name).map(|(place, _)| place);
            (place, unknown_prompt(name))
        }
        Reference::Resource(uri) => {
            let there = || offers.resource(uri);
            let place = offers.template(uri);
            let place = place.or_else(|| there().map(|(place, _)| place));
            (place, unknown_resource(uri))
        }
    };
    let offered = place.and_then(|place| Offered::at(registry, place));
    offered.ok_or(unknown)
}

impl Completion {
    /// The first of all values, in their order.
    fn of(mut values: Vec<String>) -> Self {
        let total = values.len();
        values.truncate(MOST);
        Self {
            has_more: total > values.len(),
            values,
            total,
        }
    }
}

/// What a schema lists that goes on from `value`: what begins with it, then what has it elsewhere,
/// letters in either case.
fn matching(schema: &Map<String, Value>, value: &str) -> Vec<String> {
    let value = value.to_lowercase();
    let (mut first, mut then) = (Vec::new(), Vec::new());
    for listed in listed(schema) {
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

/// The values of an enum or a boolean.
fn listed(schema: &Map<String, Value>) -> Vec<String> {
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
