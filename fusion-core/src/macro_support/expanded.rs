//! The mark that an expansion leaves on what it implements.

/// The value of `__EXPANDED` in an implementation by the macros. `VERSION` changes with the shape of
/// expansions, so that one of another version of the macros does not compile.
#[derive(Clone, Copy, Debug)]
pub struct Expanded<const VERSION: u32>;
