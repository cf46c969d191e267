//! Names that clash inside of a tool: with its discriminator, or with a field of another shape.

use fusion_core::{Fields, Registry, tool_group};
use serde_json::json;

use super::{Teams, call, library};

/// A group whose argument has the name of the usual discriminator.
struct Log;

#[tool_group]
impl Log {
    #[action]
    fn write(action: String) -> String {
        action
    }
}

#[derive(Fields)]
struct Entry {
    action: String,
}

/// A group whose flattened argument has it.
struct Journal;

#[tool_group]
impl Journal {
    #[action]
    fn write(#[arg(flatten)] entry: Entry) -> String {
        entry.action
    }
}

#[test]
fn an_argument_is_compared_with_the_discriminator_of_the_tool_that_lists_it() {
    #[tool_group]
    struct Wrong {
        #[group]
        log: Log,
    }

    let errors = Registry::builder().tool(Log).tool(Journal).build();
    assert_eq!(
        errors.unwrap_err().to_string(),
        "argument `action` of `log/write` has the name of the discriminator: rename it with \
         `#[arg(name = \"…\")]`, or the discriminator with `#[tool_group(discriminator = \"…\")]`\n\
         argument `action` of `journal/write` has the name of the discriminator: rename it with \
         `#[arg(name = \"…\")]`, or the discriminator with `#[tool_group(discriminator = \"…\")]`"
    );

    let errors = Registry::builder().tool(Wrong { log: Log }).build();
    assert_eq!(
        errors.unwrap_err().to_string(),
        "argument `action` of `wrong/log.write` has the name of the discriminator: choose another \
         discriminator on the struct, with `#[tool_group(discriminator = \"…\")]`, or rename the \
         argument on the field of `log`, with `#[group(rename(action = \"…\"))]` (if the field renames \
         an argument to `action`, give it another name there)"
    );
}

#[tokio::test]
async fn a_struct_with_another_discriminator_takes_any_group() {
    /// Takes an argument that it calls like its own discriminator elsewhere.
    struct Own;

    #[tool_group(discriminator = "verb")]
    impl Own {
        #[action]
        fn run(action: String) -> String {
            action
        }
    }

    #[tool_group(name = "organization", discriminator = "op")]
    struct Right {
        #[group]
        log: Log,
        #[group]
        own: Own,
    }

    let right = Right { log: Log, own: Own };
    let registry = Registry::builder().tool(right).build().unwrap();
    for key in ["log.write", "own.run"] {
        let arguments = json!({"op": key, "action": "opened"});
        assert_eq!(call(&registry, arguments).await.unwrap(), "opened");
    }
}

#[test]
fn one_name_with_two_shapes_is_an_error_with_short_shapes_that_offers_a_rename() {
    #[tool_group]
    struct Wrong {
        #[group(rename(action = "change"))]
        users: library::Users,
        #[group]
        teams: Teams,
    }

    let wrong = Wrong {
        users: library::Users,
        teams: Teams,
    };
    let errors = Registry::builder().tool(wrong).build();
    assert_eq!(
        errors.unwrap_err().to_string(),
        "field `id` is integer 0.. in `wrong/users.get` and string in `wrong/teams.get`: give it one \
         type, or rename it in one of the two groups, on the field of `users` or of `teams`, with \
         `#[group(rename(id = \"…\"))]` (if the field renames an argument to `id`, give it another name \
         there)"
    );
}
