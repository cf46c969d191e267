//! The spans and events of calls.

use std::{
    future::Future,
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use fusion_core::{
    Ctx, Exposition, Filter, Registry, ToolError, build::ForeignFields, middleware::Trace,
    observe::TraceMetrics, tool_group,
};
use fusion_tests::wire::Wire;
use serde_json::json;
use tracing_subscriber::{
    EnvFilter, filter::LevelFilter, fmt::MakeWriter, util::SubscriberInitExt as _,
};

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

    #[action(destructive, confirm("Close the desk?"))]
    fn close(&self) {}
}

async fn call_log(registry: &Registry, tool: &str, arguments: serde_json::Value) -> Vec<String> {
    captured_log(registry.call(tool, arguments, Ctx::new().with_id("7"))).await
}

/// Returns the log lines that a future writes on this thread.
pub(super) async fn captured_log<T>(running: impl Future<Output = T>) -> Vec<String> {
    captured_log_at(LevelFilter::INFO, running).await
}

pub(super) async fn captured_log_at<T>(
    level: LevelFilter,
    running: impl Future<Output = T>,
) -> Vec<String> {
    captured_log_with(EnvFilter::default().add_directive(level.into()), running).await
}

/// Returns the log lines that a filter lets through.
pub(super) async fn captured_log_with<T>(
    filter: EnvFilter,
    running: impl Future<Output = T>,
) -> Vec<String> {
    let written = Written::default();
    let guard = tracing_subscriber::fmt()
        .with_writer(written.clone())
        .with_env_filter(filter)
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
        .middleware(Trace::new().argument_names())
        .tool(Desk)
        .build()
        .unwrap();
    let fields = "otel.kind=\"server\" mcp.method.name=\"tools/call\" gen_ai.operation.name=\"execute_tool\" gen_ai.tool.name=\"desk\" fusion.action=desk/login jsonrpc.request.id=\"7\" otel.name=\"tools/call desk\" fusion.arguments=\"name,pin\"";
    let arguments = json!({"action": "login", "name": "ada", "pin": "hunter2"});
    assert_eq!(
        call_log(&registry, "desk", arguments).await,
        [format!(
            "INFO tools/call{{{fields}}}: fusion_core::middleware::builtin::trace: close"
        )]
    );
    let arguments = json!({"action": "login", "name": "bob", "pin": "hunter2"});
    let failed = format!("{fields} error.type=\"tool_error\" otel.status_code=\"ERROR\"");
    assert_eq!(
        call_log(&registry, "desk", arguments).await,
        [format!(
            "INFO tools/call{{{failed}}}: fusion_core::middleware::builtin::trace: close"
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
        // No log contains any other text of the caller.
        (
            json!({"traceparent": "00-hunter2", "tracestate": "a=1"}),
            String::new(),
        ),
        (json!({}), String::new()),
    ] {
        let registry = Registry::builder()
            .middleware(Trace::new())
            .tool(Desk)
            .build();
        let mut wire = Wire::legacy(registry.unwrap()).await;
        let arguments = json!({"action": "login", "name": "ada", "pin": "hunter2"});
        let params = json!({"name": "desk", "arguments": arguments, "_meta": meta});
        let mut lines = captured_log(wire.ask(7, "tools/call", params)).await;
        lines.retain(|line| line.contains("fusion_core::middleware::builtin::trace"));
        let [line] = lines.as_slice() else {
            panic!("{lines:?}");
        };
        let (_, found) = line.split_once("network.transport=\"pipe\"").unwrap();
        assert_eq!(
            found,
            format!("{fields}}}: fusion_core::middleware::builtin::trace: close")
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
            "gen_ai.tool.name=\"desk\" fusion.action=desk/login fusion.outcome=\"answered\"",
        ),
        (
            "desk",
            json!({"action": "login"}),
            "gen_ai.tool.name=\"desk\" fusion.action=desk/login fusion.outcome=\"invalid\" error.type=\"tool_error\"",
        ),
        (
            "desk",
            json!({"action": "hunter"}),
            "gen_ai.tool.name=\"desk\" fusion.outcome=\"unknown_action\" error.type=\"tool_error\"",
        ),
        (
            "desk",
            json!({"action": "close"}),
            "gen_ai.tool.name=\"desk\" fusion.action=desk/close fusion.outcome=\"asked\"",
        ),
        (
            "anything",
            json!({}),
            "gen_ai.tool.name=\"_OTHER\" fusion.outcome=\"unknown_tool\" error.type=\"-32602\"",
        ),
    ] {
        let lines = call_log(&registry, tool, arguments).await;
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

#[tokio::test]
async fn ignored_and_omitted_arguments_are_events_without_their_values() {
    struct Shelf;

    #[tool_group(name = "shelf")]
    impl Shelf {
        #[action]
        fn find(due: Option<u8>) -> String {
            format!("{due:?}")
        }

        #[action]
        fn login(#[arg(secret)] pin: String) -> String {
            pin.len().to_string()
        }
    }

    let builder = Registry::builder().foreign_fields(ForeignFields::Ignore);
    let registry = builder.tool(Shelf).build().unwrap();
    let arguments = json!({"action": "find", "due": "", "pin": "hunter2"});
    let call = registry.call("shelf", arguments, Ctx::new());
    assert_eq!(
        captured_log_at(LevelFilter::DEBUG, call).await,
        [
            "DEBUG fusion_core::call::foreign_fields: ignored a field of another action action=shelf/find field=\"pin\"",
            "DEBUG fusion_core::call::reading: repaired an argument action=shelf/find field=\"due\" sent=\"empty string\" read=\"absent\"",
        ]
    );
}

#[tokio::test]
async fn advice_that_is_not_shown_is_an_event() {
    struct Pump;

    #[tool_group(name = "pump")]
    impl Pump {
        #[action]
        fn fill(&self) -> Result<(), ToolError> {
            let error = ToolError::new("empty").suggest("drain").suggest("nothing");
            Err(error.retry_after(Duration::from_secs(3)))
        }

        #[action(destructive)]
        fn drain(&self) {}
    }

    let registry = Registry::builder().tool(Pump).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let view = view.filtered(&Filter::except(["pump/drain"])).unwrap();
    let call = view.call("pump", json!({"action": "fill"}), Ctx::new());
    assert_eq!(
        captured_log_at(LevelFilter::DEBUG, call).await,
        [
            "DEBUG fusion_core::surface::texts::failure: a suggested action is not shown: the caller cannot see it action=pump/fill suggested=\"drain\"",
            "DEBUG fusion_core::surface::texts::failure: a suggested action is not shown: the tool has no such action action=pump/fill suggested=\"nothing\"",
            "DEBUG fusion_core::surface::texts::failure: the retry delay of an error is not shown, because the action is not idempotent and the error is not marked as unchanged action=pump/fill delay=3s",
        ]
    );
}

struct Kettle;

#[tool_group(name = "kettle")]
impl Kettle {
    #[action]
    async fn boil(&self) -> String {
        panic!("it burst")
    }

    #[action(read_only)]
    async fn look(&self) -> String {
        "warm".to_owned()
    }
}

/// Mounted beside nothing, so that its keys have a module.
#[tool_group(name = "kitchen")]
struct Kitchen {
    #[group]
    kettle: Kettle,
}

#[tokio::test]
async fn the_details_of_an_error_are_logged_at_the_key_of_its_action() {
    let kitchen = Kitchen { kettle: Kettle };
    let registry = Registry::builder().tool(kitchen).build().unwrap();
    let view = registry.view(Exposition::BySafety).unwrap();
    // Listed by itself, under a name that is not the tool's.
    let lines = captured_log(view.call("kitchen_kettle_boil", json!({}), Ctx::new())).await;
    let found: Vec<_> = lines.iter().filter(|one| one.contains("burst")).collect();
    let [line] = found.as_slice() else {
        panic!("{lines:?}");
    };
    assert!(line.ends_with(" action=\"kitchen/kettle.boil\""), "{line}");
}

#[tokio::test]
async fn a_caller_whose_access_names_nothing_is_warned_of_once() {
    let registry = Registry::builder()
        .expects::<String>()
        .tool(Kettle)
        .build()
        .unwrap();
    let view = registry.view(Exposition::Flat).unwrap();
    let view = view.access(|key: &String| Filter::except(["kettle:boil", key]));
    let view = view.unwrap();
    let ctx = |key: &str| {
        let mut ctx = Ctx::new();
        ctx.insert(key.to_owned());
        ctx
    };
    let warnings = async |keys: Vec<String>| {
        let asked = async {
            for key in &keys {
                let seen = view.seen_by(&mut ctx(key)).await.unwrap();
                let names: Vec<_> = seen.tools().iter().map(|tool| &tool.name).collect();
                assert_eq!(names, ["kettle_look"], "what it means to hide is hidden");
            }
        };
        let mut lines = captured_log(asked).await;
        lines.retain(|line| line.contains("WARN"));
        lines
    };
    let told = |error: &str| {
        format!(
            "WARN fusion_core::registry::surface_cache: the access of a caller names what does not exist error={error}"
        )
    };
    let old = told("a filter names `kettle:boil`: write `kettle/boil`");
    let slip = told(
        "a filter names `kettle/bowl`, which is no action, prompt or resource of the registry; did you mean `kettle/boil`?",
    );
    let bowl = || "kettle/bowl".to_owned();
    assert_eq!(warnings(vec![bowl(), bowl()]).await, [slip, old]);
    // Neither many callers nor a view that was forgotten meanwhile make the log longer.
    let many = (0..200).map(|caller| format!("kettle/{caller}"));
    assert_eq!(warnings(many.collect()).await.len(), 62);
    assert_eq!(warnings(vec![bowl()]).await, [""; 0]);
}

#[tokio::test]
async fn a_line_that_is_no_message_is_one_line_of_the_log_without_its_words() {
    let registry = Registry::builder().tool(Desk).build().unwrap();
    let log = captured_log_at(LevelFilter::WARN, async {
        let mut wire = Wire::legacy(registry).await;
        for line in [
            "hunter2",
            r#"{"method":"x","params":hunter2}"#,
            r#"{"method":"x","id":7,"params":hunter2}"#,
        ] {
            wire.send_bytes(format!("{line}\n").as_bytes()).await;
        }
        wire.receive().await;
    });
    let line = |fault: &str, answered: bool| {
        format!(
            "WARN fusion_core::wire::line_transport: a line of the input is no message fault={fault} answered={answered}"
        )
    };
    assert_eq!(
        log.await,
        [
            line("Parse error: expected value at line 1 column 1", false),
            line("Parse error: expected value at line 1 column 24", false),
            line("Parse error: expected value at line 1 column 31", true),
        ]
    );
}
