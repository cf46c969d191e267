//! Rows that need a feature that is off: `build()` refuses them, and names the feature.

use fusion_core::{Registry, tool_group};

struct Issues;

#[tool_group(name = "issues")]
impl Issues {
    /// Open an issue.
    #[action(once)]
    fn open(title: String) -> String {
        title
    }

    /// Delete an issue.
    #[action(destructive, confirm("Delete {issue}?"))]
    async fn delete(issue: u64) -> String {
        issue.to_string()
    }
}

#[test]
fn a_row_that_runs_once_or_confirms_needs_the_feature_ask() {
    let errors = Registry::builder().tool(Issues).build().unwrap_err();
    let texts: Vec<_> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "calls of `issues/open` run once, which needs the feature `ask` of fusion-core: turn it on, or remove `once`",
            "`issues/delete` asks the user before it runs, which needs the feature `ask` of fusion-core: turn it on, or \
             remove `confirm`",
        ]
    );
}
