//! `tools/list` of sixty tools, as a handler with a mount answers it, beside the SDK's own router
//! for the same list.

use std::{
    borrow::Cow,
    pin::pin,
    task::{Context as Poller, Poll, Waker},
};

use fusion_core::{Attached, Exposition, Registry, tool_group};
use rmcp::{
    ErrorData, ServerHandler,
    handler::server::router::tool::{ToolRoute, ToolRouter},
    model::Tool,
};

use crate::router::Context;

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

/// Has nothing of its own.
pub struct Nothing;

impl ServerHandler for Nothing {}

/// Both, built before the first list.
pub struct Lists {
    handler: Attached<Nothing>,
    router: ToolRouter<Nothing>,
}

impl Lists {
    pub fn new(context: Context) -> Self {
        let registry = match Registry::builder().tool(Sixty).build() {
            Ok(registry) => registry,
            Err(errors) => panic!("{errors}"),
        };
        let mount = match registry.mount().exposition(Exposition::Flat) {
            Ok(mount) => mount,
            Err(errors) => panic!("{errors}"),
        };
        let handler = mount.attach(Nothing);
        let mut router = ToolRouter::new();
        for mut tool in fusion(&handler, context) {
            // Literals, as the macros of the SDK make them.
            tool.name = Cow::Borrowed(String::leak(tool.name.into_owned()));
            let description = tool.description.map(Cow::into_owned);
            tool.description = description.map(|text| Cow::Borrowed(&*text.leak()));
            router.add_route(ToolRoute::new_dyn(tool, |_| {
                Box::pin(async { Err(ErrorData::internal_error("never called", None)) })
            }));
        }
        Self { handler, router }
    }

    pub fn fusion(&self, context: Context) -> usize {
        fusion(&self.handler, context).len()
    }

    pub fn router(&self) -> usize {
        self.router.list_all().len()
    }
}

/// The list is ready at once.
fn fusion(handler: &Attached<Nothing>, context: Context) -> Vec<Tool> {
    let listing = pin!(handler.list_tools(None, context));
    match listing.poll(&mut Poller::from_waker(Waker::noop())) {
        Poll::Ready(Ok(list)) => list.tools,
        _ => panic!("a list that waits or fails"),
    }
}
