//! Tests of filters on made-up tools.

use super::*;
use crate::{
    schema::fixture::{action, flat},
    spec::ActionSpec,
};

fn files() -> ToolDef {
    let tagged = |key, tags: &'static [&'static str]| {
        let mut action = action(ActionSpec::new(key, ""), vec![]);
        action.tags = tags.to_vec();
        action
    };
    flat(
        "files",
        "",
        vec![
            tagged("read", &["public", "io"]),
            tagged("write", &["io"]),
            tagged("stat", &[]),
        ],
    )
}

#[test]
fn every_condition_shows_less_and_an_empty_list_opens_nothing() {
    let none: [&str; 0] = [];
    let tool = files();
    for (filter, shown) in [
        (Filter::all(), "read write stat"),
        (Filter::nothing(), ""),
        (Filter::any_tags(["io", "public"]), "read write"),
        (Filter::any_tags(["unheard-of"]), ""),
        (Filter::any_tags(none), ""),
        (Filter::all_tags(["io", "public"]), "read"),
        (Filter::all_tags(none), ""),
        (Filter::without_tags(["public"]), "write stat"),
        (Filter::without_tags(none), "read write stat"),
        (Filter::only(["files/stat", "files/read"]), "read stat"),
        (Filter::only(["stat", "other/stat", "files/Stat"]), ""),
        (Filter::only(["files:stat", "files.stat"]), ""),
        (Filter::only(none), ""),
        (Filter::except(["files/stat", "other/read"]), "read write"),
        // Older notations are refused at build time, and still hide the item.
        (Filter::except(["files:stat", "files.read"]), "write"),
        (Filter::except(none), "read write stat"),
        (
            Filter::any_tags(["io"]).and(Filter::except(["files/read"])),
            "write",
        ),
        (Filter::any_tags(["io"]).and(Filter::all()), "read write"),
        (
            Filter::any_tags(["io"]).and(Filter::any_tags(["public"])),
            "read",
        ),
    ] {
        let keys: Vec<_> = tool
            .actions
            .iter()
            .filter(|action| filter.shows(&tool, action))
            .map(|action| &*action.key)
            .collect();
        assert_eq!(keys.join(" "), shown, "{filter:?}");
    }
}

#[test]
fn filters_that_say_the_same_are_equal() {
    let one = Filter::any_tags(["a", "b"]).and(Filter::except(["t/x"]));
    let other = Filter::except(["t/x"]).and(Filter::any_tags(["b", "a", "b"]));
    assert_eq!(one, other);
    assert_eq!(one.clone().and(other), one);
}

#[test]
fn a_key_of_nothing_is_a_mistake_and_the_way_out_is_named() {
    let tool = files();
    let filter = Filter::only(["files/read", "files.read", "files:write"])
        .and(Filter::except(["files/stats", "stat", "files/*"]))
        .and(Filter::any_tags(["files/none"]));
    let told = |tools: &[&ToolDef]| -> Vec<String> {
        let mistakes = filter.mistakes(tools);
        mistakes.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        told(&[&tool]),
        [
            "a filter names `files.read`: write `files/read`",
            "a filter names `files:write`: write `files/write`",
            "a filter names `files/*`, and a filter takes no patterns: name each action, or filter by tags",
            "a filter names `files/stats`, which is no action, prompt or resource of the registry; did you mean `files/stat`?",
            "a filter names `stat`, which is no action, prompt or resource of the registry; did you mean `files/stat`?",
        ]
    );
    assert_eq!(
        told(&[])[0],
        "a filter names `files.read`, which is no action, prompt or resource of the registry"
    );
    assert_eq!(Filter::any_tags(["nobody's"]).mistakes(&[&tool]), []);
    assert_eq!(Filter::except(["files/read"]).mistakes(&[&tool]), []);
}
