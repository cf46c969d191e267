//! A handler of somebody else over standard input and output, with a desk of Fusion attached, and
//! two tools of its own that take the desk away and bring it back.

use std::error::Error;

use fusion_core::Mount;
use fusion_tests::desk::Desk;
use rmcp::{
    ServerHandler,
    model::{ServerCapabilities, ServerConfig},
    tool, tool_handler, tool_router,
};

struct Switch {
    mount: Mount,
}

#[tool_router]
#[allow(clippy::unused_async)] // the SDK's macros want them so
impl Switch {
    /// Take the desk away.
    #[tool]
    async fn detach(&self) -> String {
        self.mount.detach();
        "detached".to_owned()
    }

    /// Bring the desk back.
    #[tool]
    async fn reattach(&self) -> String {
        self.mount.reattach();
        "attached".to_owned()
    }
}

#[tool_handler]
impl ServerHandler for Switch {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mount = Desk::new().registry().mount();
    let handler = mount.attach(Switch {
        mount: mount.clone(),
    });
    let streams = (tokio::io::stdin(), tokio::io::stdout());
    rmcp::serve_server(handler, streams)
        .await?
        .waiting()
        .await?;
    // A thread of the runtime may still be reading.
    std::process::exit(0);
}
