use fusion_core::tool_group;

struct Issues;

#[tool_group]
impl Issues {
    #[action(invalidates(self.list))]
    fn open() {}

    #[action(invalidates(foreign))]
    fn close() {}

    #[action(invalidates(foreign(github)))]
    fn delete() {}

    #[action(invalidates(foreign()))]
    fn purge() {}
}

fn main() {
    let _ = Issues;
}
