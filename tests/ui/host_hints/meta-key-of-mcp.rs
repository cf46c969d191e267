use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group(meta("traceparent" = "00-1-1-00"))]
impl Notes {
    #[action]
    fn say(&self) -> String {
        String::new()
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
