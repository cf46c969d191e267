//! Merges the behaviour hints of an action with those of its block.

use crate::{
    attr::{Flag, HintFlags},
    diag::Diag,
};

/// The four merged hints of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // the four hints of the protocol
pub(crate) struct Hints {
    pub(crate) read_only: bool,
    pub(crate) destructive: bool,
    pub(crate) idempotent: bool,
    pub(crate) open_world: bool,
}

/// Checks the hints of a block and returns them unchanged.
pub(super) fn block(stated: HintFlags, diag: &mut Diag) -> HintFlags {
    consistency(stated, diag);
    stated
}

/// Checks the hints that are declared for the tool as a whole.
pub(super) fn annotations(stated: HintFlags, diag: &mut Diag) -> [Option<bool>; 4] {
    consistency(stated, diag);
    let on = |flag: Option<Flag>| flag.map(|flag| flag.on);
    let idempotent = on(stated.idempotent).or(is_on(stated.read_only).then_some(true));
    [
        on(stated.read_only),
        on(stated.destructive),
        idempotent,
        on(stated.open_world),
    ]
}

/// Merges the hints of an action with the defaults of its block. An action that declares
/// `read_only` or `destructive` discards the block's default of the other.
pub(super) fn action(own: HintFlags, block: HintFlags, diag: &mut Diag) -> Hints {
    consistency(own, diag);
    let read_only = match own.read_only {
        None if is_on(own.destructive) => false,
        None => is_on(block.read_only),
        Some(flag) => flag.on,
    };
    let destructive = match own.destructive {
        None if is_on(own.read_only) => false,
        None => is_on(block.destructive),
        Some(flag) => flag.on,
    };
    Hints {
        read_only,
        destructive,
        idempotent: read_only || is_on(own.idempotent.or(block.idempotent)),
        open_world: is_on(own.open_world.or(block.open_world)),
    }
}

fn is_on(flag: Option<Flag>) -> bool {
    flag.is_some_and(|flag| flag.on)
}

/// A read-only action is not destructive, and it is idempotent.
///
/// `#[action(read_only, destructive)]`, `#[action(read_only, idempotent = false)]`
fn consistency(stated: HintFlags, diag: &mut Diag) {
    if !is_on(stated.read_only) {
        return;
    }
    if let Some(flag) = stated.destructive.filter(|flag| flag.on) {
        let text = "`read_only` and `destructive` exclude each other; keep the one that is true";
        diag.error_at(flag.span, text);
    }
    if let Some(flag) = stated.idempotent.filter(|flag| !flag.on) {
        let text = "`read_only` implies `idempotent`; remove `idempotent = false`";
        diag.error_at(flag.span, text);
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;

    fn flag(on: bool) -> Flag {
        let span = Span::call_site();
        Flag { on, span }
    }

    fn resolve_hints(own: HintFlags, block: HintFlags) -> Hints {
        let mut diag = Diag::default();
        let hints = action(own, block, &mut diag);
        assert!(diag.finish().is_none());
        hints
    }

    #[test]
    fn read_only_implies_idempotent() {
        let own = HintFlags {
            read_only: Some(flag(true)),
            ..HintFlags::default()
        };
        let wanted = Hints {
            read_only: true,
            idempotent: true,
            ..Hints::default()
        };
        assert_eq!(resolve_hints(own, HintFlags::default()), wanted);
    }

    #[test]
    fn naming_one_replaces_the_blocks_default_of_the_other() {
        let block = HintFlags {
            read_only: Some(flag(true)),
            open_world: Some(flag(true)),
            ..HintFlags::default()
        };
        let own = HintFlags {
            destructive: Some(flag(true)),
            ..HintFlags::default()
        };
        let wanted = Hints {
            destructive: true,
            open_world: true,
            ..Hints::default()
        };
        assert_eq!(resolve_hints(own, block), wanted);
        let reads = Hints {
            read_only: true,
            idempotent: true,
            open_world: true,
            ..Hints::default()
        };
        assert_eq!(resolve_hints(HintFlags::default(), block), reads);
    }

    #[test]
    fn false_undoes_a_default() {
        let block = HintFlags {
            destructive: Some(flag(true)),
            idempotent: Some(flag(true)),
            ..HintFlags::default()
        };
        let own = HintFlags {
            destructive: Some(flag(false)),
            idempotent: Some(flag(false)),
            ..HintFlags::default()
        };
        assert_eq!(resolve_hints(own, block), Hints::default());
    }
}
