//! Mistakes that only `build()` can find.

use fusion_core::{Ext, error::BuildError};

use super::*;

struct A;

#[tool_group(name = "a")]
impl A {
    #[prompt]
    fn b_c(&self) -> String {
        String::new()
    }
}

struct B;

#[tool_group(name = "a_b")]
impl B {
    #[prompt(alias("c"))]
    fn d(&self) -> String {
        String::new()
    }
}

#[test]
fn two_prompts_of_one_name_are_a_mistake_also_by_an_alias() {
    let errors = Registry::builder().tool(A).tool(B).build().unwrap_err();
    let errors: Vec<_> = errors.iter().cloned().collect();
    assert_eq!(
        errors,
        [BuildError::NameClash {
            name: "a_b_c".to_owned(),
            first: "a/b_c".to_owned(),
            second: "a_b/d".to_owned(),
        }]
    );
}

#[test]
fn a_name_that_clients_refuse_is_a_mistake() {
    struct Long;

    #[tool_group(name = "a_tool_with_a_name_that_leaves_little_room_for_more")]
    impl Long {
        #[prompt]
        fn more_than_fits(&self) -> String {
            String::new()
        }
    }

    let errors = Registry::builder().tool(Long).build().unwrap_err();
    assert_eq!(
        errors.to_string(),
        "prompt `a_tool_with_a_name_that_leaves_little_room_for_more_more_than_fits` has 66 \
         characters, and clients accept 64: use fewer, of `a-z`, `A-Z`, `0-9`, `_` and `-`"
    );
}

#[test]
fn what_a_prompt_injects_is_provided() {
    struct Needy;

    #[tool_group]
    impl Needy {
        #[prompt]
        fn ask(&self, secret: &Ext<u128>) -> String {
            secret.to_string()
        }
    }

    let errors = Registry::builder().tool(Needy).build().unwrap_err();
    let errors: Vec<_> = errors.iter().cloned().collect();
    assert_eq!(
        errors,
        [BuildError::NotProvided {
            tool: "needy".to_owned(),
            key: "ask".to_owned(),
            type_name: "u128",
        }]
    );
}

#[test]
fn icons_that_panic_are_a_mistake() {
    struct Broken;

    #[tool_group]
    impl Broken {
        #[prompt(icons = broken())]
        fn ask(&self) -> String {
            String::new()
        }
    }

    fn broken() -> Vec<fusion_core::spec::Icon> {
        panic!("no pictures")
    }

    let errors = Registry::builder().tool(Broken).build().unwrap_err();
    assert_eq!(
        errors.to_string(),
        "the icons of `broken/ask` panicked: fix their expression"
    );
}

#[test]
fn a_default_that_a_caller_could_not_send_is_a_mistake_wherever_it_stands() {
    #[derive(Debug, fusion_core::Fields)]
    struct Paging {
        #[arg(default = 0, range(min = 1))]
        page: u32,
    }

    struct Wide;

    #[tool_group]
    impl Wide {
        #[action]
        fn list(&self, #[arg(flatten)] paging: Paging) -> String {
            paging.page.to_string()
        }

        #[prompt]
        fn ask(&self, #[arg(default = 500, range(max = 100))] limit: u32) -> String {
            limit.to_string()
        }
    }

    let errors = Registry::builder().tool(Wide).build().unwrap_err();
    let refused = |key: &str, argument: &str, reason: &str| BuildError::DefaultRefused {
        tool: "wide".to_owned(),
        key: key.to_owned(),
        argument: argument.to_owned(),
        reason: reason.to_owned(),
    };
    assert_eq!(
        errors.iter().cloned().collect::<Vec<_>>(),
        [
            refused("list", "page", "expected integer 1..4294967295, found 0"),
            refused("ask", "limit", "expected integer 0..100, found 500"),
        ]
    );
}

/// One name may be a text in a prompt and a number in an action: they share no schema.
#[tokio::test]
async fn the_arguments_of_prompts_are_merged_with_nobodys() {
    struct Mixed;

    #[tool_group]
    impl Mixed {
        #[action]
        fn count(&self, of: u32) -> String {
            of.to_string()
        }

        #[prompt]
        fn tell(&self, of: Vec<String>, action: String) -> String {
            format!("{of:?} {action}")
        }

        #[prompt]
        fn ask(&self, of: bool) -> String {
            of.to_string()
        }
    }

    let registry = Registry::builder().tool(Mixed).build().unwrap();
    let schema = &registry.tools()[0].input_schema;
    assert_eq!(
        schema["properties"]["of"],
        json!({"type": "integer", "minimum": 0, "maximum": u32::MAX})
    );
    let sent = arguments(json!({"of": "[\"a\"]", "action": "ask"}));
    let response = registry.prompt("mixed_tell", sent, Ctx::new()).await;
    assert_eq!(
        role_texts(&response.unwrap()),
        [(Role::User, "[\"a\"] ask")]
    );
}
