//! Required fields of `common`, which lists state once and errors name first.

use fusion_core::{CallError, Content, Ctx, Fields, Registry, tool_group};
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
        format!("{title} {} {:?}", scope.org, scope.team)
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

#[derive(Debug, Fields)]
struct Place {
    org: String,
    team: Option<String>,
    #[arg(default = 20)]
    limit: u8,
    region: Option<String>,
}

struct Labels;

/// Keep labels.
#[tool_group(name = "labels", common = Place)]
impl Labels {
    /// List labels.
    #[action]
    fn list(place: &Place) -> String {
        let Place {
            org,
            team,
            limit,
            region,
        } = place;
        format!("{org} {team:?} {limit} {region:?}")
    }

    /// Make a label.
    #[action(omit_common("team", "limit"))]
    fn make(place: &Place, name: String) -> String {
        format!("{name}: {}", Self::list(place))
    }
}

#[tokio::test]
async fn an_action_omits_single_fields_which_then_have_their_defaults() {
    let registry = Registry::builder().tool(Labels).build().unwrap();
    let description = &registry.tools()[0].description;
    assert_eq!(
        description,
        "Keep labels. (? optional)\nlist(team?, limit?, region?) List labels\nmake(name, region?) Make a label"
    );
    let call = async |arguments| {
        let response = registry.call("labels", arguments, Ctx::new()).await;
        response.map(|response| response.content().to_vec())
    };
    let made = call(json!({"action": "make", "org": "a", "name": "b", "region": "eu"})).await;
    let expected = r#"b: a None 20 Some("eu")"#;
    assert_eq!(made.unwrap(), [Content::text(expected)]);
    // The slots of the fields after an omitted one are their own.
    let wrong = call(json!({"action": "make", "org": "a", "name": "b", "region": 5, "team": "c"}));
    assert_eq!(
        wrong.await.unwrap_err().to_string(),
        "Validation failed for labels/make:\n\
         - region: expected string, got 5. Send it as a string, in quotes\n\
         - team: not a field of make; it belongs to list\n\
         Expected: org: string (required), name: string (required), region: string\n\
         Fix these fields and call again."
    );
    let listed = call(json!({"action": "list", "org": "a", "team": "t", "limit": 5})).await;
    let expected = r#"a Some("t") 5 None"#;
    assert_eq!(listed.unwrap(), [Content::text(expected)]);
}
