use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(client(IssuesClient))]
impl Issues {
    #[action]
    fn close(&self, into_future: Option<u64>) {
        let _ = into_future;
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
