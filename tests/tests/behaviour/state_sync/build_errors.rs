//! Errors of `build()` about policies and attributes, and the metadata of valid ones.

use fusion_core::{Exposition, Filter, Registry, StateSync, View, state_sync::Policy, tool_group};

use super::{
    Desk,
    modules::{Issues, Labels},
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
        .policy(Policy::new("desk/r*d"))
        .policy(Policy::new("dsk/*").invalidates(["desk/write"]))
        .policy(Policy::foreign("github.**").invalidates_foreign(["github.**"]));
    assert_eq!(
        mistakes(sync),
        [
            "policy 0: `r*d` is no segment in `desk/r*d`; a pattern is `**`, or a tool, `/`, and segments with dots between them, each `*`, `**`, or letters, digits, `_` and `-`",
            "`invalidates` of `tags/rename`: `super.issues.list` means a sibling of the group, and `tags` is one group by itself: mount it in a struct beside the other, or write `foreign(\"…\")`",
            "policy 1: `dsk/*` matches no action, the nearest is `desk/read`; mark it `foreign` if it is about tools of somebody else",
            "policy 1: `desk/write` matches no action, the nearest is `desk/read`; mark it `foreign` if it is about tools of somebody else",
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

#[test]
fn a_policy_that_notifies_no_resource_is_a_mistake() {
    let notes = fusion_tests::notes::Notes::default();
    let told = |uris: &[&str]| {
        let policy = Policy::new("notes/write").notifies(uris.iter().copied());
        let builder = Registry::builder().state_sync(StateSync::new().policy(policy));
        let built = builder.tool(notes.clone()).build();
        let errors = built.err().into_iter();
        let errors =
            errors.flat_map(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>());
        errors.collect::<Vec<_>>()
    };
    let fine = [
        "notes://all",
        "notes://{id}/text",
        "notes://{whatever}/text",
        "notes://7/text",
        // It might be `all`.
        "notes://{id}",
    ];
    assert_eq!(told(&fine), [""; 0]);
    assert_eq!(
        told(&["notes://al", "notes://{id/text", "notes://{id}/text/more"]),
        [
            "policy 0: `notes://{id/text` is no URI; write `{name}` where an argument of the call stands",
            "policy 0: `notes://al` is no resource of this registry, the nearest is `notes://all`",
            "policy 0: `notes://{id}/text/more` is no resource of this registry, the nearest is `notes://{id}/text`",
        ]
    );
}

struct Shelf;

/// Keep books.
#[tool_group(name = "shelf")]
impl Shelf {
    /// List the books.
    #[action(read_only, cache = "no-store")]
    fn list(&self) {}

    /// Put a book on the shelf.
    #[action(invalidates("self.list", "self.audit"))]
    fn put(&self, title: String) {
        drop(title);
    }

    /// Count the books of others.
    #[action(read_only, tags("admin"))]
    fn audit(&self) {}

    /// The books.
    #[resource(uri = "shelf://books")]
    fn books() -> &'static str {
        "none"
    }
}

#[test]
fn what_holds_for_an_action_is_in_its_metadata_as_far_as_its_reader_may_see_it() {
    let policy = Policy::new("shelf/*").notifies(["shelf://books"]);
    let sync = StateSync::new().policy(policy);
    let registry = Registry::builder().state_sync(sync).tool(Shelf).build();
    let registry = registry.unwrap();
    let view = registry.view(Exposition::Grouped).unwrap();
    let told = |view: &View| {
        let told = view.actions().into_iter().map(|action| {
            let (stale, uris) = (action.invalidates.join(" "), action.notifies.join(" "));
            format!("{} {:?} [{stale}] [{uris}]", action.key, action.cache)
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(
        told(&view),
        [
            "list Some(NoStore) [] []",
            "put None [shelf/list shelf/audit] [shelf://books]",
            "audit None [] []",
        ]
    );
    assert_eq!(
        told(&view.filtered(&Filter::without_tags(["admin"])).unwrap()),
        [
            "list Some(NoStore) [] []",
            "put None [shelf/list] [shelf://books]",
        ]
    );
}
