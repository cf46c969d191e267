use std::sync::Arc;

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::{super::schemas::faults::input_faults, *};
use crate::schema::{FORMATS, fixture::input_leaf};

/// Returns one argument with this schema, in one action or in two.
fn argument(schema: &Value, actions: usize) -> [ToolDef; 1] {
    let keys = ["open", "close"].into_iter().take(actions);
    let filter = || arg("filter", "Which.", schema.clone());
    issues(keys.map(|key| plain(key, "Do.", vec![filter()])).collect())
}

/// Returns the rules that report a fault in a whole input schema.
fn of_root(schema: Value) -> Vec<Rule> {
    let Value::Object(schema) = schema else {
        panic!("a schema is an object");
    };
    input_faults(&schema)
        .into_iter()
        .map(|fault| fault.rule)
        .collect()
}

#[test]
fn a_fault_is_said_once_where_it_is() {
    let schema = json!({"type": "object", "properties": {"tags": {"type": "array", "items": {"const": "a"}}}});
    assert_eq!(
        findings_of(Rule::SchemaConst, &argument(&schema, 1)),
        [
            "issues/open.filter.tags[]: Gemini refuses `const`; write an `enum` of one value [schema-const]"
        ]
    );
    assert_eq!(
        places(Rule::SchemaConst, &argument(&schema, 2)),
        ["issues.filter.tags[]"]
    );
}

#[test]
fn a_pattern_that_only_backtracking_matches_is_found() {
    for (pattern, found) in [
        (
            r"(?=.*[A-Z]).{8,}",
            Some(
                "the pattern looks around without an anchor: only backtracking matches it, and values of more than 1,024 characters are refused; begin it with `^` and the look-aheads, or check the rest in the action",
            ),
        ),
        (
            r"^[a-z](?!.*--)[a-z-]*$",
            Some(
                "the pattern looks around or back after its start: only backtracking matches it, and values of more than 1,024 characters are refused; keep look-aheads right after `^`, or check the rest in the action",
            ),
        ),
        (r"^(?=.*[A-Z])(?!.*\s).{8,}$", None),
        ("^[a-z]+$", None),
    ] {
        let schema = json!({"type": "string", "pattern": pattern});
        let expected = found.map(|text| format!("issues/open.filter: {text} [pattern-cost]"));
        assert_eq!(
            findings_of(Rule::PatternCost, &argument(&schema, 1)),
            Vec::from_iter(expected),
            "{pattern}"
        );
    }
}

#[test]
fn what_some_client_refuses_in_an_argument_is_found() {
    for (schema, rule) in [
        (json!({"$ref": "#/$defs/A"}), Rule::SchemaRef),
        (json!({"type": ["string", "null"]}), Rule::SchemaTypes),
        (json!({"const": 1}), Rule::SchemaConst),
        (json!({"type": "array", "items": true}), Rule::SchemaBoolean),
        (json!({"type": "array"}), Rule::SchemaItems),
        (
            json!({"type": "array", "prefixItems": [{}]}),
            Rule::SchemaItems,
        ),
        (
            json!({"type": "object", "patternProperties": {"^a": {}}}),
            Rule::SchemaPatterns,
        ),
        (
            json!({"type": "integer", "format": "uint32"}),
            Rule::SchemaFormat,
        ),
        (
            json!({"type": "integer", "maximum": 9_007_199_254_740_992_u64}),
            Rule::SchemaBounds,
        ),
        (
            json!({"type": "integer", "minimum": -1e19}),
            Rule::SchemaBounds,
        ),
        (json!({"allOf": [{}, {}]}), Rule::SchemaKeyword),
        (
            json!({"type": "string", "not": {"enum": ["a"]}}),
            Rule::SchemaKeyword,
        ),
        (json!({"type": "string", "$id": "a"}), Rule::SchemaMeta),
    ] {
        let found = all_findings(&argument(&schema, 1)).into_iter();
        let found = found.filter(|found| found.rule > Rule::FlatMissingTitle);
        let found: Vec<_> = found.map(|found| (found.rule, found.place)).collect();
        let place = match rule {
            Rule::SchemaBoolean => "issues/open.filter[]",
            _ => "issues/open.filter",
        };
        assert_eq!(found, [(rule, place.to_owned())], "{schema}");
    }
}

#[test]
fn what_every_client_takes_is_no_fault() {
    for schema in [
        json!({"type": "string", "format": "date-time"}),
        json!({"type": "integer", "maximum": 9_007_199_254_740_991_u64}),
        json!({"type": "number", "maximum": 1e300}),
        json!({"type": "array", "items": {}}),
        json!({"type": "object", "additionalProperties": {"type": "string"}}),
        json!({"type": "object", "properties": {}, "additionalProperties": true}),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        // Names of properties are not keywords.
        json!({"type": "object", "properties": {"const": {"type": "string"}, "format": {"type": "string"}, "$ref": {}}}),
        json!({"type": "object", "properties": {"filter[id]": {"type": "string"}}}),
        // Values inside examples are not keywords either.
        json!({"type": "object", "properties": {}, "examples": [{"const": 1, "format": "x"}]}),
    ] {
        let found = all_findings(&argument(&schema, 2)).into_iter();
        let found: Vec<_> = found
            .filter(|found| found.rule > Rule::FlatMissingTitle)
            .collect();
        assert_eq!(found, [], "{schema}");
    }
}

