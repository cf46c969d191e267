//! A registry under one exposition, as a handle.

use std::{fmt, sync::Arc};

use serde_json::Value;

use super::{CallError, Registry, call};
use crate::{
    ctx::Ctx,
    result::ToolResponse,
    view::{ListedTool, Surface},
};

/// The wire surface of a registry: what is listed, and how it is called. Cloning it is cheap.
#[derive(Clone)]
pub struct View {
    pub(super) registry: Registry,
    pub(super) surface: Arc<Surface>,
}

impl View {
    pub(super) fn new(registry: Registry, surface: Arc<Surface>) -> Self {
        Self { registry, surface }
    }

    /// The tools as a client sees them, in the order of registration and of the source.
    pub fn tools(&self) -> &[ListedTool] {
        self.surface.tools()
    }

    /// A tool by its wire name, or by an alias of it.
    #[cfg(feature = "rmcp")]
    pub(crate) fn find(&self, name: &str) -> Option<&ListedTool> {
        self.surface.find(name).map(|(listed, _)| listed)
    }

    /// What a server of this view says in its instructions: the docs of tools and modules, where
    /// no listed tool carries them.
    pub fn instructions(&self) -> Option<&str> {
        self.surface.instructions()
    }

    /// Calls a listed tool as a client would. `arguments` is a JSON object, with the discriminator
    /// in it where the tool has one; `null` stands for an empty object.
    ///
    /// # Errors
    ///
    /// [`CallError::UnknownTool`] is a mistake of the client; every other error is for the model
    /// to read, and tells it what to do.
    pub fn call<'a>(
        &'a self,
        tool: &'a str,
        arguments: impl Into<Value>,
        ctx: Ctx,
    ) -> impl Future<Output = Result<ToolResponse, CallError>> + Send {
        call::call(&self.registry, &self.surface, tool, arguments.into(), ctx)
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.tools().iter().map(|tool| &tool.name);
        f.debug_list().entries(names).finish()
    }
}
