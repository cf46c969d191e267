//! `tools/list` runs no schema code and allocates no more than the SDK's own router for the same
//! list.

use std::{
    borrow::Cow,
    pin::pin,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
    task::{Context, Poll, Waker},
};

use fusion_core::{
    Ctx, Exposition, Filter, Mount, Registry, ToolError, server::Attached, tool_group,
};
use fusion_tests::wire::{Wire, request};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::router::tool::{ToolRoute, ToolRouter},
    model::{ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool},
    service::RequestContext,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::json;

/// Of each of six handlers: 10,000 in all.
const EACH: u32 = 1_667;

static SCHEMAS: AtomicU32 = AtomicU32::new(0);

/// Counts the requests for its schema.
#[derive(Deserialize)]
struct Counted(u64);

impl JsonSchema for Counted {
    fn schema_name() -> Cow<'static, str> {
        "Counted".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        SCHEMAS.fetch_add(1, Ordering::SeqCst);
        json_schema!({"type": "integer", "minimum": 0})
    }
}

macro_rules! sixty {
    ($($name:ident)*) => {
        struct Sixty;

        /// Do sixty things.
        #[tool_group(name = "sixty")]
        impl Sixty {
            $(
                /// Do one of sixty things, to whatever has this number.
                #[action(title = "One of sixty", read_only, tags("all"))]
                fn $name(&self, /** The number. */ id: Counted) -> String {
                    id.0.to_string()
                }
            )*
        }
    };
}

sixty! {
    a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9
    d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9
}

/// Has nothing of its own.
#[derive(Clone)]
struct Nothing;

impl ServerHandler for Nothing {}

/// Keeps the context of the first list: the SDK makes one only for a real request.
struct Capture(Mutex<Option<tokio::sync::oneshot::Sender<RequestContext<RoleServer>>>>);

impl ServerHandler for Capture {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        cx: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let sender = self.0.lock().unwrap().take();
        let _ = sender.unwrap().send(cx);
        // What is answered is over, and its context cancelled.
        std::future::pending().await
    }
}

/// A context, and the connection that it lives on.
async fn context() -> (Wire, RequestContext<RoleServer>) {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let mut wire = Wire::handler(Capture(Mutex::new(Some(sender))));
    wire.shake_hands().await;
    wire.send(&request(1, "tools/list", json!({}))).await;
    let cx = receiver.await.unwrap();
    (wire, cx)
}

fn mount(exposition: Exposition) -> Mount {
    let registry = Registry::builder().provide(caller).tool(Sixty).build();
    registry.unwrap().mount().exposition(exposition).unwrap()
}

async fn caller(_: &Ctx) -> Result<u8, ToolError> {
    Ok(1)
}

/// The list, which is ready at once.
fn list(handler: &Attached<Nothing>, cx: RequestContext<RoleServer>) -> Vec<Tool> {
    let listing = pin!(handler.list_tools(None, cx));
    match listing.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(list) => list.unwrap().tools,
        Poll::Pending => unreachable!("nothing waits"),
    }
}

/// Schemas are counted for the whole process, so one test builds registries at a time.
static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

#[tokio::test]
async fn ten_thousand_lists_do_no_schema_work() {
    let _turn = TURN.lock().await;
    let (_wire, cx) = context().await;
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        let whole = mount(exposition);
        let of_caller = whole.clone().access(|_: &u8| Filter::any_tags(["all"]));
        let built = SCHEMAS.load(Ordering::SeqCst);
        assert_ne!(built, 0);
        for handler in [whole.attach(Nothing), of_caller.unwrap().attach(Nothing)] {
            let count = if exposition == Exposition::Flat {
                60
            } else {
                1
            };
            for _ in 0..EACH {
                assert_eq!(list(&handler, cx.clone()).len(), count);
            }
        }
        assert_eq!(SCHEMAS.load(Ordering::SeqCst), built);
    }
}

#[tokio::test]
async fn a_list_allocates_no_more_than_the_sdks_router_for_the_same_list() {
    let _turn = TURN.lock().await;
    let (_wire, cx) = context().await;
    let handler = mount(Exposition::Flat).attach(Nothing);
    // Made ready by the first; names and texts of the router are literals, as its macros make them.
    let mut router = ToolRouter::<Nothing>::new();
    for mut tool in list(&handler, cx.clone()) {
        tool.name = Cow::Borrowed(String::leak(tool.name.into_owned()));
        let description = tool.description.map(Cow::into_owned);
        tool.description = description.map(|text| Cow::Borrowed(&*text.leak()));
        router.add_route(ToolRoute::new_dyn(tool, |_| {
            Box::pin(async { Err(ErrorData::internal_error("never called", None)) })
        }));
    }
    let theirs = allocation_counter::measure(|| assert_eq!(router.list_all().len(), 60));
    let cx = std::cell::Cell::new(Some(cx));
    let ours = allocation_counter::measure(|| {
        assert_eq!(list(&handler, cx.take().unwrap()).len(), 60);
    });
    eprintln!(
        "{} allocations, the router {}",
        ours.count_total, theirs.count_total
    );
    assert!(
        ours.count_total <= theirs.count_total,
        "{} allocations, the router {}",
        ours.count_total,
        theirs.count_total
    );
}
