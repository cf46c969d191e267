//! What an action says of its results and of other actions' results.

/// How long a model may rely on what it read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cache {
    /// Not at all: it may change at any time, and is read again when it is needed again.
    NoStore,
    /// Until a notice names it: nothing else changes it.
    Immutable,
}

impl Cache {
    /// Its name in texts: `no-store` or `immutable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoStore => "no-store",
            Self::Immutable => "immutable",
        }
    }
}

/// One pattern of `invalidates(…)`, as it is written at an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stale {
    /// A glob over `tool/module.action`, or over names of tools if it is foreign. In `self.*`, `self` is
    /// the action's own group, and in `super.labels.*`, `super` is what its group and the siblings of
    /// its group stand in.
    pub glob: &'static str,
    /// Whether it is about tools of somebody else; `self` and `super` are then names.
    pub foreign: bool,
}

impl Stale {
    /// About actions of this registry.
    pub const fn own(glob: &'static str) -> Self {
        let foreign = false;
        Self { glob, foreign }
    }

    /// About tools of somebody else.
    pub const fn foreign(glob: &'static str) -> Self {
        let foreign = true;
        Self { glob, foreign }
    }
}
