//! `tools/list` of sixty tools, as a handler with a mount answers it, beside the SDK's own router
//! for the same list.

use std::borrow::Cow;

use fusion_bench_kit::{
    Result,
    probe::{Probe, Table},
};
use fusion_core::{Exposition, Registry, server::Attached, tool_group};
use rmcp::{
    ErrorData, ServerHandler,
    handler::server::router::tool::{ToolRoute, ToolRouter},
    model::Tool,
};
use tokio::runtime::Runtime;

use crate::peers::rmcp::{self as peer, RmcpContext};

/// The name of the table.
pub const NAME: &str = "list";
/// The only row.
pub const ROW: &str = "60 tools";
/// The column of Fusion.
pub const FUSION: &str = "fusion, attached";

macro_rules! sixty {
    ($($name:ident)*) => {
        struct Sixty;

        /// Do sixty things.
        #[tool_group(name = "sixty")]
        impl Sixty {
            $(
                /// Do one of sixty things, to whatever has this number and this name.
                #[action(title = "One of sixty", read_only)]
                fn $name(&self, /** The number. */ id: u64, /** The name. */ name: Option<String>) -> String {
                    format!("{id} {name:?}")
                }
            )*
        }
    };
}

sixty! {
    a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9
    d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9
}

/// A handler without tools of its own.
struct EmptyHandler;

impl ServerHandler for EmptyHandler {}

/// Makes the table.
pub fn table(runtime: &Runtime) -> Result<Table> {
    let context = runtime.block_on(peer::context())?;
    let registry = Registry::builder().tool(Sixty).build()?;
    let handler = registry
        .mount()
        .exposition(Exposition::Flat)?
        .attach(EmptyHandler);
    let router = router(runtime.block_on(request_list(&handler, context.clone()))?);
    let mut table = Table::new(NAME, &[peer::NAME]);
    table.push(Probe::new(ROW, peer::NAME, (), async move |()| {
        std::hint::black_box(router.list_all()).len() == 60
    }));
    table.push(Probe::new(ROW, FUSION, context, async move |context| {
        let list = std::hint::black_box(request_list(&handler, context).await);
        list.is_ok_and(|tools| tools.len() == 60)
    }));
    Ok(table)
}

async fn request_list(handler: &Attached<EmptyHandler>, context: RmcpContext) -> Result<Vec<Tool>> {
    Ok(handler.list_tools(None, context).await?.tools)
}

/// Returns the SDK's router of the same tools, with literal texts, as its macros make them.
fn router(tools: Vec<Tool>) -> ToolRouter<EmptyHandler> {
    let mut router = ToolRouter::new();
    for mut tool in tools {
        tool.name = Cow::Borrowed(String::leak(tool.name.into_owned()));
        let description = tool.description.map(Cow::into_owned);
        tool.description = description.map(|text| Cow::Borrowed(&*text.leak()));
        router.add_route(ToolRoute::new_dyn(tool, |_| {
            Box::pin(async { Err(ErrorData::internal_error("never called", None)) })
        }));
    }
    router
}
