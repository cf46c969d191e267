//! The settings of a builder for how arguments are read.

use super::RegistryBuilder;
use crate::{call::ForeignFields, middleware::Middleware};

impl<M: Middleware> RegistryBuilder<M> {
    /// Sets whether arguments of the wrong type are repaired if nothing is lost: `"5"` or `5.0` for an
    /// integer, `"true"` for a boolean, JSON text for an object or an array. An empty string omits an
    /// optional argument whose schema refuses it, such as an enum or a date. The default is `true`; a
    /// group turns it off for its actions with `repair = false`.
    ///
    /// Repaired arguments are listed in the response's `_meta["dev.fusion/repairs"]`, and in events of
    /// `tracing`.
    pub fn repair(mut self, on: bool) -> Self {
        self.parts.reading.repair = on;
        self
    }

    /// Sets the names that clients add to the arguments of every call. They are dropped unless the
    /// action has an argument of that name. The default is `chatInput`, `sessionId`, `tool` and
    /// `toolCallId`.
    pub fn ignored_arguments<I: IntoIterator<Item: Into<String>>>(mut self, names: I) -> Self {
        self.parts.reading.client_names = names.into_iter().map(Into::into).collect();
        self
    }

    /// Sets how arguments are handled that belong to another action of the called tool. The default is
    /// [`ForeignFields::Refuse`], which ignores only `null`, empty values and published defaults.
    ///
    /// Ignored fields are counted in the response's `_meta["dev.fusion/ignored"]`, and are events of
    /// `tracing`.
    pub fn foreign_fields(mut self, setting: ForeignFields) -> Self {
        self.parts.reading.foreign_fields = setting;
        self
    }
}
