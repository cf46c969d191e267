//! Durations as events, named as OpenTelemetry's conventions for MCP servers name them.

use std::fmt;

use tracing::Level;

use super::{CallRecord, Ending, Observer, Outcome};

/// The `error.type` of every result that is an error, as the conventions name it.
const TOOL_ERROR: &str = "tool_error";

/// An [`Observer`] that makes an event of every call's duration, in seconds, as the histogram
/// `mcp.server.operation.duration` of OpenTelemetry's conventions.
///
/// The metrics layer of `tracing-opentelemetry` makes a histogram of it; anything else reads an
/// event of target `fusion::metrics`. Names that no tool has are `_OTHER`, so that nobody can fill
/// a database with names.
///
/// ```
/// use fusion_core::{Registry, observe::TraceMetrics};
///
/// let builder = Registry::builder().observe(TraceMetrics);
/// # let _ = builder;
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TraceMetrics;

impl Observer for TraceMetrics {
    fn observe(&self, call: &CallRecord<'_>, outcome: &Outcome<'_>) {
        let error = match outcome.ending() {
            Ending::Answered(_) => None,
            // A protocol error, whose type is its code.
            Ending::UnknownTool | Ending::UnknownPrompt | Ending::UnknownResource => Some("-32602"),
            Ending::Cancelled => Some("cancelled"),
            _ => Some(TOOL_ERROR),
        };
        let key = call.spec().and(call.key());
        let action = call.tool().zip(key);
        let action = action.map(|(tool, key)| QualifiedKey(tool.name, key));
        // Not `info!`: with a target, it cannot read a name of several parts.
        tracing::event!(
            target: "fusion::metrics",
            Level::INFO,
            histogram.mcp.server.operation.duration = outcome.duration().as_secs_f64(),
            mcp.method.name = "tools/call",
            gen_ai.operation.name = "execute_tool",
            gen_ai.tool.name = call.tool().map_or("_OTHER", |tool| tool.name),
            fusion.action = action.map(tracing::field::display),
            fusion.outcome = outcome.ending().name(),
            "error.type" = error,
        );
    }
}

/// A tool's name and an action's key as people write them, `tracker/issues.list`, written without an
/// allocation.
struct QualifiedKey<'a>(&'a str, &'a str);

impl fmt::Display for QualifiedKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(tool, key) = self;
        write!(f, "{tool}/{key}")
    }
}
