//! Errors for programs: the code, and the names of the arguments that an error concerns.

use fusion_core::{CallError, Ctx, Registry, error::DiscriminatorProblem, tool_group};
use serde_json::{Value, json};

struct Desk;

#[tool_group(name = "desk")]
impl Desk {
    /// Say it.
    #[action]
    fn echo(&self, word: String) -> String {
        word
    }

    /// Count.
    #[action]
    fn count(&self) {}
}

async fn error(arguments: Value) -> CallError {
    let registry = Registry::builder().tool(Desk).build().unwrap();
    let result = registry.call("desk", arguments, Ctx::new()).await;
    result.unwrap_err()
}

#[tokio::test]
async fn a_missing_a_wrong_and_an_unknown_discriminator_have_codes_of_their_own() {
    for (arguments, code, expected) in [
        (json!({}), "missing_action", DiscriminatorProblem::Missing),
        (
            json!({"action": null}),
            "missing_action",
            DiscriminatorProblem::Missing,
        ),
        (
            json!({"action": 5}),
            "invalid_action",
            DiscriminatorProblem::NotString,
        ),
        (
            json!({"action": ["echo"]}),
            "invalid_action",
            DiscriminatorProblem::NotString,
        ),
        (
            json!({"action": "ecko"}),
            "unknown_action",
            DiscriminatorProblem::Unknown,
        ),
    ] {
        let error = error(arguments.clone()).await;
        assert_eq!(error.data(), json!({"code": code}), "{arguments}");
        let CallError::NoAction { problem, .. } = error else {
            panic!("{error:?}");
        };
        assert_eq!(problem, expected, "{arguments}");
    }
}

#[tokio::test]
async fn fields_are_the_names_that_were_sent() {
    let sent = "wo\"rd\n\u{202e}é\\";
    let error = error(json!({"action": "echo", "word": 5.5, sent: 1})).await;
    let expected = json!({"code": "invalid_arguments", "fields": ["word", sent]});
    assert_eq!(error.data(), expected);
    // The text for the model has the name on one line.
    assert!(
        error
            .to_string()
            .contains(r#"wo"rd\n\u{202e}é\: unknown field"#),
        "{error}"
    );
}
