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
fn an_action_and_an_argument_that_help_would_need_are_mistakes_with_the_way_out() {
    let errors = builder()
        .tool(taken::Manuals)
        .build()
        .map(drop)
        .unwrap_err();
    assert_eq!(
        errors.to_string(),
        "`manuals/help` takes the name of `help`, which `Describe::Brief` adds to the tool: name \
         that one otherwise, as in `#[tool_group(help = \"manual\")]`\n\
         argument `topic` of `manuals/find` takes the name of the argument of `manuals/help`, which \
         `Describe::Brief` adds to the tool, and is not a plain string: name that one otherwise, as \
         in `#[tool_group(help = \"help(subject)\")]`"
    );
    let expected = [
        BuildError::HelpTaken {
            tool: "manuals".to_owned(),
            key: "help".to_owned(),
        },
        BuildError::HelpArgumentTaken {
            tool: "manuals".to_owned(),
            help: "help".to_owned(),
            name: "topic".to_owned(),
            key: Some("find".to_owned()),
        },
    ];
    assert_eq!(
        errors.iter().collect::<Vec<_>>(),
        expected.iter().collect::<Vec<_>>()
    );
    // Only in the brief form: no other one has `help`.
    let other = fusion_core::Registry::builder()
        .tool(taken::Manuals)
        .build();
    assert!(other.is_ok());
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
    let taken = |tool: &str, key: Option<&str>| BuildError::HelpArgumentTaken {
        tool: tool.to_owned(),
        help: "help".to_owned(),
        name: "topic".to_owned(),
        key: key.map(str::to_owned),
    };
    assert_eq!(
        mistake(builder().tool(Papers)),
        taken("papers", Some("find"))
    );
    let error = mistake(builder().tool(Topics));
    assert_eq!(error, taken("topics", None));
    assert_eq!(
        error.to_string(),
        "the discriminator `topic` of `topics` takes the name of the argument of `topics/help`, \
         which `Describe::Brief` adds to the tool, and is not a plain string: name that one \
         otherwise, as in `#[tool_group(help = \"help(subject)\")]`"
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
