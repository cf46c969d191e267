//! A tool of the wrapped handler that has the name of one of Fusion's is warned of.

use std::sync::atomic::{AtomicU32, Ordering};

use fusion_core::{Exposition, Registry, tool_group};
use fusion_tests::wire::Wire;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
};
use serde_json::json;
use tracing_subscriber::util::SubscriberInitExt as _;

/// A handler with two tools, named like the action and the alias of [`Clock`].
struct Twin;

impl ServerHandler for Twin {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = |name| Tool::new(name, "Theirs", JsonObject::new());
        Ok(ListToolsResult::with_all_items(
            ["clock_now", "clock_time"].map(tool).to_vec(),
        ))
    }
}

struct Clock;

/// Tell the time.
#[tool_group(name = "clock")]
impl Clock {
    /// Tell the time.
    #[action(read_only, alias("time"))]
    fn now(&self) -> &'static str {
        "noon"
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_clash_is_warned_of_once_for_all_handlers_of_a_mount() {
    /// Counts warnings.
    struct Warnings(&'static AtomicU32);

    impl std::io::Write for Warnings {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            let text = String::from_utf8_lossy(bytes);
            let warned = text.matches("is hidden; rename one of them").count();
            self.0
                .fetch_add(u32::try_from(warned).unwrap(), Ordering::SeqCst);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    static WARNED: AtomicU32 = AtomicU32::new(0);
    let subscriber = tracing_subscriber::fmt()
        .with_writer(|| Warnings(&WARNED))
        .finish();
    // For what is spawned on this thread, too: the runtime has no other.
    let _guard = subscriber.set_default();
    let registry = Registry::builder().tool(Clock).build().unwrap();
    let mount = registry.mount().exposition(Exposition::Flat).unwrap();
    for _ in 0..3 {
        let mut wire = Wire::handler(mount.attach(Twin));
        wire.shake_hands().await;
        for id in 1..=2 {
            let list = wire.ask(id, "tools/list", json!({})).await;
            let tools = list["result"]["tools"].as_array().unwrap();
            let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
            assert_eq!(names, ["clock_now"]);
        }
    }
    assert_eq!(WARNED.load(Ordering::SeqCst), 1);
}
