//! Values that need many repairs, or have many problems.

use std::collections::BTreeMap;

use fusion_core::{Registry, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{CONSTANT, call, memory, problems};

/// A point without further fields.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Point {
    x: u32,
}

struct Desk;

#[tool_group(name = "desk")]
impl Desk {
    /// Takes values.
    #[action]
    fn take(
        &self,
        /// Numbers.
        nums: Option<Vec<u32>>,
        /// Points.
        points: Option<Vec<Point>>,
        /// Numbers with names.
        named: Option<BTreeMap<String, Vec<u32>>>,
        /// A tree.
        #[arg(schema = json!({"$ref": "#/$defs/N", "$defs": {"N": {"type": "array", "items": {"type": "integer"}}}}))]
        tree: Option<Value>,
    ) -> String {
        let points =
            points.map(|points| points.iter().map(|point| u64::from(point.x)).sum::<u64>());
        format!(
            "{:?} {points:?} {:?} {}",
            nums.map(|nums| nums.len()),
            named.map(|named| named.len()),
            tree.is_some()
        )
    }
}

fn registry() -> Registry {
    Registry::builder().tool(Desk).build().unwrap()
}

/// Returns the JSON of an array of `count` equal items.
fn array(item: &str, count: usize) -> String {
    format!("[{}]", vec![item; count].join(","))
}

#[test]
fn a_million_repairs_are_eight_and_a_count() {
    let count = 1_000_000;
    let value = serde_json::from_str(&array("\"5\"", count)).unwrap();
    let response = call(&registry(), "nums", value).unwrap();
    let meta = response.meta().unwrap();
    let repairs = meta["dev.fusion/repairs"].as_array().unwrap();
    assert_eq!(repairs.len(), 9);
    assert_eq!(
        repairs[7],
        json!({"field": "nums[7]", "sent": "string", "read": "integer"})
    );
    assert_eq!(repairs[8], json!({"more": count - 8}));
}

#[test]
fn a_call_holds_at_most_twice_what_its_parsed_arguments_hold() {
    let registry = registry();
    for (argument, item) in [
        ("nums", "\"5\""),
        ("nums", "5.0"),
        ("nums", "\"x\""),
        ("nums", "-1"),
        ("nums", "{}"),
        ("points", "{\"x\":\"1\"}"),
        ("points", "{\"x\":1,\"y\":2}"),
        ("points", "{}"),
        ("points", "\"{\\\"x\\\":1}\""),
        ("points", "7"),
    ] {
        let json = array(item, 100_000);
        let what = format!("{argument}: {item}");
        memory(&registry, argument, &json).assert_at_most_twice(&what);
    }
    for (argument, json) in [
        ("nums", format!("{:?}", array("1", 500_000))),
        ("nums", array(&format!("{:?}", array("1", 50)), 20_000)),
        ("points", format!("{:?}", array("{\"x\":1}", 100_000))),
        ("named", format!("{{{}}}", fields(100_000, "7"))),
        ("points", format!("[{{{}}}]", fields(100_000, "7"))),
    ] {
        let what = format!("{argument}: {}…", &json[..40]);
        memory(&registry, argument, &json).assert_at_most_twice(&what);
    }
}

/// Returns `count` fields with different names of 64 letters and less.
fn fields(count: usize, value: &str) -> String {
    let fields = (0..count).map(|index| format!("\"a_name_near_to_others_{index}\":{value}"));
    fields.collect::<Vec<_>>().join(",")
}

#[test]
fn every_kind_of_problem_is_listed_eight_times_and_counted() {
    let registry = registry();
    let unknown = serde_json::from_str(&format!("[{{\"x\":1,{}}}]", fields(1_000, "7"))).unwrap();
    let items = |item: Value| Value::from(vec![item; 1_000]);
    for (argument, value) in [
        ("nums", items(json!("x"))),
        ("points", items(json!({}))),
        ("points", unknown),
    ] {
        let lines = problems(&registry, argument, value);
        assert_eq!(lines.len(), 9, "{argument}: {lines:?}");
        assert_eq!(lines[8], "and 992 more", "{argument}");
    }
    let lines = problems(&registry, "tree", Value::from(vec!["x"; 900]));
    assert_eq!(lines[8], "and 892 more", "{lines:?}");
    // The validator collects what it finds in a small value only. The plan of the definition counts all.
    let lines = problems(&registry, "tree", Value::from(vec!["x"; 2_000]));
    assert_eq!(lines[0], "tree[0]: expected integer, got \"x\"");
    assert_eq!(lines[8], "and 1992 more", "{lines:?}");
    // Each repair of a value in text counts as one, whatever it contains.
    let text = array("\"1\"", 1_000);
    let response = call(&registry, "nums", json!(text)).unwrap();
    let repairs = response.meta().unwrap()["dev.fusion/repairs"].clone();
    assert_eq!(repairs[8], json!({"more": 993}));
}

#[test]
fn unknown_arguments_are_listed_eight_times_and_counted() {
    let mut arguments: Value =
        serde_json::from_str(&format!("{{{}}}", fields(1_000, "7"))).unwrap();
    arguments["action"] = json!("take");
    let registry = registry();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let error = runtime
        .block_on(registry.call("desk", arguments, fusion_core::Ctx::new()))
        .unwrap_err();
    let lines: Vec<_> = error.to_string().lines().map(str::to_owned).collect();
    assert_eq!(lines[9], "- and 992 more", "{lines:?}");
}

#[test]
fn a_long_key_is_cut_in_every_repair() {
    let registry = registry();
    let key = "k".repeat(1_000_000);
    let response = call(&registry, "named", json!({key.as_str(): vec!["5"; 100]})).unwrap();
    let meta = serde_json::to_string(response.meta().unwrap()).unwrap();
    assert!(meta.len() < 8 * 512, "{} bytes", meta.len());
    // The path is built once, and copied for none of the problems.
    let json = json!({key: vec!["x"; 100]}).to_string();
    let memory = memory(&registry, "named", &json);
    assert!(
        memory.total <= 4 * memory.held + CONSTANT,
        "{} bytes",
        memory.total
    );
}

/// JSON in a text needs many times the memory of the text, so that only a bounded number of values is
/// read from texts.
#[test]
fn a_text_is_read_as_a_list_up_to_a_number_of_values() {
    let registry = registry();
    for (count, read) in [(1_000, true), (32_000, true), (33_000, false)] {
        let text = json!(array("1", count));
        assert_eq!(call(&registry, "nums", text).is_ok(), read, "{count}");
    }
}
