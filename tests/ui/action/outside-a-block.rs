use fusion_core::action;

struct Issues;

impl Issues {
    #[action(read_only)]
    async fn list(&self, #[arg(default = 20)] limit: u32) -> u32 {
        limit
    }
}

fn main() {
    let _ = Issues.list(1);
}
