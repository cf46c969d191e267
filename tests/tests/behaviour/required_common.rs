//! Required fields of `common`, which lists state once and errors name first.

use fusion_core::{CallError, Ctx, Fields, Registry, tool_group};
use serde_json::json;

#[derive(Debug, Fields)]
struct Scope {
    /// Whose issues.
    org: String,
    /// Of which team.
    team: Option<String>,
}

struct Issues;

/// Track issues.
#[tool_group(name = "issues", common = Scope)]
impl Issues {
    /// Open an issue.
    #[action]
    fn open(title: String, scope: &Scope) -> String {
        format!("{title} {scope:?}")
    }

    /// Close an issue.
    #[action]
    fn close(issue: u64) -> String {
        issue.to_string()
    }
}

#[test]
fn a_list_states_them_at_the_field_and_in_no_signature() {
    let registry = Registry::builder().tool(Issues).build().unwrap();
    let tool = &registry.tools()[0];
    assert_eq!(
        tool.description,
        "Track issues. (? optional)\nopen(title, team?) Open an issue\nclose(issue, team?) Close an issue"
    );
    assert_eq!(
        tool.input_schema["properties"]["org"]["description"],
        "Whose issues. (always required)"
    );
    assert_eq!(tool.input_schema["required"], json!(["action", "org"]));
}

#[tokio::test]
async fn an_error_names_them_first() {
    let registry = Registry::builder().tool(Issues).build().unwrap();
    let arguments = json!({"action": "open", "team": 5});
    let result = registry.call("issues", arguments, Ctx::new()).await;
    let CallError::Invalid {
        text,
        fields,
        problems,
        ..
    } = result.unwrap_err()
    else {
        panic!("the arguments are wrong");
    };
    assert_eq!(fields, ["org", "title", "team"]);
    let slots: Vec<_> = problems.iter().map(|problem| problem.slot).collect();
    assert_eq!(slots, [Some(1), Some(0), Some(2)]);
    assert_eq!(
        text,
        "Validation failed for issues/open:\n\
         - org: required, but missing\n\
         - title: required, but missing\n\
         - team: expected string, got 5. Send it as a string, in quotes\n\
         Expected: org: string (required), title: string (required), team: string\n\
         Fix these fields and call again."
    );
}
