//! Arguments that a struct of groups renames: clients read and send the new names, the group's code
//! reads its own.

mod answers;
mod clashes;

use std::sync::{Arc, Mutex};

use fusion_core::{
    CallError, Content, Ctx, Exposition, Fields, Registry, ToolError, ToolResult,
    middleware::{Call, Middleware, Next},
    observe::{CallRecord, Observer, Outcome},
    prompt::{FilledArguments, Reference},
    tool_group,
};
use serde_json::{Map, Value, json};

/// Records the arguments that code sees, with the name of what saw them.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<(&'static str, Value)>>>);

impl Seen {
    fn push(&self, by: &'static str, arguments: Option<&Map<String, Value>>) {
        let arguments = arguments.map_or(Value::Null, |map| Value::Object(map.clone()));
        self.0.lock().unwrap().push((by, arguments));
    }

    fn take(&self) -> Vec<(&'static str, Value)> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl Middleware for Seen {
    const READS_ARGUMENTS: bool = true;

    async fn handle(&self, call: &mut Call<'_>, next: impl Next) -> ToolResult {
        self.push("middleware", call.arguments());
        next.run(call).await
    }
}

impl Observer for Seen {
    const READS_ARGUMENTS: bool = true;

    fn observe(&self, call: &CallRecord<'_>, _: &Outcome<'_>) {
        self.push("observer", call.arguments());
    }
}

mod library {
    //! As if it were another crate.

    use super::{Ctx, Fields, FilledArguments, json, tool_group};

    #[derive(Fields)]
    pub(super) struct Scope {
        /// The account's number.
        pub(super) account: Option<u64>,
    }

    pub(super) struct Users;

    /// Manage users.
    #[tool_group(common = Scope)]
    impl Users {
        /// Get a user.
        #[action(read_only)]
        async fn get(
            &self,
            scope: &Scope,
            /** A user's number. */
            id: u64,
        ) -> String {
            format!("user {id} of {:?}", scope.account)
        }

        /// Find a user.
        #[action(read_only, one_of("id", "email"))]
        async fn find(&self, id: Option<u64>, email: Option<String>) -> String {
            format!("found {id:?} {email:?}")
        }

        /// Change a user.
        #[action(
            omit_common,
            schema = json!({
                "type": "object",
                "properties": {"id": {"type": "integer"}, "action": {"type": "string"}},
                "required": ["id", "action"]
            })
        )]
        async fn change(&self, id: u64, action: String) -> String {
            format!("{action} {id}")
        }

        /// Write to a user.
        #[prompt(omit_common)]
        async fn write(&self, id: u64, #[arg(complete = Self::topics)] topic: String) -> String {
            format!("write to {id} about {topic}")
        }

        #[resource(uri = "users://{id}")]
        async fn one(&self, id: u64) -> String {
            format!("user {id}")
        }
    }

    impl Users {
        async fn topics(&self, value: &str, ctx: &Ctx) -> Vec<String> {
            let filled = ctx.get::<FilledArguments>();
            let id = filled
                .and_then(|filled| filled.text("id"))
                .unwrap_or("nobody");
            vec![format!("{value} of {id}")]
        }
    }
}

struct Teams;

/// Manage teams.
#[tool_group]
impl Teams {
    /// Get a team.
    #[action(read_only)]
    async fn get(
        &self,
        /** A team's name. */
        id: String,
    ) -> String {
        format!("team {id}")
    }
}

/// Manage an organization.
#[tool_group(name = "organization")]
struct Organization {
    #[group(rename(id = "user_id", action = "change", account = "account_id"))]
    users: library::Users,
    #[group]
    teams: Teams,
}

fn organization() -> Organization {
    Organization {
        users: library::Users,
        teams: Teams,
    }
}

fn registry() -> Registry {
    Registry::builder().tool(organization()).build().unwrap()
}

