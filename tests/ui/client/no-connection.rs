use fusion_core::{Server, Registry, server_info, tool_group};

struct Issues;

#[tool_group(client(IssuesClient))]
impl Issues {
    #[action]
    fn close(&self, issue: u64) {
        let _ = issue;
    }
}

fn main() {
    let registry = Registry::builder().tool(Issues).build().unwrap();
    let server = Server::new(registry, server_info!());
    let _ = IssuesClient::at(&server, "issues");
}
