//! Spans that follow OpenTelemetry's semantic conventions for MCP servers.
//!
//! The names come from `docs/gen-ai/mcp.md` in open-telemetry/semantic-conventions-genai, whose
//! status is "development". No span contains the values of arguments.

use http::request::Parts;
use tracing::{Instrument as _, Span, field::Empty};

use crate::{
    ctx::{Ctx, Era, TraceContext},
    middleware::{Call, Middleware, Next},
    result::ToolResult,
};

/// The `error.type` of every result that is an error, as the conventions define it.
const TOOL_ERROR: &str = "tool_error";

/// Runs each call in a `tracing` span, with the names and fields of OpenTelemetry's semantic
/// conventions for MCP servers. The field `fusion.action` adds the key of the action as
/// `tool/module.action`.
///
/// With the crate `tracing-opentelemetry`, the span is named `tools/call` and the tool, and its kind is
/// `server`. Its fields are `mcp.method.name`, `gen_ai.operation.name`, `gen_ai.tool.name`,
/// `fusion.action`, `jsonrpc.request.id`, `mcp.session.id` and `mcp.protocol.version` if the HTTP
/// request has them, `network.transport`, `network.protocol.name`, and after an error `error.type` and
/// `otel.status_code`. If the client sent a trace context, `traceparent` and `tracestate` contain it
/// in the W3C format, so that an exporter can make the span its child. An inner middleware can do so
/// with the value in the context:
///
/// ```
/// use fusion_core::{middleware::{Call, Next as _, DynNext, Trace, from_fn}, Registry, ctx::TraceContext};
///
/// let builder = Registry::builder()
///     .middleware(Trace::new())
///     .middleware(from_fn(async |call: &mut Call<'_>, next: DynNext<'_>| {
///         if let Some(caller) = call.ctx().get::<TraceContext>() {
///             let parent = caller.traceparent();
///             // Of `tracing-opentelemetry`: `Span::current().set_parent(extract(parent))`.
///             # let _ = parent;
///         }
///         next.run(call).await
///     }));
/// # let _ = builder;
/// ```
///
/// A middleware receives valid calls only. To record invalid ones too, add [`TraceMetrics`](crate::observe::TraceMetrics).
///
/// ```
/// use fusion_core::{Registry, middleware::Trace, observe::TraceMetrics};
///
/// let builder = Registry::builder()
///     .observe(TraceMetrics)
///     .middleware(Trace::new().argument_names());
/// # let _ = builder;
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Trace {
    names: bool,
}

impl Trace {
    /// Creates a middleware whose spans omit the names of arguments.
    pub const fn new() -> Self {
        Self { names: false }
    }

    /// Adds the field `fusion.arguments`: the names of the arguments that the client sent, never their
    /// values. This clones the arguments of each call.
    pub const fn argument_names(mut self) -> Self {
        self.names = true;
        self
    }
}

impl Middleware for Trace {
    fn reads_arguments(&self) -> bool {
        self.names
    }

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let span = span(call);
        if span.is_disabled() {
            return next.run(call).await;
        }
        if self.names {
            record_names(&span, call);
        }
        let result = next.run(call).instrument(span.clone()).await;
        if result.is_err() {
            span.record("error.type", TOOL_ERROR);
            span.record("otel.status_code", "ERROR");
        }
        result
    }
}

fn span(call: &Call<'_>) -> Span {
    let tool = call.tool().name;
    let span = tracing::info_span!(
        "tools/call",
        otel.name = Empty,
        otel.kind = "server",
        otel.status_code = Empty,
        mcp.method.name = "tools/call",
        mcp.session.id = Empty,
        mcp.protocol.version = Empty,
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = tool,
        fusion.action = %format_args!("{tool}/{}", call.key()),
        fusion.arguments = Empty,
        jsonrpc.request.id = call.ctx().id(),
        network.transport = Empty,
        network.protocol.name = Empty,
        traceparent = Empty,
        tracestate = Empty,
        "error.type" = Empty,
    );
    if !span.is_disabled() {
        span.record("otel.name", format!("tools/call {tool}"));
        record_transport(&span, call.ctx());
        record_caller(&span, call.ctx());
    }
    span
}

fn record_transport(span: &Span, ctx: &Ctx) {
    let Some(parts) = ctx.get::<Parts>() else {
        if ctx.era() != Era::InProcess {
            span.record("network.transport", "pipe");
        }
        return;
    };
    span.record("network.transport", "tcp");
    span.record("network.protocol.name", "http");
    let header = |name| parts.headers.get(name)?.to_str().ok();
    if let Some(session) = header("mcp-session-id") {
        span.record("mcp.session.id", session);
    }
    if let Some(version) = header("mcp-protocol-version") {
        span.record("mcp.protocol.version", version);
    }
}

fn record_caller(span: &Span, ctx: &Ctx) {
    let Some(caller) = ctx.get::<TraceContext>() else {
        return;
    };
    span.record("traceparent", caller.traceparent());
    if let Some(state) = caller.tracestate() {
        span.record("tracestate", state);
    }
}

fn record_names(span: &Span, call: &Call<'_>) {
    if let Some(arguments) = call.arguments() {
        let names: Vec<_> = arguments.keys().map(String::as_str).collect();
        span.record("fusion.arguments", names.join(","));
    }
}