async fn call(registry: &Registry, arguments: Value) -> Result<String, CallError> {
    let response = registry.call("organization", arguments, Ctx::new()).await?;
    match response.content() {
        [Content::Text(text)] => Ok(text.clone()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_call_sends_the_new_name_and_the_handler_reads_its_own() {
    let registry = registry();
    for (arguments, answer) in [
        (
            json!({"action": "users.get", "user_id": 7, "account_id": 1}),
            "user 7 of Some(1)",
        ),
        (
            json!({"action": "users.find", "user_id": 7}),
            "found Some(7) None",
        ),
        (
            json!({"action": "users.change", "user_id": 7, "change": "ban"}),
            "ban 7",
        ),
        (json!({"action": "teams.get", "id": "core"}), "team core"),
    ] {
        let text = arguments.to_string();
        assert_eq!(call(&registry, arguments).await.unwrap(), answer, "{text}");
    }
}

#[test]
fn lists_have_the_new_names_and_two_shapes_of_one_name_are_two_fields() {
    let registry = registry();
    let [tool] = registry.tools() else {
        panic!("not one tool")
    };
    let fields = tool.input_schema["properties"].as_object().unwrap();
    let mut names: Vec<_> = fields.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["account_id", "action", "change", "email", "id", "user_id"]
    );
    assert_eq!(fields["id"]["type"], "string");
    assert_eq!(fields["user_id"]["type"], "integer");
    let find = "One of: user_id, email";
    assert!(tool.description.contains(find), "{}", tool.description);
    let metadata = registry.actions();
    assert_eq!(metadata[1].one_of, ["user_id", "email"]);
}

#[tokio::test]
async fn errors_have_the_new_names() {
    let registry = registry();
    for (arguments, told) in [
        (
            json!({"action": "users.get", "user_id": "x"}),
            "- user_id: expected integer 0.., got \"x\"",
        ),
        (
            json!({"action": "users.get", "id": 7}),
            "- user_id: required, but missing\n\
             - id: not a field of users.get; it belongs to teams.get",
        ),
        (
            json!({"action": "users.find"}),
            "- exactly one of user_id, email is required",
        ),
        (
            json!({"action": "users.find", "user_id": 7, "email": "a@b.c"}),
            "- exactly one of user_id, email is required, got 2. Leave the others out or send null",
        ),
    ] {
        let text = arguments.to_string();
        let error = call(&registry, arguments).await.unwrap_err().to_string();
        let problems: Vec<_> = error.lines().filter(|line| line.starts_with('-')).collect();
        assert_eq!(problems.join("\n"), told, "{text}");
    }
}

#[tokio::test]
async fn guards_and_middleware_see_own_names_and_observers_what_was_sent() {
    let seen = Seen::default();
    let guard = seen.clone();
    let registry = Registry::builder()
        .guard(move |call| {
            guard.push("guard", Some(call.arguments()));
            Ok::<_, ToolError>(())
        })
        .observe(seen.clone())
        .middleware(seen.clone())
        .tool(organization())
        .build()
        .unwrap();
    let arguments = json!({"action": "users.get", "user_id": 7, "account_id": 1});
    call(&registry, arguments).await.unwrap();
    assert_eq!(
        seen.take(),
        [
            ("guard", json!({"id": 7, "account": 1})),
            ("middleware", json!({"id": 7, "account": 1})),
            ("observer", json!({"user_id": 7, "account_id": 1})),
        ]
    );
    // An argument that the group calls like the tool's discriminator is the argument.
    let arguments = json!({"action": "users.change", "user_id": 7, "change": "ban"});
    call(&registry, arguments).await.unwrap();
    assert_eq!(
        seen.take(),
        [
            ("guard", json!({"id": 7, "action": "ban"})),
            ("middleware", json!({"id": 7, "action": "ban"})),
            ("observer", json!({"user_id": 7, "change": "ban"})),
        ]
    );
    // Another group keeps its names, and the discriminator stays among them for a guard.
    call(&registry, json!({"action": "teams.get", "id": "core"}))
        .await
        .unwrap();
    assert_eq!(
        seen.take(),
        [
            ("guard", json!({"action": "teams.get", "id": "core"})),
            ("middleware", json!({"id": "core"})),
            ("observer", json!({"id": "core"})),
        ]
    );
}

#[tokio::test]
async fn an_old_name_is_no_argument_for_a_guard_either() {
    let seen = Seen::default();
    let guard = seen.clone();
    let registry = Registry::builder()
        .guard(move |call| {
            guard.push("guard", Some(call.arguments()));
            Ok::<_, ToolError>(())
        })
        .tool(organization())
        .build()
        .unwrap();
    let arguments = json!({"action": "users.get", "id": 1, "user_id": 2});
    assert!(call(&registry, arguments).await.is_err());
    assert_eq!(seen.take(), [("guard", json!({"id": 2}))]);
}

#[tokio::test]
async fn a_whole_schema_of_an_author_has_the_new_names() {
    let view = registry().view(Exposition::Flat).unwrap();
    let mut tools = view.tools().iter();
    let change = tools.find(|tool| tool.name == "organization_users_change");
    assert_eq!(
        Value::Object((*change.unwrap().input_schema).clone()),
        json!({
            "type": "object",
            "properties": {"user_id": {"type": "integer"}, "change": {"type": "string"}},
            "required": ["user_id", "change"]
        })
    );
    let arguments = json!({"user_id": 7, "change": "ban"});
    let response = view
        .call("organization_users_change", arguments, Ctx::new())
        .await
        .unwrap();
    assert_eq!(response.content(), [Content::text("ban 7")]);
}

#[tokio::test]
async fn prompts_have_the_new_names_and_resources_keep_the_variables_of_their_uris() {
    let registry = registry();
    let prompt = &registry.prompts()[0];
    let names: Vec<_> = prompt.arguments.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["user_id", "topic"]);
    let object = |value: Value| value.as_object().unwrap().clone();
    let sent = object(json!({"user_id": "7", "topic": "it"}));
    let response = registry.prompt(&prompt.name, sent, Ctx::new()).await;
    assert!(format!("{response:?}").contains("write to 7 about it"));

    let filled = object(json!({"user_id": "7"}));
    let of = Reference::Prompt(&prompt.name);
    let completion = registry.complete(of, "topic", "news", filled, Ctx::new());
    assert_eq!(completion.await.unwrap().values, ["news of 7"]);

    let read = registry.read("users://7", Ctx::new()).await.unwrap();
    assert!(format!("{read:?}").contains("user 7"));
}
