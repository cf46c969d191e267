//! The behaviour hints of MCP.

/// The four behaviour hints of an action, as MCP's tool annotations define them.
///
/// An unset hint is `false`. `read_only` implies `idempotent`, which the macro sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // four independent hints, named by the protocol
pub struct Hints {
    /// A call does not change anything.
    pub read_only: bool,
    /// A call may destroy or overwrite data.
    pub destructive: bool,
    /// A second identical call has no further effect.
    pub idempotent: bool,
    /// A call reaches systems beyond this server.
    pub open_world: bool,
}

impl Hints {
    /// Returns all four hints, in the order of the fields.
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

/// Hints that an author declares for a whole tool. `None` aggregates the hint from the actions.
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
    /// Overrides no hint.
    pub(super) const NONE: Self = Self {
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
    };
}
