//! Names of an author that `help` takes, and the way out.

use fusion_core::{Exposition, RegistryBuilder, error::BuildError, tool_group};
use serde_json::json;

use super::{answer, builder};

/// Returns the only mistake of a registry.
fn mistake(builder: RegistryBuilder) -> BuildError {
    let errors = builder.build().map(drop).unwrap_err();
    let mut errors = errors.iter();
    let first = errors.next().unwrap().clone();
    assert_eq!(errors.next(), None);
    first
}

macro_rules! manuals {
    ($module:ident, $($attribute:tt)*) => {
        mod $module {
            use super::*;

            pub(super) struct Manuals;

            #[tool_group(name = "manuals", $($attribute)*)]
            impl Manuals {
                /// Find a manual.
                #[action(read_only)]
                fn find(topic: u32) -> String {
                    format!("{topic}")
                }

                /// Print a manual.
                #[action(name = "help")]
                fn print() -> &'static str {
                    "printed"
                }
            }
        }
    };
}

manuals!(taken,);
manuals!(renamed, help = "guide(subject)");

#[test]
fn an_action_and_an_argument_that_help_would_need_are_one_mistake_with_the_way_out() {
    let error = mistake(builder().tool(taken::Manuals));
    assert_eq!(
        error.to_string(),
        "`Describe::Brief` adds the action `help(topic)` to tool `manuals`, and `help` has the name \
         `help` already, and argument `topic` of `find` is not a plain string: name it otherwise, \
         with `help = \"manual(subject)\"` in `#[tool_group]`"
    );
    let expected = BuildError::HelpTaken {
        tool: "manuals".to_owned(),
        help: "help".to_owned(),
        topic: "topic".to_owned(),
        item: Some("help".to_owned()),
        discriminator: false,
        arguments: vec!["find".to_owned()],
        free: "manual(subject)".to_owned(),
    };
    assert_eq!(error, expected);
    // Only in the brief form: no other one has `help`.
    let other = fusion_core::Registry::builder()
        .tool(taken::Manuals)
        .build();
    assert!(other.is_ok());
}

/// A tool whose names are those that an error offers first.
struct Library;

#[tool_group(name = "library")]
impl Library {
    #[action(read_only, alias("help"))]
    fn manual(subject: String) -> String {
        subject
    }

    #[action(read_only)]
    fn find(topic: u32) -> String {
        topic.to_string()
    }

    #[action(read_only)]
    fn open(topic: u32) -> String {
        topic.to_string()
    }

    #[action(read_only)]
    fn close(topic: u32) -> String {
        topic.to_string()
    }

    #[action]
    fn renew(topic: u32) -> String {
        topic.to_string()
    }

    #[action]
    fn lend(topic: u32, about: String) -> String {
        format!("{topic} {about}")
    }
}

#[test]
fn many_actions_are_one_mistake_whose_way_out_has_free_names() {
    let error = mistake(builder().tool(Library));
    assert_eq!(
        error.to_string(),
        "`Describe::Brief` adds the action `help(topic)` to tool `library`, and `manual` has the name \
         `help` already, and argument `topic` of `find`, `open`, `close`, `renew` and 1 more is not a \
         plain string: name it otherwise, with `help = \"guide(entry)\"` in `#[tool_group]`"
    );
}

#[tokio::test]
async fn help_by_another_name_leaves_the_authors_alone() {
    let registry = builder().tool(renamed::Manuals).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let keys = &view.tools()[0].input_schema["properties"]["action"]["enum"];
    assert_eq!(*keys, json!(["find", "help", "guide"]));
    let printed = answer(&view, "manuals", json!({"action": "help"})).await;
    assert_eq!(printed.as_deref(), Ok("printed"));
    let contract = answer(
        &view,
        "manuals",
        json!({"action": "guide", "subject": "find"}),
    )
    .await;
    assert_eq!(
        contract.as_deref().map(|text| text.lines().next()),
        Ok(Some("find(topic)"))
    );
    let overview = answer(&view, "manuals", json!({"action": "guide"}))
        .await
        .unwrap();
    assert_eq!(
        overview.lines().last(),
        Some(
            "For the contract of an action, call guide with its name as subject, such as \"find\"."
        )
    );
    let wrong = answer(&view, "manuals", json!({"action": "fnid"})).await;
    assert_eq!(
        wrong,
        Err(
            "Error: Unknown action \"fnid\". Did you mean \"find\"? Available: find, help, guide. \
             Call guide for their contracts."
                .to_owned()
        )
    );
}

struct Search;

#[tool_group(name = "search")]
impl Search {
    /// Search a topic.
    #[action(read_only)]
    fn find(#[arg(length(max = 80))] topic: String) -> String {
        topic
    }

    #[action]
    fn forget() {}
}

#[tokio::test]
async fn a_string_of_the_same_name_is_one_field_with_the_argument_of_help() {
    let registry = builder().tool(Search).build().unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    assert_eq!(
        view.tools()[0].input_schema["properties"]["topic"],
        json!({"type": "string"})
    );
    let found = answer(&view, "search", json!({"action": "find", "topic": "find"})).await;
    assert_eq!(found.as_deref(), Ok("find"));
    let contract = super::help(&view, "search", "find").await.unwrap();
    assert!(
        contract.contains("- topic: string, length ..80 (required)\n"),
        "{contract}"
    );
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Topic {
    News,
}

struct Papers;

#[tool_group(name = "papers")]
impl Papers {
    #[action(read_only)]
    fn find(topic: Topic) -> &'static str {
        match topic {
            Topic::News => "news",
        }
    }

    #[action]
    fn forget() {}
}

struct Topics;

#[tool_group(name = "topics", discriminator = "topic")]
impl Topics {
    #[action]
    fn open() {}

    #[action]
    fn close() {}
}

#[test]
fn a_listed_set_of_values_and_the_discriminator_are_other_shapes() {
    let papers = mistake(builder().tool(Papers));
    assert_eq!(
        papers.to_string(),
        "`Describe::Brief` adds the action `help(topic)` to tool `papers`, and argument `topic` of \
         `find` is not a plain string: name it otherwise, with `help = \"help(subject)\"` in \
         `#[tool_group]`"
    );
    let topics = mistake(builder().tool(Topics));
    assert_eq!(
        topics.to_string(),
        "`Describe::Brief` adds the action `help(topic)` to tool `topics`, and `topic` is the \
         discriminator: name it otherwise, with `help = \"help(subject)\"` in `#[tool_group]`"
    );
}

struct Lone;

#[tool_group(name = "lone")]
impl Lone {
    #[action]
    fn help(topic: u32) -> String {
        topic.to_string()
    }
}

#[test]
fn a_tool_of_one_action_may_have_any_names() {
    assert!(builder().tool(Lone).build().is_ok());
}
