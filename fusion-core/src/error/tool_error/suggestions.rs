//! The actions that an error suggests.

use std::borrow::Cow;

use super::ToolError;

impl ToolError {
    /// Adds the key of an action to try instead.
    pub fn suggest(mut self, key: impl Into<Cow<'static, str>>) -> Self {
        self.0.suggestions.push(key.into());
        self
    }

    /// Adds the keys of several actions to try instead, in this order.
    pub fn suggest_all<K: Into<Cow<'static, str>>>(
        mut self,
        keys: impl IntoIterator<Item = K>,
    ) -> Self {
        self.0.suggestions.extend(keys.into_iter().map(Into::into));
        self
    }

    /// Returns an iterator over the keys of the actions to try instead.
    pub fn suggestions(&self) -> impl Iterator<Item = &str> {
        self.0.suggestions.iter().map(AsRef::as_ref)
    }
}
