//! The version mark of expansions.

/// The value of `__EXPANDED` in an implementation by the macros. `VERSION` changes with the shape of
/// expansions, so that one of another version of the macros does not compile.
#[derive(Clone, Copy, Debug)]
pub struct Expanded<const VERSION: u32>;
