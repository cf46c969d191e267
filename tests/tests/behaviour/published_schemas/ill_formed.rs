//! Schemas that are none: `build()` refuses them, with the keyword and its place.

use fusion_core::{Exposition, Registry, schema::Profile, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

struct Given;

#[tool_group(name = "given")]
impl Given {
    #[action]
    fn one(#[arg(schema = json!({"type": "integre"}))] x: Value) -> String {
        x.to_string()
    }

    #[action]
    fn two(
        #[arg(schema = json!({"type": "array", "items": {"type": "integer", "minmum": 3}}))]
        x: Value,
    ) -> String {
        x.to_string()
    }

    #[action]
    fn three(
        #[arg(schema = json!({"$ref": "#/$defs/N", "$defs": {"N": {"enum": []}}}))] x: Value,
    ) -> String {
        x.to_string()
    }
}

fn errors(registry: Result<Registry, fusion_core::BuildErrors>) -> Vec<String> {
    let errors = registry.unwrap_err();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn the_schema_of_an_argument_is_one() {
    for profile in [Profile::Portable, Profile::AsIs] {
        assert_eq!(
            errors(Registry::builder().profile(profile).tool(Given).build()),
            [
                "argument `x` of `given/one` cannot be published: `type` is `\"integre\"`: did you mean `integer`?",
                "argument `x` of `given/two` cannot be published: at `[]`, unknown keyword `minmum`; did you mean `minimum`? A keyword of your own begins with `x-`",
                "argument `x` of `given/three` cannot be published: at `$defs.N`, `enum` is `[]`: write an array of the accepted values, at least one",
            ]
        );
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Misspelt {
    #[schemars(extend("type" = "integre"))]
    a: u32,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Crossed {
    #[schemars(range(min = 9, max = 1))]
    b: u32,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Default {
    #[schemars(extend("default" = "x"))]
    c: Option<u32>,
}

#[derive(Debug, Deserialize, JsonSchema)]
enum Shape {
    #[serde(alias = "c")]
    #[schemars(extend("x-fusion-alias" = ["c"]))]
    Circle { radius: u32 },
    #[serde(alias = "p")]
    #[schemars(extend("x-fusion-alias" = ["p"]))]
    Point,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Tagged {
    #[serde(alias = "c")]
    #[schemars(extend("x-fusion-alias" = ["c"]))]
    Circle {
        radius: u32,
    },
    Point,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Named {
    #[serde(alias = "e")]
    #[schemars(extend("x-fusion-aliases" = ["e"]))]
    d: u32,
}

struct Derived;

#[tool_group(name = "derived")]
impl Derived {
    #[action]
    fn act(
        misspelt: Misspelt,
        crossed: Vec<Crossed>,
        default: Default,
        shape: Shape,
        tagged: Tagged,
        named: Named,
    ) -> String {
        format!("{misspelt:?} {crossed:?} {default:?} {shape:?} {tagged:?} {named:?}")
    }
}

#[test]
fn what_an_author_adds_to_the_schema_of_a_type_is_one() {
    let alias = "`x-fusion-alias` stands neither at a field nor at a variant without content, where alone it is read: remove it, and serde's `alias` with it";
    let refused = |argument: &str, reason: &str| {
        format!("argument `{argument}` of `derived/act` cannot be published: {reason}")
    };
    for (profile, integer) in [
        (Profile::Portable, "integer 0..4294967295"),
        (Profile::AsIs, "integer or null (uint32)"),
    ] {
        let default = format!(
            "at `c`, the schema refuses its own `default`: expected {integer}, found \"x\": change one of them"
        );
        assert_eq!(
            errors(Registry::builder().profile(profile).tool(Derived).build()),
            [
                refused(
                    "misspelt",
                    "at `a`, `type` is `\"integre\"`: did you mean `integer`?"
                ),
                refused(
                    "crossed",
                    "at `[].b`, `minimum` 9 and `maximum` 1 leave no value: loosen one of them"
                ),
                refused("default", &default),
                refused("shape", alias),
                refused("tagged", alias),
                refused(
                    "named",
                    "at `d`, unknown keyword `x-fusion-aliases`; did you mean `x-fusion-alias`?"
                ),
            ],
            "{profile:?}"
        );
    }
}

struct Whole;

#[tool_group(name = "whole")]
impl Whole {
    #[action(schema = json!({"type": "object", "properties": {"x": {"type": "string", "minLength": "x"}}}))]
    fn one(x: Option<String>) -> String {
        format!("{x:?}")
    }

    #[action(schema = json!({"type": "object", "properties": {"y": {"$ref": "#/$defs/no"}}}))]
    fn two(y: Option<String>) -> String {
        format!("{y:?}")
    }

    #[action(schema = json!({"type": "object", "properties": {"z": {"$ref": "#/properties/y"}}}))]
    fn three(z: Option<String>) -> String {
        format!("{z:?}")
    }
}

#[test]
fn the_whole_schema_of_an_action_is_one_where_it_is_published() {
    let registry = Registry::builder().tool(Whole).build().unwrap();
    let error = registry.view(Exposition::Flat).unwrap_err();
    let errors: Vec<_> = error.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "the input schema of `whole/one` cannot be published: at `x`, `minLength` is `\"x\"`: write a whole number from 0",
            "the input schema of `whole/two` cannot be published: its schema refers to `no`, which it does not define: define it under `$defs`",
            "the input schema of `whole/three` cannot be published: `\"$ref\": \"#/properties/y\"` leads nowhere in this schema: define what it means under `$defs`",
        ]
    );
}
