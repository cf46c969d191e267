//! `#[derive(Fields)]`: structs whose fields are arguments of a whole block or of one action.

use fusion_core::{
    CallError, Content, Ctx, Exposition, Fields, Registry, ToolResult,
    build::ActionGroup,
    middleware::{Call, Middleware, Next},
    spec::ArgSpec,
    tool_group,
};
use serde_json::{Value, json};

/// Private, although the group is public.
#[derive(Debug, Fields)]
struct Scope {
    /// Whose issues.
    #[arg(length(min = 2))]
    org: String,
    /// Of which team.
    team: Option<String>,
}

#[derive(Debug, Fields)]
#[fields(rename_all = "camelCase")]
struct Paging {
    /// How many to return.
    #[arg(default = 20, range(min = 1, max = 100))]
    max_rows: u32,
    /// Where the page before ended.
    #[arg(name = "after")]
    cursor: Option<String>,
    #[arg(default = "asc", description = "In which order.")]
    order: String,
    /// What the caller may see.
    #[arg(secret)]
    token: Option<String>,
}

pub struct Issues;

/// Track issues.
#[tool_group(name = "issues", common = Scope)]
impl Issues {
    /// List issues.
    #[action(read_only)]
    async fn list(
        &self,
        scope: &Scope,
        text: Option<String>,
        #[arg(flatten)] page: Paging,
    ) -> String {
        let Paging {
            max_rows,
            cursor,
            order,
            token,
        } = page;
        format!(
            "{scope:?} {text:?} {max_rows} {cursor:?} {order} {}",
            token.is_some()
        )
    }

    /// Close an issue.
    #[action]
    fn close(ctx: &Ctx, id: u64, scope: &Scope) -> String {
        let team = scope.team.as_deref().unwrap_or(&scope.org);
        format!("{id} {team} {}", ctx.client().is_some())
    }

    /// Say how it works.
    #[action(omit_common, read_only)]
    async fn help(&self, ctx: &Ctx) -> String {
        format!("help {}", ctx.client().is_some())
    }
}

struct Notes;

/// Keep notes.
#[tool_group(name = "notes")]
impl Notes {
    /// List notes.
    #[action(read_only)]
    async fn list(#[arg(flatten)] Paging { max_rows, .. }: Paging, tag: String) -> String {
        format!("{max_rows} {tag}")
    }
}

async fn call(tool: &str, arguments: Value) -> Result<String, CallError> {
    let registry = Registry::builder()
        .tool(Issues)
        .tool(Notes)
        .build()
        .unwrap();
    let response = registry.call(tool, arguments, Ctx::new()).await?;
    match response.content() {
        [Content::Text(text)] => Ok(text.clone()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn fields_reach_the_handler_as_structs() {
    for (tool, arguments, wanted) in [
        (
            "issues",
            json!({"action": "list", "org": "acme", "text": "x", "after": "7", "token": "s"}),
            r#"Scope { org: "acme", team: None } Some("x") 20 Some("7") asc true"#,
        ),
        (
            "issues",
            json!({"action": "list", "org": "acme", "team": "a", "maxRows": 5, "order": "desc"}),
            r#"Scope { org: "acme", team: Some("a") } None 5 None desc false"#,
        ),
        (
            "issues",
            json!({"action": "close", "org": "acme", "id": 7}),
            "7 acme false",
        ),
        ("issues", json!({"action": "help"}), "help false"),
        ("notes", json!({"action": "list", "tag": "a"}), "20 a"),
    ] {
        let text = arguments.to_string();
        assert_eq!(call(tool, arguments).await.unwrap(), wanted, "{text}");
    }
}

#[test]
fn rows_are_joined_by_reference() {
    let spec = <Issues as ActionGroup>::SPEC;
    let joined: Vec<(&str, Vec<Vec<&str>>)> = spec
        .actions
        .iter()
        .map(|action| {
            let names = |rows: &&[ArgSpec]| rows.iter().map(|row| row.name).collect();
            (action.key, action.joined.iter().map(names).collect())
        })
        .collect();
    let scope = vec!["org", "team"];
    let paging = vec!["maxRows", "after", "order", "token"];
    assert_eq!(
        joined,
        [
            ("list", vec![scope.clone(), paging]),
            ("close", vec![scope]),
            ("help", vec![]),
        ]
    );
    assert!(std::ptr::eq(
        spec.actions[0].joined[1],
        <Paging as fusion_core::build::Fields>::FIELDS
    ));
    let required: Vec<_> = <Paging as fusion_core::build::Fields>::FIELDS
        .iter()
        .map(|row| (row.required, row.default.is_some(), row.secret, row.docs))
        .collect();
    assert_eq!(
        required,
        [
            (false, true, false, "How many to return."),
            (false, false, false, "Where the page before ended."),
            (false, true, false, "In which order."),
            (false, false, true, "What the caller may see."),
        ]
    );
}

#[test]
fn fields_are_published_as_arguments_are() {
    let registry = Registry::builder().tool(Notes).build().unwrap();
    let [tool] = registry.tools() else {
        panic!("not one tool")
    };
    let schema = Value::Object((*tool.input_schema).clone());
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "action": {
                    "type": "string",
                    "enum": ["list"],
                    "description": "Which operation to perform",
                },
                "tag": {"type": "string"},
                "maxRows": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 100,
                    "default": 20,
                    "description": "How many to return.",
                },
                "after": {"type": "string", "description": "Where the page before ended."},
                "order": {"type": "string", "default": "asc", "description": "In which order."},
                "token": {"type": "string", "description": "What the caller may see."},
            },
            "required": ["action", "tag"],
            "additionalProperties": false,
        })
    );
}

