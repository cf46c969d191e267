//! Spans and durations in the words of OpenTelemetry's conventions for MCP servers.
//!
//! The names are those of `docs/gen-ai/mcp.md` in open-telemetry/semantic-conventions-genai, whose
//! status is "development". Values of arguments are in no span.

use http::request::Parts;
use tracing::{Instrument as _, Span, field::Empty};

use crate::{
    ctx::{Ctx, Era, TraceContext},
    middleware::{Call, Middleware, Next},
    result::ToolResult,
};

/// What the conventions call every result that is an error.
const TOOL_ERROR: &str = "tool_error";

/// Runs each call in a span of `tracing`, named and filled as OpenTelemetry's conventions for MCP
/// servers say, with the key of the action, `tool/module.action`, beside the name of the tool.
///
/// With the crate `tracing-opentelemetry`, its name is `tools/call` and the tool, its kind `server`.
/// Its fields: `mcp.method.name`, `gen_ai.operation.name`, `gen_ai.tool.name`, `fusion.action`,
/// `jsonrpc.request.id`, `mcp.session.id` and `mcp.protocol.version` where the HTTP request has
/// them, `network.transport`, `network.protocol.name`, and after an error `error.type` and
/// `otel.status_code`. Where the caller sent its own trace along, `traceparent` and `tracestate` hold
/// it, as W3C's Trace Context writes it: whoever exports the span makes it a child of that. A layer
/// of yours inside of this one does so with what is in the context:
///
/// ```
/// use fusion_core::{middleware::{Call, Next as _, DynNext, Trace, from_fn}, Registry, ctx::TraceContext};
///
/// let builder = Registry::builder()
///     .middleware(Trace::new())
///     .middleware(from_fn(async |call: &mut Call<'_>, next: Rest<'_>| {
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
/// A layer sees valid calls only: for all of them, add [`TraceMetrics`](crate::observe::TraceMetrics).
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
    /// Spans without the names of arguments.
    pub const fn new() -> Self {
        Self { names: false }
    }

    /// Adds `fusion.arguments`: the names of the arguments that were sent, never their values. It
    /// costs a copy of the arguments in each call.
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
