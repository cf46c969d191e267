//! Other names of arguments that hosts fill in, because they are listed fields of other actions.
#![allow(clippy::option_option)] // a field that can be cleared

use fusion_core::{Ctx, Exposition, build::ForeignFields, tool_group};
use serde_json::{Value, json};

use super::{Reads, builder, meta, text};

struct Tickets;

#[tool_group(name = "tickets")]
impl Tickets {
    #[action(read_only)]
    fn get(
        #[arg(alias("id"))] ticket: u64,
        #[arg(alias("limit"), default = 5)] max: u32,
        #[arg(alias("mail"))] email: Option<String>,
    ) -> String {
        format!("{ticket} {max} {email:?}")
    }

    #[action(read_only, one_of("ticket", "word"))]
    fn find(#[arg(alias("id"))] ticket: Option<u64>, word: Option<String>) -> String {
        format!("{ticket:?} {word:?}")
    }

    #[action]
    fn patch(#[arg(alias("due", "until"))] deadline: Option<Option<String>>) -> String {
        format!("{deadline:?}")
    }

    #[action(destructive)]
    fn delete(id: u64, due: Option<String>) -> String {
        format!("{id} {due:?}")
    }

    #[action(read_only)]
    fn list(#[arg(default = 20)] limit: u32) -> String {
        limit.to_string()
    }
}

async fn told(foreign: ForeignFields, arguments: Value) -> (String, Value) {
    let builder = builder().foreign_fields(foreign).middleware(Reads);
    let registry = builder.tool(Tickets).build().unwrap();
    match registry.call("tickets", arguments, Ctx::new()).await {
        Ok(response) => {
            let ignored = meta(&response, "dev.fusion/ignored").unwrap_or_default();
            (text(&response).to_owned(), ignored["fields"].clone())
        }
        Err(error) => {
            let text = error.to_string();
            let problems = text.lines().filter(|line| line.starts_with("- "));
            (problems.collect::<Vec<_>>().join("\n"), Value::Null)
        }
    }
}

#[tokio::test]
async fn another_name_that_another_action_lists_is_ignored_if_it_says_nothing() {
    for (arguments, answer, ignored) in [
        (
            json!({"action": "get", "ticket": 1, "id": null, "limit": 20}),
            "1 5 None",
            json!(["id"]),
        ),
        (
            json!({"action": "get", "ticket": 1, "max": null, "id": "", "limit": 20}),
            "1 5 None",
            json!(["id", "limit"]),
        ),
        (
            json!({"action": "find", "ticket": null, "word": "a", "id": []}),
            "None Some(\"a\")",
            json!(["id"]),
        ),
        (
            json!({"action": "find", "word": "a", "id": null}),
            "None Some(\"a\")",
            json!(["id"]),
        ),
        // A `null` of a host would clear the field.
        (
            json!({"action": "patch", "due": null}),
            "None",
            json!(["due"]),
        ),
    ] {
        let found = told(ForeignFields::Refuse, arguments.clone()).await;
        let limit = arguments.get("max").is_none() && arguments.get("limit").is_some();
        // Without the published name, the other one is meant.
        let answer = if limit { "1 20 None" } else { answer };
        assert_eq!(found, (answer.to_owned(), ignored), "{arguments}");
    }
}

#[tokio::test]
async fn another_name_with_a_value_is_the_argument() {
    for (arguments, answer) in [
        (json!({"action": "get", "id": 1, "limit": 7}), "1 7 None"),
        (
            json!({"action": "get", "ticket": null, "id": 1, "max": null, "limit": 7}),
            "1 7 None",
        ),
        (
            json!({"action": "find", "ticket": null, "id": 1}),
            "Some(1) None",
        ),
        (json!({"action": "patch", "until": null}), "Some(None)"),
        (
            json!({"action": "patch", "until": "x"}),
            "Some(Some(\"x\"))",
        ),
        (
            json!({"action": "get", "ticket": 1, "id": 2}),
            "- ticket: also sent as `id`, which is another name of it: send it once",
        ),
        (
            json!({"action": "patch", "deadline": null, "until": "x"}),
            "- deadline: also sent as `until`, which is another name of it: send it once",
        ),
        (
            json!({"action": "find", "ticket": 1, "id": 2}),
            "- ticket: also sent as `id`, which is another name of it: send it once",
        ),
    ] {
        let found = told(ForeignFields::Refuse, arguments.clone()).await;
        assert_eq!(found, (answer.to_owned(), Value::Null), "{arguments}");
    }
    let arguments = json!({"action": "get", "ticket": 1, "id": 2});
    let found = told(ForeignFields::Ignore, arguments).await;
    assert_eq!(found, ("1 5 None".to_owned(), json!(["id"])));
}

#[tokio::test]
async fn null_of_another_name_is_absence() {
    let mails = json!({"action": "get", "ticket": 1, "mail": "x", "email": null});
    let found = told(ForeignFields::Refuse, mails).await;
    assert_eq!(found, ("1 5 Some(\"x\")".to_owned(), Value::Null));
    let registry = builder().tool(Tickets).build().unwrap();
    let flat = registry.view(Exposition::Flat).unwrap();
    for (arguments, answer) in [
        (json!({"ticket": 1, "limit": null, "max": 4}), "1 4 None"),
        (json!({"ticket": 1, "limit": 4, "max": null}), "1 4 None"),
        (
            json!({"ticket": 1, "id": null, "mail": null, "email": "x"}),
            "1 5 Some(\"x\")",
        ),
    ] {
        let response = flat.call("tickets_get", arguments, Ctx::new()).await;
        assert_eq!(text(&response.unwrap()), answer);
    }
    let error = flat.call("tickets_get", json!({"id": null}), Ctx::new());
    let error = error.await.unwrap_err().to_string();
    assert!(
        error.contains("\n- ticket: required, but missing\n"),
        "{error}"
    );
}
