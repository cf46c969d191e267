//! Conversion of the SDK's request context to [`Ctx`].

use std::{future::Future, pin::Pin, sync::Arc};

use http::request::Parts;
use rmcp::{
    Peer, RoleServer,
    model::{Implementation, ProgressNotificationParam, ProgressToken, ProtocolVersion},
    service::RequestContext,
};
use serde_json::Value;

use super::{client_link::PeerLink, request_ids::client_id};
use crate::ctx::{
    Cancellation, Client, Ctx, Era, Progress, ProgressSink, ProgressUpdate, TraceContext,
};

/// Creates the context of a call from the SDK's request context.
pub(super) fn ctx(mut request: RequestContext<RoleServer>) -> Ctx {
    let id = client_id(&request.id, &request.extensions).to_string();
    let parts = request.extensions.remove::<Parts>();
    let trace = trace(&request);
    let mut ctx = Ctx::new().with_id(id).with_era(era(&request));
    if let Some(client) = client(&request, parts.is_some()) {
        ctx = ctx.with_client(Arc::new(client));
    }
    if let Some(token) = request.meta.get_progress_token() {
        ctx = ctx.with_progress(Progress::to(ClientProgressSink {
            peer: request.peer.clone(),
            token,
        }));
    }
    ctx = ctx
        .with_link(PeerLink::shared(request.peer))
        .with_meta(request.meta.0.0);
    if let Some(mut parts) = parts {
        // The extensions of the HTTP request, so that `&Ext<T>` finds the values that tower layers
        // inserted, and the rest of the request head for providers.
        *ctx.extensions_mut() = std::mem::take(&mut parts.extensions);
        ctx.insert(parts);
    }
    if let Some(trace) = trace {
        ctx.insert(trace);
    }
    ctx.with_cancellation(Cancellation::from(request.ct))
}

/// Returns the protocol era of a request: by the version in the request, or else in the handshake.
pub(super) fn era(request: &RequestContext<RoleServer>) -> Era {
    let modern = |version: ProtocolVersion| {
        // ISO dates compare correctly as strings.
        version.as_str() >= ProtocolVersion::V_2026_07_28.as_str()
    };
    if request.protocol_version().is_some_and(modern) {
        Era::Modern
    } else {
        Era::Legacy
    }
}

/// Returns the client's trace context from the request's `_meta`. The HTTP header is not used, because
/// a proxy may have set it.
fn trace(request: &RequestContext<RoleServer>) -> Option<TraceContext> {
    let context = TraceContext::new(request.meta.get_traceparent()?)?;
    Some(match request.meta.get_tracestate() {
        Some(state) => context.with_state(state),
        None => context,
    })
}

fn client(request: &RequestContext<RoleServer>, http: bool) -> Option<Client> {
    let info = request.client_info()?;
    // Without a session there was no handshake, and the SDK fills in its own name.
    if http && info == Implementation::default() {
        return None;
    }
    let mut client = Client::new(info.name, info.version);
    let capabilities = request.client_capabilities().map(serde_json::to_value);
    if let Some(Ok(Value::Object(capabilities))) = capabilities {
        client.capabilities = capabilities;
    }
    Some(client)
}

/// A progress sink that notifies the client that sent the progress token.
struct ClientProgressSink {
    peer: Peer<RoleServer>,
    token: ProgressToken,
}

impl ProgressSink for ClientProgressSink {
    fn send(&self, update: ProgressUpdate) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let mut param = ProgressNotificationParam::new(self.token.clone(), update.done);
        param.total = update.total;
        param.message = update.message;
        Box::pin(async move {
            if let Err(error) = self.peer.notify_progress(param).await {
                tracing::debug!(%error, "progress was not sent");
            }
        })
    }
}
