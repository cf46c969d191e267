//! The way of a call: providers, wire name, action, guards, arguments, layers, handler, output.

mod errors;

use std::{
    future::{Future, poll_fn},
    pin::pin,
    task::Poll,
};

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use self::errors::{failed, invalid, no_object, unknown_tool};
pub(super) use self::errors::{fields, log, refused};
use super::{
    CallError, Registered, Registry, View,
    dispatch::{Begun, Boxed, Desk, Start},
    guard,
    observe::{Noted, Watch},
    reading,
};
use crate::{
    args::ReaderNotes,
    ctx::{Ctx, Era},
    definition::ActionDef,
    result::{ToolError, ToolForm, ToolResponse, catch, catch_call},
    state_sync::ChangedResource,
    surface::{ListedRows, ListedTool, Surface, TextContext},
};

/// What stands behind a wire name.
#[derive(Clone, Copy)]
struct Place<'r, 's> {
    surface: &'s Surface,
    listed: &'s ListedTool,
    entry: &'s ListedRows,
    tool: &'r Registered,
}

/// A call that found its action.
struct Found<'r, 's> {
    place: Place<'r, 's>,
    action: usize,
    def: &'r ActionDef,
}

impl<'r, 's> Place<'r, 's> {
    #[inline]
    fn of(registry: &'r Registry, surface: &'s Surface, name: &str) -> Option<Self> {
        let (listed, entry) = surface.find(name)?;
        let tool = registry.inner.tools.get(entry.tool)?;
        Some(Self {
            surface,
            listed,
            entry,
            tool,
        })
    }

    /// From the arguments to the action. An error is boxed, here and below: the way of a good call
    /// is not to make room for it.
    fn action(
        self,
        arguments: &Map<String, Value>,
        noted: Option<&mut Noted<'r>>,
    ) -> Result<Found<'r, 's>, Box<CallError>> {
        let sent = match self.entry.discriminator {
            None => None,
            Some(discriminator) => match arguments.get(discriminator) {
                Some(Value::String(key)) => Some(key.as_str()),
                None | Some(Value::Null) => {
                    return Err(self.no_action(|scene| scene.no_action()).into());
                }
                Some(other) => {
                    return Err(self
                        .no_action(|scene| scene.action_is_no_string(other))
                        .into());
                }
            },
        };
        let action = match sent {
            None => self.entry.only(),
            Some(key) => self.tool.def.find(key),
        };
        let shown = action.filter(|&action| self.entry.shows(action));
        let found = shown.and_then(|action| Some((action, self.tool.def.actions.get(action)?)));
        match (found, sent, noted) {
            (Some((action, def)), _, noted) => {
                if let Some(noted) = noted {
                    noted.action(def, self.entry.discriminator, arguments);
                }
                Ok(Found {
                    place: self,
                    action,
                    def,
                })
            }
            (None, None, _) => Err(Box::new(unknown_tool(&self.listed.name))),
            (None, Some(key), noted) => {
                if let Some(noted) = noted {
                    noted.sent(key);
                }
                let elsewhere =
                    action.and_then(|action| self.surface.elsewhere(self.entry, action));
                let error = self.no_action(|scene| match elsewhere {
                    Some(name) => scene.action_is_elsewhere(key, name),
                    None => scene.unknown_action(key),
                });
                Err(error.into())
            }
        }
    }

