//! `#[action(schema = …)]`: what is published is enforced where it is published, in both directions.

use fusion_core::{Ctx, Exposition, Registry, tool_group};
use serde_json::{Value, json};

struct Mail;

/// Send mail.
#[tool_group(name = "mail")]
impl Mail {
    /// Send a mail.
    #[action(schema = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["to"],
        "properties": {
            "to": {"type": "string", "maxLength": 5},
            "subject": {"type": "string"},
            "count": {"type": "integer", "enum": [1, 2]},
            "tags": {"type": "array", "items": {"$ref": "#/definitions/Tag"}}
        },
        "anyOf": [{"required": ["subject"]}, {"required": ["count"]}],
        "definitions": {"Tag": {"type": "string", "minLength": 2}}
    }))]
    fn send(
        #[arg(length(max = 3))] to: String,
        subject: Option<String>,
        count: Option<u8>,
        tags: Option<Vec<String>>,
        /// Not in the schema.
        draft: Option<bool>,
    ) -> String {
        format!("{to} {subject:?} {count:?} {tags:?} {draft:?}")
    }

    /// Find mail.
    #[action(read_only, schema = json!({
        "type": "object",
        "required": ["text"],
        "properties": {"text": {"type": "string"}},
        "minProperties": 2
    }))]
    fn find(text: String, #[arg(range(max = 9))] limit: Option<u8>) -> String {
        format!("{text} {limit:?}")
    }

    /// Log in.
    #[action(schema = json!({
        "type": "object",
        "required": ["pin"],
        "properties": {"pin": {"type": "string"}},
        "not": {"properties": {"pin": {"const": "0000"}}}
    }))]
    fn login(#[arg(secret)] pin: String) -> String {
        format!("{} digits", pin.len())
    }
}

fn registry() -> Registry {
    Registry::builder().tool(Mail).build().unwrap()
}

async fn flat(
    registry: &Registry,
    action: &str,
    arguments: Value,
) -> Result<(String, Value), Vec<String>> {
    let view = registry.view(Exposition::Flat).unwrap();
    match view
        .call(&format!("mail_{action}"), arguments, Ctx::new())
        .await
    {
        Ok(answer) => {
            let meta = answer.meta().map(|meta| Value::Object(meta.clone()));
            Ok((super::text(&answer).to_owned(), meta.unwrap_or_default()))
        }
        Err(error) => {
            let text = error.to_string();
            let lines = text.lines().skip(1).map(str::to_owned);
            Err(lines.filter(|line| !line.starts_with("Fix")).collect())
        }
    }
}

const SEND: &str =
    "Expected: to: string, length ..5 (required), subject: string, count: 1|2, tags: array of Tag";

#[tokio::test]
async fn what_the_schema_refuses_the_call_refuses() {
    let registry = registry();
    for (action, arguments, problems) in [
        (
            "send",
            json!({"subject": "s"}),
            vec!["- to: required, but missing", SEND],
        ),
        (
            "send",
            json!({"to": "abcdef", "count": 3, "draft": true}),
            vec![
                "- to: expected string, length ..5, got 6 characters",
                "- count: expected 1|2, got 3",
                "- draft: unknown field",
                SEND,
            ],
        ),
        (
            "send",
            json!({"to": "abc"}),
            vec!["- arguments: breaks the schema's rule `anyOf`", SEND],
        ),
        (
            "send",
            json!({"to": "abc", "count": 1, "tags": ["ab", "c"]}),
            vec![
                "- tags[1]: expected string, length 2.., got 1 character",
                SEND,
            ],
        ),
        (
            "find",
            json!({"text": "a"}),
            vec![
                "- arguments: breaks the schema's rule `minProperties`",
                "Expected: text: string (required), limit: integer 0..9",
            ],
        ),
        (
            "login",
            json!({"pin": "0000"}),
            vec![
                "- arguments: breaks the schema's rule `not`",
                "Expected: pin: string (required)",
            ],
        ),
    ] {
        assert_eq!(
            flat(&registry, action, arguments.clone())
                .await
                .unwrap_err(),
            problems,
            "{arguments}"
        );
    }
}

#[tokio::test]
async fn what_the_schema_accepts_the_call_accepts() {
    let registry = registry();
    for (action, arguments, text, meta) in [
        // Longer than the type's own rule.
        (
            "send",
            json!({"to": "abcde", "subject": "s"}),
            r#"abcde Some("s") None None None"#,
            json!(null),
        ),
        // Repaired by the schema, and then checked as a whole.
        (
            "send",
            json!({"to": "abc", "count": "2", "subject": null}),
            "abc None Some(2) None None",
            json!({"dev.fusion/repairs": [{"field": "count", "read": "integer", "sent": "string"}]}),
        ),
        // The schema is open, and says nothing about them.
        (
            "find",
            json!({"text": "a", "limit": 5, "more": 1}),
            "a Some(5)",
            json!({"dev.fusion/ignored": {"count": 1, "fields": ["more"]}}),
        ),
        ("login", json!({"pin": "1234"}), "4 digits", json!(null)),
    ] {
        assert_eq!(
            flat(&registry, action, arguments.clone()).await,
            Ok((text.to_owned(), meta)),
            "{arguments}"
        );
    }
}

/// The merged schema is published there, and the schemas of the types are enforced.
#[tokio::test]
async fn where_it_is_not_published_it_decides_nothing() {
    let registry = registry();
    let call = async |arguments| registry.call("mail", arguments, Ctx::new()).await;
    let send = json!({"action": "send", "to": "abc", "draft": true, "count": 3});
    let answer = call(send).await.unwrap();
    assert_eq!(super::text(&answer), "abc None Some(3) None Some(true)");
    let error = call(json!({"action": "send", "to": "abcde"}))
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("- to: expected string, length ..3, got 5 characters")
    );
}
