//! Patterns that some value makes slow.

use std::collections::BTreeMap;

use fusion_core::{Registry, tool_group};
use serde_json::{Value, json};

use super::{call, problems};

macro_rules! desk {
    ($name:ident, $type:ty, $($arg:tt)*) => {
        struct $name;

        #[tool_group(name = "desk")]
        impl $name {
            /// Takes a value.
            #[action]
            fn take(
                &self,
                /// The value.
                #[arg($($arg)*)]
                value: $type,
            ) -> String {
                drop(value);
                "taken".to_owned()
            }
        }

        impl $name {
            fn registry() -> Registry {
                Registry::builder().tool(Self).build().unwrap()
            }
        }
    };
}

desk!(
    Anchored,
    String,
    pattern = r"^(?=.*[A-Z])(?=.*\d)(?!.*\s).{8,}$"
);
desk!(Unanchored, String, pattern = r"(?=.*[A-Z])(?=.*\d).{8,}");
desk!(Exponential, String, pattern = r"^(a|a)*\1b");
desk!(
    List,
    Vec<String>,
    schema = json!({"type": "array", "items": {"type": "string", "pattern": r"(?=.*[A-Z])(?=.*\d).{8,}"}})
);
desk!(
    Not,
    String,
    schema = json!({"type": "string", "not": {"pattern": r"(?=.*[A-Z])(?=.*\d).{8,}"}})
);
desk!(
    Names,
    BTreeMap<String, u8>,
    schema = json!({"type": "object", "propertyNames": {"pattern": r"a(?!b)"}})
);
desk!(
    Branches,
    String,
    schema = json!({"anyOf": [
        {"type": "string", "pattern": r"^(a|a)*\1b"},
        {"type": "string", "pattern": r"^(a|a)*\1c"}
    ]})
);

const TOO_LONG: &str =
    "value: too long to be checked against its pattern, which allows 1024 characters";
const TOO_SLOW: &str = "value: takes too many steps to be checked against its pattern: simplify it";

