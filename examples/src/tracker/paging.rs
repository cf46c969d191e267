//! The arguments of every action that returns one page of a long list.

use fusion_core::Fields;
use serde::Serialize;

/// The page of a list.
#[derive(Clone, Copy, Debug, Serialize, Fields)]
pub struct Paging {
    /// How many to return.
    #[arg(default = 20, range(min = 1, max = 100))]
    pub limit: u32,
    /// How many to skip, for the next page.
    #[arg(default)]
    pub offset: u32,
}
