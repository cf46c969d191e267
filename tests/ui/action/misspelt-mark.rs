use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[actoin(read_only)]
    async fn list(&self, #[agr(secret)] token: String) {
        drop(token);
    }

    #[Action]
    async fn get(&self) {}

    #[promt]
    async fn triage(&self) -> String {
        String::new()
    }

    #[resorce(uri = "issues://all", nmae = "all")]
    async fn all(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
