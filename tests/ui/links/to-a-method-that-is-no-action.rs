use fusion_core::tool_group;

struct Issues;

#[tool_group(name = "issues")]
impl Issues {
    /// List issues.
    ///
    /// Made with [`Self::open_store`].
    #[action]
    fn list(
        /// See [`Self::nothing_there`].
        page: Option<u32>,
    ) -> String {
        format!("{page:?}")
    }

    fn open_store() -> Self {
        Self
    }
}

fn main() {
    let _ = Issues::open_store();
    Issues::list(None);
}
