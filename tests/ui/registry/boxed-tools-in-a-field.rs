use fusion_core::build::Tool;

struct Plugins {
    tools: Vec<Box<dyn Tool>>,
}

fn main() {
    let _ = Plugins { tools: Vec::new() }.tools;
}
