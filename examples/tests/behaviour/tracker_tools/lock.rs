//! The lock of the tracker. `FUSION_LOCK=update cargo test -p fusion-examples` writes it again.

use fusion_core::{Exposition, schema::Profile};

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
