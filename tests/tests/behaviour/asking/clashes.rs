//! Names that clash with those that questions add: the argument `confirmation`, and the placeholder `{action}`.

use fusion_core::{BuildErrors, Fields, ask::Unasked, build::Tool};

use super::*;

/// A field with the name of the token's argument.
#[derive(Fields)]
struct Proof {
    confirmation: String,
}

/// Asks, and takes the token.
struct Wipe;

#[tool_group(name = "wipe")]
impl Wipe {
    #[action(destructive, confirm("Wipe?"), unasked = "token")]
    fn run(&self) {}
}

/// Has the name in an argument.
struct Orders;

#[tool_group(name = "orders")]
impl Orders {
    #[action]
    fn pay(&self, confirmation: String) {
        drop(confirmation);
    }
}

/// Has the name in a field of a struct.
struct Trips;

#[tool_group(name = "trips")]
impl Trips {
    #[action]
    fn book(&self, #[arg(flatten)] proof: Proof) {
        drop(proof.confirmation);
    }
}

fn errors<M: fusion_core::middleware::Middleware>(builder: RegistryBuilder<M>) -> Vec<String> {
    let errors: Result<_, BuildErrors> = builder.build();
    let errors = errors.unwrap_err();
    errors.iter().map(ToString::to_string).collect()
}

fn errors_of(tool: impl Tool) -> Vec<String> {
    errors(Registry::builder().tool(tool))
}

fn taken(tool: &str, key: &str, rest: &str) -> [String; 1] {
    [format!(
        "`unasked = \"token\"` of `{tool}/{key}` adds the argument `confirmation` to tool `{tool}`, and {rest}, or choose another `unasked`"
    )]
}

#[test]
fn the_discriminator_is_not_called_as_the_argument_of_tokens() {
    struct Named;

    #[tool_group(name = "named", discriminator = "confirmation")]
    impl Named {
        #[action(destructive, confirm("Wipe?"), unasked = "token")]
        fn run(&self) {}
    }

    assert_eq!(
        errors_of(Named),
        taken(
            "named",
            "run",
            "the discriminator has that name: choose another one, with `#[tool_group(discriminator = \"…\")]`"
        )
    );
}

const OF_PAY: &str = "an argument of `pay` has that name: rename it, with `#[arg(name = \"…\")]`";

#[test]
fn no_argument_beside_an_action_that_takes_tokens_is_called_as_theirs() {
    struct Beside;

    #[tool_group(name = "beside")]
    impl Beside {
        #[action(destructive, confirm("Wipe?"), unasked = "token")]
        fn run(&self) {}

        #[action]
        fn pay(&self, #[arg(alias("confirmation"))] proof: String) {
            drop(proof);
        }
    }

    assert_eq!(errors_of(Beside), taken("beside", "run", OF_PAY));
}

/// The registry's own default adds the argument as well.
#[test]
fn the_default_of_a_registry_adds_the_argument_of_tokens() {
    struct Asks;

    #[tool_group(name = "asks")]
    impl Asks {
        #[action(destructive, confirm("Pay with {confirmation}?"))]
        fn pay(&self, confirmation: String) {
            drop(confirmation);
        }
    }

    assert!(Registry::builder().tool(Asks).build().is_ok());
    let builder = Registry::builder().unasked(Unasked::Token).tool(Asks);
    assert_eq!(errors(builder), taken("asks", "pay", OF_PAY));
}

#[test]
fn an_argument_of_a_group_is_named_with_the_field_that_renames_it() {
    #[tool_group(name = "all")]
    struct Clashing {
        #[group]
        wipe: Wipe,
        #[group]
        orders: Orders,
        #[group]
        trips: Trips,
    }

    let clashing = Clashing {
        wipe: Wipe,
        orders: Orders,
        trips: Trips,
    };
    assert_eq!(
        errors_of(clashing),
        taken(
            "all",
            "wipe.run",
            "an argument of `orders.pay` has that name: rename it, on the field of `orders`, with \
             `#[group(rename(confirmation = \"…\"))]` (if the field renames an argument to `confirmation`, \
             give it another name there)"
        )
    );
}

#[test]
fn a_group_beside_one_that_takes_tokens_is_renamed_where_it_is_mounted() {
    #[tool_group(name = "all")]
    struct Renamed {
        #[group]
        wipe: Wipe,
        #[group(rename(confirmation = "receipt"))]
        orders: Orders,
        #[group(rename(confirmation = "ticket"))]
        trips: Trips,
    }

    let renamed = Renamed {
        wipe: Wipe,
        orders: Orders,
        trips: Trips,
    };
    assert!(Registry::builder().tool(renamed).build().is_ok());
}

/// `{action}` is the key where no argument of the group has that name, whatever the discriminator's is.
#[tokio::test]
async fn the_placeholder_of_the_key_does_not_depend_on_the_discriminator() {
    struct Rules;

    /// Run rules.
    #[tool_group(name = "shop", discriminator = "command")]
    impl Rules {
        #[action(destructive, confirm("Really {action} {rule}?"))]
        fn run(&self, rule: u64) {
            let _ = rule;
        }
    }

    let registry = Registry::builder().tool(Rules).build().unwrap();
    let run = json!({"command": "run", "rule": 7});
    let (questions, _) = asked(&registry, run, Ctx::new()).await;
    assert_eq!(questions[0].message, "Really run 7?");
}
