//! The way of a call: providers, wire name, action, arguments, layers, handler.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    task::Poll,
};

use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::{
    Registered, Registry,
    dispatch::{Begun, Boxed, Start},
    reading,
};
use crate::{
    args::{Problem, ProblemKind},
    ctx::Ctx,
    definition::ActionDef,
    result::{ToolError, ToolForm, ToolResponse, catch, catch_call},
    view::{Entry, ListedTool, Scene, Surface},
};

/// The most fields that an error names to a program.
const FIELDS: usize = 16;

/// Why a call has no successful result. `Display` is what the model reads.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// No tool of that name: a protocol error, not one of the tool.
    #[error("unknown tool `{name}`")]
    UnknownTool {
        /// The name, cut.
        name: String,
    },
    /// The arguments are no object.
    #[error("{text}")]
    NoObject {
        /// What the model reads.
        text: String,
    },
    /// The discriminator is missing, no string, or unknown.
    #[error("{text}")]
    NoAction {
        /// What the model reads.
        text: String,
    },
    /// A provider refused the call.
    #[error("{text}")]
    Refused {
        /// What the model reads.
        text: String,
        /// Why.
        error: ToolError,
    },
    /// The arguments are wrong.
    #[error("{text}")]
    Invalid {
        /// What the model reads.
        text: String,
        /// Every problem.
        problems: Vec<Problem>,
        /// The names of the arguments that they concern, 16 at most.
        fields: Vec<String>,
    },
    /// The handler, or a layer around it, failed or panicked.
    #[error("{text}")]
    Failed {
        /// What the model reads.
        text: String,
        /// Why.
        error: ToolError,
    },
    /// The answer is no longer wanted.
    #[error("the call was cancelled")]
    Cancelled,
}

impl CallError {
    /// What a program may read of it: `code`, and the `fields` or the `reference` it concerns.
    /// Sent as `_meta["dev.fusion/error"]`.
    pub fn data(&self) -> Value {
        match self {
            Self::UnknownTool { .. } => json!({"code": "unknown_tool"}),
            Self::NoObject { .. } => json!({"code": "invalid_arguments"}),
            Self::NoAction { .. } => json!({"code": "unknown_action"}),
            Self::Invalid { fields, .. } => json!({"code": "invalid_arguments", "fields": fields}),
            Self::Cancelled => json!({"code": "cancelled"}),
            Self::Refused { error, .. } => error_data(error, "refused"),
            Self::Failed { error, .. } => error_data(error, "failed"),
        }
    }
}

fn error_data(error: &ToolError, otherwise: &str) -> Value {
    match error.reference() {
        Some(reference) => {
            let code = error.code_text().unwrap_or("internal");
            json!({"code": code, "reference": reference})
        }
        None => json!({"code": error.code_text().unwrap_or(otherwise)}),
    }
}

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
#[allow(clippy::manual_async_fn)]
pub(super) fn call<'a>(
    registry: &'a Registry,
    surface: &'a Surface,
    tool: &'a str,
    arguments: Value,
    mut ctx: Ctx,
) -> impl Future<Output = Result<ToolResponse, CallError>> + Send + 'a {
    async move {
        let cancellation = ctx.cancellation().token().cloned();
        for provider in &registry.inner.providers {
            let provided = guarded(provider.run(&mut ctx), cancellation.as_ref()).await?;
            provided.map_err(refused)?;
        }
        let (found, arguments) = find(registry, surface, tool, arguments)?;
        let Begun { running, repairs } = begin(registry, &found, arguments, &mut ctx)?;
        let result = guarded(running, cancellation.as_ref()).await?;
        let response = result.map_err(|error| failed(&found, error))?;
        if repairs.is_empty() {
            return Ok(response);
        }
        let place = (&*found.listed.name, found.def);
        Ok(reading::note(response, place, &repairs))
    }
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
) -> Result<(Found<'r>, Map<String, Value>), CallError> {
    let unknown = || CallError::UnknownTool {
        name: crate::args::cut(name),
    };
    let (listed, entry) = surface.find(name).ok_or_else(unknown)?;
    let tool = registry.inner.tools.get(entry.tool).ok_or_else(unknown)?;
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
            Some(Value::String(key)) => tool
                .dispatch
                .resolve(key)
                .filter(|&action| entry.shows(action))
                .ok_or_else(|| say(&|scene| scene.unknown_action(key)))?,
            None | Some(Value::Null) => return Err(say(&|scene| scene.no_action())),
            Some(other) => return Err(say(&|scene| scene.action_is_no_string(other))),
        },
    };
    let def = tool.def.actions.get(action).ok_or_else(unknown)?;
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
