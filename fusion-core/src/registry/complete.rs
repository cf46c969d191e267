//! Completion: what may be written for an argument of a prompt, or a variable of a template.

use std::future::Future;

use serde_json::{Map, Value};

use super::{CallError, Registry, View, call::Of};
use crate::ctx::Ctx;

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
        let asked = Asking {
            of,
            argument,
            value,
            filled,
        };
        complete(&self.registry, self.of(), asked, ctx)
    }

    /// The same where [`seen_by`](Self::seen_by) made the view and has run the providers.
    #[cfg(feature = "rmcp")]
    #[allow(dead_code)]
    pub(crate) fn complete_provided<'a>(
        &'a self,
        of: Reference<'a>,
        argument: &'a str,
        value: &'a str,
        filled: Map<String, Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<Completion, CallError>> + Send + 'a {
        let asked = Asking {
            of,
            argument,
            value,
            filled,
        };
        complete(&self.registry, Of::Provided(&self.surface), asked, ctx)
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
        let asked = Asking {
            of,
            argument,
            value,
            filled,
        };
        complete(self, Of::All(&self.inner.grouped), asked, ctx)
    }
}

/// What is asked.
struct Asking<'a> {
    of: Reference<'a>,
    #[allow(dead_code)]
    argument: &'a str,
    #[allow(dead_code)]
    value: &'a str,
    #[allow(dead_code)]
    filled: Map<String, Value>,
}

async fn complete<'a>(
    _registry: &'a Registry,
    _of: Of<'a>,
    asked: Asking<'a>,
    _ctx: Ctx,
) -> Result<Completion, CallError> {
    Err(match asked.of {
        Reference::Prompt(name) => CallError::UnknownPrompt {
            name: crate::args::cut(name),
        },
        Reference::Resource(uri) => CallError::UnknownResource {
            uri: crate::args::cut(uri),
        },
    })
}
