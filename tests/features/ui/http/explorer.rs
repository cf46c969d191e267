use fusion_core::{Registry, Server, server_info, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action]
    async fn list(&self) {}
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = Registry::builder().tool(Issues).build()?;
    Server::new(registry, server_info!())
        .http()
        .explorer()
        .serve(([127, 0, 0, 1], 8000))
        .await?;
    Ok(())
}
