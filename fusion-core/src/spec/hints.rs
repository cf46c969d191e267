//! The protocol's behaviour hints.

/// The four behaviour hints of an action, in the words of the protocol's tool annotations.
///
/// Unset is `false`. `read_only` implies `idempotent`; the macro sees to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // four independent hints, named by the protocol
pub struct Hints {
    /// Does not change anything.
    pub read_only: bool,
    /// May destroy or overwrite what was there.
    pub destructive: bool,
    /// A second identical call changes nothing more.
    pub idempotent: bool,
    /// Reaches systems beyond this server.
    pub open_world: bool,
}

impl Hints {
    /// All four hints, in the order of the fields.
    #[allow(clippy::fn_params_excessive_bools)] // rows are printed; people write the fields
    pub const fn new(
        read_only: bool,
        destructive: bool,
        idempotent: bool,
        open_world: bool,
    ) -> Self {
        Self {
            read_only,
            destructive,
            idempotent,
            open_world,
        }
    }
}

/// Hints that an author states for a whole tool; what is `None` is aggregated from the actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintOverrides {
    /// Replaces the aggregated `readOnlyHint`.
    pub read_only: Option<bool>,
    /// Replaces the aggregated `destructiveHint`.
    pub destructive: Option<bool>,
    /// Replaces the aggregated `idempotentHint`.
    pub idempotent: Option<bool>,
    /// Replaces the aggregated `openWorldHint`.
    pub open_world: Option<bool>,
}

impl HintOverrides {
    /// Nothing is stated.
    pub(super) const NONE: Self = Self {
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
    };
}
