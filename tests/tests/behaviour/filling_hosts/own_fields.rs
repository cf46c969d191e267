//! An empty string omits an optional argument whose schema refuses it.

use fusion_core::{Ctx, ToolResponse, tool_group};
use serde_json::{Value, json};

use super::{State, builder, meta, text};

struct Form;

#[tool_group(name = "form")]
impl Form {
    #[action]
    #[allow(clippy::too_many_arguments)]
    fn send(
        state: Option<State>,
        #[arg(default = 20, range(min = 1, max = 100))] limit: u32,
        ratio: Option<f64>,
        flag: Option<bool>,
        #[arg(format = "date")] due: Option<String>,
        #[arg(pattern = "^[a-z]+$")] word: Option<String>,
        #[arg(length(min = 2), default = "ab")] short: String,
        list: Option<Vec<u8>>,
        text: Option<String>,
        #[arg(default = "x")] other: String,
    ) -> String {
        format!(
            "{state:?} {limit} {ratio:?} {flag:?} {due:?} {word:?} {short:?} {list:?} {text:?} {other:?}"
        )
    }

    #[action]
    fn must(state: State, limit: u32, #[arg(format = "date")] due: String, text: String) -> String {
        format!("{state:?} {limit} {due} {text}")
    }

    #[action(one_of("id", "word"))]
    fn either(id: Option<u8>, #[arg(pattern = "^[a-z]+$")] word: Option<String>) -> String {
        format!("{id:?} {word:?}")
    }

    #[action]
    fn login(#[arg(secret)] code: Option<u32>) -> String {
        format!("{code:?}")
    }
}

struct Exact;

#[tool_group(name = "exact", repair = false)]
impl Exact {
    #[action]
    fn count(n: Option<u8>, text: Option<String>) -> String {
        format!("{n:?} {text:?}")
    }
}

async fn form(tool: &str, arguments: Value) -> Result<ToolResponse, String> {
    let registry = builder().tool(Form).tool(Exact).build().unwrap();
    let result = registry.call(tool, arguments, Ctx::new()).await;
    result.map_err(|error| error.to_string())
}

#[tokio::test]
async fn an_empty_string_omits_an_optional_argument_that_cannot_be_one() {
    let arguments = json!({
        "action": "send", "state": "", "limit": "", "ratio": "", "flag": "", "due": "",
        "word": "", "short": "", "list": "", "text": "", "other": ""
    });
    let response = form("form", arguments).await.unwrap();
    assert_eq!(
        text(&response),
        "None 20 None None None None \"ab\" None Some(\"\") \"\""
    );
    let fields = [
        "state", "limit", "ratio", "flag", "due", "word", "short", "list",
    ];
    let notes =
        fields.map(|field| json!({"field": field, "sent": "empty string", "read": "absent"}));
    assert_eq!(meta(&response, "dev.fusion/repairs"), Some(json!(notes)));
    assert_eq!(meta(&response, "dev.fusion/ignored"), None);

    let response = form("form", json!({"action": "either", "id": 5, "word": ""})).await;
    assert_eq!(text(&response.unwrap()), "Some(5) None");
    let response = form("form", json!({"action": "login", "code": ""}))
        .await
        .unwrap();
    assert_eq!((text(&response), response.meta()), ("None", None));
}

#[tokio::test]
async fn an_empty_string_is_refused_where_it_is_required_or_repair_is_off() {
    let arguments = json!({"action": "must", "state": "", "limit": "", "due": "", "text": ""});
    let refused = form("form", arguments).await.unwrap_err();
    let problems: Vec<_> = refused
        .lines()
        .filter(|line| line.starts_with("- "))
        .collect();
    assert_eq!(
        problems,
        [
            "- state: expected open|closed, got \"\"",
            "- limit: expected integer 0..4294967295, got \"\"",
            "- due: expected string (date), got \"\"",
        ]
    );
    let refused = form("form", json!({"action": "either", "word": ""})).await;
    let problem = "\n- exactly one of id, word is required\n";
    assert!(refused.unwrap_err().contains(problem));
    let refused = form("exact", json!({"action": "count", "n": ""})).await;
    assert_eq!(
        refused.unwrap_err().lines().nth(1),
        Some(
            "- n: expected integer 0..255, got \"\". To say nothing, leave the field out or send null"
        )
    );
    let response = form("exact", json!({"action": "count", "n": null, "text": ""})).await;
    assert_eq!(text(&response.unwrap()), "None Some(\"\")");
}
