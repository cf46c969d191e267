//! The lock of the tracker. `FUSION_LOCK=update cargo test -p fusion-examples` writes it again.

use std::cell::Cell;

use fusion_core::{Exposition, lock::Lock, schema::Profile};
use fusion_tests::sampling::{
    locks::{change_item, is_safe, lock_cases, on_tapes, refused_later},
    schemas::Tape,
};

use super::calls::tracker;

#[test]
fn the_surface_is_as_locked() {
    let (registry, _dir) = tracker();
    registry.lock().check("fusion.lock").unwrap();
}

#[test]
fn every_exposition_and_profile_has_the_same_lock() {
    let (registry, _dir) = tracker();
    for exposition in [Exposition::Grouped, Exposition::BySafety, Exposition::Flat] {
        for profile in [Profile::Portable, Profile::Open] {
            let view = registry.view(exposition).unwrap();
            let lock = view.in_profile(profile).unwrap().lock();
            assert_eq!(lock, registry.lock(), "{exposition:?}, {profile:?}");
        }
    }
}

/// Random changes of its arguments: one that is called safe accepts what was accepted.
#[test]
fn an_action_that_changed_safely_accepts_what_it_accepted() {
    let (registry, _dir) = tracker();
    let before = registry.lock();
    let keys: Vec<_> = before.actions.keys().cloned().collect();
    let (safe, harmful, accepted) = (Cell::new(0_usize), Cell::new(0_usize), Cell::new(0_usize));
    on_tapes(lock_cases(), 600, |bytes| {
        let mut tape = Tape(bytes);
        let key = tape.one_of(&keys);
        let mut after = before.clone();
        let changed = after.actions.get_mut(&key).unwrap();
        for _ in 0..=tape.below(2) {
            change_item(changed, &mut tape);
        }
        let after: Lock = after.to_string().parse().unwrap();
        let diff = before.diff(&after);
        assert!(
            diff.changes.iter().all(|change| change.item.key() == key),
            "{diff}"
        );
        if !is_safe(&diff) {
            harmful.set(harmful.get() + 1);
            return Ok(());
        }
        safe.set(safe.get() + 1);
        let both = [&before.actions[&key], &after.actions[&key]];
        match refused_later(both, 30, &mut tape, &accepted) {
            Some(arguments) => Err(format!("{key}: {arguments} is refused\n{diff}\n{after}")),
            None => Ok(()),
        }
    });
    let least = usize::try_from(lock_cases()).unwrap() / 10;
    assert!(
        safe.get() > least && harmful.get() > least,
        "{safe:?} {harmful:?}"
    );
    assert!(accepted.get() > safe.get() * 10, "{accepted:?} of {safe:?}");
}
