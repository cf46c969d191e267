//! From rows to listed tools: what an author writes beside a type.

use schemars::JsonSchema;
use serde_json::{Value, json};

use super::*;
use crate::{
    describe::model::ChosenForm,
    spec::{ActionSpec, Bound, Constraint, GivenFn, GroupSpec, schema_of},
    surface::{Exposition, Surface, SurfaceForm},
};

#[derive(JsonSchema)]
#[allow(dead_code)] // only its schema is of interest
struct Node {
    name: String,
    kids: Vec<Node>,
}

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Maybe(Option<u8>);

#[derive(JsonSchema)]
#[allow(dead_code)]
struct Limits {
    low: Option<u8>,
    high: u8,
}

/// A tool `t` whose action `a` takes `x`, and whose action `b` takes `y`.
fn tool(x: ArgSpec, y: ArgSpec) -> &'static ToolSpec {
    with_input(x, y, None)
}

fn with_input(x: ArgSpec, y: ArgSpec, input: Option<GivenFn>) -> &'static ToolSpec {
    let mut a = ActionSpec::new("a", "");
    a.input = input;
    let args = |one: ArgSpec| &*Box::leak(Box::new([one]));
    let b = ActionSpec::new("b", "").args(args(y));
    let actions = Box::leak(Box::new([a.args(args(x)), b]));
    let group = &*Box::leak(Box::new(GroupSpec::new("t", "", actions)));
    Box::leak(Box::new(ToolSpec::flat(
        group,
        Box::leak(Box::new([Module::flat(group)])),
    )))
}

fn x<T: JsonSchema>() -> ArgSpec {
    ArgSpec::new("x", "", true, schema_of::<T>)
}

fn y<T: JsonSchema>() -> ArgSpec {
    ArgSpec::new("y", "", true, schema_of::<T>)
}

/// The input schemas under `exposition`, or the mistakes.
fn input_schemas(
    profile: Profile,
    exposition: Exposition,
    spec: &'static ToolSpec,
) -> Result<Vec<Value>, Vec<String>> {
    let mut compiler = Compiler::new(profile, ChosenForm::default(), Format::Json);
    let tool = compiler.tool(spec);
    let mut errors = compiler.errors;
    let surface = Surface::unfiltered(
        &SurfaceForm::new(exposition, profile),
        &[&tool],
        &mut errors,
    );
    if !errors.is_empty() {
        return Err(errors.iter().map(ToString::to_string).collect());
    }
    let tools = surface.tools().iter();
    Ok(tools
        .map(|tool| Value::Object((*tool.input_schema).clone()))
        .collect())
}

fn mistakes(x: ArgSpec) -> Vec<String> {
    input_schemas(Profile::Portable, Exposition::Grouped, tool(x, y::<u8>())).unwrap_err()
}

fn flat(profile: Profile, x: ArgSpec) -> Value {
    let listed = input_schemas(profile, Exposition::Flat, tool(x, y::<u8>()));
    listed.unwrap().remove(0)
}

fn tool_schema_with(property: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {"x": property},
        "required": ["x"],
        "additionalProperties": false
    })
}

#[test]
fn constraints_are_published_in_the_words_of_the_type() {
    const RANGE: &[Constraint] = &[
        Constraint::Minimum(Bound::Integer(1)),
        Constraint::Maximum(Bound::Integer(100)),
    ];
    let published = json!({"type": "integer", "minimum": 1, "maximum": 100});
    let schema = flat(Profile::Portable, x::<u32>().constraints(RANGE));
    assert_eq!(schema, tool_schema_with(&published));
    assert_eq!(
        mistakes(x::<String>().constraints(RANGE)),
        [
            "argument `x` of `t/a` cannot be published: `range` is a rule for numbers, and this is string: take it away, or put it where the numbers stand in the type, with `#[schemars(…)]`"
        ]
    );
}

#[test]
fn a_required_argument_that_takes_null_says_so() {
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    let maybe = json!({"anyOf": [byte, {"type": "null"}]});
    assert_eq!(
        flat(Profile::Portable, x::<Maybe>()),
        tool_schema_with(&maybe)
    );
    let optional = ArgSpec::new("x", "", false, schema_of::<Maybe>);
    assert_eq!(flat(Profile::Portable, optional)["properties"]["x"], byte);
}

