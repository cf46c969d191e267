//! The requirement of an injected parameter.

use std::any::{TypeId, type_name};

#[cfg(feature = "ask")]
use super::SchemaFn;

/// A type that the context must contain before an action runs, or a question to the user.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Need {
    pub(crate) id: TypeId,
    pub(crate) name: &'static str,
    /// The kind of the questions; `None` for a value in the context.
    #[cfg(feature = "ask")]
    pub(crate) asks: Option<AskNeed>,
}

/// The kind of the questions that a parameter asks.
#[cfg(feature = "ask")]
#[derive(Clone, Copy, Debug)]
pub(crate) enum AskNeed {
    /// Questions without a form.
    Confirmation,
    /// Questions with a form of this schema.
    Form(SchemaFn),
}

impl Need {
    /// Returns the requirement for a `T`.
    pub fn for_type<T: 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            name: type_name::<T>(),
            #[cfg(feature = "ask")]
            asks: None,
        }
    }

    /// Returns the requirement of a parameter `T` that asks the user.
    #[cfg(feature = "ask")]
    pub(crate) fn to_ask<T: 'static>(asks: AskNeed) -> Self {
        Self {
            asks: Some(asks),
            ..Self::for_type::<T>()
        }
    }
}
