//! Integers in other notations, at every place where one is declared.

use std::collections::BTreeMap;

use fusion_core::{Ctx, Registry, schema::Profile, tool_group};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

/// An integer enum, as `serde_repr` reads one.
#[derive(Debug)]
struct Level(u8);

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u8::deserialize(deserializer).map(Self)
    }
}

impl JsonSchema for Level {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Level".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let schema = json!({"type": "integer", "enum": [1, 2, 3]});
        schema.try_into().unwrap()
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code)] // printed
struct Nested {
    level: Option<Level>,
    by_number: BTreeMap<i32, u8>,
}

struct Numbers;

#[tool_group(name = "numbers")]
impl Numbers {
    #[action]
    fn take(
        level: Option<Level>,
        list: Option<Vec<Level>>,
        nested: Option<Nested>,
        map: Option<BTreeMap<u32, Level>>,
        #[arg(schema = json!({"oneOf": [{"const": 1}, {"const": 2, "description": "Two."}]}))]
        listed: Option<u8>,
    ) -> String {
        format!("{level:?} {list:?} {nested:?} {map:?} {listed:?}")
    }
}

async fn told(registry: &Registry, name: &str, value: Value) -> (String, Value) {
    let mut arguments = json!({"action": "take"});
    arguments[name] = value;
    match registry.call("numbers", arguments, Ctx::new()).await {
        Ok(answer) => {
            let repairs = answer
                .meta()
                .and_then(|meta| meta.get("dev.fusion/repairs"));
            (
                super::text(&answer).to_owned(),
                repairs.cloned().unwrap_or_default(),
            )
        }
        Err(error) => {
            let text = error.to_string();
            let line = text.lines().find_map(|line| line.strip_prefix("- "));
            (line.unwrap_or(&text).to_owned(), Value::Null)
        }
    }
}

#[tokio::test]
async fn an_integer_has_the_same_notations_everywhere() {
    for profile in [Profile::Portable, Profile::AsIs] {
        let registry = Registry::builder()
            .profile(profile)
            .tool(Numbers)
            .build()
            .unwrap();
        for (name, value, read, field, sent) in [
            (
                "level",
                json!("3"),
                "Some(Level(3)) None None None None",
                "level",
                "string",
            ),
            (
                "level",
                json!(3.0),
                "Some(Level(3)) None None None None",
                "level",
                "number",
            ),
            (
                "level",
                json!("3.0"),
                "Some(Level(3)) None None None None",
                "level",
                "string",
            ),
            (
                "list",
                json!([1, "2"]),
                "None Some([Level(1), Level(2)]) None None None",
                "list[1]",
                "string",
            ),
            (
                "nested",
                json!({"level": "2", "by_number": {}}),
                "None None Some(Nested { level: Some(Level(2)), by_number: {} }) None None",
                "nested.level",
                "string",
            ),
            (
                "nested",
                json!({"by_number": {"-3.0": 1}}),
                "None None Some(Nested { level: None, by_number: {-3: 1} }) None None",
                "nested.by_number.-3.0",
                "string",
            ),
            (
                "map",
                json!({"1e1": 2}),
                "None None None Some({10: Level(2)}) None",
                "map.1e1",
                "string",
            ),
            (
                "map",
                json!({"7": "2"}),
                "None None None Some({7: Level(2)}) None",
                "map.7",
                "string",
            ),
            (
                "listed",
                json!("2"),
                "None None None None Some(2)",
                "listed",
                "string",
            ),
            (
                "listed",
                json!(1.0),
                "None None None None Some(1)",
                "listed",
                "number",
            ),
        ] {
            let repairs = json!([{"field": field, "read": "integer", "sent": sent}]);
            assert_eq!(
                told(&registry, name, value.clone()).await,
                (read.to_owned(), repairs),
                "{profile:?} {name} {value}"
            );
        }
    }
}

