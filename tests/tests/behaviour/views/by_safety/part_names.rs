//! The names of parts, with filters and without.

use fusion_core::{Exposition, Filter, Registry, error::BuildError, tool_group};
use serde_json::json;

use super::super::{answer, names};

/// A tool with one action that reads and one that marks as read.
struct Mail;

#[tool_group(name = "mail")]
impl Mail {
    #[action(read_only)]
    fn list(&self) {}

    #[action(read_only)]
    fn get(&self) {}

    #[action]
    fn read(&self) {}

    #[action]
    fn send(&self) {}
}

struct Files;

#[tool_group(name = "files")]
impl Files {
    #[action(read_only)]
    fn read(&self) {}

    #[action(read_only)]
    fn stat(&self) {}

    #[action]
    fn write(&self) {}

    #[action(destructive)]
    fn destructive(&self) {}
}

/// A class of one action, whose name is that of another tool's class.
struct Post;

#[tool_group(name = "mail_read")]
impl Post {
    #[action(read_only, name = "x")]
    fn list(&self) {}
}

struct Drawer;

#[tool_group(name = "mail")]
impl Drawer {
    #[action(read_only, name = "read_x")]
    fn list(&self) {}
}

#[test]
fn names_that_a_view_lists_differ() {
    let registry = Registry::builder().tool(Post).tool(Drawer).build().unwrap();
    let errors = registry.view(Exposition::BySafety).unwrap_err();
    let errors: Vec<&BuildError> = errors.iter().collect();
    assert_eq!(
        errors,
        [&BuildError::NameClash {
            name: "mail_read_x".to_owned(),
            first: "mail_read/x".to_owned(),
            second: "mail/read_x".to_owned(),
        }]
    );
    // Its own part's name is no obstacle: the two are never listed side by side.
    let registry = Registry::builder().tool(Files).build().unwrap();
    let view = registry.view(Exposition::BySafety).unwrap();
    assert_eq!(names(&view), ["files_read", "files_write"]);
}

#[tokio::test]
async fn an_action_that_a_filter_leaves_alone_has_no_name_of_another_part() {
    let registry = Registry::builder().tool(Mail).build().unwrap();
    let view = registry.view(Exposition::BySafety).unwrap();
    assert_eq!(names(&view), ["mail_read", "mail_write"]);
    let filter = Filter::except(["mail/send"]);
    let filtered = view.filtered(&filter).unwrap();
    assert_eq!(names(&filtered), ["mail_read", "mail_write"]);
    let keys = &filtered.tools()[1].input_schema["properties"]["action"]["enum"];
    assert_eq!(*keys, json!(["read"]));
    let answered = answer(&filtered, "mail_write", json!({"action": "read"})).await;
    assert_eq!(answered, Ok("ok".to_owned()));
    // No other part may have this name.
    let filtered = view.filtered(&Filter::except(["mail/read"])).unwrap();
    assert_eq!(names(&filtered), ["mail_read", "mail_send"]);
}

/// A name that leaves 24 characters for what follows.
struct Long;

#[tool_group(name = "an_integration_that_is_named_in_full_abc")]
impl Long {
    #[action(read_only)]
    fn list_everything_that_there_is(&self) {}

    #[action(read_only)]
    fn get(&self) {}

    #[action(alias("open_everything_that_there_is"))]
    fn open(&self) {}

    #[action(destructive)]
    fn purge(&self) {}

    #[action(destructive)]
    fn drop(&self) {}
}

#[test]
fn a_name_that_no_view_lists_may_be_too_long() {
    let registry = Registry::builder().tool(Long).build().unwrap();
    assert!(registry.view(Exposition::Flat).is_err());
    let view = registry.view(Exposition::BySafety).unwrap();
    let part = |suffix: &str| format!("an_integration_that_is_named_in_full_abc_{suffix}");
    let shown = |keys: &[&str]| {
        let key = |key: &&str| format!("an_integration_that_is_named_in_full_abc/{key}");
        let filter = Filter::only(keys.iter().map(key));
        names(&view.filtered(&filter).unwrap())
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&view), [part("read"), part("write")]);
    let long = "list_everything_that_there_is";
    assert_eq!(shown(&[long]), [part("read")], "it is too long");
    assert_eq!(shown(&["get"]), [part("get")]);
    assert_eq!(shown(&["open"]), [part("write")], "its alias is too long");
    assert_eq!(shown(&["purge", "drop"]), [part("destructive")]);
}

