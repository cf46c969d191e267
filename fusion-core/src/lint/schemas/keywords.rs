//! Faults of one place in a schema. Each names the clients that refuse it.

use serde_json::{Map, Value};

use super::{super::Rule, faults::Fault, walk::SchemaNode};
use crate::{
    args::needs_backtracking,
    schema::{FORMATS, is_safe},
};

/// Collects the faults of one place in an input schema.
pub(super) fn check_input(node: &SchemaNode<'_>, faults: &mut Vec<Fault>) {
    check_output(node, faults);
    let Some(schema) = node.object else { return };
    types(schema, node.place, faults);
    constant(schema, node.place, faults);
    items(schema, node.place, faults);
    patterns(schema, node.place, faults);
    pattern_cost(schema, node.place, faults);
    bounds(schema, node.place, faults);
    strict_mode(schema, node.place, faults);
    meta(schema, node.place, faults);
}

/// Collects the faults of one place in an output schema.
pub(super) fn check_output(node: &SchemaNode<'_>, faults: &mut Vec<Fault>) {
    match node.object {
        None => faults.push(Fault::new(
            Rule::SchemaBoolean,
            node.place,
            "the schema is a boolean: Claude Code and OpenCode drop the whole list",
            "write `{}`, or better a type",
        )),
        Some(schema) => {
            reference(schema, node.place, faults);
            format(schema, node.place, faults);
        }
    }
}

fn reference(schema: &Map<String, Value>, place: &str, faults: &mut Vec<Fault>) {
    if let Some(keyword) = has(schema, &["$ref", "$dynamicRef"]) {
        faults.push(Fault::new(
            Rule::SchemaRef,
            place,
            format!("`{keyword}`: VS Code strips definitions, and Copilot CLI, Cursor and Claude Code do not follow references"),
            "write the schema out where it is used",
        ));
    }
}

fn format(schema: &Map<String, Value>, place: &str, faults: &mut Vec<Fault>) {
    let format = schema.get("format").and_then(Value::as_str);
    if let Some(format) = format.filter(|format| !FORMATS.contains(format)) {
        faults.push(Fault::new(
            Rule::SchemaFormat,
            place,
            format!("JSON Schema knows no format `{format}`: the validators of OpenCode and of the TypeScript SDK warn of it on every list"),
            "state bounds or a pattern instead",
        ));
    }
}

fn types(schema: &Map<String, Value>, place: &str, faults: &mut Vec<Fault>) {
    if schema.get("type").is_some_and(Value::is_array) {
        faults.push(Fault::new(
            Rule::SchemaTypes,
            place,
            "it has several types: Gemini refuses it, and Claude Code loses all of them",
            "name one type; what may be left out need not take `null`",
        ));
    }
}

fn constant(schema: &Map<String, Value>, place: &str, faults: &mut Vec<Fault>) {
    if schema.contains_key("const") {
        faults.push(Fault::new(
            Rule::SchemaConst,
            place,
            "Gemini refuses `const`",
            "write an `enum` of one value",
        ));
    }
}

fn items(schema: &Map<String, Value>, place: &str, faults: &mut Vec<Fault>) {
    let array = schema.get("type").is_some_and(|name| name == "array");
    if array && !schema.contains_key("items") {
        faults.push(Fault::new(
            Rule::SchemaItems,
            place,
            "the array has no `items`: VS Code and OpenAI refuse it",
            "say what it is an array of",
        ));
    }
}

fn patterns(schema: &Map<String, Value>, place: &str, faults: &mut Vec<Fault>) {
    if schema.contains_key("patternProperties") {
        faults.push(Fault::new(
            Rule::SchemaPatterns,
            place,
            "Anthropic refuses `patternProperties`",
            "describe the values with `additionalProperties`",
        ));
    }
}

fn pattern_cost(schema: &Map<String, Value>, place: &str, faults: &mut Vec<Fault>) {
    let pattern = schema.get("pattern").and_then(Value::as_str);
    let Some(pattern) = pattern.filter(|pattern| needs_backtracking(pattern)) else {
        return;
    };
    let (cause, fix) = if pattern.starts_with('^') {
        (
            "looks around or back after its start",
            "keep look-aheads right after `^`, or check the rest in the action",
        )
    } else {
        (
            "looks around without an anchor",
            "begin it with `^` and the look-aheads, or check the rest in the action",
        )
    };
    faults.push(Fault::new(
        Rule::PatternCost,
        place,
        format!("the pattern {cause}: only backtracking matches it, and values of more than 1,024 characters are refused"),
        fix,
    ));
}

fn bounds(schema: &Map<String, Value>, place: &str, faults: &mut Vec<Fault>) {
    const ENDS: [&str; 4] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

    if schema.get("type").is_none_or(|name| name != "integer") {
        return;
    }
    let unsafe_end = |keyword: &&&str| match schema.get(**keyword) {
        Some(Value::Number(end)) => !is_safe(end),
        _ => false,
    };
    if let Some(keyword) = ENDS.iter().find(unsafe_end) {
        faults.push(Fault::new(
            Rule::SchemaBounds,
            place,
            format!("`{keyword}` is beyond 2^53 - 1, which JavaScript clients round"),
            "leave the bound out, or take text",
        ));
    }
}

fn strict_mode(schema: &Map<String, Value>, place: &str, faults: &mut Vec<Fault>) {
    const REFUSED: [&str; 5] = [
        "allOf",
        "dependentRequired",
        "dependentSchemas",
        "if",
        "not",
    ];

    // Compositions at the root are refused by all clients, and reported by another rule.
    let refused: &[&str] = if place.is_empty() {
        &["dependentRequired", "dependentSchemas"]
    } else {
        &REFUSED
    };
    if let Some(keyword) = has(schema, refused) {
        faults.push(Fault::new(
            Rule::SchemaKeyword,
            place,
            format!("OpenAI's strict mode refuses `{keyword}`"),
            "write one object, and check the rest in the action",
        ));
    }
}

fn meta(schema: &Map<String, Value>, place: &str, faults: &mut Vec<Fault>) {
    if let Some(keyword) = has(schema, &["$schema", "$id"]) {
        faults.push(Fault::new(
            Rule::SchemaMeta,
            place,
            format!("Gemini refuses `{keyword}`"),
            "leave it out",
        ));
    }
}

fn has<'k>(schema: &Map<String, Value>, keywords: &[&'k str]) -> Option<&'k str> {
    keywords
        .iter()
        .copied()
        .find(|keyword| schema.contains_key(*keyword))
}