#[test]
fn a_tool_without_required_arguments_has_no_required() {
    let optional = ArgSpec::new("x", "", false, schema_of::<Option<bool>>);
    assert_eq!(
        flat(Profile::Portable, optional),
        json!({
            "type": "object",
            "properties": {"x": {"type": "boolean"}},
            "additionalProperties": false
        })
    );
}

#[test]
fn case_20_an_action_without_arguments_has_properties_though_none() {
    let actions = Box::leak(Box::new([ActionSpec::new("ping", "")]));
    let group = &*Box::leak(Box::new(GroupSpec::new("t", "", actions)));
    let modules = Box::leak(Box::new([Module::flat(group)]));
    let spec = Box::leak(Box::new(ToolSpec::flat(group, modules)));
    assert_eq!(
        input_schemas(Profile::Portable, Exposition::Flat, spec),
        Ok(vec![json!({
            "type": "object",
            "properties": {},
            "additionalProperties": false
        })])
    );
}

#[test]
fn a_type_that_contains_itself_stands_under_defs_as_it_is() {
    let kids = json!({"type": "array", "items": {"$ref": "#/$defs/Node"}});
    let node = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}, "kids": kids},
        "required": ["name", "kids"]
    });
    let mut expected = tool_schema_with(&node);
    expected["$defs"] = json!({"Node": node});
    assert_eq!(flat(Profile::AsIs, x::<Node>()), expected);
    // The other action needs no definitions.
    let other = input_schemas(
        Profile::AsIs,
        Exposition::Flat,
        tool(x::<Node>(), y::<bool>()),
    );
    assert_eq!(
        other.unwrap()[1],
        json!({
            "type": "object",
            "properties": {"y": {"type": "boolean"}},
            "required": ["y"],
            "additionalProperties": false
        })
    );
    assert_eq!(
        mistakes(x::<Node>()),
        [
            "argument `x` of `t/a` cannot be published: at `kids[]`, `Node` contains itself, and not every client follows `$ref`: nest ids instead of values, give the field a schema of another type with `#[schemars(with = \"…\")]`, or build with `Profile::AsIs`"
        ]
    );
}

#[test]
fn a_given_schema_passes_as_it_is_and_its_definitions_move_to_the_root() {
    fn given() -> Value {
        json!({
            "type": ["array", "null"],
            "items": {"$ref": "#/$defs/Leaf"},
            "$defs": {"Leaf": {"const": 1}}
        })
    }
    let mut expected =
        tool_schema_with(&json!({"type": ["array", "null"], "items": {"$ref": "#/$defs/Leaf"}}));
    expected["$defs"] = json!({"Leaf": {"const": 1}});
    assert_eq!(flat(Profile::Portable, x::<Node>().given(given)), expected);
}

#[test]
fn a_given_schema_that_cannot_pass_is_a_mistake() {
    fn other() -> Value {
        json!({"$ref": "#/$defs/Leaf", "$defs": {"Leaf": {"const": 2}}})
    }
    fn one() -> Value {
        json!({"$ref": "#/$defs/Leaf", "$defs": {"Leaf": {"const": 1}}})
    }
    fn broken() -> Value {
        panic!("no")
    }
    let clash = tool(x::<u8>().given(one), y::<u8>().given(other));
    assert_eq!(
        input_schemas(Profile::Portable, Exposition::Grouped, clash),
        Err(vec![
            "argument `y` of `t/b` cannot be published: its `$defs` say something else of `Leaf` than those of argument `x` of `a`: give one of them another name".to_owned()
        ])
    );
    assert_eq!(
        mistakes(x::<u8>().given(|| json!(5))),
        [
            "argument `x` of `t/a` cannot be published: a schema is a JSON object, and this is `5`: write one, as in `json!({\"type\": \"string\"})`"
        ]
    );
    assert_eq!(
        mistakes(x::<u8>().given(broken)),
        [
            "argument `x` of `t/a` cannot be published: the expression of its `schema` panicked: fix it"
        ]
    );
}

