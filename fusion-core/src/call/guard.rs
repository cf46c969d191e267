//! Guards: functions that see a request once its row is known, before its arguments are parsed.

use serde_json::{Map, Value};

use super::{Runtime, row::LocatedRow};
use crate::{
    ctx::Ctx,
    error::{CallError, ToolError},
    result::catch_call,
    spec::{ActionSpec, Hints, ToolSpec},
};

/// A request whose action, prompt or resource is known. Its arguments are as the client sent them;
/// nothing has validated them.
///
/// A call of `help` is one as well, and the `kind` of its row is
/// [`Kind::Help`](crate::spec::Kind::Help).
#[derive(Debug)]
pub struct RawCall<'a> {
    pub(super) tool: &'static ToolSpec,
    pub(super) spec: &'static ActionSpec,
    pub(super) tags: &'a [&'static str],
    pub(super) scopes: &'static [&'static str],
    pub(super) key: &'a str,
    pub(super) arguments: &'a Map<String, Value>,
    pub(super) ctx: &'a mut Ctx,
}

impl RawCall<'_> {
    /// Returns the tool.
    pub fn tool(&self) -> &'static ToolSpec {
        self.tool
    }

    /// Returns the row: an action, prompt, resource or `help`, by its `kind`.
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
    /// [`RawCall::tool`].
    pub fn key(&self) -> &str {
        self.key
    }

    /// Returns the arguments as the client sent them, with the discriminator, and with secrets in
    /// clear text. An alias of an argument is replaced by its name. Arguments that the tool renames have
    /// the names of [`spec`](Self::spec); an argument that has the name of the discriminator there
    /// replaces the discriminator.
    pub fn arguments(&self) -> &Map<String, Value> {
        self.arguments
    }

    /// Returns the context.
    pub fn ctx(&self) -> &Ctx {
        self.ctx
    }

    /// Returns the context, to insert a value for middleware and the handler.
    pub fn ctx_mut(&mut self) -> &mut Ctx {
        self.ctx
    }
}

/// A type-erased guard.
pub(crate) type Guard = Box<dyn Fn(&mut RawCall<'_>) -> Result<(), ToolError> + Send + Sync>;

/// Runs the guards in their order, up to the first that refuses.
pub(super) fn run_guards(
    runtime: &Runtime,
    row: &LocatedRow<'_, '_>,
    arguments: &Map<String, Value>,
    ctx: &mut Ctx,
) -> Result<(), Box<CallError>> {
    // Guards read the names of the row, which a tool may publish under other ones.
    let renames = row.def.renames;
    let own = (!renames.is_empty()).then(|| renames.to_own(arguments.clone()));
    let arguments = own.as_ref().unwrap_or(arguments);
    for guard in &runtime.guards {
        let mut call = RawCall {
            tool: row.tool.def.spec,
            spec: row.def.spec,
            tags: &row.def.tags,
            scopes: row.def.scopes,
            key: &row.def.key,
            arguments,
            ctx: &mut *ctx,
        };
        let passed = catch_call(|| guard(&mut call)).and_then(|passed| passed);
        passed.map_err(|error| Box::new(CallError::refused(error)))?;
    }
    Ok(())
}
