//! The setting for a stream whose caller has every scope.

use super::{super::unknown_scopes, Server};

impl Server {
    /// Grants every scope to the caller of [`serve`](Self::serve) where nothing knows those of a caller. Use it for a
    /// stream whose other end is the user who started this process. Without it, and without
    /// [`RegistryBuilder::scopes`](crate::RegistryBuilder::scopes), items that need [scopes](crate::auth) are hidden
    /// over such a stream, and an error is logged once.
    ///
    /// It has no effect over HTTP, and [`serve_stdio`](Self::serve_stdio) does not need it.
    pub fn trust_caller(mut self) -> Self {
        self.trusts_caller = true;
        self
    }

    /// Trusts the user who started the process, and logs that scopes are not enforced.
    pub(super) fn over_stdio(self) -> Self {
        unknown_scopes::warn_over_stdio(&self.view);
        self.trust_caller()
    }

    /// Hides the items of a byte stream that need scopes which nothing knows, unless the caller is trusted.
    pub(super) fn hide_unknown_scopes(&mut self) {
        if !self.trusts_caller {
            self.view = unknown_scopes::for_byte_stream(self.view.clone());
        }
    }
}