#[cfg(feature = "validate")] // one schema has a pattern
#[test]
fn a_given_input_schema_stands_where_the_action_is_one_tool() {
    fn given() -> Value {
        json!({"type": "object", "required": ["x"], "oneOf": [{"required": ["x"]}, {"required": ["y"]}]})
    }
    let spec = || with_input(x::<u8>(), y::<bool>(), Some(given));
    let flat = input_schemas(Profile::Portable, Exposition::Flat, spec()).unwrap();
    assert_eq!(flat[0], given());
    let grouped = input_schemas(Profile::Portable, Exposition::Grouped, spec()).unwrap();
    assert_eq!(
        grouped[0]["properties"]["x"],
        json!({"type": "integer", "minimum": 0, "maximum": 255})
    );
    for (schema, reason) in [
        (
            (|| json!({"type": "object"})) as GivenFn,
            "the action requires `x`, and the schema does not: write `x` into `required`, or make it an `Option`",
        ),
        (
            || json!({"type": "object", "properties": {"x": {}, "z": {}}, "required": ["x"]}),
            "it names `z`, which is no argument of the action: remove it, or add a parameter",
        ),
        (
            || json!({"type": "object", "properties": {"x": {"pattern": "("}}, "required": ["x"]}),
            "at `x`, the pattern `(` does not compile: write a regular expression of ECMA-262",
        ),
    ] {
        let spec = || with_input(x::<u8>(), y::<bool>(), Some(schema));
        assert!(input_schemas(Profile::Portable, Exposition::Grouped, spec()).is_ok());
        assert_eq!(
            input_schemas(Profile::Portable, Exposition::Flat, spec()),
            Err(vec![format!(
                "the input schema of `t/a` cannot be published: {reason}"
            )])
        );
    }
    let wrong = || with_input(x::<u8>(), y::<bool>(), Some(|| json!({"oneOf": []})));
    assert!(input_schemas(Profile::Portable, Exposition::Grouped, wrong()).is_ok());
    assert_eq!(
        input_schemas(Profile::Portable, Exposition::Flat, wrong()),
        Err(vec![
            "the input schema of `t/a` cannot be published: the arguments of a call are an object, and clients refuse a tool that does not say so: write `\"type\": \"object\"` at its root".to_owned()
        ])
    );
}

#[test]
fn a_default_is_one_of_the_values_that_its_argument_takes() {
    const AT_MOST: &[Constraint] = &[Constraint::Maximum(Bound::Integer(100))];
    let at_most = |default| x::<u32>().constraints(AT_MOST).default(default);
    let refused = |reason: &str| {
        format!(
            "the default of argument `x` of `t/a` is none that its schema takes: {reason}; change the default, or what the argument takes"
        )
    };
    for (wrong, reason) in [
        (
            at_most(|| Some(json!(500))),
            "expected integer 0..100, found 500",
        ),
        (
            at_most(|| Some(json!(4711))).secret(),
            "expected integer 0..100",
        ),
        (
            at_most(|| Some(json!("50"))),
            "expected integer, found string",
        ),
        (
            at_most(|| Some(json!("4711"))).secret(),
            "expected integer 0..100",
        ),
        (
            x::<Vec<u8>>().default(|| Some(json!([1, 256]))),
            "`[1]`: expected integer 0..255, found 256",
        ),
        (
            x::<Limits>().default(|| Some(json!({"low": 1}))),
            "`.high`: required, but missing",
        ),
    ] {
        assert_eq!(mistakes(wrong), [refused(reason)]);
    }
    for right in [
        at_most(|| Some(json!(100))),
        at_most(|| Some(json!(100.0))),
        at_most(|| Some(Value::Null)),
        at_most(|| None),
        x::<Option<u32>>()
            .constraints(AT_MOST)
            .default(|| Some(json!(7))),
        x::<Limits>().default(|| Some(json!({"low": null, "high": 5}))),
    ] {
        let spec = tool(right, y::<u8>());
        assert!(input_schemas(Profile::Portable, Exposition::Grouped, spec).is_ok());
    }
}
