use fusion_core::action;

#[action]
async fn list() {}

fn main() {
    let _ = list();
}
