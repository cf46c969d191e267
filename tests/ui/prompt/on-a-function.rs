use fusion_core::prompt;

#[prompt]
fn say() -> &'static str {
    "hello"
}

fn main() {
    let _ = say();
}
