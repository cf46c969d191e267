//! The published schemas agree with the argument checks of calls, as judged by an independent
//! validator. Accepted calls change a database that is deleted with the test.

use fusion_core::Registry;
use fusion_examples::tracker::{Tracker, store::Store};
use fusion_tests::sampling::published::{Published, no_schemas};
use tempfile::TempDir;

use crate::calling::tracker;

const NONE: [String; 0] = [];

/// Returns the registry without argument repair, which accepts more than the schemas do.
fn strict() -> (Published, TempDir) {
    let dir = TempDir::new().unwrap();
    let store = Store::open(dir.path().join("tracker.db")).unwrap();
    let builder = Registry::builder().tool(Tracker::new(&store));
    (Published::of(&builder.repair(false).build().unwrap()), dir)
}

#[test]
fn a_call_takes_exactly_what_the_schema_of_its_action_takes() {
    let (published, _dir) = strict();
    assert_eq!(published.disagreements(), NONE);
}

#[test]
fn what_an_action_takes_its_merged_schema_takes() {
    let (published, _dir) = strict();
    assert_eq!(published.faults_of_merging(), NONE);
}

#[test]
fn any_json_is_answered_and_never_by_a_panic() {
    let (registry, _dir) = tracker();
    assert_eq!(Published::of(&registry).breakages(), NONE);
}

#[test]
fn every_schema_in_every_exposition_is_one_of_json_schema() {
    let (registry, _dir) = tracker();
    assert_eq!(no_schemas(&registry), NONE);
}
