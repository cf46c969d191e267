//! Tests of directives, notices, the errors of `build()`, and that none of the code runs while
//! state sync is off.

mod building;
mod off;

use super::*;
use crate::{
    error::PolicyError,
    result::{Content, ToolResponse},
    spec::Cache,
};

fn target(pattern: &str, foreign: bool) -> CheckedPattern {
    let glob = Glob::parse(pattern).unwrap();
    CheckedPattern { glob, foreign }
}

#[test]
fn a_directive_is_appended_once() {
    let once = with_directive("List issues".to_owned(), Cache::NoStore);
    assert_eq!(once, "List issues [Cache-Control: no-store]");
    assert_eq!(with_directive(once.clone(), Cache::NoStore), once);
    assert_eq!(with_directive(once.clone(), Cache::Immutable), once);
    let alone = with_directive(String::new(), Cache::Immutable);
    assert_eq!(alone, "[Cache-Control: immutable]");
}

#[test]
fn actions_agree_where_all_say_the_same() {
    let (store, never) = (Some(Cache::NoStore), Some(Cache::Immutable));
    for (caches, expected) in [
        (vec![], None),
        (vec![store], store),
        (vec![store, store], store),
        (vec![store, never], None),
        (vec![store, None], None),
        (vec![None, store], None),
        (vec![None, None], None),
    ] {
        assert_eq!(common_directive(caches.clone()), expected, "{caches:?}");
    }
}

#[test]
fn a_notice_names_what_its_caller_sees_and_whatever_is_foreign() {
    let stale = [
        target("sprints/*", false),
        target("hidden/*", false),
        target("github.*", true),
    ];
    let invalidation = Invalidation::new("tasks/update", false, &stale);
    let notice = |sees: fn(&CheckedPattern) -> bool| InvalidationNotice::new(&invalidation, sees);
    let told = notice(|pattern| pattern.glob.as_str() != "hidden/*").unwrap();
    assert_eq!(
        told,
        InvalidationNotice {
            text: "[System: Cache invalidated for sprints.*, github.* — caused by tasks.update]"
                .to_owned(),
            patterns: vec!["sprints.*".to_owned(), "github.*".to_owned()],
            written: vec!["sprints/*".to_owned(), "github.*".to_owned()],
        }
    );
    assert_eq!(
        notice(|pattern| pattern.foreign).unwrap().patterns,
        ["github.*"]
    );
    let own = Invalidation::new("tasks/update", false, &stale[..2]);
    assert_eq!(InvalidationNotice::new(&own, |_| false), None);
    // The hook gets all patterns, in the notation of policies.
    let all: Vec<_> = invalidation.patterns().collect();
    assert_eq!(all, ["sprints/*", "hidden/*", "github.*"]);
    assert_eq!(invalidation.cause(), "tasks/update");
    // The name of a foreign tool is kept verbatim.
    let theirs = Invalidation::new("odd/name", true, &stale[2..]);
    assert_eq!(
        InvalidationNotice::new(&theirs, |_| true).unwrap().text,
        "[System: Cache invalidated for github.* — caused by odd/name]"
    );
}

#[test]
fn a_notice_stands_where_it_is_put_and_leaves_the_rest_alone() {
    let invalidation = Invalidation::new("a/b", false, &[target("a/*", false)]);
    let notice = InvalidationNotice::new(&invalidation, |_| true).unwrap();
    let block = || Content::text("[System: Cache invalidated for a.* — caused by a.b]");
    let (one, two) = (|| Content::text("one"), || Content::text("two"));
    for (place, blocks, alone) in [
        (Notice::Last, vec![one(), two(), block()], vec![block()]),
        (Notice::First, vec![block(), one(), two()], vec![block()]),
        (Notice::Meta, vec![one(), two()], vec![]),
    ] {
        let response = ToolResponse::blocks(vec![one(), two()]).with_meta("example.com/x", 1);
        assert_eq!(
            notice.add_to(response, place),
            ToolResponse::blocks(blocks)
                .with_meta("example.com/x", 1)
                .with_meta("dev.fusion/invalidates", vec!["a.*"])
        );
        let nothing = ToolResponse::blocks(vec![]);
        assert_eq!(notice.add_to(nothing, place).content(), alone);
    }
}
