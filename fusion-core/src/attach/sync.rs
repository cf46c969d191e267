//! State sync around any handler of the SDK.

use std::{borrow::Cow, fmt, sync::Arc};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, JsonObject,
        ListToolsResult, MetaObject, PaginatedRequestParams, Tool,
    },
    service::RequestContext,
};
use serde_json::Value;

use super::forward::{Around, Forward};
use crate::{
    PolicyError, StateSync,
    sync::{Engine, INVALIDATES, Notice, marked},
};

/// A handler under state sync, made by [`StateSync::wrap`].
pub type Synced<H> = Forward<Syncing<H>>;

/// State sync around a handler.
#[derive(Clone)]
pub struct Syncing<H> {
    handler: H,
    engine: Arc<Engine>,
}

impl<H> fmt::Debug for Syncing<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Syncing").field(&self.engine).finish()
    }
}

impl StateSync {
    /// State sync for a server that is written with the SDK alone, or with anything else that is
    /// a [`ServerHandler`]: the tools that it lists are marked, successful results begin with the
    /// notice, and everything else is passed on.
    ///
    /// Every policy is asked, by the names of tools. A call that becomes a task, or that asks the
    /// user first, has not succeeded yet, and says nothing.
    ///
    /// ```
    /// use fusion_core::{Cache, Policy, PolicyError, StateSync};
    /// use rmcp::ServerHandler;
    ///
    /// #[derive(Clone)]
    /// struct Theirs;
    ///
    /// impl ServerHandler for Theirs {}
    ///
    /// # fn main() -> Result<(), PolicyError> {
    /// let handler = StateSync::new()
    ///     .policy(Policy::new("search").cache(Cache::NoStore))
    ///     .policy(Policy::new("update").invalidates(["search"]))
    ///     .wrap(Theirs)?;
    /// # let _: &dyn std::fmt::Debug = &handler;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The first pattern that is none.
    pub fn wrap<H: ServerHandler>(self, handler: H) -> Result<Synced<H>, PolicyError> {
        self.check()?;
        let (engine, _) = Engine::new(self);
        let engine = Arc::new(engine);
        Ok(Forward(Syncing { handler, engine }))
    }
}

impl<H> Syncing<H> {
    fn mark(&self, tool: &mut Tool) {
        if let Some(cache) = self.engine.foreign(&tool.name).cache {
            let text = tool.description.take().unwrap_or_default().into_owned();
            tool.description = Some(Cow::Owned(marked(text, cache)));
        }
    }

    fn tell(&self, name: &str, result: CallToolResult) -> CallToolResult {
        if result.is_error == Some(true) {
            return result;
        }
        let freshness = self.engine.foreign(name);
        let Some(stale) = freshness.stale.as_deref() else {
            return result;
        };
        self.engine.invalidated(stale);
        // What its callers see is known to the handler alone.
        match Notice::new(stale, |_| true) {
            Some(notice) => noticed(result, notice),
            None => result,
        }
    }
}

/// Puts a notice before everything else. A handler may have said all of it itself.
fn noticed(mut result: CallToolResult, notice: Notice) -> CallToolResult {
    let mut meta: JsonObject = result.meta.take().map(|meta| meta.0).unwrap_or_default();
    let said = match meta.remove(INVALIDATES) {
        Some(Value::Array(said)) => said,
        _ => Vec::new(),
    };
    let mut all = said.clone();
    for pattern in notice.patterns {
        let pattern = Value::String(pattern);
        if !all.contains(&pattern) {
            all.push(pattern);
        }
    }
    if all.len() > said.len() {
        result.content.insert(0, ContentBlock::text(notice.text));
    }
    meta.insert(INVALIDATES.to_owned(), all.into());
    result.meta = Some(MetaObject(meta));
    result
}

impl<H: ServerHandler> Around for Syncing<H> {
    type Inner = H;

    fn inner(&self) -> &H {
        &self.handler
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = self.handler.list_tools(request, context).await?;
        for tool in &mut list.tools {
            self.mark(tool);
        }
        Ok(list)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let mut tool = self.handler.get_tool(name)?;
        self.mark(&mut tool);
        Some(tool)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.clone();
        Ok(match self.handler.call_tool(request, context).await? {
            CallToolResponse::Complete(result) => {
                CallToolResponse::Complete(self.tell(&name, result))
            }
            pending => pending,
        })
    }
}
