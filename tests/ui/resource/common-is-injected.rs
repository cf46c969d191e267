use fusion_core::{Fields, Registry, tool_group};

#[derive(Fields)]
struct Scope {
    org: String,
}

struct Notes;

#[tool_group(common = Scope)]
impl Notes {
    #[resource(uri = "notes://all")]
    fn all(&self, scope: &Scope) -> String {
        scope.org.clone()
    }
}

fn main() {
    let _ = Registry::builder().tool(Notes).build();
}