#[test]
fn the_root_is_one_object_with_properties() {
    let of_property = json!({"type": "object", "properties": {"a": {"anyOf": [{}, {}]}}});
    assert_eq!(of_root(of_property), []);
    for (schema, rules) in [
        (json!({"type": "object"}), vec![Rule::SchemaProperties]),
        (
            json!({"type": "object", "additionalProperties": false}),
            vec![Rule::SchemaProperties],
        ),
        (json!({"properties": {}}), vec![Rule::SchemaRoot]),
        (
            json!({"type": "object", "properties": {}, "oneOf": [{"required": []}]}),
            vec![Rule::SchemaRoot],
        ),
        (
            json!({"type": "object", "properties": {}, "allOf": [{}]}),
            vec![Rule::SchemaRoot],
        ),
        (
            json!({"type": "object", "properties": {}, "dependentRequired": {}}),
            vec![Rule::SchemaKeyword],
        ),
        (
            json!({"type": "object", "properties": {}, "$schema": "x"}),
            vec![Rule::SchemaMeta],
        ),
    ] {
        assert_eq!(of_root(schema.clone()), rules, "{schema}");
    }
}

#[test]
fn names_of_arguments_are_of_the_alphabet_of_providers() {
    let named = |name: &str| of_root(json!({"type": "object", "properties": {name: {}}}));
    for name in ["filter[id]", "Account Number", "", &"a".repeat(65)] {
        assert_eq!(named(name), [Rule::ArgumentName], "{name}");
    }
    for name in ["a.b-c_D1", &"a".repeat(64)] {
        assert_eq!(named(name), [], "{name}");
    }
}

#[test]
fn nesting_and_sizes_are_those_of_strict_mode() {
    let nested = |levels: usize| {
        (1..levels).fold(
            json!({"type": "object", "properties": {}}),
            |inner, _| json!({"type": "object", "properties": {"a": inner}}),
        )
    };
    assert_eq!(of_root(nested(10)), []);
    assert_eq!(of_root(nested(11)), [Rule::SchemaDepth]);
    let values = |count: usize| {
        let values: Vec<_> = (0..count).map(|value| value.to_string()).collect();
        json!({"type": "object", "properties": {"a": {"type": "string", "enum": values}}})
    };
    assert_eq!(of_root(values(1_000)), []);
    assert_eq!(of_root(values(1_001)), [Rule::SchemaEnums]);
    let properties = |count: usize, prefix: &str| {
        let all: Map<_, _> = (0..count)
            .map(|at| (format!("{prefix}{at}"), json!({})))
            .collect();
        json!({"type": "object", "properties": all})
    };
    assert_eq!(of_root(properties(5_000, "a")), []);
    assert_eq!(of_root(properties(5_001, "a")), [Rule::SchemaSize]);
    assert_eq!(
        of_root(properties(2_100, &"a".repeat(56))),
        [Rule::SchemaSize]
    );
}

#[test]
fn a_fault_of_a_result_is_said_of_the_first_action_that_has_it() {
    let result = |key, schema: &Value| ActionDef {
        output: Some(Ok(Arc::new(
            schema.as_object().cloned().unwrap_or_default(),
        ))),
        ..plain(key, "Do.", vec![])
    };
    let tool = |schema: &Value| issues(vec![result("open", schema), result("close", schema)]);
    let schema = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"type": ["null", "string"]}}});
    assert_eq!(
        findings_of(Rule::SchemaRef, &tool(&schema)),
        [
            "issues/open: in its result, at `a` (and in 1 more), `$ref`: VS Code strips definitions, and Copilot CLI, Cursor and Claude Code do not follow references; write the schema out where it is used [schema-ref]"
        ]
    );
    // Faults that only providers refuse do not matter in a result.
    assert_eq!(places(Rule::SchemaTypes, &tool(&schema)), NOTHING);
    assert_eq!(
        places(Rule::SchemaBoolean, &tool(&json!({"items": true}))),
        ["issues/open"]
    );
}

#[test]
fn the_formats_are_those_that_the_portable_pass_keeps() {
    fn formats(_: &mut SchemaGenerator) -> Schema {
        let unknown = ["x"].into_iter();
        let all = FORMATS.into_iter().chain(unknown);
        let properties: Map<_, _> = all
            .map(|name| (name.to_owned(), json!({"type": "string", "format": name})))
            .collect();
        schemars::json_schema!({"type": "object", "properties": properties})
    }
    let leaf = input_leaf(formats).unwrap();
    let properties = leaf.schema["properties"].as_object().unwrap();
    let kept = properties
        .iter()
        .filter(|(_, schema)| schema.get("format").is_some());
    let kept: HashSet<_> = kept.map(|(name, _)| name.as_str()).collect();
    assert_eq!(kept, HashSet::from(FORMATS));
}
