//! A wrapper that adds state sync to any handler of the SDK.

use std::{borrow::Cow, sync::Arc};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, JsonObject,
        ListToolsResult, MetaObject, PaginatedRequestParams, Tool,
    },
    service::RequestContext,
};
use serde_json::Value;

use super::{handler_wrapper::HandlerWrapper, wrapped_handler::WrappedHandler};
use crate::{
    error::PolicyError,
    state_sync::{
        CompiledStateSync, INVALIDATES, InvalidationNotice, Notice, StateSync,
        directive_within_limit,
    },
};

/// A handler with state sync, created by [`StateSync::wrap`].
pub type StateSyncHandler<H> = WrappedHandler<StateSyncWrapper, H>;

/// A wrapper that adds state sync to a handler. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct StateSyncWrapper(Arc<CompiledStateSync>);

impl StateSync {
    /// Wraps any [`ServerHandler`], such as a server that uses the SDK only. Listed tools get cache
    /// directives, successful results get the notice, and everything else is forwarded.
    ///
    /// Policies match the names of tools, so patterns contain no `/`. A call that becomes a task, or that
    /// asks the user for input first, has not succeeded yet and gets no notice.
    ///
    /// ```
    /// use fusion_core::{state_sync::{Cache, Policy}, error::PolicyError, StateSync};
    /// use rmcp::ServerHandler;
    ///
    /// #[derive(Clone, Debug)]
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
    /// The error of the first pattern that is malformed, or that matches actions of a registry.
    pub fn wrap<H: ServerHandler>(self, handler: H) -> Result<StateSyncHandler<H>, PolicyError> {
        self.check()?;
        self.check_names()?;
        let (engine, _) = CompiledStateSync::new(self);
        Ok(WrappedHandler {
            wrapper: StateSyncWrapper(Arc::new(engine)),
            inner: handler,
        })
    }
}

impl StateSyncWrapper {
    fn mark(&self, tool: &mut Tool) {
        if let Some(cache) = self.0.foreign_tool(&tool.name).cache {
            let text = tool.description.as_deref().unwrap_or_default();
            if let Some(marked) = directive_within_limit(text, cache) {
                tool.description = Some(Cow::Owned(marked));
            }
        }
    }

    fn add_notice(&self, name: &str, result: CallToolResult) -> CallToolResult {
        if result.is_error == Some(true) {
            return result;
        }
        let freshness = self.0.foreign_tool(name);
        let Some(stale) = freshness.stale.as_deref() else {
            return result;
        };
        self.0.call_hook(stale);
        // Only the handler knows the tools that its callers see, so the notice is not filtered.
        match InvalidationNotice::new(stale, |_| true) {
            Some(notice) => insert_notice(result, notice, self.0.notice),
            None => result,
        }
    }
}

/// Inserts a notice into a result, unless the handler's own `_meta` already contains all of
/// its patterns.
fn insert_notice(
    mut result: CallToolResult,
    notice: InvalidationNotice,
    place: Notice,
) -> CallToolResult {
    let mut meta: JsonObject = result.meta.take().map(|meta| meta.0).unwrap_or_default();
    let own = match meta.remove(INVALIDATES) {
        Some(Value::Array(own)) => own,
        _ => Vec::new(),
    };
    let mut all = own.clone();
    for pattern in notice.patterns {
        let pattern = Value::String(pattern);
        if !all.contains(&pattern) {
            all.push(pattern);
        }
    }
    if all.len() > own.len() {
        place.place(&mut result.content, ContentBlock::text(notice.text));
    }
    meta.insert(INVALIDATES.to_owned(), all.into());
    result.meta = Some(MetaObject(meta));
    result
}

impl HandlerWrapper for StateSyncWrapper {
    async fn list_tools<H: ServerHandler>(
        &self,
        inner: &H,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = inner.list_tools(page, context).await?;
        for tool in &mut list.tools {
            self.mark(tool);
        }
        Ok(list)
    }

    fn tool<H: ServerHandler>(&self, inner: &H, name: &str) -> Option<Tool> {
        let mut tool = inner.get_tool(name)?;
        self.mark(&mut tool);
        Some(tool)
    }

    async fn call_tool<H: ServerHandler>(
        &self,
        inner: &H,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = params.name.clone();
        Ok(match inner.call_tool(params, context).await? {
            CallToolResponse::Complete(result) => {
                CallToolResponse::Complete(self.add_notice(&name, result))
            }
            pending => pending,
        })
    }
}
