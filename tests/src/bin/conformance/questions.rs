//! The actions of the conformance server that ask the user.

use fusion_core::{Answer, Ask, tool_group};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) struct Questions;

/// The actions that ask the client of the suite.
#[tool_group(name = "test_asking")]
impl Questions {
    /// Ask for an account.
    #[action(flat_name = "test_elicitation")]
    async fn elicitation(message: String, ask: &Ask<Account>) -> String {
        let answer = ask.form(message).await;
        format!("User response: {}", described(answer))
    }

    /// Ask with defaults.
    #[action(flat_name = "test_elicitation_sep1034_defaults")]
    async fn defaults(ask: &Ask<Defaults>) -> String {
        let answer = ask.form("Please review the values").await;
        format!("Elicitation completed: {}", described(answer))
    }

    /// Ask with enums of each kind.
    #[action(flat_name = "test_elicitation_sep1330_enums")]
    async fn enums(ask: &Ask<Enums>) -> String {
        let answer = ask.form("Please choose").await;
        format!("Elicitation completed: {}", described(answer))
    }

    /// Ask where the response could be a stream.
    #[action(flat_name = "test_streaming_elicitation")]
    async fn streaming(ask: &Ask) -> String {
        format!("{:?}", ask.confirmed("Please confirm").await)
    }

    /// Ask for a name.
    #[action(flat_name = "test_input_required_result_elicitation")]
    async fn name(ask: &Ask<Name>) -> String {
        match ask.form("What is your name?").named("user_name").await {
            Answer::Accepted(Name { name }) => format!("Hello, {name}!"),
            other => described(other),
        }
    }

    /// Ask for a confirmation, with a state.
    #[action(flat_name = "test_input_required_result_request_state")]
    async fn state(ask: &Ask<Confirmed>) -> String {
        let answer = ask.form("Please confirm").named("confirm").await;
        format!("state-ok: {}", described(answer))
    }

    /// Ask for a confirmation, with a state that somebody changes.
    #[action(flat_name = "test_input_required_result_tampered_state")]
    async fn tampered(ask: &Ask<Confirmed>) -> String {
        described(ask.form("Please confirm").named("confirm").await)
    }

    /// Ask twice.
    #[action(flat_name = "test_input_required_result_multi_round")]
    async fn rounds(name: &Ask<Name>, colour: &Ask<Colour>) -> String {
        let name = name.form("Step 1: What is your name?").named("step1").await;
        let colour = colour
            .form("Step 2: What is your favorite color?")
            .named("step2")
            .await;
        format!("{}, {}", described(name), described(colour))
    }
}

/// Returns the action and the content of an answer.
fn described<T: Serialize>(answer: Answer<T>) -> String {
    match answer {
        Answer::Accepted(content) => {
            let content = serde_json::to_string(&content).unwrap_or_default();
            format!("action=accept, content={content}")
        }
        Answer::Declined => "action=decline".to_owned(),
        Answer::Cancelled => "action=cancel".to_owned(),
    }
}

#[derive(Deserialize, JsonSchema, Serialize)]
struct Account {
    /// User's response
    username: String,
    /// User's email address
    email: String,
}

#[derive(Deserialize, JsonSchema, Serialize)]
struct Name {
    name: String,
}

#[derive(Deserialize, JsonSchema, Serialize)]
struct Colour {
    color: String,
}

#[derive(Deserialize, JsonSchema, Serialize)]
struct Confirmed {
    ok: bool,
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(default)]
struct Defaults {
    name: String,
    age: u8,
    score: f64,
    status: Status,
    verified: bool,
}

impl Default for Defaults {
    fn default() -> Self {
        Self {
            name: "John Doe".to_owned(),
            age: 30,
            score: 95.5,
            status: Status::Active,
            verified: true,
        }
    }
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Active,
    Inactive,
    Pending,
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
struct Enums {
    untitled_single: Choice,
    titled_single: TitledChoice,
    legacy_enum: OldChoice,
    untitled_multi: Vec<Choice>,
    titled_multi: Vec<TitledChoice>,
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
enum Choice {
    Option1,
    Option2,
    Option3,
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
enum TitledChoice {
    /// First Option
    Value1,
    /// Second Option
    Value2,
    /// Third Option
    Value3,
}

/// An enum with titles of an older revision.
#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
#[schemars(extend("enumNames" = ["Option One", "Option Two", "Option Three"]))]
enum OldChoice {
    Opt1,
    Opt2,
    Opt3,
}
