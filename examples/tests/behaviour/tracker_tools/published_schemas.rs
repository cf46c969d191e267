//! The tracker's published schemas are enforced exactly, in the judgement of an independent
//! validator. Arguments that pass reach a database that is deleted with the test.

use std::sync::atomic::{AtomicUsize, Ordering};

use fusion_core::Registry;
use fusion_examples::tracker::{Tracker, store::Store};
use fusion_tests::sampling::published::{Published, no_schemas};
use tempfile::TempDir;

use super::calls::tracker;

const NONE: [String; 0] = [];

/// Returns the tracker's schemas without repair, which accepts more than any schema.
fn without_repair() -> (Published, TempDir) {
    let dir = TempDir::new().unwrap();
    let store = Store::open(dir.path().join("tracker.db")).unwrap();
    // Each call has a caller of its own, so that none repeats the key of another one.
    let calls = AtomicUsize::new(0);
    let builder = Registry::builder()
        .principal(move |_| Some(calls.fetch_add(1, Ordering::Relaxed).to_string()))
        .tool(Tracker::new(&store));
    (
        Published::from_registry(&builder.repair(false).build().unwrap()),
        dir,
    )
}

#[test]
fn a_call_takes_exactly_what_the_schema_of_its_action_takes() {
    let (published, _dir) = without_repair();
    assert_eq!(published.disagreements(), NONE);
}

#[test]
fn what_an_action_takes_its_merged_schema_takes() {
    let (published, _dir) = without_repair();
    assert_eq!(published.faults_of_merging(), NONE);
}

#[test]
fn any_json_is_answered_and_never_by_a_panic() {
    let (registry, _dir) = tracker();
    assert_eq!(Published::from_registry(&registry).breakages(), NONE);
}

#[test]
fn every_schema_in_every_exposition_is_one_of_json_schema() {
    let (registry, _dir) = tracker();
    assert_eq!(no_schemas(&registry), NONE);
}