#[tokio::test]
async fn what_is_no_listed_integer_is_told_as_it_was_sent() {
    for profile in [Profile::Portable, Profile::AsIs] {
        let registry = Registry::builder()
            .profile(profile)
            .tool(Numbers)
            .build()
            .unwrap();
        for (name, value, line) in [
            ("level", json!("4"), "level: expected 1|2|3, got \"4\""),
            ("level", json!(4.0), "level: expected 1|2|3, got 4.0"),
            ("level", json!("2.5"), "level: expected 1|2|3, got \"2.5\""),
            (
                "map",
                json!({"a": 1}),
                "map.a: a name in this object is an integer",
            ),
            (
                "map",
                json!({"7": 1, "7.0": 2}),
                "map.7.0: another name of `7`, which is given, too",
            ),
            (
                "map",
                json!({"1.5": 1}),
                "map.1.5: a name in this object is an integer",
            ),
        ] {
            let (found, _) = told(&registry, name, value.clone()).await;
            // As it is, the schema of an `Option` lists `null`.
            assert_eq!(found.replace("|null", ""), line, "{profile:?} {value}");
        }
    }
}

#[tokio::test]
async fn without_repair_texts_are_no_integers() {
    let registry = Registry::builder()
        .repair(false)
        .tool(Numbers)
        .build()
        .unwrap();
    for (name, value, expected) in [
        ("level", json!(3.0), "Some(Level(3)) None None None None"),
        ("level", json!("3"), "level: expected 1|2|3, got \"3\""),
        (
            "map",
            json!({"7.0": 1}),
            "map.7.0: a name in this object is an integer",
        ),
    ] {
        assert_eq!(told(&registry, name, value).await.0, expected);
    }
}

struct Mixed;

#[tool_group(name = "mixed")]
impl Mixed {
    #[action]
    fn take(
        #[arg(schema = json!({"type": "number", "enum": [1.5, 2]}))] ratio: Option<f64>,
        #[arg(schema = json!({"enum": [1, "1", 2.5, "two"]}))] any: Option<Value>,
        #[arg(schema = json!({"type": "number", "enum": [0.5, 3.0]}))] float: Option<f64>,
        #[arg(schema = json!({"anyOf": [{"enum": [1.5, 2]}, {"type": "boolean"}]}))] choice: Option<
            Value,
        >,
    ) -> String {
        format!("{ratio:?} {any:?} {float:?} {choice:?}")
    }
}

#[tokio::test]
async fn listed_numbers_are_compared_by_value() {
    for repair in [true, false] {
        let builder = Registry::builder().repair(repair);
        let registry = builder.tool(Mixed).build().unwrap();
        for (name, value, expected) in [
            ("ratio", json!(2.0), "Some(2.0) None None None"),
            ("ratio", json!(1.5), "Some(1.5) None None None"),
            ("ratio", json!(2.5), "ratio: expected 1.5|2, got 2.5"),
            ("any", json!(1.0), "None Some(Number(1)) None None"),
            ("any", json!("1"), "None Some(String(\"1\")) None None"),
            ("any", json!(2), "any: expected 1|1|2.5|two, got 2"),
            ("float", json!(3), "None None Some(3.0) None"),
            ("choice", json!(2.0), "None None None Some(Number(2))"),
        ] {
            let mut arguments = json!({"action": "take"});
            arguments[name] = value.clone();
            let found = match registry.call("mixed", arguments, Ctx::new()).await {
                Ok(answer) => super::text(&answer).to_owned(),
                Err(error) => error.to_string().lines().nth(1).unwrap()[2..].to_owned(),
            };
            assert_eq!(found, expected, "{name} {value} {repair}");
        }
    }
}

#[tokio::test]
async fn a_key_that_its_type_cannot_hold_is_told_without_a_place_in_the_key() {
    let registry = Registry::builder().tool(Numbers).build().unwrap();
    assert_eq!(
        told(&registry, "map", json!({"4294967296": 2})).await.0,
        "map.4294967296: invalid value: integer `4294967296`, expected u32"
    );
}
