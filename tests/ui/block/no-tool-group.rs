use fusion_core::Registry;

struct Issues;

impl Issues {
    async fn list(&self) {}
}

fn main() {
    let _ = Issues.list();
    let _ = Registry::builder().tool(Issues).build();
}
