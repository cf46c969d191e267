//! The way of a prompt: as that of a call, from its name on.

use std::future::Future;

use serde_json::{Map, Value};

use super::{
    CallError, Registry, View,
    call::Of,
    offers::{Wanted, answered},
};
use crate::{ctx::Ctx, result::PromptResponse, surface::ListedPrompt};

impl View {
    /// The prompts as a client sees them, in the order of registration and of the source. Where
    /// that [depends on the caller](Self::depends_on_caller), all that there are.
    pub fn prompts(&self) -> &[ListedPrompt] {
        &self.surface.offers().prompts
    }

    /// Fills in a prompt as a client would, by its wire name.
    ///
    /// # Errors
    ///
    /// [`CallError::UnknownPrompt`], [`CallError::Invalid`] for arguments that are missing or
    /// wrong; for the rest as [`View::call`].
    pub fn prompt<'a>(
        &'a self,
        name: &'a str,
        arguments: Map<String, Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<PromptResponse, CallError>> + Send + 'a {
        prompt(&self.registry, self.of(), name, arguments, ctx)
    }

    /// The same where [`seen_by`](Self::seen_by) made the view and has run the providers.
    #[cfg(feature = "rmcp")]
    pub(crate) fn prompt_provided<'a>(
        &'a self,
        name: &'a str,
        arguments: Map<String, Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<PromptResponse, CallError>> + Send + 'a {
        let of = Of::Provided(&self.surface);
        prompt(&self.registry, of, name, arguments, ctx)
    }
}

impl Registry {
    /// All prompts, in the order of registration and of the source.
    pub fn prompts(&self) -> &[ListedPrompt] {
        &self.inner.grouped.offers().prompts
    }

    /// Fills in a prompt; see [`View::prompt`].
    ///
    /// # Errors
    ///
    /// As [`View::prompt`].
    pub fn prompt<'a>(
        &'a self,
        name: &'a str,
        arguments: Map<String, Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<PromptResponse, CallError>> + Send + 'a {
        let of = Of::All(&self.inner.grouped);
        prompt(self, of, name, arguments, ctx)
    }
}

async fn prompt<'a>(
    registry: &'a Registry,
    of: Of<'a>,
    name: &'a str,
    arguments: Map<String, Value>,
    ctx: Ctx,
) -> Result<PromptResponse, CallError> {
    let wanted = Wanted::Prompt(name, arguments);
    let (answer, told) = answered(registry, of, wanted, ctx).await?;
    let (messages, meta) = answer.into_messages();
    Ok(PromptResponse {
        description: told.description,
        messages,
        meta,
    })
}
