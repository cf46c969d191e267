//! Every finding of `Registry::lint` for the tracker.

use super::calls::tracker;

/// It is true: the tracker is one tool. `Flat` is for the clients that want reads apart.
#[test]
fn the_findings_of_the_tracker() {
    let (registry, _dir) = tracker();
    let found: Vec<_> = registry.lint().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "tracker: grouped, it reads (`issues.list`, `issues.get`, `comments.list`, `labels.list` and 1 more) and changes (`issues.open`, `issues.close`, `issues.assign`, `issues.accept` and 12 more): Anthropic's directory refuses that, and clients ask for the reads as well; serve such clients `Exposition::BySafety` [mixed-safety]",
        ]
    );
}
