//! Guards: they see a call once it is known what it wants, before its arguments are read.

use serde_json::{Map, Value};

use super::{CallError, call::refused};
use crate::{ctx::Ctx, definition::ActionDef, error::ToolError, result::catch_call, spec::{ActionSpec, ToolSpec}};

/// A call that found its action, prompt or resource; its arguments are as they were sent, and
/// nothing has proved them.
#[derive(Debug)]
pub struct RawCall<'a> {
    pub(super) tool: &'static ToolSpec,
    pub(super) spec: &'static ActionSpec,
    pub(super) key: &'a str,
    pub(super) arguments: &'a Map<String, Value>,
    pub(super) ctx: &'a mut Ctx,
}

impl RawCall<'_> {
    /// The tool.
    pub fn tool(&self) -> &'static ToolSpec {
        self.tool
    }

    /// The action, prompt or resource: its `kind` tells which.
    pub fn spec(&self) -> &'static ActionSpec {
        self.spec
    }

    /// The action's full key: `create`, or `users.create` in a hierarchical tool.
    pub fn key(&self) -> &str {
        self.key
    }

    /// The arguments as they were sent, the discriminator among them. Secrets are in clear.
    pub fn arguments(&self) -> &Map<String, Value> {
        self.arguments
    }

    /// The context.
    pub fn ctx(&self) -> &Ctx {
        self.ctx
    }

    /// The context, to leave a value for what runs later.
    pub fn ctx_mut(&mut self) -> &mut Ctx {
        self.ctx
    }
}

/// A guard whose type is forgotten.
pub(super) type Guard = Box<dyn Fn(&mut RawCall<'_>) -> Result<(), ToolError> + Send + Sync>;

/// Past the guards, in their order.
#[inline]
pub(super) fn pass(
    guards: &[Guard],
    tool: &'static ToolSpec,
    def: &ActionDef,
    arguments: &Map<String, Value>,
    ctx: &mut Ctx,
) -> Result<(), Box<CallError>> {
    for guard in guards {
        let mut call = RawCall {
            tool,
            spec: def.spec,
            key: &def.key,
            arguments,
            ctx: &mut *ctx,
        };
        let passed = catch_call(|| guard(&mut call)).and_then(|passed| passed);
        passed.map_err(|error| Box::new(refused(error)))?;
    }
    Ok(())
}
