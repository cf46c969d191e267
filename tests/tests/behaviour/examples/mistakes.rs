//! Examples that are no valid call are errors of `build()`.

use std::collections::HashMap;

use fusion_core::{Registry, tool_group};
use serde::Serialize;
use serde_json::{Value, json};

struct Wrong;

/// A value that is no JSON: its keys are lists.
fn listed_keys() -> HashMap<Vec<u8>, u8> {
    HashMap::from([(vec![1], 1)])
}

/// A value that panics.
struct Bomb;

impl Serialize for Bomb {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("no value")
    }
}

fn both() -> Value {
    json!({
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "additionalProperties": false,
        "dependentRequired": {"a": ["b"]},
    })
}

#[tool_group(name = "wrong")]
impl Wrong {
    #[action(
        example("nothing is given"),
        example("a text", issue = "7"),
        example("too much", issue = 7, percent = 101),
        example("another word", issue = 7, state = "opne"),
        example("two at once", issue = "x", percent = 0)
    )]
    fn set(
        issue: u64,
        #[arg(range(min = 1, max = 100))] percent: Option<u8>,
        #[arg(schema = json!({"type": "string", "enum": ["open", "closed"]}))] state: Option<
            String,
        >,
    ) -> String {
        format!("{issue} {percent:?} {state:?}")
    }

    #[action(
        one_of("id", "name"),
        example("both", id = 1, name = "a"),
        example("none"),
        example("fine", id = 1)
    )]
    fn get(id: Option<u64>, name: Option<String>) -> String {
        format!("{id:?} {name:?}")
    }

    #[action(example("a map", issue = listed_keys()), example("a panic", issue = Bomb))]
    fn close(issue: u64) -> String {
        issue.to_string()
    }

    #[action(schema = both(), example("one of two", a = 1), example("fine", a = 1, b = 2))]
    fn pair(a: Option<u64>, b: Option<u64>) -> String {
        format!("{a:?} {b:?}")
    }
}

#[test]
fn an_error_names_the_action_and_the_example_and_what_is_wrong() {
    let errors = Registry::builder().tool(Wrong).build().map(drop);
    let wrong = |action: &str, example: &str, reason: &str| {
        format!("example \"{example}\" of `wrong/{action}` is no valid call: {reason}")
    };
    let no_json = |example: &str| {
        format!(
            "the value of `issue` in example \"{example}\" of `wrong/close` panicked or is no JSON: fix its expression"
        )
    };
    let one_of =
        |given: usize| format!("exactly one of `id`, `name` is required, and {given} are given");
    assert_eq!(
        errors.unwrap_err().to_string().lines().collect::<Vec<_>>(),
        [
            wrong(
                "set",
                "nothing is given",
                "argument `issue`: required, but missing"
            ),
            wrong(
                "set",
                "a text",
                "argument `issue`: expected integer 0.., found \"7\""
            ),
            wrong(
                "set",
                "too much",
                "argument `percent`: expected integer 1..100, found 101"
            ),
            wrong(
                "set",
                "another word",
                "argument `state`: expected open|closed, found \"opne\""
            ),
            wrong(
                "set",
                "two at once",
                "argument `issue`: expected integer 0.., found \"x\"; argument `percent`: expected integer 1..100, \
                 found 0"
            ),
            wrong("get", "both", &one_of(2)),
            wrong("get", "none", &one_of(0)),
            no_json("a map"),
            no_json("a panic"),
            wrong("pair", "one of two", "argument `b`: required, but missing"),
        ]
    );
}
