//! The texts of violated constraints. They are the same with and without the feature `validate-full`:
//! `.ci/long` runs this test in the other build.

use std::{collections::BTreeSet, num::NonZeroI32};

use fusion_core::{Registry, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
struct Order {
    #[schemars(regex(pattern = "^[A-Z]{2}[0-9]+$"))]
    code: String,
    #[schemars(extend("multipleOf" = 0.05))]
    price: f64,
    #[schemars(email)]
    mail: Option<String>,
    tags: Option<BTreeSet<String>>,
    change: Option<NonZeroI32>,
}

struct Shop;

#[tool_group(name = "shop")]
impl Shop {
    #[action]
    fn order(order: Order, #[arg(pattern = r"^(?=.*\d).{4,}$", secret)] pin: Option<String>) {
        let Order {
            code,
            price,
            mail,
            tags,
            change,
        } = order;
        drop((code, price, mail, tags, change, pin));
    }

    #[action]
    fn visit(
        #[arg(format = "date")] day: Option<String>,
        #[arg(format = "date-time")] time: Option<String>,
        #[arg(format = "email")] mail: Option<String>,
        #[arg(format = "ipv4")] v4: Option<String>,
        #[arg(format = "ipv6")] v6: Option<String>,
        #[arg(format = "uri")] page: Option<String>,
        #[arg(format = "uuid")] id: Option<String>,
    ) {
        drop((day, time, mail, v4, v6, page, id));
    }

    #[action]
    fn given(
        #[arg(schema = json!({"type": "array", "contains": {"type": "integer"}, "maxContains": 1}))]
        list: Option<Value>,
        #[arg(schema = json!({
            "type": "object", "dependentRequired": {"card": ["name"]},
            "propertyNames": {"pattern": "^[a-z]+$"}
        }))]
        pay: Option<Value>,
        #[arg(schema = json!({
            "$ref": "#/$defs/Node",
            "$defs": {"Node": {
                "type": "object", "required": ["name"], "additionalProperties": false,
                "properties": {
                    "name": {"type": "string", "maxLength": 3},
                    "kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}
                }
            }}
        }))]
        tree: Option<Value>,
        #[arg(schema = json!({
            "type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]},
            "patternProperties": {"^x": {"type": "integer"}}, "unevaluatedProperties": {"type": "integer"}
        }))]
        rest: Option<Value>,
    ) {
        drop((list, pay, tree, rest));
    }
}

async fn problems(action: &str, mut arguments: Value) -> Vec<String> {
    let registry = Registry::builder().tool(Shop).build().unwrap();
    arguments["action"] = action.into();
    let error = super::call(&registry, "shop", arguments).await;
    let error = error.err().unwrap_or_default();
    let lines = error.lines().filter_map(|line| line.strip_prefix("- "));
    lines.map(str::to_owned).collect()
}

#[tokio::test]
async fn constraints_of_types_have_one_text() {
    let order = |code: &str, price: f64| json!({"code": code, "price": price});
    let mut all = order("ab1", 0.07);
    all["mail"] = "Ada <ada@example.org>".into();
    all["tags"] = json!(["a", "b", "a"]);
    all["change"] = 0.into();
    for (order, pin, found) in [
        (order("AB1", 0.15), "abc1", vec![]),
        (
            all,
            "abcd",
            vec![
                "order.change: breaks the schema's rule `not`",
                r#"order.code: expected string matching ^[A-Z]{2}[0-9]+$, got "ab1""#,
                r#"order.mail: expected string (email), got "Ada <ada@example.org>""#,
                "order.price: expected number, a multiple of 0.05, got 0.07",
                "order.tags: expected array of string, no duplicates, got array",
                r"pin: expected string matching ^(?=.*\d).{4,}$",
            ],
        ),
    ] {
        let arguments = json!({"order": order, "pin": pin});
        assert_eq!(
            problems("order", arguments.clone()).await,
            found,
            "{arguments}"
        );
    }
}

#[tokio::test]
async fn each_format_has_its_text() {
    let names = ["day", "time", "mail", "v4", "v6", "page", "id"];
    let all = |value: &str| Value::from_iter(names.map(|name| (name, value)));
    let formats = ["date", "date-time", "email", "ipv4", "ipv6", "uri", "uuid"];
    let expected = names.iter().zip(formats);
    let expected =
        expected.map(|(name, format)| format!(r#"{name}: expected string ({format}), got "-""#));
    assert_eq!(
        problems("visit", all("-")).await,
        expected.collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn rare_keywords_have_one_text() {
    for (arguments, found) in [
        (
            json!({"list": ["a"], "pay": {"card": 1, "Cash": 2}}),
            vec![
                "list: breaks the schema's rule `contains`",
                "pay.name: required, but missing",
                "pay: breaks the schema's rule `propertyNames`",
            ],
        ),
        (
            json!({"list": [1, 2]}),
            vec!["list: breaks the schema's rule `contains`"],
        ),
        (
            json!({
                "tree": {"kids": [{"name": "long"}, {"name": "a", "age": 1}, 5]},
                "rest": {"a": 1, "x1": "1"}
            }),
            vec![
                "tree.kids[0].name: expected string, length ..3, got 4 characters",
                "tree.kids[1].age: unknown field. Did you mean \"name\"?",
                "tree.kids[2]: expected object, got 5",
                "tree.name: required, but missing",
                "rest.x1: breaks the schema's rule `type`",
                "rest.b: required, but missing",
            ],
        ),
        (
            json!({"list": [1, "a"], "pay": {"cash": 1}, "rest": {"x": 1}}),
            vec![],
        ),
    ] {
        assert_eq!(
            problems("given", arguments.clone()).await,
            found,
            "{arguments}"
        );
    }
}

/// A keyword that depends on what others evaluated needs the full validator.
#[tokio::test]
async fn only_free_schemas_with_few_keywords_need_the_full_validator() {
    struct Form;

    #[tool_group(name = "form")]
    impl Form {
        #[action]
        fn fill(
            #[arg(schema = json!({
                "type": "array", "anyOf": [{"prefixItems": [{"type": "integer"}]}],
                "unevaluatedItems": false
            }))]
            form: Value,
        ) -> String {
            form.to_string()
        }
    }

    let registry = Registry::builder().tool(Form).build();
    if cfg!(feature = "validate-full") {
        let sent = json!({"action": "fill", "form": [1, 2]});
        let error = super::call(&registry.unwrap(), "form", sent).await;
        let error = error.unwrap_err();
        let problem = "- form: breaks the schema's rule `unevaluatedItems`";
        assert!(error.contains(problem), "{error}");
    } else {
        assert_eq!(
            registry.err().map(|errors| errors.to_string()),
            Some("argument `form` of `form/fill` cannot be published: its `unevaluatedItems` needs the feature `validate-full` of fusion-core: turn it on, or describe the values without `unevaluatedItems`".to_owned())
        );
    }
}
