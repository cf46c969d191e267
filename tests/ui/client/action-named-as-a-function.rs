use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(client(IssuesClient))]
impl Issues {
    #[action]
    fn at(&self, issue: u64) {
        let _ = issue;
    }
}

struct Casts;

#[tool_group(client(CastsClient))]
impl Casts {
    #[action]
    fn into(&self, kind: String) -> String {
        kind
    }

    #[action]
    fn try_into(&self) {}
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
