use fusion_core::build::ActionGroup;

struct Plugins {
    groups: Vec<Box<dyn ActionGroup>>,
}

fn main() {
    let _ = Plugins { groups: Vec::new() }.groups;
}
