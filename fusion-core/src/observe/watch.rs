//! Facts that a call collects for observers. Without observers it collects none and reads no clock.

use std::{borrow::Cow, sync::Arc, time::Instant};

use serde_json::{Map, Value};

use super::{BusRecord, CallRecord, Ending, Observer, Outcome};
use crate::{
    args::{REDACTED, SentArguments},
    ctx::Ctx,
    definition::{ActionDef, ToolDef},
    error::{CallError, cut, on_one_line},
    result::{ToolResponse, catch_call},
    spec::{ActionSpec, ToolSpec},
};

/// Longest name, in bytes, that is not truncated.
const MAX_NAME: usize = 50;

/// Type-erased observer.
trait DynObserver: Send + Sync {
    fn dyn_observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>);

    fn dyn_observe_bus(&self, record: &BusRecord);
}

impl<O: Observer> DynObserver for O {
    fn dyn_observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        self.observe(call, outcome);
    }

    fn dyn_observe_bus(&self, record: &BusRecord) {
        self.observe_bus(record);
    }
}

/// Observers of a registry.
#[derive(Clone, Default)]
pub(crate) struct Observers {
    list: Vec<Arc<dyn DynObserver>>,
    reads_arguments: bool,
}

impl Observers {
    pub(crate) fn add<O: Observer>(&mut self, observer: O) {
        self.reads_arguments |= O::READS_ARGUMENTS;
        self.list.push(Arc::new(observer));
    }

    /// Reports a record of the bus.
    pub(crate) fn report_bus(&self, record: &BusRecord) {
        for observer in &self.list {
            if let Err(error) = catch_call(|| observer.dyn_observe_bus(record)) {
                let detail = error.log_line().unwrap_or_default();
                tracing::error!("an observer of the bus {detail}");
            }
        }
    }
}

/// Facts about one observed call.
pub(crate) struct CallNotes<'r> {
    observers: &'r Observers,
    started: Instant,
    pub(super) name: Cow<'r, str>,
    pub(super) tool: Option<&'static ToolSpec>,
    pub(super) key: Option<Cow<'r, str>>,
    pub(super) spec: Option<&'static ActionSpec>,
    pub(super) tags: &'r [&'static str],
    pub(super) arguments: Option<Map<String, Value>>,
    /// True if the call ends with the answer of an earlier call.
    is_replayed: bool,
}

impl<'r> CallNotes<'r> {
    #[cold]
    fn new(observers: &'r Observers, name: &'r str) -> Self {
        Self {
            observers,
            started: Instant::now(),
            name: if name.len() <= MAX_NAME {
                on_one_line(name)
            } else {
                Cow::Owned(on_one_line(&cut(name)).into_owned())
            },
            tool: None,
            key: None,
            spec: None,
            tags: &[],
            arguments: None,
            is_replayed: false,
        }
    }

    /// Records the tool.
    pub(crate) fn tool(&mut self, tool: &'static ToolSpec) {
        self.tool = Some(tool);
    }

    /// Records a key that names no action.
    pub(crate) fn unknown_key(&mut self, key: &str) {
        self.key = Some(on_one_line(&cut(key)).into_owned().into());
    }

    /// Records the action.
    pub(crate) fn action(
        &mut self,
        tool: &ToolDef,
        def: &'r ActionDef,
        discriminator: Option<&str>,
        arguments: &mut SentArguments,
    ) {
        self.spec = Some(def.spec);
        self.tags = &def.tags;
        self.key = Some(Cow::Borrowed(&def.key));
        self.arguments = self
            .observers
            .reads_arguments
            .then(|| without_secrets(tool, def, discriminator, arguments.map()));
    }

    #[cold]
    fn report(&self, ctx: &Ctx, ending: Ending<'_>) {
        let outcome = Outcome {
            ending,
            duration: self.started.elapsed(),
        };
        let call = CallRecord { notes: self, ctx };
        for observer in &self.observers.list {
            if let Err(error) = catch_call(|| observer.dyn_observe(&call, &outcome)) {
                let detail = error.log_line().unwrap_or_default();
                tracing::error!(tool = call.name(), "an observer {detail}");
            }
        }
    }
}

/// Copies the arguments of an action with secrets replaced, also those of other actions of its tool.
fn without_secrets(
    tool: &ToolDef,
    def: &ActionDef,
    discriminator: Option<&str>,
    arguments: &Map<String, Value>,
) -> Map<String, Value> {
    let has_secrets = def.args.iter().any(|arg| arg.secret);
    let mut copy = Map::new();
    for (name, value) in arguments {
        if Some(name.as_str()) == discriminator {
            continue;
        }
        let hidden = match def.args.iter().find(|arg| arg.name == name) {
            Some(arg) => arg.secret,
            None => has_secrets || tool.uses(name).any(|(_, arg)| arg.secret),
        };
        let value = if hidden {
            Value::String(REDACTED.to_owned())
        } else {
            value.clone()
        };
        copy.insert(name.clone(), value);
    }
    copy
}

/// Context of a call, with its notes if the registry has observers. Dropping it before
/// [`CallWatch::end`] reports the call as cancelled.
pub(crate) struct CallWatch<'r> {
    pub(crate) ctx: Ctx,
    /// `None` without observers, before `begin` and after `end`. Boxed, so that a call without
    /// observers does not reserve space for the notes.
    pub(crate) notes: Option<Box<CallNotes<'r>>>,
}

impl<'r> CallWatch<'r> {
    pub(crate) fn new(ctx: Ctx) -> Self {
        Self { ctx, notes: None }
    }

    /// Starts the notes if there are observers.
    #[inline]
    pub(crate) fn begin(&mut self, observers: &'r Observers, name: &'r str) {
        if !observers.list.is_empty() {
            self.notes = Some(Box::new(CallNotes::new(observers, name)));
        }
    }

    /// Notes whether the call ends with the answer of an earlier call.
    #[cfg(feature = "ask")]
    pub(crate) fn set_replayed(&mut self, is_replayed: bool) {
        if let Some(notes) = &mut self.notes {
            notes.is_replayed = is_replayed;
        }
    }

    /// Reports the end of the call to the observers.
    #[inline]
    pub(crate) fn end(&mut self, result: &Result<ToolResponse, CallError>) {
        if let Some(notes) = self.notes.take() {
            let ending = match Ending::from_result(result) {
                ending if notes.is_replayed => ending.replayed(),
                ending => ending,
            };
            notes.report(&self.ctx, ending);
        }
    }
}

impl Drop for CallWatch<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some(notes) = self.notes.take() {
            notes.report(&self.ctx, Ending::Cancelled);
        }
    }
}
