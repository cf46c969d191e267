//! What `build()`, lint and calls make of the attributes of an error type.

use std::time::Duration;

use fusion_core::{
    Ctx, Exposition, Json, Registry, ToolError, error::BuildError, lint::Rule, tool_group,
};
use serde_json::json;

#[derive(Debug, thiserror::Error, ToolError)]
enum UpstreamError {
    #[error("the store is busy")]
    #[tool_error(code = "busy", nothing_ran, retry_after = self.wait)]
    Busy { wait: Duration },
    #[error("too many requests")]
    #[tool_error(code = "limited", unchanged, retry_after = self.0)]
    Limited(Option<Duration>),
    #[error("there is no note")]
    #[tool_error(suggest("list"))]
    Missing,
}

struct Notes;

#[tool_group(name = "notes")]
impl Notes {
    #[action(read_only)]
    fn list(&self) -> &'static str {
        ""
    }

    #[action]
    fn write(&self, how: String) -> Result<(), UpstreamError> {
        let wait = Duration::from_millis(1_500);
        Err(match how.as_str() {
            "busy" => UpstreamError::Busy { wait },
            "limited" => UpstreamError::Limited(Some(wait)),
            "unknown" => UpstreamError::Limited(None),
            _ => UpstreamError::Missing,
        })
    }
}

#[tokio::test]
async fn a_delay_is_computed_at_run_time_and_shown_for_a_write_on_which_nothing_ran() {
    let registry = Registry::builder().tool(Notes).build().unwrap();
    for (how, expected) in [
        ("busy", "[notes/write] the store is busy\nRetry after 1.5 s"),
        (
            "limited",
            "[notes/write] too many requests\nRetry after 1.5 s",
        ),
        ("unknown", "[notes/write] too many requests"),
        ("missing", "[notes/write] there is no note\nTry: list"),
    ] {
        let arguments = json!({"action": "write", "how": how});
        let error = registry.call("notes", arguments, Ctx::new()).await;
        assert_eq!(error.unwrap_err().to_string(), expected);
    }
}

#[derive(Debug, thiserror::Error, ToolError)]
enum SharedError {
    #[error("gone")]
    #[tool_error(suggest("list", "lst"))]
    Gone,
    #[error("wait")]
    #[tool_error(retry_after = "5s")]
    Wait,
}

struct Labels;

#[tool_group(name = "labels")]
impl Labels {
    #[action(read_only)]
    fn list(&self) -> &'static str {
        ""
    }

    #[action]
    fn rename(&self) -> Result<Json<Vec<u8>>, SharedError> {
        Err(SharedError::Wait)
    }
}

struct Tags;

/// Returns the same error, and has no `list`.
#[tool_group(name = "tags")]
impl Tags {
    #[action]
    fn drop(&self) -> Result<(), SharedError> {
        Err(SharedError::Gone)
    }
}

#[test]
fn a_suggestion_that_no_tool_has_is_a_build_error_once() {
    let built = Registry::builder().tool(Tags).tool(Labels).build();
    let errors = built.unwrap_err();
    // `list` exists in one of the tools that return the type.
    let unknown = BuildError::UnknownSuggestion {
        tool: "tags".to_owned(),
        key: "drop".to_owned(),
        suggested: "lst".to_owned(),
        nearest: None,
    };
    assert_eq!(errors.iter().cloned().collect::<Vec<_>>(), [unknown]);
    let errors = Registry::builder().tool(Labels).build().unwrap_err();
    assert_eq!(
        errors.to_string(),
        "the error of `labels/rename` suggests `lst`, which is no action of `labels`; \
         did you mean `list`?"
    );
}

#[derive(Debug, thiserror::Error, ToolError)]
#[error("wait")]
#[tool_error(retry_after = "5s")]
struct Wait;

struct Files;

#[tool_group(name = "files")]
impl Files {
    #[action]
    fn write(&self) -> Result<Json<Vec<u8>>, Wait> {
        Err(Wait)
    }

    #[action(idempotent)]
    fn replace(&self) -> Json<u8> {
        Json(1)
    }
}

#[test]
fn lint_names_a_delay_that_is_shown_nowhere_and_results_that_old_clients_do_not_get() {
    let registry = Registry::builder().tool(Files).build().unwrap();
    let found = registry
        .lint()
        .into_iter()
        .filter(|finding| [Rule::DroppedRetry, Rule::FlatResultRoot].contains(&finding.rule));
    let found: Vec<_> = found.map(|finding| finding.to_string()).collect();
    let array = "listed flat, its result is no object, and clients before 2026-07-28 get it as text \
                 alone, without structured content and output schema; return a struct with a field \
                 for it, such as `Json<Page>` instead of `Json<Vec<Issue>>` [flat-result-root]";
    assert_eq!(
        found,
        [
            "files: the error of `write` has a `retry_after`, which is shown for idempotent actions \
             only; add `unchanged` or `nothing_ran` to its `#[tool_error(…)]` if the failed call \
             changed nothing, or mark the action `idempotent` [dropped-retry]"
                .to_owned(),
            format!("files/write: {array}"),
            format!("files/replace: {array}"),
        ]
    );
    let grouped = registry.view(Exposition::Grouped).unwrap().lint();
    assert!(
        grouped
            .iter()
            .all(|finding| finding.rule != Rule::FlatResultRoot)
    );
}
