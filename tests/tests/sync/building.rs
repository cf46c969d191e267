//! What `build()` says of policies and attributes.

use fusion_core::{Policy, Registry, StateSync};

use crate::{
    Desk,
    mounted::{Issues, Labels},
};

fn mistakes(sync: StateSync) -> Vec<String> {
    let builder = Registry::builder().state_sync(sync);
    let built = builder.tool(Desk).tool(Labels).tool(Issues).build();
    let errors = built.unwrap_err();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn every_mistake_is_told_at_once() {
    let sync = StateSync::new()
        .require_policies()
        .policy(Policy::new("desk.r*d"))
        .policy(Policy::new("dsk.*").invalidates(["desk.write"]))
        .policy(Policy::foreign("github.**").invalidates_foreign(["github.**"]));
    assert_eq!(
        mistakes(sync),
        [
            "policy 0: `r*d` is no segment in `desk.r*d`; a pattern is segments with dots between them, each `*`, `**`, or letters, digits, `_` and `-`",
            "`invalidates` of `tags/rename`: `super.issues.list` means a sibling of the group, and `tags` is one group by itself: mount it in a struct beside the other, or write `foreign(\"…\")`",
            "policy 1: `dsk.*` matches no action, the nearest is `desk.read`; mark it `foreign` if it is about tools of somebody else",
            "policy 1: `desk.write` matches no action, the nearest is `desk.read`; mark it `foreign` if it is about tools of somebody else",
            "`desk/sort` changes something, and `require_policies()` asks what becomes stale: add `invalidates(\"self.*\")` to it, `invalidates()` if nothing does, or a `Policy`",
        ]
    );
}

#[test]
fn without_state_sync_nothing_of_it_is_a_mistake() {
    let builder = Registry::builder().tool(Desk).tool(Labels).tool(Issues);
    let registry = builder.build().unwrap();
    let found = registry.lint();
    let idle = found
        .iter()
        .filter(|finding| finding.rule.id() == "idle-policy");
    let places: Vec<_> = idle.map(|finding| &*finding.place).collect();
    assert_eq!(places, ["tags", "issues"]);
}