#[tokio::test]
async fn what_is_wrong_is_told_by_the_names_of_the_fields() {
    for (arguments, wanted) in [
        (
            json!({"action": "list", "org": "a", "maxRows": 500, "after": 5, "tema": "x"}),
            "Validation failed for issues/list:\n\
             - org: expected string, length 2.., got 1 character\n\
             - maxRows: expected integer 1..100, got 500\n\
             - after: expected string, got 5. Send it as a string, in quotes\n\
             - tema: unknown field. Did you mean \"team\"?\n\
             Expected: org: string, length 2.. (required), text: string, team: string, maxRows: integer 1..100, after: string, order: string, token: string\n\
             Fix these fields and call again.",
        ),
        (
            json!({"action": "close", "id": 5}),
            "Validation failed for issues/close:\n\
             - org: required, but missing\n\
             Expected: org: string, length 2.. (required), id: integer 0.. (required), team: string\n\
             Fix these fields and call again.",
        ),
        (
            json!({"action": "help", "org": "acme"}),
            "Validation failed for issues/help:\n\
             - org: not a field of help; it belongs to list, close\n\
             Expected: no arguments\n\
             Fix these fields and call again.",
        ),
    ] {
        let text = arguments.to_string();
        let error = call("issues", arguments).await.unwrap_err();
        assert_eq!(error.to_string(), wanted, "{text}");
    }
}

#[test]
fn shared_fields_are_of_the_first_tier_only_where_every_action_has_them() {
    let registry = Registry::builder().tool(Issues).build().unwrap();
    let flat = registry.view(Exposition::Flat).unwrap();
    let required = |schema: &serde_json::Map<String, Value>| schema.get("required").cloned();
    let all: Vec<_> = flat
        .tools()
        .iter()
        .map(|tool| required(&tool.input_schema))
        .collect();
    assert_eq!(
        all,
        [Some(json!(["org"])), Some(json!(["id", "org"])), None]
    );
    let grouped = required(&registry.tools()[0].input_schema);
    assert_eq!(grouped, Some(json!(["action"])));
    let org = &registry.tools()[0].input_schema["properties"]["org"];
    assert_eq!(org["description"], "Whose issues.");
}

/// Answers with what it sees of the shared arguments.
struct Peek;

impl Middleware for Peek {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        match call.common::<Scope>().map(|scope| scope.org.clone()) {
            Some(org) if org == "refused" => Err(format!("{org} at {}", call.key()).into()),
            _ => next.run(call).await,
        }
    }
}

#[tokio::test]
async fn a_middleware_sees_the_shared_arguments() {
    /// The groups as modules of one tool.
    #[tool_group]
    struct Office {
        #[group]
        issues: Issues,
        #[group]
        notes: Notes,
    }

    let registry = Registry::builder()
        .middleware(Peek)
        .tool(Issues)
        .tool(Office {
            issues: Issues,
            notes: Notes,
        })
        .build()
        .unwrap();
    let call = async |tool: &str, arguments: Value| {
        let result = registry.call(tool, arguments, Ctx::new()).await;
        result
            .map(|response| response.content().to_vec())
            .map_err(|error| error.to_string())
    };
    let text = |text: &str| Ok(vec![Content::Text(text.to_owned())]);
    let arguments = json!({"action": "close", "org": "refused", "id": 1});
    let refused = Err("[issues/close] refused at close".to_owned());
    assert_eq!(call("issues", arguments).await, refused);
    let arguments = json!({"action": "issues.close", "org": "refused", "id": 1});
    let refused = Err("[office/issues.close] refused at issues.close".to_owned());
    assert_eq!(call("office", arguments).await, refused);
    let arguments = json!({"action": "issues.close", "org": "acme", "id": 1});
    assert_eq!(call("office", arguments).await, text("1 acme false"));
    let arguments = json!({"action": "issues.help"});
    assert_eq!(call("office", arguments).await, text("help false"));
    let arguments = json!({"action": "notes.list", "tag": "a", "maxRows": 3});
    assert_eq!(call("office", arguments).await, text("3 a"));
}
