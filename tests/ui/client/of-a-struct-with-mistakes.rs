use fusion_core::{Registry, client::ClientError, tool_group};

struct Issues;

#[tool_group(client(pub IssuesClient))]
impl Issues {
    #[action]
    fn close(&self, issue: u64) {
        let _ = issue;
    }
}

#[tool_group(naem = "tracker", client(TrackerClient))]
struct Tracker {
    #[group(name = "the issues")]
    issues: Issues,
}

async fn close(registry: &Registry) -> Result<(), ClientError> {
    let issues: IssuesClient<'_> = TrackerClient::at(registry, "tracker").issues();
    issues.close(7).await
}

fn main() {
    let _ = close(&Registry::builder().tool(Tracker { issues: Issues }).build().unwrap());
}
