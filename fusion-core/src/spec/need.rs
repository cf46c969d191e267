//! The requirement of an injected parameter.

use std::any::{TypeId, type_name};

/// A type that the context must contain before an action runs.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    pub(crate) id: TypeId,
    pub(crate) name: &'static str,
}

impl Need {
    /// Returns the requirement for a `T`.
    pub fn for_type<T: 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            name: type_name::<T>(),
        }
    }
}
