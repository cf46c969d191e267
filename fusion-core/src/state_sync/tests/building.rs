//! Tests of `build()` on policies and actions, without a registry.

use std::sync::Arc;

use super::*;
use crate::{
    compile::compile_state_sync,
    definition::ToolDef,
    error::{BuildError, PolicyPlace},
    schema::fixture::{action, flat, hierarchical},
    spec::{ActionSpec, Hints, Stale},
    state_sync::{Policy, StateSync},
};

const READS: Hints = Hints::new(true, false, true, false);

fn list() -> crate::definition::ActionDef {
    let spec = ActionSpec::new("list", "List.").hints(READS);
    action(spec.cache(Cache::NoStore), vec![])
}

fn write(key: &'static str, stale: &[Stale]) -> crate::definition::ActionDef {
    let stale = stale.to_vec().leak();
    action(ActionSpec::new(key, "Write.").invalidates(stale), vec![])
}

/// `tracker` with the modules `issues` and `labels`.
fn tracker(stale: &[Stale]) -> ToolDef {
    hierarchical(
        "tracker",
        "Track.",
        vec![
            ("issues", "", vec![list(), write("open", stale)]),
            ("labels", "", vec![list()]),
        ],
    )
}

fn build_sync(sync: StateSync, mut tools: Vec<ToolDef>) -> (Vec<ToolDef>, Vec<String>) {
    let mut errors = Vec::new();
    let mut all: Vec<_> = tools.iter_mut().collect();
    compile_state_sync(sync, &mut all, &mut errors);
    (tools, errors.iter().map(BuildError::to_string).collect())
}

/// Returns the cache directive, cause and patterns of every action.
fn sync_texts(tools: &[ToolDef]) -> Vec<String> {
    let actions = tools.iter().flat_map(|tool| &tool.actions);
    let told = actions.map(|action| {
        let cache = action.sync.cache.map_or("-", Cache::name);
        let stale = action.sync.stale.as_ref().map(Arc::as_ref);
        let stale = stale.map_or("-".to_owned(), |stale| {
            let patterns: Vec<_> = stale.patterns().collect();
            format!("{} makes {} stale", stale.cause(), patterns.join(" "))
        });
        format!("{} {cache} {stale}", action.key)
    });
    told.collect()
}

#[test]
fn self_and_super_are_written_out_where_a_group_is_mounted() {
    const STALE: &[Stale] = &[
        Stale::own("self.*"),
        Stale::own("super.labels.*"),
        Stale::own("tracker/**"),
        Stale::foreign("self.*"),
    ];
    let (tools, errors) = build_sync(StateSync::new(), vec![tracker(STALE)]);
    assert_eq!(errors, [""; 0]);
    assert_eq!(
        sync_texts(&tools),
        [
            "issues.list no-store -",
            "issues.open - tracker/issues.open makes tracker/issues.* tracker/labels.* tracker/** self.* stale",
            "labels.list no-store -",
        ]
    );
    let alone = flat(
        "issues",
        "",
        vec![list(), write("open", &[Stale::own("self.*")])],
    );
    let (tools, errors) = build_sync(StateSync::new(), vec![alone]);
    assert_eq!(errors, [""; 0]);
    assert_eq!(
        sync_texts(&tools),
        ["list no-store -", "open - issues/open makes issues/* stale"]
    );
}

#[test]
fn policies_of_the_builder_come_before_those_of_actions() {
    let sync = StateSync::new().default_cache(Cache::NoStore).policy(
        Policy::new("tracker/*.open")
            .cache(Cache::Immutable)
            .invalidates(["tracker/**"]),
    );
    let (tools, errors) = build_sync(sync, vec![tracker(&[Stale::own("self.*")])]);
    assert_eq!(errors, [""; 0]);
    assert_eq!(
        sync_texts(&tools),
        [
            "issues.list no-store -",
            "issues.open immutable tracker/issues.open makes tracker/** stale",
            "labels.list no-store -",
        ]
    );
}

#[test]
fn an_empty_list_of_patterns_makes_nothing_stale() {
    let sync = StateSync::new().require_policies();
    let (tools, errors) = build_sync(sync, vec![tracker(&[])]);
    assert_eq!(errors, [""; 0]);
    assert_eq!(sync_texts(&tools)[1], "issues.open - -");
}

#[test]
fn a_pattern_that_matches_nothing_is_a_mistake_unless_it_is_foreign() {
    let sync = StateSync::new()
        .policy(Policy::new("traker/issues.*").invalidates(["tracker/label.*"]))
        .policy(Policy::foreign("github.*").invalidates_foreign(["gitlab.*"]));
    let (_, errors) = build_sync(sync, vec![tracker(&[Stale::own("super.lables.*")])]);
    assert_eq!(
        errors,
        [
            "policy 0: `traker/issues.*` matches no action, the nearest is `tracker/issues.list`; mark it `foreign` if it is about tools of somebody else",
            "policy 0: `tracker/label.*` matches no action, the nearest is `tracker/labels.list`; mark it `foreign` if it is about tools of somebody else",
            "`invalidates` of `tracker/issues.open`: `tracker/lables.*` matches no action, the nearest is `tracker/labels.list`; mark it `foreign` if it is about tools of somebody else",
        ]
    );
    let (_, errors) = build_sync(StateSync::new().policy(Policy::new("a")), vec![]);
    assert_eq!(
        errors,
        [
            "policy 0: `a` matches no action; mark it `foreign` if it is about tools of somebody else"
        ]
    );
}

