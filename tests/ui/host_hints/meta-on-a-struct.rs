use fusion_core::{Registry, tool_group};

struct Notes;

#[tool_group]
impl Notes {
    #[action]
    fn say(&self) -> String {
        String::new()
    }
}

#[tool_group(meta("mcp.dev/team" = "core"))]
struct Desk {
    #[group]
    notes: Notes,
}

fn main() {
    let _ = Registry::builder().tool(Desk { notes: Notes }).build();
}
