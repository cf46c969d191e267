//! The lane: `tools/call` requests that a server answers without the SDK, which parses each message several
//! times and spawns two tasks for it. The lane reads plain requests only. Everything else goes to the SDK
//! untouched, so what the lane does not know cannot be answered wrongly.

mod client;
mod request;
mod response;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use rmcp::model::RequestId;
use serde_json::Value;
use tracing::Span;

use super::mount_wrapper::MountWrapper;
use crate::{
    ctx::{Client, Ctx, Era},
    error::on_one_line,
    registry::View,
};

use client::KnownClients;
pub(super) use request::CallRequest;
pub(super) use response::write_response;

/// The lane of a server.
pub(super) struct Lane {
    pub(super) view: View,
    clients: KnownClients,
}

/// A call of a tool, with everything that its request said.
pub(super) struct LaneCall {
    pub(super) tool: String,
    pub(super) arguments: Value,
    pub(super) ctx: Ctx,
    pub(super) id: RequestId,
}

impl Lane {
    /// Returns the lane of a server. A mount has none, because its handler may have tools of its own.
    pub(super) fn new(wrapper: &MountWrapper) -> Self {
        Self {
            view: wrapper.view.clone(),
            clients: KnownClients::default(),
        }
    }

    /// Creates the call of a request of the modern era, or returns `None` if the SDK must refuse it.
    pub(super) fn modern(&self, request: CallRequest<'_>) -> Option<LaneCall> {
        let client = self.clients.find(request.params.meta.as_ref()?).ok()?;
        Some(LaneCall::new(request, Era::Modern, client))
    }
}

impl LaneCall {
    /// Creates the call of a request.
    pub(super) fn new(request: CallRequest<'_>, era: Era, client: Option<Arc<Client>>) -> Self {
        let CallRequest { id, params, .. } = request;
        let mut ctx = Ctx::new().with_id(id.0.to_string()).with_era(era);
        if let Some(client) = client {
            ctx = ctx.with_client(client);
        }
        if let Some(trace) = params.meta.and_then(|meta| meta.trace()) {
            ctx.insert(trace);
        }
        Self {
            tool: params.name.into_owned(),
            arguments: params.arguments.map_or(Value::Null, Value::Object),
            ctx,
            id: id.0,
        }
    }

    /// Returns the span of the request, in place of the SDK's.
    pub(super) fn span(&self) -> Span {
        tracing::debug_span!(
            target: "fusion_core::wire",
            "request",
            mcp.method.name = "tools/call",
            jsonrpc.request.id = &*on_one_line(self.ctx.id().unwrap_or_default()),
        )
    }
}
