//! The way of a call: providers, wire name, action, guards, arguments, layers, handler, output.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    task::Poll,
};

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::{
    CallError, RawCall, Registered, Registry,
    dispatch::{Begun, Boxed, Start},
    observe::{Noted, Watch},
    reading,
};
use crate::{
    args::{Problem, ProblemKind, Repair},
    ctx::Ctx,
    definition::ActionDef,
    result::{ToolError, ToolForm, ToolResponse, ToolResult, catch, catch_call},
    view::{Entry, ListedTool, Scene, Surface},
};

/// The most fields that an error names to a program.
const FIELDS: usize = 16;

/// A call that found its action.
struct Found<'r> {
    listed: &'r ListedTool,
    entry: &'r Entry,
    tool: &'r Registered,
    action: usize,
    def: &'r ActionDef,
}

impl Found<'_> {
    /// Structured content goes together with an output schema, and never without.
    fn form(&self) -> ToolForm {
        match self.listed.output_schema {
            Some(_) => ToolForm::structured(),
            None => ToolForm::text(),
        }
    }

    fn say<T>(&self, text: impl FnOnce(Scene<'_>) -> T) -> T {
        Surface::say(self.listed, self.entry, &self.tool.def, text)
    }
}

/// Calls a tool of `surface`. Not an `async fn`: that would hold its arguments twice.
pub(super) fn call<'a>(
    registry: &'a Registry,
    surface: &'a Surface,
    tool: &'a str,
    arguments: Value,
    ctx: Ctx,
) -> impl Future<Output = Result<ToolResponse, CallError>> + Send + 'a {
    let mut watch = Watch::new(ctx);
    async move {
        watch.begin(&registry.inner.observers, tool);
        // One future with one way out, and not one inside another: a call that nobody watches does
        // not pay for those who might.
        let result = 'end: {
            let cancellation = watch.ctx.cancellation().token().cloned();
            for provider in &registry.inner.providers {
                let running = provider.run(&mut watch.ctx);
                let provided = guarded(running, cancellation.as_ref()).await;
                if let Err(error) = provided.and_then(|provided| provided.map_err(refused)) {
                    break 'end Err(error);
                }
            }
            let noted = watch.noted.as_deref_mut();
            let (found, arguments) = match find(registry, surface, tool, arguments, noted) {
                Ok(found) => found,
                Err(error) => break 'end Err(error),
            };
            if let Err(error) = pass(registry, &found, &arguments, &mut watch.ctx) {
                break 'end Err(error);
            }
            let begun = begin(registry, &found, arguments, &mut watch.ctx);
            let Begun { running, repairs } = match begun {
                Ok(begun) => begun,
                Err(error) => break 'end Err(error),
            };
            match guarded(running, cancellation.as_ref()).await {
                Ok(result) => finish(registry, surface, &found, result, &repairs),
                Err(error) => Err(error),
            }
        };
        watch.end(&result);
        result
    }
}

/// Everything behind the chain.
#[inline]
fn finish(
    registry: &Registry,
    surface: &Surface,
    found: &Found<'_>,
    result: ToolResult,
    repairs: &[Repair],
) -> Result<ToolResponse, CallError> {
    let mut response = result.map_err(|error| failed(found, error))?;
    let stale = found.def.sync.stale.as_deref();
    let stale = stale.filter(|_| !response.is_unchanged());
    // Before the cap: what is too long to be sent was done all the same.
    if let (Some(stale), Some(sync)) = (stale, &registry.inner.sync) {
        sync.invalidated(stale);
    }
    if let Some(cap) = &registry.inner.output_cap {
        let capped = cap.apply(response, found.def);
        response = capped.map_err(|error| failed(found, error))?;
    }
    if stale.is_some()
        && let Some(notice) = surface.notice(found.entry, found.action)
    {
        response = notice.put(response);
    }
    if repairs.is_empty() {
        return Ok(response);
    }
    let place = (&*found.listed.name, found.def);
    Ok(reading::note(response, place, repairs))
}

/// Past the guards.
#[inline]
fn pass(
    registry: &Registry,
    found: &Found<'_>,
    arguments: &Map<String, Value>,
    ctx: &mut Ctx,
) -> Result<(), CallError> {
    for guard in &registry.inner.guards {
        let mut call = RawCall {
            tool: found.tool.def.spec,
            spec: found.def.spec,
            key: &found.def.key,
            arguments,
            ctx: &mut *ctx,
        };
        let passed = catch_call(|| guard(&mut call)).and_then(|passed| passed);
        passed.map_err(refused)?;
    }
    Ok(())
}

