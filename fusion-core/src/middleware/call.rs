//! The call that a middleware receives.

use std::any::Any;

use serde_json::{Map, Value};

use crate::{
    args::REDACTED,
    ctx::Ctx,
    result::ToolForm,
    spec::{ActionSpec, Hints, ToolSpec},
};

/// The call that a middleware receives, after its arguments were validated and before its handler
/// runs.
#[derive(Debug)]
pub struct Call<'a> {
    pub(crate) tool: &'static ToolSpec,
    pub(crate) spec: &'static ActionSpec,
    pub(crate) tags: &'a [&'static str],
    pub(crate) scopes: &'static [&'static str],
    pub(crate) key: &'a str,
    pub(crate) ctx: &'a mut Ctx,
    pub(crate) common: Option<&'a (dyn Any + Send + Sync)>,
    pub(crate) arguments: Option<&'a Map<String, Value>>,
    pub(crate) form: ToolForm,
    /// True if the time limit of the row stands further inside, where it replaces that of a
    /// [`Timeout`](super::Timeout).
    pub(crate) awaits_row_limit: bool,
}

impl Call<'_> {
    /// Returns the tool.
    pub fn tool(&self) -> &'static ToolSpec {
        self.tool
    }

    /// Returns the row: an action, prompt or resource, by its `kind`.
    pub fn spec(&self) -> &'static ActionSpec {
        self.spec
    }

    /// Returns all tags of the row: those of its tool, of its group and its own, each once. The `tags`
    /// of [`spec`](Self::spec) are the row's own only.
    pub fn tags(&self) -> &[&'static str] {
        self.tags
    }

    /// Returns the behaviour hints of the row. A prompt or a resource only reads.
    pub fn hints(&self) -> Hints {
        self.spec.hints
    }

    /// Returns the scopes that the row needs, all of them: its own, else those of its group, else those of
    /// its tool.
    pub fn scopes(&self) -> &'static [&'static str] {
        self.scopes
    }

    /// Returns the key of the row: `create`, or `users.create` in a struct of groups. The name of the tool is
    /// [`Call::tool`].
    pub fn key(&self) -> &str {
        self.key
    }

    /// Returns the context.
    pub fn ctx(&self) -> &Ctx {
        self.ctx
    }

    /// Returns the context, to insert a value for inner middleware and the handler.
    pub fn ctx_mut(&mut self) -> &mut Ctx {
        self.ctx
    }

    /// Returns the group's shared arguments if they are a `T`.
    pub fn common<T: 'static>(&self) -> Option<&T> {
        self.common.and_then(|common| common.downcast_ref())
    }

    /// Returns the action's own arguments as the client sent them; `None` unless a middleware of the
    /// chain [reads them](super::Middleware::reads_arguments). Arguments that the tool renames have the
    /// names of [`spec`](Self::spec).
    pub fn arguments(&self) -> Option<&Map<String, Value>> {
        self.arguments
    }

    /// Returns a copy of [`arguments`](Self::arguments) with the value of each secret argument replaced by
    /// `"[secret]"`, for logs and other places that outlive the call. `None` unless a middleware of the
    /// chain [reads them](super::Middleware::reads_arguments).
    ///
    /// Where the row has a secret argument, the value of every name that it does not have is replaced as
    /// well, because it may be a misspelt secret that
    /// [`ignored_arguments`](crate::RegistryBuilder::ignored_arguments) accepts.
    pub fn redacted(&self) -> Option<Map<String, Value>> {
        let mut arguments = self.arguments?.clone();
        let has_secrets = self.spec.all_args().any(|arg| arg.secret);
        for (name, value) in &mut arguments {
            let known = self.spec.all_args().find(|arg| arg.name == name);
            if known.map_or(has_secrets, |arg| arg.secret) {
                *value = Value::String(REDACTED.to_owned());
            }
        }
        Some(arguments)
    }

    /// Returns the form in which the handler's value becomes a response.
    pub fn form(&self) -> ToolForm {
        self.form
    }
}
