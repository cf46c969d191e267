//! Random schemas and values.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::both;

pub(super) fn cases() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig::with_cases(cases.and_then(|n| n.parse().ok()).unwrap_or(200))
}

fn one_of(values: impl IntoIterator<Item = Value>) -> impl Strategy<Value = Value> + Clone {
    prop::sample::select(values.into_iter().collect::<Vec<_>>())
}

fn names() -> impl Strategy<Value = String> + Clone {
    prop::sample::select(vec!["a", "b", "c", "ab"]).prop_map(str::to_owned)
}

fn name_list() -> impl Strategy<Value = Value> {
    prop::sample::subsequence(vec!["a", "b", "c"], 0..3).prop_map(|names| json!(names))
}

fn scalars() -> impl Strategy<Value = Value> + Clone {
    one_of([
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(1.0),
        json!(2),
        json!(2.5),
        json!(-3),
        json!(""),
        json!("a"),
        json!("ab"),
        json!("1"),
        json!("2024-02-30"),
        json!("::1"),
    ])
}

fn values() -> impl Strategy<Value = Value> {
    scalars().prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(names(), inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// One keyword, or some that belong together.
fn simple_keywords() -> impl Strategy<Value = Value> + Clone {
    one_of([
        json!({"type": "integer"}),
        json!({"type": "string"}),
        json!({"type": "object"}),
        json!({"type": ["array", "null"]}),
        json!({"type": "number"}),
        json!({"type": "boolean"}),
        json!({"const": 1}),
        json!({"const": [1]}),
        json!({"enum": [1.0, "a", {"a": 1}]}),
        json!({"minimum": 1}),
        json!({"maximum": 2}),
        json!({"exclusiveMinimum": 1}),
        json!({"exclusiveMaximum": 2}),
        json!({"multipleOf": 2}),
        json!({"multipleOf": 0.5}),
        json!({"minLength": 1}),
        json!({"maxLength": 1}),
        json!({"minItems": 1}),
        json!({"maxItems": 2}),
        json!({"minProperties": 1}),
        json!({"maxProperties": 1}),
        json!({"pattern": "^a"}),
        json!({"pattern": "b|1"}),
        json!({"format": "date"}),
        json!({"format": "ipv6"}),
        json!({"format": "hostname"}),
        json!({"uniqueItems": true}),
        json!({"required": ["a"]}),
        json!({"required": ["b", "c"]}),
        json!({"dependentRequired": {"a": ["b"], "c": ["a", "b"]}}),
        json!({"additionalProperties": false}),
        json!({"$ref": "#/$defs/A"}),
        json!({"$ref": "#/$defs/B"}),
        json!({"title": "a"}),
        json!(true),
        json!(false),
    ])
}

fn merged(parts: Vec<Value>) -> Value {
    let booleans = parts.iter().filter(|part| part.is_boolean());
    if booleans.count() == parts.len() {
        return parts.into_iter().next().unwrap_or(json!({}));
    }
    let maps = parts.into_iter().filter_map(|part| match part {
        Value::Object(map) => Some(map),
        _ => None,
    });
    Value::Object(maps.flatten().collect::<Map<_, _>>())
}

fn schemas() -> impl Strategy<Value = Value> {
    let simple = prop::collection::vec(simple_keywords(), 1..3).prop_map(merged);
    simple.prop_recursive(3, 32, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 1..4)
            .prop_map(Value::from)
            .boxed();
        let named = prop::collection::btree_map(names(), inner.clone(), 0..3);
        let named = named
            .prop_map(|map| Value::Object(map.into_iter().collect()))
            .boxed();
        let patterns = prop::sample::select(vec!["^a", "b", "[^a]"]).prop_map(str::to_owned);
        let patterns = prop::collection::btree_map(patterns, inner.clone(), 1..3)
            .prop_map(|map| Value::Object(map.into_iter().collect()));
        let one = inner.clone().boxed();
        let keyword = prop_oneof![
            simple_keywords(),
            named.clone().prop_map(|map| json!({"properties": map})),
            patterns.prop_map(|map| json!({"patternProperties": map})),
            one.clone()
                .prop_map(|one| json!({"additionalProperties": one})),
            one.clone().prop_map(|one| json!({"propertyNames": one})),
            named.prop_map(|map| json!({"dependentSchemas": map})),
            one.clone().prop_map(|one| json!({"items": one})),
            list.clone().prop_map(|list| json!({"prefixItems": list})),
            (one.clone(), 0..3_u8).prop_map(|(one, n)| json!({"contains": one, "minContains": n})),
            (one.clone(), 0..3_u8).prop_map(|(one, n)| json!({"contains": one, "maxContains": n})),
            one.clone()
                .prop_map(|one| json!({"unevaluatedProperties": one})),
            list.clone().prop_map(|list| json!({"allOf": list})),
            list.clone().prop_map(|list| json!({"anyOf": list})),
            list.prop_map(|list| json!({"oneOf": list})),
            one.clone().prop_map(|one| json!({"not": one})),
            (one.clone(), one.clone(), one.clone())
                .prop_map(|(one, two, three)| json!({"if": one, "then": two, "else": three})),
            (one.clone(), one).prop_map(|(one, two)| json!({"if": one, "else": two})),
            name_list().prop_map(|list| json!({"required": list})),
        ];
        prop::collection::vec(keyword, 1..4).prop_map(merged)
    })
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn random_values_violate_the_same_keywords_at_the_same_places(
        root in schemas(), a in schemas(), b in schemas(),
        values in prop::collection::vec(values(), 8),
    ) {
        let mut root = merged(vec![root, json!({})]);
        root["$defs"] = json!({"A": a, "B": b});
        for value in values {
            // What an invalid branch evaluates shows only beside its own violation.
            let is_shown = !root.to_string().contains("unevaluated");
            match both(&root, &value) {
                Ok([own, other]) if is_shown => prop_assert_eq!(own, other, "{} {}", root, value),
                Ok([own, other]) => {
                    prop_assert_eq!(own.is_empty(), other.is_empty(), "{} {}", root, value);
                }
                // A reference to itself.
                Err(fault) => prop_assert_eq!(
                    fault,
                    super::RuleFault::Unsupported("$ref".to_owned()),
                    "{}",
                    root
                ),
            }
        }
    }
}
