//! The declarations of an action about its own results and those of other actions.

/// The duration for which a model may rely on a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cache {
    /// The result may change at any time and must not be cached.
    NoStore,
    /// The result stays valid until a notification names its action.
    Immutable,
}

impl Cache {
    /// Returns the name in texts: `no-store` or `immutable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoStore => "no-store",
            Self::Immutable => "immutable",
        }
    }
}

/// One pattern of `invalidates(…)`, as the author wrote it at an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stale {
    /// A glob over `tool/module.action`, or over tool names if it is foreign. In `self.*`, `self`
    /// is the action's own group. In `super.labels.*`, `super` is the parent of the group and its
    /// siblings.
    pub glob: &'static str,
    /// `true` if the glob matches tools outside of the registry; `self` and `super` are then plain
    /// names.
    pub foreign: bool,
}

impl Stale {
    /// Returns a pattern for actions of this registry.
    pub const fn own(glob: &'static str) -> Self {
        let foreign = false;
        Self { glob, foreign }
    }

    /// Returns a pattern for tools outside of the registry.
    pub const fn foreign(glob: &'static str) -> Self {
        let foreign = true;
        Self { glob, foreign }
    }
}
