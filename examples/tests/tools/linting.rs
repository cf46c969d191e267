//! What `Registry::lint` says of the tracker, all of it: a change of its words or keys shows here.

use crate::calling::tracker;

/// All of it is true. The tracker does without titles, and is grouped to be few tools; `Flat` is
/// for the clients that want reads apart.
#[test]
fn the_findings_of_the_tracker() {
    let (registry, _dir) = tracker();
    let found: Vec<_> = registry.lint().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "issues: grouped, it reads (`list` and `get`) and changes (`open`, `close`, `assign`, `delete` and 1 more): Anthropic's directory refuses that, and clients ask for the reads as well; serve such clients another exposition than `Grouped` [mixed-safety]",
            "issues: it has no title, which Anthropic's directory asks for and clients show to people; add `title = \"…\"` to the block [missing-title]",
            "comments: grouped, it reads (`list`) and changes (`add`, `edit` and `delete`): Anthropic's directory refuses that, and clients ask for the reads as well; serve such clients another exposition than `Grouped` [mixed-safety]",
            "comments: it has no title, which Anthropic's directory asks for and clients show to people; add `title = \"…\"` to the block [missing-title]",
            "labels.label: what is `label` in `attach` and `detach` is `name` in `create`, `rename` and `delete`, and a model sends the one that it saw first; give it one name, or say in its docs what makes the difference [argument-synonyms]",
            "labels: grouped, it reads (`list`) and changes (`create`, `rename`, `delete`, `attach` and 1 more): Anthropic's directory refuses that, and clients ask for the reads as well; serve such clients another exposition than `Grouped` [mixed-safety]",
            "labels: it has no title, which Anthropic's directory asks for and clients show to people; add `title = \"…\"` to the block [missing-title]",
            "members: grouped, it reads (`list`) and changes (`add` and `remove`): Anthropic's directory refuses that, and clients ask for the reads as well; serve such clients another exposition than `Grouped` [mixed-safety]",
            "members: it has no title, which Anthropic's directory asks for and clients show to people; add `title = \"…\"` to the block [missing-title]",
        ]
    );
}
