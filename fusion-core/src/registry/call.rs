//! The way of a call: providers, wire name, action, guards, arguments, layers, handler, output.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    task::Poll,
};

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::{
    CallError, RawCall, Registered, Registry, View,
    dispatch::{Begun, Boxed, Start},
    observe::{Noted, Watch},
    reading,
};
use crate::{
    args::{Problem, ProblemKind, Repair},
    ctx::{Ctx, Era},
    definition::ActionDef,
    result::{ToolError, ToolForm, ToolResponse, ToolResult, catch, catch_call},
    view::{Entry, ListedTool, Scene, Surface},
};

/// The most fields that an error names to a program.
const FIELDS: usize = 16;

/// A call that found its action.
struct Found<'r, 's> {
    surface: &'s Surface,
    listed: &'s ListedTool,
    entry: &'s Entry,
    tool: &'r Registered,
    action: usize,
    def: &'r ActionDef,
}

impl Found<'_, '_> {
    /// Structured content goes together with an output schema, and never without.
    fn form(&self, era: Era) -> ToolForm {
        let form = match self.listed.output_schema_for(era) {
            Some(_) => ToolForm::structured(),
            None => ToolForm::text(),
        };
        form.in_format(self.def.format)
    }

    fn say<T>(&self, text: impl FnOnce(Scene<'_>) -> T) -> T {
        self.surface.say(self.entry, &self.tool.def, text)
    }
}

/// The surface that a call is of.
#[derive(Clone, Copy)]
pub(super) enum Of<'a> {
    /// What every caller sees.
    All(&'a Surface),
    /// What a view shows to this caller.
    Caller(&'a View),
    /// What this caller sees: the providers have run.
    Provided(&'a Surface),
}

/// Calls a tool. Not an `async fn`: that would hold its arguments twice.
pub(super) fn call<'a>(
    registry: &'a Registry,
    of: Of<'a>,
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
            if !registry.inner.providers.is_empty()
                && !matches!(of, Of::Provided(_))
                && let Err(error) = provide(registry, &mut watch.ctx).await
            {
                break 'end Err(error);
            }
            let seen;
            let surface = match of {
                Of::All(surface) | Of::Provided(surface) => surface,
                Of::Caller(view) => match view.of_caller(&watch.ctx) {
                    Ok(surface) => {
                        seen = surface;
                        &*seen
                    }
                    Err(error) => break 'end Err(error),
                },
            };
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
                Ok(result) => finish(registry, &found, result, &repairs),
                Err(error) => Err(error),
            }
        };
        watch.end(&result);
        result
    }
}

/// Runs the providers.
pub(super) async fn provide(registry: &Registry, ctx: &mut Ctx) -> Result<(), CallError> {
    let cancellation = ctx.cancellation().token().cloned();
    for provider in &registry.inner.providers {
        let running = provider.run(ctx);
        let provided = guarded(running, cancellation.as_ref()).await;
        provided.and_then(|provided| provided.map_err(refused))?;
    }
    Ok(())
}

/// Everything behind the chain.
#[inline]
fn finish(
    registry: &Registry,
    found: &Found<'_, '_>,
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
    if let Some(cap) = found.def.output_cap.or(registry.inner.output_cap) {
        let capped = cap.apply(response, found.def);
        response = capped.map_err(|error| failed(found, error))?;
    }
    if stale.is_some()
        && let Some(notice) = found.surface.notice(found.entry, found.action)
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
    found: &Found<'_, '_>,
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
    found: &Found<'a, '_>,
    arguments: Map<String, Value>,
    ctx: &'a mut Ctx,
) -> Result<Begun<'a>, CallError> {
    let reading = &registry.inner.reading;
    let start = Start {
        action: found.action,
        def: found.def,
        arguments,
        contract: reading.contract(found.def, found.entry.discriminator),
        form: found.form(ctx.era()),
    };
    catch_call(|| found.tool.dispatch.begin(start, ctx))
        .map_err(|error| failed(found, error))?
        .map_err(|problems| invalid(found, problems))
}

/// From a wire name and arguments to the action.
fn find<'r, 's>(
    registry: &'r Registry,
    surface: &'s Surface,
    name: &str,
    arguments: Value,
    mut noted: Option<&mut Noted<'r>>,
) -> Result<(Found<'r, 's>, Map<String, Value>), CallError> {
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
        text: surface.say(entry, &tool.def, text),
    };
    let action = match entry.discriminator {
        None => entry.only().ok_or_else(unknown)?,
        Some(discriminator) => match arguments.get(discriminator) {
            Some(Value::String(key)) => {
                let action = tool.dispatch.resolve(key);
                let shown = action.filter(|&action| entry.shows(action));
                shown.ok_or_else(|| {
                    if let Some(noted) = &mut noted {
                        noted.sent(key);
                    }
                    match action.and_then(|action| surface.elsewhere(entry, action)) {
                        Some(name) => say(&|scene| scene.action_is_elsewhere(key, name)),
                        None => say(&|scene| scene.unknown_action(key)),
                    }
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
        surface,
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

pub(super) fn refused(error: ToolError) -> CallError {
    log(&error, None);
    CallError::Refused {
        text: Scene::refused(&error),
        error,
    }
}

fn invalid(found: &Found<'_, '_>, problems: Vec<Problem>) -> CallError {
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

fn failed(found: &Found<'_, '_>, error: ToolError) -> CallError {
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
