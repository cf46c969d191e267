//! Tests of filters on made-up tools.

use super::*;
use crate::{
    schema::fixture::{action, flat},
    spec::{ActionSpec, Hints, Kind},
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
        assert_eq!(shown_keys(&filter, &tool), shown, "{filter:?}");
    }
}

fn shown_keys(filter: &Filter, tool: &ToolDef) -> String {
    let shown = tool.actions.iter();
    let shown = shown.filter(|action| filter.shows(tool, action));
    shown
        .map(|action| &*action.key)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn conditions_are_combined_in_any_depth() {
    let tool = files();
    let one_of = |keys: &str| Filter::only(keys.split(' ').map(|key| format!("files/{key}")));
    for (filter, shown) in [
        (Filter::any_tags(["public"]).or(one_of("stat")), "read stat"),
        (
            one_of("read write").and(one_of("write stat").or(Filter::any_tags(["public"]))),
            "read write",
        ),
        (
            one_of("read")
                .and(Filter::any_tags(["io"]))
                .or(one_of("stat")),
            "read stat",
        ),
        (
            one_of("read")
                .or(one_of("write"))
                .and(Filter::nothing().or(one_of("write"))),
            "write",
        ),
        (Filter::nothing().and(Filter::all()), ""),
        (Filter::nothing().or(Filter::all()), "read write stat"),
    ] {
        assert_eq!(shown_keys(&filter, &tool), shown, "{filter:?}");
    }
}

#[test]
fn hints_select_actions_prompts_and_resources() {
    let hinted = |key, hints: [bool; 3]| {
        let [read_only, destructive, open_world] = hints;
        let spec = ActionSpec::new(key, "");
        action(
            spec.hints(Hints::new(read_only, destructive, read_only, open_world)),
            vec![],
        )
    };
    let tool = flat(
        "files",
        "",
        vec![
            hinted("read", [true, false, false]),
            hinted("fetch", [true, false, true]),
            hinted("write", [false, false, false]),
            hinted("delete", [false, true, true]),
            action(ActionSpec::of_kind(Kind::Prompt, "ask", ""), vec![]),
        ],
    );
    for (filter, shown) in [
        (Filter::read_only(), "read fetch ask"),
        (Filter::without_destructive(), "read fetch write ask"),
        (Filter::closed_world(), "read write ask"),
        (Filter::read_only().and(Filter::closed_world()), "read ask"),
        (
            Filter::closed_world().or(Filter::only(["files/delete"])),
            "read write delete ask",
        ),
    ] {
        assert_eq!(shown_keys(&filter, &tool), shown, "{filter:?}");
    }
}

#[test]
fn filters_that_say_the_same_are_equal() {
    let tags = |tag| Filter::any_tags([tag]);
    let (a, b, c) = (tags("a"), tags("b"), tags("c"));
    for (one, other) in [
        (a.clone().or(b.clone()), b.clone().or(a.clone())),
        (
            a.clone().or(b.clone()).or(c.clone()),
            c.clone().or(b.clone().or(a.clone())),
        ),
        (
            a.clone().and(b.clone()).and(c.clone()),
            c.clone().and(b.clone().and(a.clone())),
        ),
        (a.clone().or(a.clone()), a.clone()),
        (a.clone().or(Filter::nothing()), a.clone()),
        (Filter::nothing().or(Filter::nothing()), Filter::nothing()),
        (a.clone().or(Filter::all()), Filter::all()),
        (Filter::all().and(a.clone()), a.clone()),
        (
            a.clone().and(b.clone().or(c.clone())),
            c.clone().or(b.clone()).and(a.clone()),
        ),
    ] {
        assert_eq!(one, other);
    }
    assert_ne!(a.clone().or(b.clone()), a.clone().and(b.clone()));
    assert!(!a.clone().or(b).is_all() && a.or(Filter::all()).is_all());
    let one = Filter::read_only().and(Filter::closed_world());
    assert_ne!(one, Filter::read_only().and(Filter::without_destructive()));

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
        .and(Filter::without_tags(["pubic", "io"]).or(Filter::any_tags(["nobody's"])))
        .and(Filter::only::<[&str; 0], _>([]).or(Filter::all_tags::<[&str; 0], _>([])));
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
            "a filter names the tag `nobody's`, which no action, prompt or resource of the registry has",
            "a filter names the tag `pubic`, which no action, prompt or resource of the registry has; did you mean `public`?",
            "a filter has `all_tags` with an empty list, which shows nothing: write `Filter::nothing()` if that is meant",
            "a filter has `only` with an empty list, which shows nothing: write `Filter::nothing()` if that is meant",
        ]
    );
    // A filter of a caller may have no tags or keys.
    assert_eq!(filter.unknown_names(&[&tool]).len(), 7);
    assert_eq!(
        told(&[])[0],
        "a filter names `files.read`, which is no action, prompt or resource of the registry"
    );
    let none: [&str; 0] = [];
    for legal in [
        Filter::except(["files/read"]),
        Filter::nothing(),
        Filter::all(),
        Filter::except(none),
        Filter::without_tags(none),
        Filter::read_only().or(Filter::any_tags(["io"])),
    ] {
        assert_eq!(legal.mistakes(&[&tool]), [], "{legal:?}");
    }
}