/// Parses the arguments and starts the call. An author's `Deserialize` may panic, too.
fn begin<'a>(
    registry: &'a Registry,
    found: &Found<'a>,
    arguments: Map<String, Value>,
    ctx: &'a mut Ctx,
) -> Result<Begun<'a>, CallError> {
    let reading = &registry.inner.reading;
    let start = Start {
        action: found.action,
        def: found.def,
        arguments,
        contract: reading.contract(found.def, found.entry.discriminator),
        form: found.form(),
    };
    catch_call(|| found.tool.dispatch.begin(start, ctx))
        .map_err(|error| failed(found, error))?
        .map_err(|problems| invalid(found, problems))
}

/// From a wire name and arguments to the action.
fn find<'r>(
    registry: &'r Registry,
    surface: &'r Surface,
    name: &str,
    arguments: Value,
    mut noted: Option<&mut Noted<'r>>,
) -> Result<(Found<'r>, Map<String, Value>), CallError> {
    let unknown = || CallError::UnknownTool {
        name: crate::args::cut(name),
    };
    let (listed, entry) = surface.find(name).ok_or_else(unknown)?;
    let tool = registry.inner.tools.get(entry.tool).ok_or_else(unknown)?;
    if let Some(noted) = &mut noted {
        noted.tool(tool.def.spec);
    }
    let arguments = match arguments {
        Value::Object(map) => map,
        Value::Null => Map::new(),
        other => {
            let text = Scene::arguments_are_no_object(&other);
            return Err(CallError::NoObject { text });
        }
    };
    let say = |text: &dyn Fn(Scene<'_>) -> String| CallError::NoAction {
        text: Surface::say(listed, entry, &tool.def, text),
    };
    let action = match entry.discriminator {
        None => entry.only().ok_or_else(unknown)?,
        Some(discriminator) => match arguments.get(discriminator) {
            Some(Value::String(key)) => {
                let action = tool.dispatch.resolve(key);
                action
                    .filter(|&action| entry.shows(action))
                    .ok_or_else(|| {
                        if let Some(noted) = &mut noted {
                            noted.sent(key);
                        }
                        say(&|scene| scene.unknown_action(key))
                    })?
            }
            None | Some(Value::Null) => return Err(say(&|scene| scene.no_action())),
            Some(other) => return Err(say(&|scene| scene.action_is_no_string(other))),
        },
    };
    let def = tool.def.actions.get(action).ok_or_else(unknown)?;
    if let Some(noted) = noted {
        noted.action(def, entry.discriminator, &arguments);
    }
    let found = Found {
        listed,
        entry,
        tool,
        action,
        def,
    };
    Ok((found, arguments))
}

/// Polls what an author wrote under a guard, since it may panic, and drops it at its next await
/// once the answer is no longer wanted.
async fn guarded<T>(
    mut running: Boxed<'_, T>,
    cancellation: Option<&CancellationToken>,
) -> Result<Result<T, ToolError>, CallError> {
    let Some(token) = cancellation else {
        return Ok(catch(running.as_mut()).await.and_then(|result| result));
    };
    let mut cancelled = pin!(token.cancelled());
    poll_fn(|cx| {
        if cancelled.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(CallError::Cancelled));
        }
        let poll = pin!(catch(running.as_mut())).poll(cx);
        poll.map(|result| Ok(result.and_then(|result| result)))
    })
    .await
}

fn refused(error: ToolError) -> CallError {
    log(&error, None);
    CallError::Refused {
        text: Scene::refused(&error),
        error,
    }
}

fn invalid(found: &Found<'_>, problems: Vec<Problem>) -> CallError {
    let name = |problem: &Problem| match (problem.slot, &problem.kind) {
        (Some(slot), _) => found.def.args.get(slot).map(|arg| arg.name.to_owned()),
        (None, ProblemKind::Unknown { name, .. }) => Some(name.escape_debug().to_string()),
        (None, _) => None,
    };
    let mut fields: Vec<_> = problems.iter().filter_map(name).take(FIELDS).collect();
    fields.dedup();
    CallError::Invalid {
        text: found.say(|scene| scene.invalid(found.def, &problems)),
        problems,
        fields,
    }
}

fn failed(found: &Found<'_>, error: ToolError) -> CallError {
    log(&error, Some((&found.listed.name, &found.def.key)));
    CallError::Failed {
        text: found.say(|scene| scene.failed(found.def, &error)),
        error,
    }
}

/// Writes down what the model does not read, under the reference that it does.
fn log(error: &ToolError, place: Option<(&str, &str)>) {
    if let (Some(detail), Some(reference)) = (error.detail(), error.reference()) {
        let (tool, action) = place.unwrap_or_default();
        tracing::error!(reference, tool, action, "{detail}");
    }
}
