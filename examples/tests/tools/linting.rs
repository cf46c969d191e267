//! The complete findings of `Registry::lint` for the tracker: a change of its texts or keys shows
//! here.

use crate::calling::tracker;

/// The finding is right: the tracker is one tool. `Flat` is for clients that need separate tools
/// for reads.
#[test]
fn the_findings_of_the_tracker() {
    let (registry, _dir) = tracker();
    let found: Vec<_> = registry.lint().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "tracker: grouped, it reads (`issues.list`, `issues.get`, `comments.list`, `labels.list` and 1 more) and changes (`issues.open`, `issues.close`, `issues.assign`, `issues.delete` and 11 more): Anthropic's directory refuses that, and clients ask for the reads as well; serve such clients `Exposition::BySafety` [mixed-safety]",
        ]
    );
}
