use fusion_core::tool_group;

struct Issues<'a> {
    name: &'a str,
}

#[tool_group]
impl<'a> Issues<'a> {
    #[action]
    async fn list(&self) -> String {
        self.name.to_owned()
    }
}

fn main() {
    let _ = Issues { name: "a" };
}
