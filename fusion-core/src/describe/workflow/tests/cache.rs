//! Tests of the cache control: on the tool if all actions agree, else on their lines.

use super::*;
use crate::{definition::ActionDef, spec::Cache, state_sync::ActionSync};

fn with_cache(action: ActionDef, cache: Cache) -> ActionDef {
    let sync = ActionSync {
        cache: Some(cache),
        stale: None,
        notifies: None,
    };
    ActionDef { sync, ..action }
}

fn drop_it() -> ActionDef {
    let spec = ActionSpec::new("drop", "Drop it. For good.");
    action(spec.hints(DESTRUCTIVE), vec![id()])
}

#[test]
fn actions_that_differ_say_it_on_their_lines() {
    let tool = flat(
        "t",
        "Manage.",
        vec![
            with_cache(plain("list", "List all.", vec![]), Cache::NoStore),
            with_cache(plain("labels", "", vec![]), Cache::Immutable),
            plain("bare", "", vec![]),
            with_cache(drop_it(), Cache::NoStore),
        ],
    );
    assert_eq!(
        full_description(&tool),
        "Manage. Actions: list, labels, bare, drop\n\
         \n\
         Workflow:\n\
         - 'list': List all [Cache-Control: no-store]\n\
         - 'labels': [Cache-Control: immutable]\n\
         - 'drop': Drop it. Requires: id [DESTRUCTIVE] [Cache-Control: no-store]\n  For good."
    );
}

#[test]
fn what_all_actions_say_stands_on_the_tool() {
    let modules = vec![
        (
            "a",
            "Sort.",
            vec![with_cache(
                plain("list", "List all.", vec![]),
                Cache::NoStore,
            )],
        ),
        ("b", "", vec![with_cache(drop_it(), Cache::NoStore)]),
    ];
    assert_eq!(
        full_description(&hierarchical("t", "Manage.", modules)),
        "Manage. Modules: a (list) | b (drop) [Cache-Control: no-store]\n\
         - a: Sort\n\
         \n\
         Workflow:\n\
         - 'a.list': List all\n\
         - 'b.drop': Drop it. Requires: id [DESTRUCTIVE]\n  For good."
    );
}

#[test]
fn a_tool_that_is_one_action_says_it_behind_its_first_sentence() {
    let alone = |action: ActionDef| crate::describe::describe_action(&action);
    assert_eq!(
        alone(with_cache(drop_it(), Cache::NoStore)),
        "Drop it [DESTRUCTIVE] [Cache-Control: no-store]\nFor good."
    );
    assert_eq!(
        alone(with_cache(
            plain("list", "List all.", vec![]),
            Cache::Immutable
        )),
        "List all [Cache-Control: immutable]"
    );
    assert_eq!(
        alone(with_cache(plain("list", "", vec![]), Cache::Immutable)),
        "[Cache-Control: immutable]"
    );
    assert_eq!(alone(plain("list", "List all.", vec![])), "List all.");
}

#[test]
fn the_budget_holds_with_every_mark() {
    let action = |index: usize, cache| {
        let key: &str = format!("k{index}").leak();
        let docs: &str = format!("Do number {index}. And more of it.").leak();
        with_cache(plain(key, docs, vec![]), cache)
    };
    for count in [1, 2, 10, 30, 100, 500] {
        let differ = (0..count).map(|index| {
            let even = index % 2 == 0;
            action(
                index,
                if even {
                    Cache::NoStore
                } else {
                    Cache::Immutable
                },
            )
        });
        let agree = (0..count).map(|index| action(index, Cache::NoStore));
        for (actions, marks) in [
            (differ.collect(), count.max(1)),
            (agree.collect::<Vec<_>>(), 1),
        ] {
            let tool = flat("t", "Manage.", actions);
            let (text, overflow) = describe(&tool, 1_024);
            assert!(text.chars().count() <= 1_024);
            let all = format!("{text}{}", overflow.unwrap_or_default());
            assert_eq!(all.matches("[Cache-Control: ").count(), marks, "{count}");
        }
    }
}
