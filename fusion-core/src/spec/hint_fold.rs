//! Functions that aggregate the hints of several actions.

use crate::spec::{HintOverrides, Hints};

/// Returns the hints of a tool with these actions, before the author's overrides: read-only or
/// idempotent if all actions are, destructive or open-world if any action is.
pub(crate) fn hints(actions: impl IntoIterator<Item = Hints>) -> Hints {
    let mut all = Hints::new(true, false, true, false);
    for one in actions {
        all.read_only &= one.read_only;
        all.destructive |= one.destructive;
        all.idempotent &= one.idempotent;
        all.open_world |= one.open_world;
    }
    all
}

/// Returns the aggregated hints with the author's overrides for the tool as a whole.
pub(crate) fn with_overrides(hints: Hints, stated: HintOverrides) -> Hints {
    Hints {
        read_only: stated.read_only.unwrap_or(hints.read_only),
        destructive: stated.destructive.unwrap_or(hints.destructive),
        idempotent: stated.idempotent.unwrap_or(hints.idempotent),
        open_world: stated.open_world.unwrap_or(hints.open_world),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_only_and_idempotent_need_all_destructive_and_open_need_one() {
        let read = Hints::new(true, false, true, false);
        let delete = Hints::new(false, true, true, false);
        let fetch = Hints::new(true, false, true, true);
        assert_eq!(hints([read, read]), read);
        assert_eq!(hints([read, delete]), Hints::new(false, true, true, false));
        assert_eq!(hints([read, fetch]), Hints::new(true, false, true, true));
        let stated = HintOverrides {
            destructive: Some(false),
            ..HintOverrides::default()
        };
        assert_eq!(
            with_overrides(hints([delete]), stated),
            Hints::new(false, false, true, false)
        );
    }
}
