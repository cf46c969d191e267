use super::*;
use crate::{
    compile::compile_state_sync,
    lint::policies,
    spec::{Cache, Stale},
    state_sync::{Policy, StateSync},
};

/// Returns `issues` with two actions that declare state sync.
fn tool() -> ToolDef {
    const STALE: &[Stale] = &[Stale::own("self.*")];
    let list = ActionSpec::new("list", "").hints(READ_ONLY);
    let open = ActionSpec::new("open", "").invalidates(STALE);
    let actions = vec![
        action(list.cache(Cache::NoStore), vec![]),
        action(open, vec![]),
        plain("close", "", vec![]),
    ];
    flat("issues", "", actions)
}

fn policy_findings(sync: Option<StateSync>) -> Vec<String> {
    let (mut tool, mut errors, mut found) = (tool(), Vec::new(), Vec::new());
    let engine = sync.map(|sync| compile_state_sync(sync, &mut [&mut tool], &mut errors));
    assert_eq!(errors, []);
    policies(&[&tool], engine.as_ref(), &mut found);
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn a_policy_that_never_holds_is_found() {
    let sync = StateSync::new()
        .policy(Policy::new("issues/*").cache(Cache::NoStore))
        .policy(Policy::new("issues/close").invalidates(["issues/*"]))
        .policy(Policy::new("*/*"))
        .policy(Policy::foreign("wiki.*"))
        .policy(Policy::foreign("wiki.list"))
        // A name of a tool, which no pattern of keys matches.
        .policy(Policy::foreign("issues.list"));
    let fix = "put the narrower pattern first; what is meant for the rest is a `default` [shadowed-policy]";
    assert_eq!(
        policy_findings(Some(sync)),
        [
            format!(
                "policy 1: what is said of `issues/close` never holds, because policy 0 is asked first and its `issues/*` matches all of it; {fix}"
            ),
            format!(
                "policy 4: what is said of `wiki.list` never holds, because policy 3 is asked first and its `wiki.*` matches all of it; {fix}"
            ),
            format!(
                "issues/list: what is said of `issues/list` never holds, because policy 0 is asked first and its `issues/*` matches all of it; {fix}"
            ),
            format!(
                "issues/open: what is said of `issues/open` never holds, because policy 0 is asked first and its `issues/*` matches all of it; {fix}"
            ),
        ]
    );
}

#[test]
fn a_policy_for_everything_is_for_tools_of_somebody_else_too() {
    let sync = StateSync::new()
        .policy(Policy::new("**").cache(Cache::NoStore))
        .policy(Policy::foreign("issues.list"));
    assert_eq!(
        policy_findings(Some(sync))[0],
        "policy 1: what is said of `issues.list` never holds, because policy 0 is asked first and its `**` matches all of it; put the narrower pattern first; what is meant for the rest is a `default` [shadowed-policy]"
    );
}

#[test]
fn a_policy_that_holds_for_something_is_left_alone() {
    let sync = StateSync::new()
        .default_cache(Cache::NoStore)
        .policy(Policy::new("issues/close"))
        // The pattern covers no further action today, but it is wider than the earlier one.
        .policy(Policy::new("*/close"))
        // A foreign policy does not apply to own actions.
        .policy(Policy::foreign("**"))
        .policy(Policy::new("issues/list").cache(Cache::Immutable));
    assert_eq!(policy_findings(Some(sync)), NOTHING);
    // The policy of an action is replaced on purpose.
    let replaced = StateSync::new().policy(Policy::new("issues/open").invalidates(["issues/list"]));
    assert_eq!(policy_findings(Some(replaced)), NOTHING);
    assert_eq!(policy_findings(Some(StateSync::new())), NOTHING);
}

#[test]
fn what_is_said_where_nobody_is_told_is_found() {
    assert_eq!(
        policy_findings(None),
        [
            "issues: `cache` or `invalidates` is said of `list` and `open`, and the registry has no state sync, so that no client is told; add `.state_sync(StateSync::new())` to the builder [idle-policy]"
        ]
    );
    let (plain, mut found) = (
        issues(vec![action_without_arguments("open", Hints::default())]),
        Vec::new(),
    );
    policies(&[&plain[0]], None, &mut found);
    assert_eq!(found, []);
}
