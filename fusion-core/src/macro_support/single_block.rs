//! The marks of a block. Their names are the text of rustc's error for the second block of one type, which
//! a macro cannot recognize: "conflicting implementations of trait
//! `OneBlockForEachType<SplitALargeGroupIntoAStructOfGroups>`".

/// A type with a block. Each expansion of a block implements it.
pub trait OneBlockForEachType<Remedy> {}

/// The way out for a type with two blocks.
#[derive(Clone, Copy, Debug)]
pub struct SplitALargeGroupIntoAStructOfGroups;
