//! Prompts beside a group's `common`, and with `flatten`ed structs.

use fusion_core::{
    Fields, ToolResult,
    middleware::{Call, Middleware, Next},
};

use super::*;

/// Whose issues.
#[derive(Fields)]
struct Scope {
    /// The organization.
    org: String,
}

/// How far to go.
#[derive(Fields)]
struct Paging {
    /// How many.
    #[arg(default = 3)]
    most: u8,
}

struct Board;

/// A middleware that reads the organization of a prompt from the shared arguments.
struct Whose;

impl Middleware for Whose {
    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        let org = call.common::<Scope>().map(|scope| scope.org.clone());
        let response = next.run(call).await?;
        Ok(response.with_meta("example.com/org", org))
    }
}

#[tool_group(common = Scope, with(Whose))]
impl Board {
    #[action]
    fn clear(&self) {}

    /// Plan a week.
    #[prompt]
    fn plan(&self, scope: &Scope, day: String, #[arg(flatten)] page: Paging) -> String {
        format!("plan {} issues of {} on {day}", page.most, scope.org)
    }

    /// Explain the board.
    #[prompt(omit_common)]
    fn explain(&self) -> String {
        "explain the board".to_owned()
    }
}

#[tokio::test]
async fn the_shared_arguments_are_those_of_a_prompt_unless_it_omits_them() {
    let registry = Registry::builder().tool(Board).build().unwrap();
    let listed: Vec<_> = registry.prompts().iter().map(list::shown).collect();
    assert_eq!(
        json!(listed),
        json!([
            {
                "name": "board_plan",
                "title": null,
                "description": "Plan a week.",
                "icons": [],
                "arguments": [
                    {"name": "day", "description": null, "required": true},
                    {"name": "org", "description": "The organization.", "required": true},
                    {"name": "most", "description": "How many.", "required": false},
                ],
            },
            {
                "name": "board_explain",
                "title": null,
                "description": "Explain the board.",
                "icons": [],
                "arguments": [],
            },
        ])
    );
    let sent = arguments(json!({"org": "acme", "day": "Monday", "most": "7"}));
    let response = registry.prompt("board_plan", sent, Ctx::new()).await;
    let response = response.unwrap();
    assert_eq!(
        role_texts(&response),
        [(Role::User, "plan 7 issues of acme on Monday")]
    );
    assert_eq!(
        response.meta,
        Some(arguments(json!({"example.com/org": "acme"})))
    );
    let response = registry.prompt("board_explain", Map::new(), Ctx::new());
    let response = response.await.unwrap();
    assert_eq!(role_texts(&response), [(Role::User, "explain the board")]);
    assert_eq!(
        response.meta,
        Some(arguments(json!({"example.com/org": null})))
    );
}
