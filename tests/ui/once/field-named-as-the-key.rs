use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Request {
    idempotency_key: String,
}

struct Issues;

#[tool_group]
impl Issues {
    #[action(once)]
    async fn open(&self, title: String, #[arg(flatten)] request: Request) {
        let _ = (title, request.idempotency_key);
    }
}

fn main() {
    let _ = Registry::builder().tool(Issues).build();
}
