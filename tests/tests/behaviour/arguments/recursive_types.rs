//! Types that contain themselves, whose schemas have references.

use std::collections::BTreeMap;

use fusion_core::{Ctx, Registry, schema::Profile, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code)] // printed
struct Node {
    #[serde(alias = "cnt")]
    #[schemars(extend("x-fusion-alias" = ["cnt"]))]
    count: u8,
    deep: Option<Box<Node>>,
    list: Option<Vec<Node>>,
    map: Option<BTreeMap<u8, Node>>,
}

struct Trees;

#[tool_group(name = "trees")]
impl Trees {
    #[action]
    fn grow(node: Node) -> String {
        format!("{node:?}")
    }

    #[action]
    fn given(
        #[arg(schema = json!({
            "$ref": "#/$defs/Tree",
            "$defs": {
                "Tree": {
                    "type": "object",
                    "properties": {
                        "size": {"type": "integer", "maximum": 9, "x-fusion-alias": ["weight"]},
                        "kids": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}
                    },
                    "required": ["size"],
                    "additionalProperties": false
                }
            }
        }))]
        tree: Value,
    ) -> String {
        tree.to_string()
    }
}

fn registry() -> Registry {
    let builder = Registry::builder().profile(Profile::AsIs);
    builder.tool(Trees).build().unwrap()
}

async fn told(action: &str, argument: &str, value: &Value) -> String {
    let arguments = json!({"action": action, argument: value});
    match registry().call("trees", arguments, Ctx::new()).await {
        Ok(answer) => super::text(&answer).to_owned(),
        Err(error) => error.to_string().lines().nth(1).unwrap().to_owned(),
    }
}

fn node(count: u8, rest: &str) -> String {
    let rest = match rest {
        "" => "deep: None, list: None, map: None".to_owned(),
        rest => rest.to_owned(),
    };
    format!("Node {{ count: {count}, {rest} }}")
}

#[tokio::test]
async fn repairs_and_aliases_work_behind_a_reference() {
    let leaf = node(2, "");
    let deep = node(1, &format!("deep: Some({leaf}), list: None, map: None"));
    let list = node(1, &format!("deep: None, list: Some([{leaf}]), map: None"));
    let map = node(
        1,
        &format!("deep: None, list: None, map: Some({{3: {leaf}}})"),
    );
    let deeper = node(1, &format!("deep: Some({deep}), list: None, map: None"));
    for (value, expected) in [
        (json!({"count": 1, "deep": {"count": 2}}), &deep),
        (json!({"count": "1", "deep": {"count": 2.0}}), &deep),
        (json!({"cnt": 1, "deep": {"count": "2"}}), &deep),
        (json!({"count": 1, "deep": {"cnt": "2"}}), &deep),
        (json!({"count": 1, "list": [{"cnt": "2"}]}), &list),
        (json!({"count": 1, "map": {"3": {"count": "2"}}}), &map),
        (json!({"count": 1, "map": {"3.0": {"cnt": 2}}}), &map),
        (
            json!({"count": 1, "deep": {"count": "1", "deep": {"cnt": "2"}}}),
            &deeper,
        ),
    ] {
        assert_eq!(told("grow", "node", &value).await, *expected, "{value}");
    }
    let tree = json!({"weight": "3", "kids": [{"size": 1, "kids": [{"weight": 2.0}]}]});
    let read = json!({"size": 3, "kids": [{"size": 1, "kids": [{"size": 2}]}]});
    let found = told("given", "tree", &tree).await;
    assert_eq!(
        serde_json::from_str::<Value>(&found).ok(),
        Some(read),
        "{found}"
    );
}

#[tokio::test]
async fn problems_behind_a_reference_name_their_place() {
    for (action, argument, value, problem) in [
        (
            "grow",
            "node",
            json!({"count": 1, "deep": {"count": 300}}),
            "- node.deep.count: expected integer 0..255 (uint8), got 300",
        ),
        (
            "grow",
            "node",
            json!({"count": 1, "deep": {"count": 1, "list": [{}]}}),
            "- node.deep.list[0].count: required, but missing",
        ),
        (
            "given",
            "tree",
            json!({"size": 1, "kids": [{"size": 1, "kids": [{"size": 10}]}]}),
            "- tree.kids[0].kids[0].size: expected integer ..9, got 10",
        ),
        (
            "given",
            "tree",
            json!({"size": 1, "kids": [{"wight": 1, "size": 1}]}),
            "- tree.kids[0].wight: unknown field. Did you mean \"size\"?",
        ),
    ] {
        assert_eq!(told(action, argument, &value).await, problem, "{value}");
    }
}

#[test]
fn marks_in_definitions_are_published_nowhere() {
    for tool in registry().tools() {
        let listed = format!("{:?}", tool.input_schema);
        assert!(!listed.contains("x-fusion"), "{listed}");
    }
}

struct Circles;

#[tool_group(name = "circles")]
impl Circles {
    #[action]
    fn take(
        #[arg(schema = json!({
            "allOf": [{"$ref": "#/$defs/A"}],
            "$defs": {"A": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}}}
        }))]
        circle: Value,
    ) -> String {
        circle.to_string()
    }
}

#[tokio::test]
async fn a_deep_value_of_a_wrong_kind_is_refused() {
    let registry = Registry::builder().tool(Circles).build().unwrap();
    let mut value = json!(1);
    for _ in 0..100 {
        value = json!({"a": value});
    }
    let arguments = json!({"action": "take", "circle": value});
    let error = registry.call("circles", arguments, Ctx::new()).await;
    let error = error.unwrap_err().to_string();
    assert!(error.contains(": expected object, got 1"), "{error}");
}
