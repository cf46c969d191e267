//! The properties of a surface that do not depend on its caller.

use super::{exposition::Exposition, search::Pins};
use crate::schema::Profile;

/// The form in which a surface lists actions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SurfaceForm {
    pub(crate) exposition: Exposition,
    pub(crate) profile: Profile,
    // Invariant: empty unless the exposition lists pinned actions, so that equal lists share a surface.
    pins: Pins,
}

impl SurfaceForm {
    /// Creates a form without pinned actions.
    pub(crate) fn new(exposition: Exposition, profile: Profile) -> Self {
        Self::with_pins(exposition, profile, &Pins::default())
    }

    /// Creates a form. Only [`Exposition::Search`] has pinned actions.
    pub(crate) fn with_pins(exposition: Exposition, profile: Profile, pins: &Pins) -> Self {
        let pins = match exposition {
            Exposition::Search => pins.clone(),
            _ => Pins::default(),
        };
        Self {
            exposition,
            profile,
            pins,
        }
    }

    /// Returns the pinned actions that the surface lists by themselves.
    pub(super) fn pins(&self) -> &Pins {
        &self.pins
    }
}
