//! The spans and events of calls.

use std::{
    future::Future,
    io,
    sync::{Arc, Mutex},
};

use fusion_core::{Ctx, Registry, Trace, TraceMetrics, tool_group};
use fusion_tests::wire::Wire;
use serde_json::json;
use tracing_subscriber::{fmt::MakeWriter, util::SubscriberInitExt as _};

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Written {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

struct Desk;

#[tool_group(name = "desk")]
impl Desk {
    #[action]
    async fn login(&self, name: String, #[arg(secret)] pin: String) -> Result<(), String> {
        match (name.as_str(), pin.as_str()) {
            ("ada", "hunter2") => Ok(()),
            _ => Err("wrong".to_owned()),
        }
    }
}

async fn written(registry: &Registry, tool: &str, arguments: serde_json::Value) -> Vec<String> {
    written_by(registry.call(tool, arguments, Ctx::new().with_id("7"))).await
}

/// What is written while this runs on this thread.
async fn written_by<T>(running: impl Future<Output = T>) -> Vec<String> {
    let written = Written::default();
    let guard = tracing_subscriber::fmt()
        .with_writer(written.clone())
        .with_max_level(tracing_subscriber::filter::LevelFilter::INFO)
        .with_ansi(false)
        .without_time()
        .with_span_events(tracing_subscriber::fmt::format::FmtSpan::CLOSE)
        .finish()
        .set_default();
    running.await;
    drop(guard);
    let bytes = written.0.lock().unwrap().clone();
    let text = String::from_utf8(bytes).unwrap();
    assert!(!text.contains("hunter2"), "{text}");
    // Times differ from run to run.
    let lines = text
        .lines()
        .map(|line| match line.split_once(" time.busy") {
            Some((fields, _)) => fields.trim().to_owned(),
            None => line.trim().to_owned(),
        });
    lines.collect()
}

#[tokio::test]
async fn a_call_is_a_span_in_the_words_of_opentelemetry() {
    let registry = Registry::builder()
        .with(Trace::new().argument_names())
        .tool(Desk)
        .build()
        .unwrap();
    let fields = "otel.kind=\"server\" mcp.method.name=\"tools/call\" gen_ai.operation.name=\"execute_tool\" gen_ai.tool.name=\"desk\" fusion.action=\"login\" jsonrpc.request.id=\"7\" otel.name=\"tools/call desk\" fusion.arguments=\"name,pin\"";
    let arguments = json!({"action": "login", "name": "ada", "pin": "hunter2"});
    assert_eq!(
        written(&registry, "desk", arguments).await,
        [format!(
            "INFO tools/call{{{fields}}}: fusion_core::layers::trace: close"
        )]
    );
    let arguments = json!({"action": "login", "name": "bob", "pin": "hunter2"});
    let failed = format!("{fields} error.type=\"tool_error\" otel.status_code=\"ERROR\"");
    assert_eq!(
        written(&registry, "desk", arguments).await,
        [format!(
            "INFO tools/call{{{failed}}}: fusion_core::layers::trace: close"
        )]
    );
}

#[tokio::test]
async fn a_call_goes_on_with_the_trace_of_its_caller() {
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    for (meta, fields) in [
        (
            json!({"traceparent": parent, "tracestate": "vendor=1"}),
            format!(" traceparent=\"{parent}\" tracestate=\"vendor=1\""),
        ),
        (
            json!({"traceparent": parent}),
            format!(" traceparent=\"{parent}\""),
        ),
        // Whatever else a caller writes there stands in no log.
        (
            json!({"traceparent": "00-hunter2", "tracestate": "a=1"}),
            String::new(),
        ),
        (json!({}), String::new()),
    ] {
        let registry = Registry::builder().with(Trace::new()).tool(Desk).build();
        let mut wire = Wire::legacy(registry.unwrap()).await;
        let arguments = json!({"action": "login", "name": "ada", "pin": "hunter2"});
        let params = json!({"name": "desk", "arguments": arguments, "_meta": meta});
        let mut lines = written_by(wire.ask(7, "tools/call", params)).await;
        lines.retain(|line| line.contains("fusion_core::layers::trace"));
        let [line] = lines.as_slice() else {
            panic!("{lines:?}");
        };
        let (_, found) = line.split_once("network.transport=\"pipe\"").unwrap();
        assert_eq!(
            found,
            format!("{fields}}}: fusion_core::layers::trace: close")
        );
    }
}

#[tokio::test]
async fn every_call_is_an_event_with_its_duration() {
    let registry = Registry::builder()
        .observe(TraceMetrics)
        .tool(Desk)
        .build()
        .unwrap();
    for (tool, arguments, tail) in [
        (
            "desk",
            json!({"action": "login", "name": "ada", "pin": "hunter2"}),
            "gen_ai.tool.name=\"desk\" fusion.action=\"login\" fusion.outcome=\"answered\"",
        ),
        (
            "desk",
            json!({"action": "login"}),
            "gen_ai.tool.name=\"desk\" fusion.action=\"login\" fusion.outcome=\"invalid\" error.type=\"tool_error\"",
        ),
        (
            "desk",
            json!({"action": "hunter"}),
            "gen_ai.tool.name=\"desk\" fusion.outcome=\"unknown_action\" error.type=\"tool_error\"",
        ),
        (
            "anything",
            json!({}),
            "gen_ai.tool.name=\"_OTHER\" fusion.outcome=\"unknown_tool\" error.type=\"-32602\"",
        ),
    ] {
        let lines = written(&registry, tool, arguments).await;
        let [line] = lines.as_slice() else {
            panic!("{lines:?}");
        };
        let (head, rest) = line.split_once("duration=").unwrap();
        assert_eq!(
            head,
            "INFO fusion::metrics: histogram.mcp.server.operation."
        );
        let (seconds, rest) = rest.split_once(' ').unwrap();
        assert!(seconds.parse::<f64>().unwrap() < 60.0);
        let fixed = "mcp.method.name=\"tools/call\" gen_ai.operation.name=\"execute_tool\"";
        assert_eq!(rest, format!("{fixed} {tail}"));
    }
}
