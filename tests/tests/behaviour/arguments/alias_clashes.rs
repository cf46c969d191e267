//! Aliases of fields that are names of other fields.

use fusion_core::{Registry, tool_group};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Twice {
    a: u8,
    #[schemars(extend("x-fusion-alias" = ["a"]))]
    b: u8,
}

struct NestedClash;

#[tool_group(name = "nested")]
impl NestedClash {
    #[action]
    fn take(twice: Twice) {
        let _ = twice;
    }
}

#[test]
fn an_alias_of_a_field_that_is_another_field_is_an_error_of_build() {
    let errors = Registry::builder().tool(NestedClash).build().unwrap_err();
    assert_eq!(
        errors.to_string(),
        "argument `twice` of `nested/take` cannot be published: the alias `a` of `b` is a name of another field: leave it out"
    );
}
