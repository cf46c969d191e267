//! The one way of a request. Actions, prompts, resources and completions share the sequence in
//! [`run`]; a `CallKind` supplies what differs.
//!
//! [`Runtime`] owns everything that a request needs after `build()`. This module must not name
//! `registry/`: a registry and its views are handles above it, and pass in the surface that the
//! caller sees as a [`CallScope`].

mod access;
mod action;
#[cfg(feature = "ask")]
mod asking;
mod called_tool;
mod changed_arguments;
mod completion;
mod dispatch;
mod foreign_fields;
mod guard;
mod help;
mod large_arguments;
mod offer;
#[cfg(feature = "ask")]
mod once;
mod output_cap;
#[cfg(feature = "ask")]
mod preparation;
mod provide;
mod reading;
mod refusals;
mod replica;
mod row;
mod run;
mod scope;
mod search;
mod structured;
#[cfg(feature = "testing")]
mod substitutes;
#[cfg(test)]
mod tests;
mod updates;

pub(crate) use access::{Access, AccessByValue, granted_scopes};
pub(crate) use action::ActionCall;
#[cfg(feature = "ask")]
pub(crate) use asking::{BoxedSeal, Principal, ProcessKey, StateKeeper};
#[cfg(feature = "ask")]
pub use asking::{Seal, SealError, StateKey, quote};
pub use completion::{Completion, Reference};
pub(crate) use completion::{CompletionCall, complete};
pub(crate) use dispatch::{Dispatch, erase_tool};
pub use foreign_fields::ForeignFields;
pub(crate) use guard::Guard;
pub use guard::RawCall;
#[cfg(feature = "rmcp")]
pub(crate) use offer::require_scopes;
pub(crate) use offer::{BuiltinResource, prompt, read};
#[cfg(feature = "ask")]
pub(crate) use once::OnceKeeper;
pub(crate) use output_cap::estimated_tokens;
pub use provide::Provide;
pub(crate) use provide::{Provider, Providers, TypedProvider};
#[cfg(feature = "testing")]
pub(crate) use reading::REPAIRS;
pub(crate) use reading::ReadingSettings;
pub(crate) use replica::{LocalClients, Replica};
pub(crate) use run::run;
pub(crate) use scope::{CallScope, CallerSurface};
#[cfg(feature = "testing")]
pub(crate) use substitutes::Substitutes;
pub(crate) use updates::ResourceUpdates;
#[cfg(feature = "rmcp")]
pub(crate) use updates::Subscriber;

use std::sync::Arc;

#[cfg(feature = "rate-limit")]
use crate::shared::BoxedQuota;
use crate::{
    definition::ToolDef, observe::Observers, spec::OutputCap, state_sync::CompiledStateSync,
};

/// Everything that a request needs of a registry. `build()` computes it; a request only reads it.
pub(crate) struct Runtime {
    pub(crate) tools: Vec<RegisteredTool>,
    pub(crate) providers: Providers,
    pub(crate) guards: Vec<Guard>,
    pub(crate) observers: Observers,
    /// The cap of results whose action and group set none.
    pub(crate) output_cap: Option<OutputCap>,
    /// True if the structured content of every result is checked against its output schema.
    pub(crate) check_results: bool,
    pub(crate) state_sync: Option<CompiledStateSync>,
    pub(crate) reading: ReadingSettings,
    pub(crate) updates: Arc<ResourceUpdates>,
    /// The connection to the other replicas; `None` if there are none.
    pub(crate) replica: Option<Arc<Replica>>,
    /// The quota of shared limits.
    #[cfg(feature = "rate-limit")]
    pub(crate) quota: Option<BoxedQuota>,
    /// The resource that the registry itself offers, if any.
    pub(crate) builtin: Option<BuiltinResource>,
    #[cfg(feature = "ask")]
    pub(crate) asking: Asking,
}

/// The parts of a registry that calls need to ask the user, and to run once.
#[cfg(feature = "ask")]
pub(crate) struct Asking {
    pub(crate) once: OnceKeeper,
    pub(crate) keeper: StateKeeper,
    pub(crate) principal: Principal,
}

/// A tool of the registry: its definition, and the implementation behind a type-erased box.
pub(crate) struct RegisteredTool {
    pub(crate) def: ToolDef,
    pub(crate) dispatch: Box<dyn Dispatch>,
}

impl RegisteredTool {
    /// Creates a registered tool. The middleware around each row is known from here on.
    pub(crate) fn new(mut def: ToolDef, dispatch: Box<dyn Dispatch>) -> Self {
        let modules = def.spec.modules;
        for row in &mut def.actions {
            let group = modules.get(row.module).and_then(|module| module.name);
            row.runs_at_once = row.spec.is_plain_fn && !dispatch.has_middleware(group, row.spec);
            #[cfg(feature = "ask")]
            if row.prepares() {
                row.runs_at_once = false;
            }
        }
        Self { def, dispatch }
    }
}
