use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group]
impl Issues {
    #[action(example("log in", name = "ada", token = "abc"))]
    async fn log_in(&self, name: String, #[arg(secret)] token: String) {
        let _ = (name, token);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
