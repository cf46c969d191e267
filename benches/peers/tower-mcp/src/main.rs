//! Serves the work by tower-mcp in a router, or measures it in process.

use fusion_bench_kit::{
    Result,
    program::{Task, print_times},
};
use peer_tower_mcp::{table, tools};
use tower_mcp::{HttpTransport, McpRouter, StdioTransport};

#[tokio::main]
async fn main() -> Result<()> {
    let task = Task::from_process_arguments()?;
    if let Task::Time(effort) = task {
        let measured = std::thread::spawn(move || print_times(&[table()], effort));
        return measured.join().map_err(|_| "a probe ended wrongly")?;
    }
    let mut router = McpRouter::new().server_info("work", "0.1.0");
    for tool in tools() {
        router = router.tool(tool);
    }
    match task {
        Task::Stdio => StdioTransport::new(router).run().await?,
        Task::Http(port) => {
            let transport = HttpTransport::new(router);
            transport.serve(&format!("127.0.0.1:{port}")).await?;
        }
        Task::Time(_) => {}
    }
    Ok(())
}
