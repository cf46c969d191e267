//! What observers need is noted on the way of the call; without an observer nothing is noted, and
//! no clock is read.

use std::{borrow::Cow, time::Instant};

use serde_json::{Map, Value};

use super::{CallRecord, Ending, Observer, Outcome};
use crate::{error::{cut, on_one_line}, ctx::Ctx, definition::ActionDef, registry::CallError, result::{ToolResponse, catch_call}, spec::{ActionSpec, ToolSpec}};

/// What an observer sees instead of a secret.
const SECRET: &str = "[secret]";

/// So many bytes of a name are never too many.
const SHORT: usize = 50;

/// An observer whose type is forgotten.
trait Observing: Send + Sync {
    fn see(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>);
}

impl<O: Observer> Observing for O {
    fn see(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        self.observe(call, outcome);
    }
}

/// The observers of a registry.
#[derive(Default)]
pub(in crate::registry) struct Observers {
    list: Vec<Box<dyn Observing>>,
    reads_arguments: bool,
}

impl Observers {
    pub(in crate::registry) fn add<O: Observer>(&mut self, observer: O) {
        self.reads_arguments |= O::READS_ARGUMENTS;
        self.list.push(Box::new(observer));
    }
}

/// What is noted of a watched call on its way.
pub(in crate::registry) struct Noted<'r> {
    observers: &'r Observers,
    started: Instant,
    pub(super) name: Cow<'r, str>,
    pub(super) tool: Option<&'static ToolSpec>,
    pub(super) key: Option<Cow<'r, str>>,
    pub(super) spec: Option<&'static ActionSpec>,
    pub(super) arguments: Option<Map<String, Value>>,
}

impl<'r> Noted<'r> {
    #[cold]
    fn new(observers: &'r Observers, name: &'r str) -> Self {
        Self {
            observers,
            started: Instant::now(),
            name: if name.len() <= SHORT {
                on_one_line(name)
            } else {
                Cow::Owned(on_one_line(&cut(name)).into_owned())
            },
            tool: None,
            key: None,
            spec: None,
            arguments: None,
        }
    }

    /// The tool is known.
    pub(in crate::registry) fn tool(&mut self, tool: &'static ToolSpec) {
        self.tool = Some(tool);
    }

    /// The action is not.
    pub(in crate::registry) fn sent(&mut self, key: &str) {
        self.key = Some(on_one_line(&cut(key)).into_owned().into());
    }

    /// The action is known.
    pub(in crate::registry) fn action(
        &mut self,
        def: &'r ActionDef,
        discriminator: Option<&str>,
        arguments: &Map<String, Value>,
    ) {
        self.spec = Some(def.spec);
        self.key = Some(Cow::Borrowed(&def.key));
        self.arguments = self
            .observers
            .reads_arguments
            .then(|| shown(def, discriminator, arguments));
    }

    #[cold]
    fn tell(&self, ctx: &Ctx, ending: Ending<'_>) {
        let outcome = Outcome {
            ending,
            duration: self.started.elapsed(),
        };
        let call = CallRecord { noted: self, ctx };
        for observer in &self.observers.list {
            if let Err(error) = catch_call(|| observer.see(&call, &outcome)) {
                let detail = error.detail().unwrap_or_default();
                tracing::error!(tool = call.name(), "an observer {detail}");
            }
        }
    }
}

/// The action's own arguments without what must not be seen.
fn shown(
    def: &ActionDef,
    discriminator: Option<&str>,
    arguments: &Map<String, Value>,
) -> Map<String, Value> {
    let has_secrets = def.args.iter().any(|arg| arg.secret);
    let mut shown = Map::new();
    for (name, value) in arguments {
        if Some(name.as_str()) == discriminator {
            continue;
        }
        let hidden = match def.args.iter().find(|arg| arg.name == name) {
            Some(arg) => arg.secret,
            None => has_secrets,
        };
        let value = if hidden {
            Value::String(SECRET.to_owned())
        } else {
            value.clone()
        };
        shown.insert(name.clone(), value);
    }
    shown
}

/// The context of a call, and what is noted of it if anybody watches. Dropped before the end of the
/// call, it says that the call was cancelled.
pub(in crate::registry) struct Watch<'r> {
    pub(in crate::registry) ctx: Ctx,
    /// `None` where nobody watches, before the beginning and after the end. Boxed: who is not
    /// watched does not carry it about.
    pub(in crate::registry) noted: Option<Box<Noted<'r>>>,
}

impl<'r> Watch<'r> {
    pub(in crate::registry) fn new(ctx: Ctx) -> Self {
        Self { ctx, noted: None }
    }

    /// The call begins.
    #[inline]
    pub(in crate::registry) fn begin(&mut self, observers: &'r Observers, name: &'r str) {
        if !observers.list.is_empty() {
            self.noted = Some(Box::new(Noted::new(observers, name)));
        }
    }

    /// The call has ended.
    #[inline]
    pub(in crate::registry) fn end(&mut self, result: &Result<ToolResponse, CallError>) {
        if let Some(noted) = self.noted.take() {
            noted.tell(&self.ctx, Ending::of(result));
        }
    }
}

impl Drop for Watch<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some(noted) = self.noted.take() {
            noted.tell(&self.ctx, Ending::Cancelled);
        }
    }
}
