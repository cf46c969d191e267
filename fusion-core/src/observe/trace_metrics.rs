//! Call durations as tracing events, named after OpenTelemetry's conventions for MCP servers.

use std::fmt;

use tracing::Level;

use super::{BusRecord, CallRecord, Ending, Observer, Outcome};

/// The `error.type` of every tool result that is an error, from the conventions.
const TOOL_ERROR: &str = "tool_error";

/// An [`Observer`] that emits an event with the duration of each call, in seconds, as the histogram
/// `mcp.server.operation.duration` of OpenTelemetry's conventions.
///
/// The metrics layer of `tracing-opentelemetry` records it as a histogram; other subscribers
/// receive an event with the target `fusion::metrics`. What the bus between replicas does is recorded as the counter
/// `fusion.bus.events` and the histogram `fusion.bus.publish.duration`. Names that no tool has are recorded as
/// `_OTHER`, so that clients cannot fill a database with names.
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
            // A question ends its round of the call without an error.
            Ending::Answered(_) | Ending::Replayed(Ok(_)) | Ending::Asked => None,
            // A protocol error; its type is its code.
            Ending::UnknownTool | Ending::UnknownPrompt | Ending::UnknownResource => Some("-32602"),
            Ending::Cancelled => Some("cancelled"),
            _ => Some(TOOL_ERROR),
        };
        let key = call.spec().and(call.key());
        let action = call.tool().zip(key);
        let action = action.map(|(tool, key)| QualifiedKey(tool.name, key));
        // `info!` with a target cannot parse field names of several parts, hence `event!`.
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

    fn observe_bus(&self, record: &BusRecord) {
        let latency = record.latency().map(|latency| latency.as_secs_f64());
        tracing::event!(
            target: "fusion::metrics",
            Level::INFO,
            monotonic_counter.fusion.bus.events = record.count(),
            histogram.fusion.bus.publish.duration = latency,
            fusion.bus.kind = record.name(),
        );
    }
}

/// Displays a tool's name and an action's key, `tracker/issues.list`, without an allocation.
struct QualifiedKey<'a>(&'a str, &'a str);

impl fmt::Display for QualifiedKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(tool, key) = self;
        write!(f, "{tool}/{key}")
    }
}
