//! The lane: `tools/call` requests that a server answers without the SDK, which parses each message several
//! times and spawns two tasks for it. The lane reads plain requests only. Everything else goes to the SDK
//! untouched, so what the lane does not know cannot be answered wrongly.

mod batch;
mod client;
mod followed_transport;
mod handshake;
mod members;
mod meta;
mod pace;
mod progress;
mod request;
mod response;
mod spawned_calls;
mod stream;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use rmcp::model::RequestId;
use tracing::Span;

use super::mount_wrapper::MountWrapper;
use crate::{
    args::SentArguments,
    ctx::{Client, Ctx, Era},
    error::on_one_line,
    registry::View,
};

pub(super) use batch::ResponseBatch;
use client::KnownClients;
pub(super) use followed_transport::FollowedTransport;
pub(super) use request::CallRequest;
#[cfg(any(feature = "http", test))]
pub(super) use response::write_response;
pub(super) use stream::{LaneConnection, StreamLane, WeakStreamLane};

/// The lane of a server.
pub(super) struct Lane {
    pub(super) view: View,
    clients: KnownClients,
}

/// A call of a tool, with everything that its request said.
pub(super) struct LaneCall {
    pub(super) tool: String,
    pub(super) arguments: SentArguments,
    pub(super) ctx: Ctx,
    pub(super) id: RequestId,
    /// The arguments may be large, so that reading them takes a while.
    is_large: bool,
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
    /// `hides_sdk` is true where the SDK fills in its own name for a client that it does not know.
    pub(super) fn modern(&self, request: CallRequest<'_>, hides_sdk: bool) -> Option<LaneCall> {
        let meta = request.meta.as_ref()?;
        let client = self.clients.find(meta, hides_sdk).ok()?;
        Some(LaneCall::new(request, Era::Modern, client))
    }
}

impl LaneCall {
    /// Creates the call of a request.
    pub(super) fn new(request: CallRequest<'_>, era: Era, client: Option<Arc<Client>>) -> Self {
        let CallRequest {
            id,
            tool,
            arguments,
            meta,
        } = request;
        // A number is written without the machinery of a formatter.
        let text = match &id {
            RequestId::Number(number) => number.to_string(),
            RequestId::String(text) => text.to_string(),
        };
        let mut ctx = Ctx::new().with_id(text).with_era(era);
        let is_declared = client
            .as_ref()
            .is_some_and(|client| client.declared.is_some());
        if let Some(client) = client {
            ctx = ctx.with_client(client);
        }
        if let Some(mut meta) = meta {
            if let Some(trace) = meta.trace() {
                ctx.insert(trace);
            }
            ctx = ctx.with_meta(meta.take_members(is_declared));
        }
        Self {
            tool: tool.into_owned(),
            arguments: arguments.unwrap_or_default(),
            ctx,
            id,
            is_large: false,
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