    #[cold]
    fn no_action(&self, text: impl FnOnce(TextContext<'_>) -> String) -> CallError {
        let text = self.say(text);
        CallError::NoAction { text }
    }

    fn say<T>(&self, text: impl FnOnce(TextContext<'_>) -> T) -> T {
        self.surface.say(self.entry, &self.tool.def, text)
    }
}

impl Found<'_, '_> {
    /// Structured content goes together with an output schema, and never without.
    fn form(&self, era: Era) -> ToolForm {
        let form = match self.place.listed.output_schema_for(era) {
            Some(_) => ToolForm::structured(),
            None => ToolForm::text(),
        };
        form.in_format(self.def.format)
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
    #[cfg_attr(not(feature = "rmcp"), allow(dead_code))] // an attachment asks in two steps
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
            let mut noted = watch.noted.as_deref_mut();
            let Some(place) = Place::of(registry, surface, tool) else {
                break 'end Err(unknown_tool(tool));
            };
            if let Some(noted) = &mut noted {
                noted.tool(place.tool.def.spec);
            }
            let arguments = match arguments {
                Value::Object(map) => map,
                Value::Null => Map::new(),
                other => break 'end Err(no_object(&other)),
            };
            let found = match place.action(&arguments, noted) {
                Ok(found) => found,
                Err(error) => break 'end Err(*error),
            };
            let passed = guard::pass(
                &registry.inner.guards,
                place.tool.def.spec,
                found.def,
                &arguments,
                &mut watch.ctx,
            );
            if let Err(error) = passed {
                break 'end Err(*error);
            }
            let touched = touched(&found, &arguments);
            let mut answer = None;
            let desk = Desk {
                ctx: &mut watch.ctx,
                answer: &mut answer,
            };
            let Begun { running, notes } = match begin(registry, &found, arguments, desk) {
                Ok(begun) => begun,
                Err(error) => break 'end Err(*error),
            };
            match guarded(running, cancellation.as_ref()).await {
                Ok(Ok(())) => finish(registry, &found, answer, (notes, touched)),
                Ok(Err(error)) => Err(failed(&found, error)),
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
    answer: Option<ToolResponse>,
    (notes, touched): (Option<Box<ReaderNotes>>, Option<Box<[ChangedResource]>>),
) -> Result<ToolResponse, CallError> {
    let Some(mut answer) = answer else {
        return Err(failed(
            found,
            ToolError::internal("a call ended without its answer"),
        ));
    };
    let stale = found.def.sync.stale.as_deref();
    let stale = stale.filter(|_| !answer.is_unchanged());
    // Before the cap: what is too long to be sent was done all the same.
    if let (Some(stale), Some(sync)) = (stale, &registry.inner.sync) {
        sync.invalidated(stale);
    }
    if let Some(touched) = touched
        && !answer.is_unchanged()
    {
        registry.inner.updates.announce_all(&touched);
    }
    if let Some(cap) = found.def.output_cap.or(registry.inner.output_cap) {
        let capped = cap.apply(answer, found.def);
        answer = capped.map_err(|error| failed(found, error))?;
    }
    let Place { surface, entry, .. } = found.place;
    if stale.is_some()
        && let Some(notice) = surface.notice(entry, found.action)
    {
        answer = notice.put(answer);
    }
    if let Some(notes) = notes
        && !notes.repairs.is_empty()
    {
        let place = (found.place.tool.def.spec.name, found.def);
        answer = reading::note(answer, place, &notes.repairs);
    }
    Ok(answer)
}

/// The resources that a success changes: the arguments are gone when it is one.
#[inline]
fn touched(
    found: &Found<'_, '_>,
    arguments: &Map<String, Value>,
) -> Option<Box<[ChangedResource]>> {
    let touches = found.def.sync.notifies.as_deref()?;
    let default = |name: &str| {
        let arg = found.def.args.iter().find(|arg| arg.name == name)?;
        arg.default.as_ref()
    };
    let filled = touches.iter().map(|one| one.fill(arguments, default));
    Some(filled.collect())
}

/// Parses the arguments and starts the call. An author's `Deserialize` may panic, too.
fn begin<'a>(
    registry: &'a Registry,
    found: &Found<'a, '_>,
    arguments: Map<String, Value>,
    desk: Desk<'a>,
) -> Result<Begun<'a>, Box<CallError>> {
    let reading = &registry.inner.reading;
    let start = Start {
        action: found.action,
        def: found.def,
        arguments,
        contract: reading.contract(found.def, found.place.entry.discriminator),
        form: found.form(desk.ctx.era()),
    };
    catch_call(|| found.place.tool.dispatch.begin(start, desk))
        .map_err(|error| Box::new(failed(found, error)))?
        .map_err(|problems| Box::new(invalid(found, problems)))
}

/// Polls what an author wrote under a guard, since it may panic, and drops it at its next await
/// once the answer is no longer wanted.
pub(super) async fn guarded(
    mut running: Boxed<'_>,
    cancellation: Option<&CancellationToken>,
) -> Result<Result<(), ToolError>, CallError> {
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
