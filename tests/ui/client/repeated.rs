use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(client(IssuesClient), client(OtherClient))]
impl Issues {
    #[action]
    fn close(&self, issue: u64) {
        let _ = issue;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
