//! Tests that the merged schema accepts every value that one of its actions accepts.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::random::{
    accepts, cases,
    types::{Side, Type, emit, sample, types},
};
use crate::schema::{merge::unite, portable};

/// Returns a type that may unite with `one`: of the same structure, with different leaves.
fn variant(one: &Type) -> BoxedStrategy<Type> {
    let all = |types: &[Type]| types.iter().map(variant).collect::<Vec<_>>();
    match one {
        Type::Byte | Type::Signed | Type::Float => {
            prop_oneof![Just(Type::Byte), Just(Type::Signed), Just(Type::Float)].boxed()
        }
        Type::Text | Type::Date | Type::Values(_) => prop_oneof![
            Just(Type::Text),
            proptest::collection::vec(any::<bool>(), 1..4).prop_map(Type::Values)
        ]
        .boxed(),
        Type::Optional(inner) => {
            let inner = variant(inner).prop_map(Box::new);
            prop_oneof![
                inner.clone().prop_map(Type::Optional),
                inner.prop_map(|one| *one)
            ]
            .boxed()
        }
        Type::List(inner) | Type::Set(inner) => {
            let inner = variant(inner).prop_map(Box::new);
            prop_oneof![
                inner.clone().prop_map(Type::List),
                inner.prop_map(Type::Set)
            ]
            .boxed()
        }
        Type::Map(inner) | Type::ByNumber(inner) => variant(inner)
            .prop_map(Box::new)
            .prop_map(Type::Map)
            .boxed(),
        Type::Tuple(types) => all(types).prop_map(Type::Tuple).boxed(),
        Type::Untagged(types) => all(types).prop_map(Type::Untagged).boxed(),
        Type::Struct(fields) => {
            let fields = fields.iter().map(|(one, _)| (variant(one), any::<bool>()));
            fields.collect::<Vec<_>>().prop_map(Type::Struct).boxed()
        }
        other => Just(other.clone()).boxed(),
    }
}

/// Adds an author's own rules, if the type supports them.
fn add_rules(mut schema: Map<String, Value>, rules: [Option<u8>; 2]) -> Map<String, Value> {
    let keywords = match schema.get("type").and_then(Value::as_str) {
        Some("integer" | "number") => ["minimum", "maximum"],
        Some("string") => ["minLength", "maxLength"],
        Some("array") => ["minItems", "maxItems"],
        Some("object") => ["minProperties", "maxProperties"],
        _ => return schema,
    };
    for (keyword, end) in keywords.into_iter().zip(rules) {
        if let Some(end) = end {
            schema.insert(keyword.to_owned(), end.into());
        }
    }
    schema
}

fn pairs() -> impl Strategy<Value = (Type, Type)> {
    let near = types().prop_flat_map(|one| {
        let other = variant(&one);
        (Just(one), other)
    });
    prop_oneof![4 => near, 1 => (types(), types())]
}

fn rules() -> impl Strategy<Value = [Option<u8>; 2]> {
    proptest::array::uniform2(proptest::option::weighted(0.3, 0..9_u8))
}

fn publish(one: &Type, rules: [Option<u8>; 2]) -> Map<String, Value> {
    let Value::Object(schema) = emit(one, Side::Input) else {
        return Map::new();
    };
    let leaf = portable::input(schema, &Map::new(), false).unwrap();
    let leaf = if leaf.nullable {
        portable::with_null(&leaf)
    } else {
        leaf
    };
    add_rules(leaf.schema, rules)
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_merged_schema_accepts_whatever_one_of_its_actions_accepts(
        ((a, b), a_rules, b_rules, values) in (pairs(), rules(), rules())
            .prop_flat_map(|((a, b), a_rules, b_rules)| {
                let values = prop_oneof![sample(&a, Side::Input), sample(&b, Side::Input)];
                let values = proptest::collection::vec(values, 4);
                (Just((a, b)), Just(a_rules), Just(b_rules), values)
            })
    ) {
        let (a, b) = (publish(&a, a_rules), publish(&b, b_rules));
        let Some(united) = unite(&a, &b) else { return Ok(()); };
        prop_assert_eq!(unite(&united, &a), Some(united.clone()), "uniting again changes nothing");
        let [a, b, united] = [a, b, united].map(Value::Object);
        for value in values {
            let taken = accepts(&a, &value) || accepts(&b, &value);
            prop_assert!(
                !taken || accepts(&united, &value),
                "{} and {} make {}, which refuses {}", a, b, united, value
            );
        }
    }
}

#[test]
fn most_near_types_unite() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};

    let mut runner = TestRunner::deterministic();
    let none = [None; 2];
    let mut united = 0;
    for _ in 0..200 {
        let (a, b) = pairs().new_tree(&mut runner).unwrap().current();
        united += u32::from(unite(&publish(&a, none), &publish(&b, none)).is_some());
    }
    assert!(united > 100, "{united} of 200");
}

#[test]
fn null_and_rules_of_one_alone_are_no_shape() {
    let unite = |a: Value, b: Value| {
        let (Value::Object(a), Value::Object(b)) = (a, b) else {
            return None;
        };
        unite(&a, &b).map(Value::Object)
    };
    let maybe = |schema: Value| json!({"anyOf": [schema, {"type": "null"}]});
    let pair = |first: Value, second: Value, items: Value| {
        json!({
            "type": "array",
            "prefixItems": [first, second],
            "items": {"anyOf": items},
            "minItems": 2,
            "maxItems": 2
        })
    };
    let (integer, number) = (json!({"type": "integer"}), json!({"type": "number"}));
    let (string, boolean) = (json!({"type": "string"}), json!({"type": "boolean"}));
    for (a, b, united) in [
        (
            integer.clone(),
            maybe(number.clone()),
            Some(maybe(number.clone())),
        ),
        (
            json!({"type": "integer", "not": {"type": "integer", "enum": [0]}}),
            integer.clone(),
            Some(integer.clone()),
        ),
        (
            json!({"type": "array", "items": {}, "contains": {"type": "string"}, "minContains": 0}),
            json!({"type": "array", "items": {}, "contains": {"type": "string"}}),
            Some(json!({"type": "array", "items": {}})),
        ),
        (
            pair(integer.clone(), string.clone(), json!([integer, string])),
            pair(number.clone(), string.clone(), json!([number, string])),
            Some(pair(
                number.clone(),
                string.clone(),
                json!([number, string]),
            )),
        ),
        (
            json!({"anyOf": [integer, string]}),
            json!({"anyOf": [number, string]}),
            Some(json!({"anyOf": [number, string]})),
        ),
        (
            json!({"anyOf": [integer, string]}),
            json!({"anyOf": [boolean, string]}),
            None,
        ),
        (
            json!({"oneOf": [integer, string]}),
            json!({"oneOf": [number, string]}),
            None,
        ),
        (
            pair(integer.clone(), string.clone(), json!([])),
            integer.clone(),
            None,
        ),
    ] {
        assert_eq!(unite(a, b), united);
    }
}
