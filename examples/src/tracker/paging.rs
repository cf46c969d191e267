//! The arguments of every action that returns one page of a long list.

use fusion_core::Fields;

/// The page of a list.
#[derive(Clone, Copy, Debug, Fields)]
pub(super) struct Paging {
    /// How many to return.
    #[arg(default = 20, range(min = 1, max = 100))]
    pub(super) limit: u32,
    /// How many to skip, for the next page.
    #[arg(default)]
    pub(super) offset: u32,
}