/// A tool whose destructive actions cannot have a part of their own.
struct Longest;

#[tool_group(name = "an_integration_that_is_named_in_full_and_then_some_abcdef")]
impl Longest {
    #[action]
    fn open(&self) {}

    #[action(destructive)]
    fn purge(&self) {}

    #[action(destructive)]
    fn drop(&self) {}
}

/// A tool whose only destructive action can neither be listed by itself nor under its class.
struct Pair;

#[tool_group(name = "an_integration_that_is_named_in_full_and_then_some_abcdef")]
impl Pair {
    #[action]
    fn open(&self) {}

    #[action(destructive)]
    fn purge_all(&self) {}
}

#[test]
fn destructive_actions_whose_class_has_no_name_are_writes() {
    const NAME: &str = "an_integration_that_is_named_in_full_and_then_some_abcdef";

    for builder in [
        Registry::builder().tool(Longest),
        Registry::builder().tool(Pair),
    ] {
        let registry = builder.build().unwrap();
        let view = registry.view(Exposition::BySafety).unwrap();
        let write = [format!("{NAME}_write")];
        assert_eq!(names(&view), write);
        let filter = Filter::except([format!("{NAME}/open")]);
        let filtered = view.filtered(&filter).unwrap();
        assert_eq!(names(&filtered), write);
        assert!(filtered.tools()[0].hints.destructive);
    }
}

struct Destroyer;

#[tool_group(name = "a_tool_whose_name_has_53_characters_as_somebody_liked")]
impl Destroyer {
    #[action(destructive)]
    fn purge() {}

    #[action(destructive)]
    fn delete() {}
}

struct LongModule;

#[tool_group]
impl LongModule {
    #[action]
    fn an_action_with_a_long_key() {}
}

#[test]
fn a_name_that_is_too_long_is_an_error_with_its_length_the_limit_and_the_way_out() {
    let registry = Registry::builder().tool(Destroyer).build().unwrap();
    let error = |exposition| registry.view(exposition).unwrap_err().to_string();
    assert_eq!(
        error(Exposition::BySafety),
        "`a_tool_whose_name_has_53_characters_as_somebody_liked (destructive)` would be listed as \
         `a_tool_whose_name_has_53_characters_as_somebody_liked_destructive`, which has 65 characters, \
         and clients accept 64: shorten the name of the tool by 1 character, or use \
         `Exposition::Grouped`"
    );
}

struct Wide;

#[tool_group(name = "a_tool_whose_name_has_56_characters_which_is_rather_much")]
impl Wide {
    #[action]
    fn an_action() {}
}

#[tool_group(name = "a_tool_whose_name_has_44_characters_and_more")]
struct WideOuter {
    #[group]
    module: LongModule,
}

#[test]
fn the_parts_of_a_flat_name_that_is_too_long_are_named() {
    let registry = Registry::builder()
        .tool(Wide)
        .tool(WideOuter { module: LongModule });
    let errors = registry
        .build()
        .unwrap()
        .view(Exposition::Flat)
        .unwrap_err();
    assert_eq!(
        errors.to_string(),
        "`a_tool_whose_name_has_56_characters_which_is_rather_much/an_action` would be listed as \
         `a_tool_whose_name_has_56_characters_which_is_rather_much_an_action`, which has 66 characters, \
         and clients accept 64: shorten the name of the tool or of the action by 2 characters, or use \
         `Exposition::Grouped`\n\
         `a_tool_whose_name_has_44_characters_and_more/module.an_action_with_a_long_key` would be \
         listed as `a_tool_whose_name_has_44_characters_and_more_module_an_action_with_a_long_key`, \
         which has 77 characters, and clients accept 64: shorten the name of the tool, of the module \
         or of the action by 13 characters, or use `Exposition::Grouped`"
    );
}