#[test]
fn look_aheads_at_an_anchored_start_are_matched_whatever_the_length() {
    let registry = Anchored::registry();
    for length in [8, 1_000, 100_000, 1_000_000] {
        let letters = "a".repeat(length - 2);
        for (value, fits) in [
            (format!("{letters}A1"), true),
            (format!("{letters}aa"), false),
            (format!("{letters}A "), false),
        ] {
            assert_eq!(
                call(&registry, "value", value.into()).is_ok(),
                fits,
                "{length}"
            );
        }
    }
    assert_eq!(
        problems(&registry, "value", json!("secret")),
        [r#"value: expected string matching ^(?=.*[A-Z])(?=.*\d)(?!.*\s).{8,}$, got "secret""#]
    );
}

#[test]
fn a_pattern_that_only_backtracking_matches_is_checked_up_to_a_length() {
    let registry = Unanchored::registry();
    for (value, refused) in [
        ("a".repeat(1_022) + "A1", None),
        ("é".repeat(1_022) + "A1", None),
        (
            "a".repeat(1_024),
            Some(format!(
                r#"value: expected string matching (?=.*[A-Z])(?=.*\d).{{8,}}, got "{}…""#,
                "a".repeat(50)
            )),
        ),
        ("a".repeat(1_023) + "A1", Some(TOO_LONG.to_owned())),
        ("a".repeat(100_000), Some(TOO_LONG.to_owned())),
        ("a".repeat(4_000_000), Some(TOO_LONG.to_owned())),
    ] {
        let length = value.len();
        match refused {
            None => drop(call(&registry, "value", value.into()).unwrap()),
            Some(text) => assert_eq!(
                problems(&registry, "value", value.into()),
                [text],
                "{length}"
            ),
        }
    }
}

#[test]
fn a_pattern_with_exponential_cost_takes_a_fixed_number_of_steps() {
    let registry = Exponential::registry();
    drop(call(&registry, "value", json!("aab")).unwrap());
    let slow = format!("{}!", "a".repeat(40));
    assert_eq!(
        problems(&registry, "value", slow.clone().into()),
        [TOO_SLOW]
    );
    // Each branch is tried, and each is refused with its limit.
    let both = problems(&Branches::registry(), "value", slow.into());
    assert_eq!(both.len(), 1, "{both:?}");
}

#[test]
fn the_values_of_one_call_share_a_budget_and_the_next_call_has_its_own() {
    let registry = List::registry();
    let value = |at: usize| format!("{at:05}{}A1", "a".repeat(993));
    let values = |count: usize| (0..count).map(value).collect::<Value>();
    for _ in 0..3 {
        drop(call(&registry, "value", values(30)).unwrap());
        let refused = problems(&registry, "value", values(10_000));
        assert_eq!(refused.len(), 9);
        assert!(
            refused[0].contains("a call may hold 256 such values, or 65536 bytes of them"),
            "{refused:?}"
        );
    }
}

/// A short value may take as many steps as a long one.
#[test]
fn a_short_value_is_charged_like_one_of_256_bytes() {
    let registry = List::registry();
    let values = |count: usize| (0..count).map(|at| format!("A{at:07}")).collect::<Value>();
    drop(call(&registry, "value", values(256)).unwrap());
    for count in [257, 100_000] {
        let refused = problems(&registry, "value", values(count));
        assert_eq!(refused.len(), if count == 257 { 1 } else { 9 });
        assert_eq!(
            refused[0],
            "value[256]: not checked against its pattern, because a call may hold 256 such values, or 65536 bytes of them"
        );
    }
}

/// An invalid call is read again for its problems.
#[test]
fn the_problems_of_a_call_cost_no_second_budget() {
    let registry = List::registry();
    let long = |at: usize| format!("{at:03}{}A1", "a".repeat(995));
    for values in [
        (0..60).map(long).collect::<Vec<_>>(),
        (0..250).map(|at| format!("A{at:07}")).collect(),
    ] {
        let mut sent: Vec<_> = values.into_iter().map(Value::from).collect();
        sent.insert(0, json!("short"));
        sent.push(json!(5));
        assert_eq!(problems(&registry, "value", sent.into()).len(), 2);
    }
}

#[test]
fn a_value_that_was_not_matched_passes_nowhere() {
    let not = Not::registry();
    drop(call(&not, "value", json!("short")).unwrap());
    assert_eq!(
        problems(&not, "value", "a".repeat(2_000).into()),
        [TOO_LONG]
    );
    let names = Names::registry();
    drop(call(&names, "value", json!({"a": 1, "ac": 2})).unwrap());
    assert_eq!(
        problems(&names, "value", json!({"ab": 1})),
        ["value: breaks the schema's rule `propertyNames`"]
    );
    let long = json!({"a".repeat(2_000): 1});
    assert_eq!(problems(&names, "value", long), [TOO_LONG]);
}

#[test]
fn names_of_properties_that_only_backtracking_matches_are_refused_by_build() {
    struct Desk;

    #[tool_group(name = "desk")]
    impl Desk {
        /// Takes a value.
        #[action]
        fn take(
            &self,
            /// The value.
            #[arg(schema = json!({"type": "object", "patternProperties": {"a(?!b)": {}}}))]
            value: BTreeMap<String, u8>,
        ) -> String {
            drop(value);
            String::new()
        }
    }

    let Err(errors) = Registry::builder().tool(Desk).build() else {
        panic!("the pattern has no bounded cost");
    };
    assert!(
        errors.to_string().contains(
            "the pattern `a(?!b)` of `patternProperties` takes more than linear time: write it without look-around and back-references"
        ),
        "{errors}"
    );
}

desk!(
    Tree,
    Value,
    schema = json!({
        "$ref": "#/$defs/Node",
        "$defs": {"Node": {
            "type": "object",
            "properties": {
                "name": {"type": "string", "pattern": r"a(?!b)"},
                "text": {"type": "string"},
                "kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}
            }
        }}
    })
);

/// The limit concerns the value that has the pattern, and no other text beside it.
#[test]
fn a_long_text_beside_a_pattern_is_accepted() {
    let registry = Tree::registry();
    let tree = |name: &str| json!({"kids": [{"name": name, "text": "x".repeat(100_000)}]});
    drop(call(&registry, "value", tree("a")).unwrap());
    assert_eq!(
        problems(&registry, "value", tree("b")),
        ["value.kids[0].name: expected string matching a(?!b), got \"b\""]
    );
    assert_eq!(
        problems(&registry, "value", tree(&"b".repeat(2_000))),
        [TOO_LONG.replace("value:", "value.kids[0].name:")]
    );
}
