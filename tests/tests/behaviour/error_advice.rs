//! The attributes of an error type, in calls and in lint.

use std::time::Duration;

use fusion_core::{Ctx, Exposition, Json, Registry, ToolError, lint::Rule, tool_group};
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
fn lint_reports_a_suggestion_that_no_tool_has_once() {
    let found = |registry: Registry| -> Vec<String> {
        let found = registry.lint().into_iter();
        let found = found.filter(|finding| finding.rule == Rule::UnknownSuggestion);
        found.map(|finding| finding.to_string()).collect()
    };
    // `list` exists in one of the tools that return the type.
    let both = Registry::builder().tool(Tags).tool(Labels).build().unwrap();
    assert_eq!(
        found(both),
        [
            "tags/drop: its error suggests `lst`, which is no action of `tags`; suggest an action of \
             the tool, or remove it [unknown-suggestion]"
        ]
    );
    let labels = Registry::builder().tool(Labels).build().unwrap();
    assert_eq!(
        found(labels),
        [
            "labels/rename: its error suggests `lst`, which is no action of `labels`; write `list` \
             [unknown-suggestion]"
        ]
    );
}

struct Projects;

#[tool_group(name = "projects")]
impl Projects {
    #[action]
    fn close(&self) -> Result<(), SharedError> {
        Err(SharedError::Gone)
    }
}

/// Keep projects and their labels.
#[tool_group(name = "office")]
struct Office {
    #[group]
    projects: Projects,
    #[group]
    labels: Names,
}

struct Names;

#[tool_group(name = "names")]
impl Names {
    #[action(read_only)]
    fn list(&self) {}
}

#[test]
fn lint_names_the_module_of_a_suggestion_that_another_group_has() {
    let office = Office {
        projects: Projects,
        labels: Names,
    };
    let registry = Registry::builder().tool(office).build().unwrap();
    let found = registry.lint().into_iter();
    let found = found.filter(|finding| finding.rule == Rule::UnknownSuggestion);
    let found: Vec<_> = found.map(|finding| finding.to_string()).collect();
    let place = "office/projects.close: its error suggests";
    assert_eq!(
        found[0],
        format!(
            "{place} `list`, which is no action of `office`; write `labels.list` [unknown-suggestion]"
        )
    );
    assert_eq!(found.len(), 2);
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
fn lint_reports_a_delay_that_is_shown_nowhere() {
    let registry = Registry::builder().tool(Files).build().unwrap();
    let found = registry.lint().into_iter();
    let found = found.filter(|finding| finding.rule == Rule::DroppedRetry);
    let found: Vec<_> = found.map(|finding| finding.to_string()).collect();
    assert_eq!(
        found,
        [
            "files/write: the error of `write` has a `retry_after`, which is shown for idempotent actions \
             only; add `unchanged` or `nothing_ran` to its `#[tool_error(…)]` if the failed call \
             changed nothing, or mark the action `idempotent` [dropped-retry]"
        ]
    );
}

#[test]
fn lint_of_a_flat_view_reports_results_that_old_clients_get_as_text() {
    let registry = Registry::builder().tool(Files).build().unwrap();
    let places = |exposition| -> Vec<String> {
        let found = registry.view(exposition).unwrap().lint().into_iter();
        let found = found.filter(|finding| finding.rule == Rule::ResultRoot);
        found.map(|finding| finding.place).collect()
    };
    assert_eq!(places(Exposition::Flat), ["files/write", "files/replace"]);
    assert_eq!(places(Exposition::Grouped), [""; 0]);
}

struct Lost;

#[tool_group(name = "lost")]
impl Lost {
    #[action]
    fn get() -> Result<(), ToolError> {
        // An action that fails is none that its error suggests.
        Err(ToolError::new("not here").suggest_all(["list", "get", "search"]))
    }

    #[action]
    fn list() {}

    #[action]
    fn search() {}
}

#[tokio::test]
async fn an_error_suggests_several_actions() {
    let registry = Registry::builder().tool(Lost).build().unwrap();
    let call = registry.call("lost", json!({"action": "get"}), Ctx::new());
    assert_eq!(
        call.await.unwrap_err().to_string(),
        "[lost/get] not here\nTry: list, search"
    );
}
