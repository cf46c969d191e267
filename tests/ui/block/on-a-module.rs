use fusion_core::tool_group;

#[tool_group]
mod issues {
    pub fn list() {}
}

fn main() {
    issues::list();
}