#[test]
fn an_older_notation_is_refused_and_the_right_one_is_named() {
    let sync = StateSync::new()
        .policy(Policy::new("tracker.issues.*").invalidates(["tracker:labels.list", "**.list"]))
        .policy(Policy::new("tracker/issues/open").invalidates(["tracker", "*", "**"]))
        .policy(Policy::new("**/list"))
        .policy(Policy::new("traker.issues.*"));
    let Err(eager) = sync.check() else {
        panic!("a pattern with two kinds of separators is none");
    };
    assert_eq!(eager.place, PolicyPlace::Policy { index: 0 });
    let (_, errors) = build_sync(sync, vec![tracker(&[Stale::own("tracker.labels.*")])]);
    let slash =
        "`/` stands between a tool and its action, and dots between all other segments: write";
    assert_eq!(
        errors,
        [
            format!("policy 0: {slash} `tracker/labels.list` instead of `tracker:labels.list`"),
            format!("policy 1: {slash} `tracker/issues.open` instead of `tracker/issues/open`"),
            format!("policy 2: {slash} `*/**.list` instead of `**/list`"),
            format!("policy 0: {slash} `tracker/issues.*` instead of `tracker.issues.*`"),
            format!("policy 0: {slash} `*/**.list` instead of `**.list`"),
            "policy 3: `traker.issues.*` matches no action, the nearest is `tracker/issues.list`; mark it `foreign` if it is about tools of somebody else".to_owned(),
            format!("`invalidates` of `tracker/issues.open`: {slash} `tracker/labels.*` instead of `tracker.labels.*`"),
        ]
    );
    let sync = StateSync::new().policy(Policy::new("*/**").invalidates(["tracker", "*", "**"]));
    let (_, errors) = build_sync(sync, vec![tracker(&[])]);
    assert_eq!(
        errors,
        [
            format!("policy 0: {slash} `tracker/**` instead of `tracker`"),
            format!("policy 0: {slash} `**` instead of `*`"),
        ]
    );
}

#[test]
fn super_needs_siblings() {
    let alone = flat(
        "issues",
        "",
        vec![write("open", &[Stale::own("super.labels.*")])],
    );
    let (_, errors) = build_sync(StateSync::new(), vec![alone]);
    assert_eq!(
        errors,
        [
            "`invalidates` of `issues/open`: `super.labels.*` means a sibling of the group, and `issues` is one group by itself: mount it in a struct beside the other, or write `foreign(\"…\")`"
        ]
    );
}

#[test]
fn what_is_no_pattern_is_told_with_its_index_and_segment() {
    let sync = StateSync::new()
        .policy(Policy::new("tracker/*.list"))
        .policy(Policy::new("tracker/*.l*"))
        .policy(Policy::new("tracker/**").invalidates(["tracker/.x", "tracker/*"]))
        .policy(Policy::new("tracker/**").invalidates_foreign(["a/b"]));
    assert_eq!(
        sync.check(),
        Err(PolicyError::new(
            PolicyPlace::Policy { index: 1 },
            "tracker/*.l*",
            "l*".to_owned(),
            false
        ))
    );
    let (_, errors) = build_sync(sync, vec![tracker(&[Stale::own("self.o*")])]);
    let each = "each `*`, `**`, or letters, digits, `_` and `-`";
    let rule =
        format!("a pattern is `**`, or a tool, `/`, and segments with dots between them, {each}");
    assert_eq!(
        errors,
        [
            format!("policy 1: `l*` is no segment in `tracker/*.l*`; {rule}"),
            format!("policy 2: a segment is empty in `tracker/.x`; {rule}"),
            format!("policy 3: `a/b` is no segment in `a/b`; a pattern of tools of somebody else is segments of their names with dots between them, {each}"),
            format!("`invalidates` of `tracker/issues.open`: `o*` is no segment in `tracker/issues.o*`; {rule}"),
            "policy 2: `tracker/*` matches no action, the nearest is `tracker/issues.list`; mark it `foreign` if it is about tools of somebody else".to_owned(),
        ]
    );
}

#[test]
fn every_write_needs_a_policy_where_that_is_required() {
    let plain = |key| action(ActionSpec::new(key, "Write."), vec![]);
    let actions = || vec![list(), plain("open"), plain("close")];
    let sync = StateSync::new()
        .require_policies()
        .policy(Policy::new("issues/open").invalidates(["issues/*"]))
        .policy(Policy::new("issues/*").cache(Cache::NoStore));
    let (_, errors) = build_sync(sync, vec![flat("issues", "", actions())]);
    assert_eq!(
        errors,
        [
            "`issues/close` changes something, and `require_policies()` asks what becomes stale: add `invalidates(\"self.*\")` to it, `invalidates()` if nothing does, or a `Policy`"
        ]
    );
}

#[test]
fn the_default_has_no_policy_and_no_mistake() {
    let sync = StateSync::default();
    assert!(sync.check().is_ok());
    assert!(sync.rules.is_empty() && sync.default.is_none());
}
