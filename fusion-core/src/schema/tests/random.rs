//! Tests of random types: their published schemas follow the rules, and accept the values that
//! serde writes.

pub(super) mod types;

use proptest::prelude::*;
use serde_json::{Map, Value};

use self::types::{Side, Type, sample, types};
use super::{
    rules::{broken_rules, broken_rules_of_results, validates},
    tool_schema_with,
};
use crate::schema::portable;

pub(super) fn cases() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig::with_cases(cases.and_then(|n| n.parse().ok()).unwrap_or(300))
}

fn typed_values() -> impl Strategy<Value = (Type, Value, Value)> {
    types().prop_flat_map(|one| {
        let (sent, answered) = (sample(&one, Side::Input), sample(&one, Side::Output));
        (Just(one), sent, answered)
    })
}

fn emit_schema(one: &Type, side: Side) -> Map<String, Value> {
    match types::emit(one, side) {
        Value::Object(schema) => schema,
        other => panic!("{other}"),
    }
}

pub(super) fn accepts(schema: &Value, value: &Value) -> bool {
    jsonschema::draft202012::new(schema)
        .unwrap()
        .is_valid(value)
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn every_type_is_published_by_the_rules_of_every_client((one, sent, answered) in typed_values()) {
        let none = Map::new();
        let raw = emit_schema(&one, Side::Input);
        let leaf = portable::input(raw.clone(), &none, false).unwrap();
        let leaf = if leaf.nullable { portable::with_null(&leaf) } else { leaf };
        let whole = tool_schema_with(&Value::Object(leaf.schema.clone()));
        prop_assert_eq!(broken_rules(&whole), Vec::<String>::new(), "{}", whole);
        prop_assert_eq!(validates(&whole), Ok(()));

        // The published schema accepts every value of this type that the emitted one accepts.
        let published = Value::Object(leaf.schema);
        prop_assert!(accepts(&Value::Object(raw), &sent), "emitted refuses {}", sent);
        prop_assert!(accepts(&published, &sent), "{} refuses {}", published, sent);

        let raw = emit_schema(&one, Side::Output);
        if let Some(schema) = portable::output(raw, &none).unwrap() {
            let schema = Value::Object(schema);
            prop_assert_eq!(broken_rules_of_results(&schema), Vec::<String>::new());
            prop_assert!(accepts(&schema, &answered), "{} refuses {}", schema, answered);
        }
    }
}
