use fusion_core::tool_group;

struct Issues;

/// Track issues. Begin with [`Self::lsit`].
#[tool_group(name = "issues")]
impl Issues {
    /// List issues.
    #[action]
    fn list() {}
}

fn main() {
    Issues::list();
}
