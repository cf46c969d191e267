//! A server over stdio with an action that needs a scope, and nothing that knows the scopes of its caller.

use fusion_core::{Registry, Server, server_info, tool_group};

struct Gatehouse;

#[tool_group(name = "gate")]
impl Gatehouse {
    /// Look at the gate.
    #[action(read_only)]
    fn look() -> &'static str {
        "closed"
    }

    /// Open the gate.
    #[action(scope("gate:open"))]
    fn open() -> &'static str {
        "opened"
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = Registry::builder().tool(Gatehouse).build()?;
    Server::new(registry, server_info!()).serve_stdio().await?;
    Ok(())
}
