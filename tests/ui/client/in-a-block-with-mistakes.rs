use fusion_core::{Fields, Json, Registry, client::ClientError, tool_group};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, Serialize, JsonSchema)]
struct Issue {
    title: String,
}

#[derive(Fields)]
struct Paging {
    limit: u32,
}

pub struct Issues;

#[tool_group(discriminator = "an action", client(IssuesClient))]
impl Issues {
    #[action(read_onli)]
    fn list(&self, team: String, state: Option<u64>, #[arg(flatten)] page: Paging) -> Result<Json<Issue>, String> {
        let _ = (team, state, page);
        Err(String::new())
    }

    #[action]
    fn at(&self) {}
}

async fn title(registry: &Registry) -> Result<String, ClientError> {
    let issues = IssuesClient::at(registry, "issues");
    let issue = issues.list("core".to_owned(), &Paging { limit: 1 }).state(7).await?;
    Ok(issue.title)
}

fn main() {
    let _ = title(&Registry::builder().tool(Issues).build().unwrap());
}
